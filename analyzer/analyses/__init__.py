"""Analyses: questions about shoes, bets and rules, a module each."""
