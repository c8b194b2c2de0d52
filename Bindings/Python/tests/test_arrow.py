"""Record batches in and out."""

import json

import numpy as np
import pytest
import resonance_hrv as rh

from conftest import intervals

pa = pytest.importorskip("pyarrow")


def same(batch, recordings, **options):
    """Every number of the batch is that of `hrv`, to the bit."""
    table = rh.hrv(recordings, names="sql", **options)
    for name in table.columns:
        np.testing.assert_array_equal(
            batch.column(name).to_numpy(zero_copy_only=False).astype(float), table[name].to_numpy(), err_msg=name)


def test_a_table_without_pandas(rr):
    recordings = [rr, [.8, .9, .7], rr[:50]]
    batch = rh.table(recordings)
    same(batch, recordings)
    assert batch.column("recording").to_pylist() == [0, 1, 2]
    assert batch.column("error_code").to_pylist() == [None, "unit", None]
    assert batch.schema.field("HRV_RMSSD").metadata[b"unit"] == b"ms"
    assert json.loads(batch.schema.metadata[b"recipe"])["psd"] == "fft"
    assert pa.record_batch(batch.__arrow_c_array__ and batch).equals(batch)
    batch.validate(full=True)
    names = [name.lower() for name in batch.schema.names]
    assert len(set(names)) == len(names)


KINDS = [
    pa.list_(pa.float64()), pa.large_list(pa.float64()), pa.list_(pa.float32()), pa.list_(pa.int32()),
    pa.large_list(pa.int64())]


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_every_kind_of_list(kind):
    recordings = [np.round(intervals(count, seed)).tolist() for seed, count in enumerate([300, 0, 50, 120])]
    recordings[2][10] = None
    batch = pa.record_batch({"id": [1, 2, 3, 4], "rr": pa.array([*recordings[:3], recordings[3]], type=kind)})
    wanted = [[np.nan if value is None else value for value in one] for one in recordings]
    same(rh.hrv_batch(batch), wanted)
    same(rh.hrv_batch(batch.slice(1, 2)), wanted[1:3])


def test_a_null_is_a_recording_without_beats():
    batch = pa.record_batch({"rr": pa.array([None, intervals(60).tolist()], type=pa.list_(pa.float64()))})
    assert rh.hrv_batch(batch).column("n_beats").to_pylist() == [0, 60]
    assert rh.hrv_batch(batch.slice(0, 0)).num_rows == 0


def test_lists_of_one_length():
    values = np.concatenate([intervals(100), intervals(100, 2)])
    batch = pa.record_batch({"rr": pa.FixedSizeListArray.from_arrays(values, 100)})
    same(rh.hrv_batch(batch), [values[:100], values[100:]])
    same(rh.hrv_batch(batch.slice(1)), [values[100:]])


def test_whatever_speaks_arrow(rr):
    table = pa.table({"rr": [rr.tolist(), rr[:60].tolist()]})
    same(rh.hrv_batch(table), [rr, rr[:60]])
    polars = pytest.importorskip("polars")
    same(rh.hrv_batch(polars.DataFrame({"beats": [rr.tolist()]}), "beats"), [rr])
    assert polars.from_arrow(rh.table(rr))["HRV_RMSSD"][0] == rh.hrv(rr)["HRV_RMSSD"].iloc[0]


def test_positions_and_samples():
    positions = np.cumsum(intervals(100) / 1000)
    batch = pa.record_batch({"t": pa.array([positions.tolist()])})
    got = rh.hrv_batch(batch, "t", peaks_rate=1).column("HRV_SDNN")[0].as_py()
    assert got == rh.hrv(peaks=positions, sampling_rate=1)["HRV_SDNN"].iloc[0]


@pytest.mark.parametrize(("make", "kind", "words"), [
    (lambda: [1, 2], TypeError, "give a record batch"),
    (lambda: pa.record_batch({"id": [1]}), ValueError, "there is no column rr: there are id"),
    (lambda: pa.record_batch({"rr": [1.0]}), TypeError, "holds double: give lists of numbers"),
    (lambda: pa.record_batch({"rr": [["a"]]}), TypeError, "give lists of numbers"),
])
def test_what_is_no_batch(make, kind, words):
    with pytest.raises(kind, match=words):
        rh.hrv_batch(make())


def test_without_pyarrow_there_is_a_way_out(monkeypatch, rr):
    import sys

    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r'pip install "resonance-hrv\[arrow\]"'):
        rh.table(rr)
