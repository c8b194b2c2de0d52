"""Rows of Spark beside those of a plain loop."""

import json

import numpy as np
import resonance_hrv as rh

# Columns that the frame of `hrv` has in its attributes.
TEXTS = ("reasons", "warnings")


def bits(values):
    """Doubles as whole numbers; one that is missing is the same, whether it is null or NaN."""
    numbers = np.array([np.nan if value is None else value for value in values], dtype=np.float64)
    numbers[np.isnan(numbers)] = np.nan
    return numbers.view(np.int64)


def require_rows_of_a_loop(table, recordings, **options):
    """`table` (of pyarrow, ordered) has the rows that `hrv` gives for one recording after another, to the bit."""
    row = 0
    for rr in recordings:
        try:
            wanted = rh.hrv(np.empty(0) if rr is None else rr, names="sql", **options)
        except rh.ResonanceError as error:
            assert table["error_code"][row].as_py() == error.code
            assert table["error"][row].as_py() == str(error)
            row += 1
            continue
        part = table.slice(row, len(wanted))
        assert part["error_code"].null_count == len(wanted)
        for name in wanted.columns:
            np.testing.assert_array_equal(bits(part[name].to_pylist()), bits(wanted[name]), err_msg=f"{name}, row {row}")
        for name in TEXTS:
            assert [json.loads(text) for text in part[name].to_pylist()] == wanted.attrs[name]
        assert [json.loads(text) for text in part["recipe"].to_pylist()] == [wanted.attrs["recipe"]] * len(wanted)
        row += len(wanted)
    assert table.num_rows == row
