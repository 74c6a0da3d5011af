"""The full-screen client, built with Textual."""
