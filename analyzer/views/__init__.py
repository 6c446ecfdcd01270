"""Views: each answer as tables and as a JSON document."""
