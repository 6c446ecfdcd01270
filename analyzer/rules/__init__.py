"""Rules: who draws a third card, and how a coup ends."""
