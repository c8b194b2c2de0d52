"""The C library, and tables that it gives, by ctypes alone."""

from __future__ import annotations

import ctypes
import json
import os
import pathlib
import threading
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from .errors import ResonanceError

NAME = "libresonance.so.1"
ABI = 1
CANCELLED = 130


class ArrowSchema(ctypes.Structure):
    pass


class ArrowArray(ctypes.Structure):
    pass


ArrowSchema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_void_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(ArrowSchema))),
    ("dictionary", ctypes.POINTER(ArrowSchema)),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(ArrowSchema))),
    ("private_data", ctypes.c_void_p),
]
ArrowArray._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(ArrowArray))),
    ("dictionary", ctypes.POINTER(ArrowArray)),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(ArrowArray))),
    ("private_data", ctypes.c_void_p),
]

POINTER = ctypes.POINTER(ctypes.c_void_p)
TAIL: list[Any] = [
    ctypes.c_char_p, ctypes.POINTER(ctypes.c_int32), ctypes.POINTER(ArrowSchema), ctypes.POINTER(ArrowArray),
    ctypes.POINTER(ctypes.c_void_p),
]
INTERVALS: list[Any] = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64]
FUNCTIONS: dict[str, list[Any]] = {
    "rsn_metrics": [],
    "rsn_hrv": INTERVALS,
    "rsn_correct": INTERVALS,
    "rsn_psd": INTERVALS,
    "rsn_coherence": INTERVALS,
    "rsn_lomb_scargle": [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64],
    "rsn_peaks": [ctypes.c_void_p, ctypes.c_int64, ctypes.c_double],
    "rsn_read": [ctypes.c_char_p],
    "rsn_analyze": [ctypes.POINTER(ctypes.c_char_p), ctypes.c_int64],
}


def path_list(paths: Iterable[str | bytes | os.PathLike[str] | os.PathLike[bytes]]) -> list[Any]:
    """Paths as the two arguments of C: pointers to texts, and their count."""
    texts = [os.fsencode(path) for path in paths]
    for text in texts:
        if b"\0" in text:
            raise ValueError(f"the path {text!r} has a NUL character in it: no file has such a name")
    return [(ctypes.c_char_p * max(1, len(texts)))(*texts), len(texts)]


def _load() -> ctypes.CDLL:
    path = pathlib.Path(__file__).parent / NAME
    try:
        library = ctypes.CDLL(str(path))
    except OSError as error:
        raise ImportError(
            f"{NAME} cannot be loaded ({error}): install the library that is named there, or the wheel of resonance-hrv "
            "for this system, or build it by `make wheel`") from error
    library.rsn_abi.restype = ctypes.c_uint32
    if library.rsn_abi() != ABI:
        raise ImportError(
            f"{NAME} speaks interface {library.rsn_abi()}, and this package {ABI}: install resonance-hrv anew")
    library.rsn_version.restype = ctypes.c_char_p
    library.rsn_free.argtypes = [ctypes.c_void_p]
    library.rsn_free.restype = None
    library.rsn_live_open.argtypes = [ctypes.c_char_p, POINTER, POINTER]
    library.rsn_live_push.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int64, POINTER, POINTER]
    library.rsn_live_close.argtypes = [ctypes.c_void_p]
    library.rsn_live_close.restype = None
    for name, arguments in FUNCTIONS.items():
        function = getattr(library, name)
        function.argtypes = arguments + TAIL
        function.restype = ctypes.c_int32
    return library


library = _load()


class Owner:
    """Keeps the memory of a table until nobody needs it."""

    def __init__(self) -> None:
        self.schema = ArrowSchema()
        self.rows = ArrowArray()

    def __del__(self) -> None:
        for part in (self.schema, self.rows):
            if part.release:
                part.release(ctypes.byref(part))


class Table:
    """A table of the library: numbers as arrays that are not copied, texts as lists."""

    def __init__(self, owner: Owner) -> None:
        schema, rows = owner.schema, owner.rows
        self.row_count: int = rows.length
        self.metadata = _pairs(schema.metadata)
        self.columns: dict[str, Any] = {}
        for index in range(schema.n_children):
            column = schema.children[index].contents
            name = column.name.decode()
            self.columns[name] = _values(column.format, rows.children[index].contents, owner)


def _pairs(address: int | None) -> dict[str, str]:
    """Metadata of Arrow: the number of pairs, then lengths and bytes."""
    if not address:
        return {}
    cursor = address
    texts: list[str] = []
    count = ctypes.c_int32.from_address(cursor).value
    cursor += 4
    for _ in range(2 * count):
        length = ctypes.c_int32.from_address(cursor).value
        texts.append(ctypes.string_at(cursor + 4, length).decode())
        cursor += 4 + length
    return dict(zip(texts[::2], texts[1::2]))


class _Memory:
    """Memory of a table as numpy takes it; it keeps its owner."""

    def __init__(self, address: int, count: int, kind: str, owner: Owner) -> None:
        self.__array_interface__ = {
            "data": (address, True), "shape": (count,), "typestr": kind, "version": 3}
        self.owner = owner


def _array(address: int | None, count: int, kind: str, owner: Owner) -> npt.NDArray[Any]:
    if not address or count == 0:
        return np.empty(0, dtype=kind)
    return np.asarray(_Memory(address, count, kind, owner))


def _values(kind: bytes, values: ArrowArray, owner: Owner) -> Any:
    """Numbers as an array; texts, and lists of numbers, as a list with None for one that is missing."""
    count = values.length
    if kind == b"g":
        # A missing number is written as NaN besides.
        return _array(values.buffers[1], count, "<f8", owner)
    is_there = np.ones(count, dtype=bool)
    if values.buffers[0]:
        bits = _array(values.buffers[0], (count + 7) // 8, "|u1", owner)
        is_there = np.unpackbits(bits, count=count, bitorder="little").astype(bool)
    if kind == b"l":
        numbers = _array(values.buffers[1], count, "<i8", owner)
        return numbers if is_there.all() else np.where(is_there, numbers, np.nan)
    offsets = _array(values.buffers[1], count + 1, "<i8", owner)
    if kind == b"+L":
        items = _values(b"g", values.children[0].contents, owner)
        return [items[offsets[row]:offsets[row + 1]] if is_there[row] else None for row in range(count)]
    text = ctypes.string_at(values.buffers[2], int(offsets[-1])) if count else b""
    return [
        text[offsets[row]:offsets[row + 1]].decode() if is_there[row] else None for row in range(count)]


def option_text(options: Mapping[str, Any]) -> bytes:
    """The options as the library takes them; None says nothing, but for `correct` no correction."""
    given = {key: value for key, value in options.items() if value is not None}
    # Nothing else is called None by the library, and no caller means the usual correction by it.
    if "correct" in options and (options["correct"] is None or options["correct"] is False):
        given["correct"] = "none"
    try:
        return json.dumps(given, allow_nan=False, default=_plain).encode()
    except (TypeError, ValueError) as error:
        raise TypeError(f"an option is no number, text, list or truth value: {error}") from error


def _plain(value: Any) -> Any:
    if isinstance(value, (np.integer, np.floating, np.bool_)):
        return value.item()
    raise TypeError(f"{type(value).__name__} {value!r}")


def call(name: str, arguments: list[Any], options: Mapping[str, Any], *, is_long: bool = False) -> Table:
    """The table of a call, as arrays."""
    return Table(owned(name, arguments, options, is_long=is_long))


def owned(name: str, arguments: list[Any], options: Mapping[str, Any], *, is_long: bool = False) -> Owner:
    """The table of a call, in the library's memory. The work is done without the interpreter's lock.

    Arrays among the arguments are handed over by their address, and kept until the work has ended.

    A call that may take long runs beside the main thread, so that Ctrl-C is heard: it then ends the work.
    """
    owner = Owner()
    error = ctypes.c_void_p()
    cancel = ctypes.c_int32(0)
    text = option_text(options)

    def work() -> int:
        given = [each.ctypes.data if isinstance(each, np.ndarray) else each for each in arguments]
        status: int = getattr(library, name)(
            *given, text, ctypes.byref(cancel), ctypes.byref(owner.schema), ctypes.byref(owner.rows),
            ctypes.byref(error))
        return status

    if is_long and threading.current_thread() is threading.main_thread():
        status = _beside(work, cancel)
    else:
        status = work()
    if status != 0:
        raise failure(error)
    return owner


def _beside(work: Any, cancel: ctypes.c_int32) -> int:
    outcome: list[int] = []
    thread = threading.Thread(target=lambda: outcome.append(work()), daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(0.1)
    except BaseException:
        cancel.value = 1
        # What cannot be left at once ends by itself a little later.
        thread.join(0.5)
        raise
    return outcome[0]


def failure(error: ctypes.c_void_p) -> ResonanceError:
    if not error.value:
        return ResonanceError("internal", "the library gives no reason")
    details = json.loads(ctypes.string_at(error.value).decode())
    library.rsn_free(error)
    return ResonanceError(details["code"], _as_python(details["message"]))


def _as_python(message: str) -> str:
    """Options as keywords: `--with-defects` becomes `with_defects`."""
    words = []
    for word in message.split(" "):
        if word.startswith("--"):
            end = word.rstrip(",:.;")
            name = end[2:].replace("-", "_")
            word = {"ecg_rate": "sampling_rate", "peaks_rate": "sampling_rate"}.get(name, name) + word[len(end):]
        words.append(word)
    return " ".join(words)


def version() -> str:
    """The version of the toolkit."""
    text: bytes = library.rsn_version()
    return text.decode()
