"""Tree search in compiled code: depth first and beams, evaluation, pruning, lost positions."""
