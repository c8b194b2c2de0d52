"""Files of every format, as they are."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _library
from ._inputs import Doubles
from .errors import ResonanceError

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Signal:
    """One signal of a recording.

    Attributes
    ----------
    samples : array
        In the order of time; NaN for one that is missing.
    sampling_rate : float
        Samples a second; Hz.
    unit : str
        Of the samples; every voltage is in mV.
    """

    name: str
    unit: str
    sampling_rate: float
    samples: Doubles = field(repr=False)


@dataclass
class Recording:
    """What a file holds.

    Attributes
    ----------
    beats : pandas.DataFrame or None
        ``time_s``: the time of each beat; ``rr_ms``: the interval that ends there, NaN at the first beat and behind a
        gap. None for a file that holds signals only.
    signals : dict
        Each signal under its name; they are read when they are first asked for.
    start_date : str or None
        Date and time of the first beat or sample, where the file states it.
    recipe, warnings
        How the file was read, and what is to be known of it.
    """

    path: str
    format: str
    start_date: str | None
    beats: pd.DataFrame | None = field(repr=False)
    recipe: dict[str, Any] = field(repr=False)
    warnings: list[dict[str, Any]] = field(repr=False)
    _options: dict[str, Any] = field(repr=False)

    @cached_property
    def signals(self) -> dict[str, Signal]:
        """Each signal under its name, or its place where two have one name."""
        try:
            table = _table(self.path, {**self._options, "signals": True})
        except ResonanceError as error:
            if error.code == "no_signal":
                return {}
            raise
        return _signals(table)


def read(path: str | os.PathLike[str], **options: Any) -> Recording:
    """The beats or the signals of a file of any format.

    Parameters
    ----------
    path : path
        ``#2`` behind it means the second recording of a file that holds several.
    **options
        The options of ``hrv analyze`` that say how files are read: ``signal`` (the name or the place of the only one
        that is wanted), ``annotator``, ``normal``, ``unit``, ``rate``, ``format``, ``decimal``.

    Returns
    -------
    Recording
        Its ``beats`` or, of a file without beats, its ``signals``. `hrv` and the other calls take beats as they are
        (``hrv(recording)``), and a signal as ``ecg`` (``hrv(ecg=recording.signals["ECG"])``).

    Raises
    ------
    ResonanceError
        For a file that cannot be read, or that holds several recordings.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import resonance_hrv as rh
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "rr.txt").write_text("812\\n830\\n795\\n")
    >>> rh.read(folder / "rr.txt").beats["rr_ms"].tolist()
    [nan, 812.0, 830.0, 795.0]
    """
    import pandas as pd

    name = os.fsdecode(path)
    table = _table(name, options)
    columns = table.columns
    whole = [row for row in range(table.row_count) if columns["error_code"][row] is None]
    if not whole:
        raise ResonanceError(str(columns["error_code"][0]), str(columns["error"][0]))
    first = whole[0]
    times, intervals = columns["time_s"], columns["rr_ms"]
    holds_beats = times[first] is not None
    if holds_beats and len(whole) > 1:
        raise ResonanceError(
            "ambiguous",
            f"{name} holds {len(whole)} recordings: name one of them, such as {columns['name'][first]}")
    recording = Recording(
        path=str(columns["name"][first]) if holds_beats else name, format=str(columns["format"][first]),
        start_date=columns["start_date"][first],
        beats=pd.DataFrame({"time_s": times[first], "rr_ms": intervals[first]}) if holds_beats else None,
        recipe=json.loads(columns["recipe"][first]), warnings=json.loads(columns["warnings"][first]),
        _options=options)
    if not holds_beats:
        recording.__dict__["signals"] = _signals(table)
    return recording


def _table(path: str, options: dict[str, Any]) -> _library.Table:
    """The parts of a file; where none can be read the error of the first is raised."""
    table = _library.call("rsn_read", [os.fsencode(path)], options, is_long=True)
    codes = table.columns["error_code"]
    if table.row_count and all(code is not None for code in codes):
        raise ResonanceError(str(codes[0]), str(table.columns["error"][0]))
    return table


def _signals(table: _library.Table) -> dict[str, Signal]:
    columns = table.columns
    signals: dict[str, Signal] = {}
    for row in range(table.row_count):
        name = columns["signal"][row]
        if name is None:
            continue
        key = name if name and name not in signals else str(row)
        signals[key] = Signal(
            name=name, unit=columns["unit"][row] or "", sampling_rate=float(columns["rate_hz"][row]),
            samples=np.asarray(columns["samples"][row]))
    return signals
