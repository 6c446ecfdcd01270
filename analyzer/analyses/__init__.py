"""Analyses: questions about shoes, bets and rules, one module for each question."""
