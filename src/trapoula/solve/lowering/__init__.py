"""From a game's declaration to the arrays that the kernels run."""
