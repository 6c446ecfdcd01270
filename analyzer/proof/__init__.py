"""Proof: formulas, certificates and published claims, which let a reader check a figure."""
