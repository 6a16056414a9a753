"""The referee: rules, replays, and the service that plays games between bots."""
