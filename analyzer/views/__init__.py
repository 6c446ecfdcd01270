"""Views: an answer as tables and as JSON."""
