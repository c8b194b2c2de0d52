"""Runs a bridge until it ends, and ends it in order."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from typing import Any

from .endings import INTERNAL_ERROR, INTERRUPTED, OUTPUT, TERMINATED, Ending, OutputClosed, Terminated
from .lines import Lines


def run(name: str, capabilities: list[str], work: Callable[[Lines], None]) -> int:
    """Says hello, does the work, says bye.

    Returns
    -------
    int
        The exit code of the process.
    """
    lines = Lines()
    before = signal.signal(signal.SIGTERM, _terminate)
    try:
        return _ended(name, capabilities, work, lines)
    except OutputClosed:
        _discard_output()
        return 0
    except Ending as ending:
        # The output itself fails: nothing more can be said there.
        _complain(name, str(ending))
        return ending.status
    finally:
        signal.signal(signal.SIGTERM, before)


def _ended(name: str, capabilities: list[str], work: Callable[[Lines], None], lines: Lines) -> int:
    try:
        lines.hello(name, capabilities)
        work(lines)
        return 0
    except KeyboardInterrupt:
        _say_bye(lines, "user")
        return INTERRUPTED
    except Terminated:
        _say_bye(lines, "terminated")
        return TERMINATED
    except Ending as ending:
        if ending.status == OUTPUT:
            raise
        _complain(name, str(ending))
        lines.error(ending.code, str(ending))
        _say_bye(lines, ending.code)
        return ending.status
    except OutputClosed:
        raise
    except Exception as error:  # Any error of ours is reported to the reader.
        sentence = f"a fault of this program: {type(error).__name__}: {error}"
        _complain(name, sentence)
        lines.error("fault", sentence)
        _say_bye(lines, "fault")
        return INTERNAL_ERROR


def _say_bye(lines: Lines, reason: str) -> None:
    # A second signal ends the process at once, also where no reader takes the last line.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    lines.bye(reason)


def _complain(name: str, sentence: str) -> None:
    print(f"resonance_hrv bridge {name}: error: {sentence}", file=sys.stderr, flush=True)


def _terminate(*_: Any) -> None:
    raise Terminated


def _discard_output() -> None:
    """What is still in the buffer goes nowhere, so that the interpreter does not complain at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
