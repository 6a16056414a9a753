"""The wire: generated from the .proto files by `make stubs`."""
