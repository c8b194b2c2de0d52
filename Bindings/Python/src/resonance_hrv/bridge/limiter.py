"""Keeps a flood of bad input from becoming a flood of lines."""

from __future__ import annotations

PAUSE_SECONDS = 5.0
MAX_CODES = 64


class ErrorLimiter:
    """Lets one error of each code through in ``PAUSE_SECONDS``, and counts the others.

    Examples
    --------
    >>> limiter = ErrorLimiter()
    >>> [limiter.admit("payload", "That is no number.", time) for time in (0.0, 1.0, 2.0, 6.0)]
    ['That is no number.', None, None, 'That is no number. (2 more like it)']
    """

    def __init__(self) -> None:
        self._last: dict[str, float] = {}
        self._held_back: dict[str, int] = {}

    def admit(self, code: str, sentence: str, seconds: float) -> str | None:
        """The sentence that is to be said now, or None."""
        last = self._last.get(code)
        if last is not None and seconds - last < PAUSE_SECONDS or last is None and len(self._last) >= MAX_CODES:
            self._held_back[code] = self._held_back.get(code, 0) + 1
            return None
        self._last[code] = seconds
        count = self._held_back.pop(code, 0)
        return f"{sentence} ({count} more like it)" if count else sentence

    def rest(self) -> list[tuple[str, str]]:
        """What was held back and not counted in a sentence yet."""
        rest = [(code, f"{count} more errors of this kind were not said") for code, count in self._held_back.items()]
        self._held_back.clear()
        return rest
