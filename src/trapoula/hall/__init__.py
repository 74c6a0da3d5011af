"""What is asked beside the tables, whoever keeps them: the catalogue, new rooms, results and thoughts."""
