"""Rules: who draws."""
