"""How fast the engine is, beside the published package: `make bench-engine`."""
