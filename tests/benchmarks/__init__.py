"""How fast and how strong: measurements, not tests."""
