"""How a bridge ends, and the exit code of each way."""

from __future__ import annotations

USAGE = 64
DATA = 65
UNAVAILABLE = 69
INTERNAL_ERROR = 70
OUTPUT = 74
DENIED = 77
INTERRUPTED = 130
TERMINATED = 143


class Ending(Exception):
    """The bridge cannot go on.

    Attributes
    ----------
    status : int
        The exit code of the process.
    code : str
        A short word for the ``error`` line, such as ``not_found``.
    """

    def __init__(self, status: int, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.code = code


class OutputClosed(Exception):
    """Nobody reads the lines any more."""


class Terminated(Exception):
    """The process was asked to end by SIGTERM."""
