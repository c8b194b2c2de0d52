"""Imports what only one bridge needs."""

from __future__ import annotations

import importlib
from typing import Any

from .endings import UNAVAILABLE, Ending


def need(bridge: str, package: str, *modules: str) -> Any:
    """Imports the modules, and gives the first.

    Raises
    ------
    Ending
        Where the package is not installed, or does not work on this system.
    """
    try:
        return [importlib.import_module(name) for name in modules][0]
    except ModuleNotFoundError as error:
        raise Ending(
            UNAVAILABLE, "extra", f'the bridge {bridge} needs {package}: pip install "resonance-hrv[{bridge}]"',
        ) from error
    except (ImportError, OSError, RuntimeError) as error:
        raise Ending(
            UNAVAILABLE, "extra", f"the bridge {bridge} cannot load {package} ({error}): install it anew",
        ) from error
