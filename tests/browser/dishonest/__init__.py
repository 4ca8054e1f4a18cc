"""Coordinators that cheat: settings of a real server whose record is not what people sent."""
