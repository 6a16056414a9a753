"""Bots from afar: they run on their owners' machines and dial in at an arena's door, over TLS and with a token."""
