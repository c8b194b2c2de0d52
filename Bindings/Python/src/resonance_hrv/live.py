"""A live session: lines of a chest-strap bridge in, cues of the breath and figures out."""

from __future__ import annotations

import ctypes
from typing import Any

from . import _library


class Live:
    """A session by the clock of the bridge, as ``hrv live --bridge - --clock bridge`` runs it.

    Parameters
    ----------
    **options
        ``pacer``, ``rate`` (breaths/min), ``duration`` (min), ``find_rate``, ``no_hold``, ``dev``, ``ecg``.

    Raises
    ------
    ResonanceError
        For options that are wrong.

    Examples
    --------
    >>> from resonance_hrv import Live
    >>> with Live(pacer="fixed", rate=6) as live:
    ...     replies = live.push(b'{"type":"hello","proto":"beatline","v":1,"t":0,"dev":"strap"}\\n')
    >>> replies.startswith('{"type":"hello"')
    True
    """

    def __init__(self, **options: Any) -> None:
        self._live = ctypes.c_void_p()
        error = ctypes.c_void_p()
        status = _library.library.rsn_live_open(
            _library.option_text(options), ctypes.byref(self._live), ctypes.byref(error))
        if status != 0:
            raise _library.failure(error)

    def push(self, lines: bytes | str) -> str:
        """Takes bytes of the bridge, cut anywhere, and gives the replies to the lines that are complete."""
        data = lines.encode() if isinstance(lines, str) else bytes(lines)
        return self._push(data, len(data))

    def finish(self) -> str:
        """Nothing more comes: the session ends, with its last replies."""
        return self._push(None, 0)

    def _push(self, data: bytes | None, count: int) -> str:
        if not self._live.value:
            raise ValueError("the session is closed")
        replies, error = ctypes.c_void_p(), ctypes.c_void_p()
        status = _library.library.rsn_live_push(
            self._live, data, count, ctypes.byref(replies), ctypes.byref(error))
        if status != 0:
            raise _library.failure(error)
        text = ctypes.string_at(replies.value or 0).decode()
        _library.library.rsn_free(replies)
        return text

    def close(self) -> None:
        """Forgets the session; a second time does nothing."""
        if self._live.value:
            _library.library.rsn_live_close(self._live)
            self._live.value = None

    def __enter__(self) -> Live:
        return self

    def __exit__(self, *reason: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_live", None) is not None:
            self.close()
