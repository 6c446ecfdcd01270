"""Enumeration: how often everything a shoe can deal comes."""
