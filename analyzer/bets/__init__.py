"""Bets: pay tables, what they pay on a coup, and their exact odds."""
