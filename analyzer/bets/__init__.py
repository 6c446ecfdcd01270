"""Bets: what pays, and what it is worth."""
