"""Recordings of simulated intervals, and files of them.

    python -m spark.recordings FOLDER COUNT    writes so many from a process of its own
"""

import pathlib
import subprocess
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from conftest import intervals

# At 850 ms, five minutes.
BEATS = 353


def simulated(count, beats=BEATS):
    return [intervals(beats, seed) for seed in range(count)]


def write(folder, recordings, files=4):
    """The recordings as Parquet, with the columns id and rr, cut into files."""
    folder.mkdir()
    table = pa.table({"id": np.arange(len(recordings)), "rr": pa.array([rr.tolist() for rr in recordings])})
    size = -(-len(recordings) // files)
    for place in range(files):
        pq.write_table(table.slice(place * size, size), folder / f"{place}.parquet")
    return str(folder)


def written_elsewhere(folder, count):
    """The same by another process: nothing of it is left in the memory of this one."""
    tests = pathlib.Path(__file__).parents[1]
    subprocess.run([sys.executable, "-m", "spark.recordings", folder, str(count)], cwd=tests, check=True)
    return str(folder)


def read(folder):
    """Rows that Spark has written, in the order of `id`; windows of one recording in that of time."""
    return pq.read_table(folder).sort_by([("id", "ascending"), ("start_s", "ascending")])


if __name__ == "__main__":
    write(pathlib.Path(sys.argv[1]), simulated(int(sys.argv[2])))
