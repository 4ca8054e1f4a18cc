"""The wire protocol `parley/2`: texts that people and the coordinator sign, and what follows from
them. Pure functions over texts; no key is made or kept here, and Ed25519 itself is handed in.

docs/protocol.md is the specification.
"""
