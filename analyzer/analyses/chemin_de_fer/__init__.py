"""Chemin de fer: the game in which both hands may choose whether to draw."""
