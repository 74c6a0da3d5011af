"""Trapoula's patiences against the record of what AisleRiot's own rules allow."""
