"""What people have in their hands, as arrays of doubles."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

Doubles = npt.NDArray[np.float64]

ACCEPTED = "a list, an array or a column of numbers"


def is_array(values: Any) -> bool:
    """Whether this is one array, and not a list of several."""
    if isinstance(values, (list, tuple)):
        return not any(_is_sequence(value) for value in values)
    return True


def _is_sequence(value: Any) -> bool:
    if isinstance(value, (str, bytes, dict)):
        return False
    if isinstance(value, np.ndarray):
        return value.ndim > 0
    return hasattr(value, "__len__") or (hasattr(value, "__iter__") and not np.isscalar(value))


def doubles(values: Any, what: str = "rr") -> Doubles:
    """One array of numbers, whatever it is kept in; what is missing is NaN.

    Raises
    ------
    TypeError
        For texts, truth values, complex numbers, dates and arrays of several dimensions.
    """
    if isinstance(values, (str, bytes, os.PathLike)):
        raise TypeError(f"{what} is a {type(values).__name__}: give {ACCEPTED}; of a file, give what read(path) gives")
    if isinstance(values, (dict, set)):
        raise TypeError(f"{what} is a {type(values).__name__}: give {ACCEPTED}, and of several recordings a list of them")
    if hasattr(values, "to_numpy"):
        # pandas, polars, pyarrow.
        values = _to_numpy(values)
    elif not isinstance(values, np.ndarray) and not hasattr(values, "__array__"):
        if not isinstance(values, Iterable):
            raise TypeError(f"{what} is a {type(values).__name__}: give {ACCEPTED}")
        values = list(values)
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise TypeError(f"{what} has rows of different lengths: give {ACCEPTED}") from error
    if array.ndim == 2 and 1 in array.shape:
        array = array.reshape(-1)
    if array.ndim != 1:
        raise TypeError(f"{what} has {array.ndim} dimensions: give {ACCEPTED}")
    if array.size == 0:
        return np.empty(0)
    if array.dtype == object:
        array = _numbers(array, what)
    if array.dtype.kind not in "iuf":
        raise TypeError(f"{what} holds {array.dtype.name}: give {ACCEPTED}")
    return np.ascontiguousarray(array, dtype=np.float64)


def _to_numpy(values: Any) -> Any:
    try:
        return values.to_numpy(zero_copy_only=False)
    except TypeError:
        return values.to_numpy()


def _numbers(array: npt.NDArray[Any], what: str) -> Doubles:
    numbers = np.empty(len(array))
    for place, value in enumerate(array):
        if value is None or type(value).__name__ in ("NAType", "NaTType"):
            numbers[place] = np.nan
        elif isinstance(value, (bool, np.bool_, str, bytes, complex)):
            raise TypeError(f"{what}[{place}] is {value!r}: give {ACCEPTED}")
        else:
            try:
                numbers[place] = float(value)
            except (TypeError, ValueError, OverflowError) as error:
                raise TypeError(f"{what}[{place}] is {value!r}: give {ACCEPTED}") from error
    return numbers


def rate(sampling_rate: Any) -> float:
    """Samples a second.

    Raises
    ------
    TypeError, ValueError
        Where it is not said, or is no number above 0.
    """
    if sampling_rate is None:
        raise TypeError("these are places or samples of a signal: say its sampling_rate in Hz")
    if isinstance(sampling_rate, (bool, str, bytes)) or not hasattr(sampling_rate, "__float__"):
        raise TypeError(f"sampling_rate is {sampling_rate!r}: it is a number of samples a second")
    if not sampling_rate > 0 or not np.isfinite(sampling_rate):
        raise ValueError(f"sampling_rate is {sampling_rate}: it is a number of samples a second above 0")
    return float(sampling_rate)


def together(arrays: list[Doubles]) -> tuple[Doubles, npt.NDArray[np.int64]]:
    """Recordings one behind the other, and where each begins."""
    offsets = np.zeros(len(arrays) + 1, dtype=np.int64)
    np.cumsum([len(array) for array in arrays], out=offsets[1:])
    values = np.concatenate(arrays) if arrays else np.empty(0)
    return np.ascontiguousarray(values), offsets
