"""The arena in a browser, and for programs: pages, a JSON API, and what watches over them."""
