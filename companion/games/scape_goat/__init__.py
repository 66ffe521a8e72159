"""Scape Goat (Indie Boards & Cards 2020): set-up, the secret, frame attempts, going to the cops."""
