"""Sample bots: each folder is one, complete in itself. `referee new-bot` starts from them."""
