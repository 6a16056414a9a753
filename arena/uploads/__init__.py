"""Packages that come over the web: they wait in the database until somebody who has a referee checks them."""
