"""Who may do what: users with roles, and the tokens by which they are known."""
