"""Visitors at a table: guests of the referee, who answer in the browser."""
