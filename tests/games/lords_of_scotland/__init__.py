"""Tests of Lords of Scotland, L1–L30."""
