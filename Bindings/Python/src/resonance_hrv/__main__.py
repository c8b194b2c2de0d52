"""Runs the package as a program: ``python -m resonance_hrv bridge ...`` or ``parquet DIR OUT``."""

from __future__ import annotations

import os
import sys

from ._batch import main as parquet
from .bridge.command import main

if __name__ == "__main__":
    status = parquet(sys.argv[2:]) if sys.argv[1:2] == ["parquet"] else main(sys.argv[1:])
    sys.stderr.flush()
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        pass
    # Every line was flushed when it was written; threads of drivers are not waited for.
    os._exit(status)
