"""Bridges: heart-beat data of other programs as lines of the line protocol "beatline" on standard output."""
