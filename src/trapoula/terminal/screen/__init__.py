"""The full-screen table in a terminal, drawn with Textual."""
