"""Tests of Claim, C1–C20."""
