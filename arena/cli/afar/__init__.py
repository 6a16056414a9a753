"""The commands for an arena elsewhere: the same words, asked of its API."""
