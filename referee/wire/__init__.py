"""The wire: between domain values and protobuf messages."""
