"""What workers of a cluster do with record batches, without a cluster."""

import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest
import resonance_hrv as rh
from resonance_hrv import _partitions

from conftest import intervals

pa = pytest.importorskip("pyarrow")
KIND = pa.list_(pa.float64())


def batch(first, recordings):
    names = [f"r{first + place}" for place in range(len(recordings))]
    return pa.record_batch({"id": pa.array(names, type=pa.string()), "rr": pa.array(recordings, type=KIND)})


def test_rows_follow_the_retained_columns():
    recordings = [intervals(60 + place, place).tolist() for place in range(150)]
    recordings[70], recordings[71] = None, [.8, .9, .7]
    batches = [batch(0, recordings[:3]), batch(3, []), batch(3, recordings[3:])]
    options = {"window": 30}
    parts = list(_partitions.hrv(iter(batches), "rr", ["id"], options))
    assert all(part.schema.names == parts[0].schema.names for part in parts)
    got = pa.Table.from_batches(parts)
    wanted = rh.table([[] if one is None else one for one in recordings], **options)
    assert got["id"].to_pylist() == [f"r{place}" for place in wanted.column("recording").to_pylist()]
    for name in set(wanted.schema.names) - {"recording"}:
        assert got[name].combine_chunks().equals(wanted.column(name)), name
    assert "recording" not in got.schema.names
    assert got.num_rows > len(recordings)


@pytest.mark.parametrize("options", [{}, {"window": 60}], ids=str)
@pytest.mark.parametrize("has_folder", [False, True])
def test_files_and_folders_keep_what_stands_beside_them(recordings, tmp_path, options, has_folder):
    (tmp_path / "empty").mkdir()
    rest = str(recordings / "rest.txt")
    paths = [rest, *([str(recordings), str(tmp_path / "empty")] if has_folder else []), None, str(tmp_path / "missing"), rest]
    given = pa.record_batch({"path": paths, "id": np.arange(len(paths))})
    got = pa.Table.from_batches(_partitions.analyze([given], "path", ["id"], options))
    wanted = [rh.analyze(path or "", names="sql", **options) for path in paths]
    assert got["id"].to_pylist() == [index for index, rows in enumerate(wanted) for _ in range(len(rows))]
    for name in ("file", "error_code"):
        assert got[name].to_pylist() == [None if value != value else value for rows in wanted for value in rows[name]]
    for name in ("start_s", "HRV_SDNN", "HRV_CorrDim"):
        np.testing.assert_array_equal(
            got[name].to_numpy().astype(float), np.concatenate([rows[name].to_numpy(float) for rows in wanted]))
    assert got["error_code"].to_pylist().count("not_found") == 2


@pytest.mark.parametrize("options", [{}, {"ci": True}, {"band": "slow=0.05,0.1"}, {"names": "kubios"}], ids=str)
def test_the_columns_are_those_of_rows(recordings, options):
    lists = next(_partitions.hrv([batch(0, [intervals().tolist()])], "rr", [], options))
    assert lists.num_rows == 1
    assert _partitions.schema(_partitions.hrv, "rr", options).equals(lists.schema)
    paths = pa.record_batch({"path": [str(recordings / "rest.txt")]})
    files = next(_partitions.analyze([paths], "path", [], options))
    assert files.num_rows == 1
    assert _partitions.schema(_partitions.analyze, "path", options).equals(files.schema)


def test_wrong_options_are_found_without_a_recording():
    for rows in (_partitions.hrv, _partitions.analyze):
        with pytest.raises(rh.ResonanceError, match="there is no option windows"):
            _partitions.schema(rows, "given", {"windows": 300})


def test_names_are_changed():
    assert [part.schema.names for part in _partitions.named([batch(0, [[1.0]])], ["a.b", "c"])] == [["a.b", "c"]]


def test_pyspark_is_imported_by_a_call_alone(tmp_path):
    (tmp_path / "pyspark").mkdir()
    (tmp_path / "pyspark" / "__init__.py").write_text("raise ImportError('it is asked for')")
    package = pathlib.Path(rh.__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-c", "import resonance_hrv.spark; print('imported'); resonance_hrv.spark.hrv(None)"],
        env={**os.environ, "PYTHONPATH": f"{tmp_path}:{package}"}, capture_output=True, text=True, check=False)
    assert done.stdout == "imported\n"
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == 'ImportError: this call needs pyspark: pip install "resonance-hrv[spark]"'
