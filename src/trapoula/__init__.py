"""Trapoula: one card table for ninety patiences and a shelf of table games."""
