"""The rows of `hrv batch`, for pandas and as Parquet."""

from __future__ import annotations

import csv
import gzip
import importlib
import json
import os
import pathlib
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

# Columns of ours that are texts; so are those in front of `file`, which the manifest has.
TEXTS = {"file", "format", "stretch", "artefacts", "reasons", "recipe", "warnings"}
# Engines that take names without their case for equal: the name that `names="sql"` gives.
SQL = {"HRV_CD": "HRV_CorrDim"}


def _chunks(folder: pathlib.Path) -> list[pathlib.Path]:
    """The rows of the chunks that are done, in their order."""
    if not (folder / "batch.json").exists():
        raise FileNotFoundError(f"there is no batch in {folder}: give the folder that hrv batch was told by --into")
    done = sorted(path.stem for path in (folder / "done").glob("*.json"))
    return [folder / "rows" / f"{name}.csv.gz" for name in done]


def _kinds(names: list[str]) -> dict[str, str]:
    """What each column holds: text, int or float."""
    own = names.index("file")
    return {
        name: "text" if index < own or name in TEXTS else "int" if name == "n_beats" else "float"
        for index, name in enumerate(names)}


def read_batch(folder: str | os.PathLike[str]) -> pd.DataFrame:
    """The rows of a batch: what is done of it, in the order of its manifest.

    Parameters
    ----------
    folder : path
        What ``hrv batch`` was told by ``--into``.

    Returns
    -------
    pandas.DataFrame
        ``id``, the further columns of the manifest, and every column of ``hrv analyze``; a missing number is NaN.
    """
    import pandas as pd

    # By our own conversion: numbers are those of the file to the last bit, and texts stay texts.
    tables = []
    for columns in _columns(_chunks(pathlib.Path(folder))):
        kinds = _kinds(list(columns))
        tables.append(pd.DataFrame({
            name: texts if kinds[name] == "text" else pd.Series(
                [_value(text, kinds[name]) for text in texts], dtype="int64" if kinds[name] == "int" else "float64")
            for name, texts in columns.items()}))
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame()


def parquet(folder: str | os.PathLike[str], out: str | os.PathLike[str]) -> int:
    """Writes the rows of a batch as one Parquet file. Needs the extra ``arrow``.

    Numbers are doubles, ``n_beats`` is an integer, all else text; a missing number is null. ``HRV_CD`` is called
    ``HRV_CorrDim``. The recipe of the first row is in the metadata of the schema.

    Returns
    -------
    int
        How many rows it has.
    """
    try:
        arrow: Any = importlib.import_module("pyarrow")
        files: Any = importlib.import_module("pyarrow.parquet")
    except ImportError as error:
        raise ImportError('Parquet needs pyarrow: pip install "resonance-hrv[arrow]"') from error
    chunks = _chunks(pathlib.Path(folder))
    if not chunks:
        raise FileNotFoundError(f"nothing is done in {folder} yet")
    part = f"{os.fspath(out)}.part"
    writer = None
    count = 0
    # The recipe is that of the first row, which may not be in the first chunk.
    recipe = next((recipe for columns in _columns(chunks) for recipe in columns["recipe"]), "")
    for columns in _columns(chunks):
        kinds = _kinds(list(columns))
        types = {"text": arrow.string(), "int": arrow.int64(), "float": arrow.float64()}
        if writer is None:
            schema = arrow.schema(
                [(SQL.get(name, name), types[kind]) for name, kind in kinds.items()],
                metadata={"recipe": json.dumps(recipe)})
            writer = files.ParquetWriter(part, schema, compression="zstd")
        arrays = [arrow.array([_value(text, kinds[name]) for text in texts], types[kinds[name]])
                  for name, texts in columns.items()]
        writer.write_table(arrow.Table.from_arrays(arrays, schema=schema))
        count += len(columns["id"])
    if writer is not None:
        writer.close()
    os.replace(part, out)
    return count


def _columns(chunks: list[pathlib.Path]) -> Iterator[dict[str, list[str]]]:
    for chunk in chunks:
        with gzip.open(chunk, "rt", newline="", encoding="utf-8") as file:
            lines = csv.reader(file)
            names = next(lines)
            rows = list(lines)
        yield {name: [row[index] for row in rows] for index, name in enumerate(names)}


def _value(text: str, kind: str) -> Any:
    if kind == "text":
        return text
    if text == "":
        return None
    return int(text) if kind == "int" else float(text)


def main(words: list[str]) -> int:
    """``parquet DIR OUT``."""
    if len(words) != 2 or words[0].startswith("-"):
        print("usage: python -m resonance_hrv parquet DIR OUT.parquet", file=sys.stderr)
        return 0 if words in (["-h"], ["--help"]) else 64
    try:
        count = parquet(words[0], words[1])
    except (ImportError, OSError) as error:
        print(f"parquet: error: {error}", file=sys.stderr)
        return 69 if isinstance(error, ImportError) else 66 if isinstance(error, FileNotFoundError) else 74
    print(f"{count} rows in {words[1]}", file=sys.stderr)
    return 0
