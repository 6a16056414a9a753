"""What is stored, ready to be shown by pages and the API: plain values, no markup."""
