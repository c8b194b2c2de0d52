"""What is no recording is a sentence, and never the end of the interpreter."""

import os
import threading

import numpy as np
import pandas as pd
import pytest
import resonance_hrv as rh

from conftest import intervals


@pytest.mark.parametrize(("values", "code"), [
    ([.8, .82, .79, .81], "unit"),
    ([62, 65, 70, 64], "unit"),
    (np.cumsum(intervals(40)), "ascending"),
    ([17_280_000_000.0] * 2 + [800.0] * 9, "too_long"),
])
def test_another_thing_than_it_is_said_to_be(values, code):
    with pytest.raises(rh.ResonanceError) as caught:
        rh.hrv(values)
    assert caught.value.code == code


@pytest.mark.parametrize("value", [np.nan, None, pd.NA])
def test_a_missing_interval_is_a_gap(rr, value):
    values = list(rr)
    values[100] = value
    table = rh.hrv(values)
    assert table["n_beats"].iloc[0] == len(rr) - 1
    # The heart rate oscillates steadily, and slowly.
    codes = [each["code"] for each in table.attrs["warnings"][0]]
    assert codes == ["missing_rows", "breath_outside_hf"]


@pytest.mark.parametrize("value", [0, -812.0, np.inf, -np.inf, 1e308])
def test_what_is_no_interval_is_left_out(rr, value):
    rr[100] = value
    table = rh.hrv(rr)
    assert table["n_beats"].iloc[0] == len(rr) - 1
    assert "bad_rr" in [each["code"] for each in table.attrs["warnings"][0]]


@pytest.mark.parametrize("values", [[], [812.0], [np.nan], [0.0]])
def test_without_beats_a_row_has_reasons(values):
    table = rh.hrv(values)
    assert len(table) == 1
    assert np.isnan(table["HRV_RMSSD"].iloc[0])
    assert table.attrs["reasons"][0]["HRV_RMSSD"] == "too_few"


def same(values, rr):
    pd.testing.assert_frame_equal(rh.hrv(values), rh.hrv(rr))


@pytest.mark.parametrize("kind", ["i2", "i4", "u2", "f4", ">f8", ">i4", "f8"])
def test_every_kind_of_number(rr, kind):
    whole = np.round(rr)
    same(whole.astype(kind), whole)


def test_every_shape_and_container(rr):
    strided = np.empty(2 * len(rr))
    strided[::2] = rr
    same(strided[::2], rr)
    same(rr[::-1][::-1], rr)
    same(rr.reshape(-1, 1), rr)
    locked = rr.copy()
    locked.flags.writeable = False
    same(locked, rr)
    same(list(rr), rr)
    same(tuple(rr), rr)
    same((each for each in rr), rr)
    same(pd.Series(rr, index=np.arange(len(rr)) + 5), rr)
    same(pd.Series(rr, dtype="Float64"), rr)


@pytest.mark.parametrize("values", [
    ["812", "830"], "812 830", [True, False, True], np.array([True]), [1 + 2j], np.array([1j]), {"rr": [800]},
    np.zeros((3, 4)), np.array(["2026-01-01"], dtype="datetime64[D]"), 812.0, np.float64(812), [800, "a"],
])
def test_what_holds_no_numbers(values):
    with pytest.raises(TypeError, match="a list, an array or a column of numbers|has .* dimensions"):
        rh.hrv(values)


@pytest.mark.parametrize(("options", "words"), [
    ({"windows": 300}, "there is no option windows"), ({"window": 0}, "window must be at least 1 s"),
    ({"psd": "lombscargle"}, "choose lomb"), ({"like": "kubios", "psd": "welch"}, "like decides"),
    ({"with_defects": True}, "with_defects needs like"), ({"unit": "min"}, "unit is not min"),
    ({"jobs": 0}, "jobs is a whole number"),
])
def test_a_wrong_option_is_named(rr, options, words):
    with pytest.raises(rh.ResonanceError, match=words):
        rh.hrv(rr, **options)


def test_an_option_of_another_kind(rr):
    with pytest.raises(TypeError, match="an option is no number"):
        rh.hrv(rr, window=object())


@pytest.mark.parametrize("rate", [0, -250, np.nan, np.inf])
def test_a_rate_is_above_zero(rate):
    with pytest.raises(ValueError, match="sampling_rate"):
        rh.hrv(peaks=[100, 300, 500], sampling_rate=rate)


@pytest.mark.parametrize("samples", [[], [1.0], np.zeros(5000), np.full(5000, np.nan), np.full(5000, np.inf),
                                     np.full(5000, 1e308)])
def test_an_ecg_without_a_beat(samples):
    signals, info = rh.ecg_peaks(samples, 250)
    assert len(signals) == len(samples) and len(info["ECG_R_Peaks"]) == 0


def test_a_rate_that_no_ecg_has():
    with pytest.raises(rh.ResonanceError, match="the rate is 10.0"):
        rh.ecg_peaks(np.zeros(100), 10)


def test_a_bad_recording_stops_no_other(rr):
    table = rh.hrv([rr, [.8, .9, .7], rr])
    assert list(table.attrs["errors"]) == [1]
    assert table.loc[(0, 0), "HRV_RMSSD"] == table.loc[(2, 0), "HRV_RMSSD"]
    assert np.isnan(table.loc[(1, 0), "HRV_RMSSD"])


def random_array(random):
    """Any length up to 3,000, kind of number, distance of two values, and bits; each third is as of a heart."""
    count = int(random.choice([0, 1, 2, 10, 40, 300, 3_000], p=[.03, .03, .04, .3, .4, .18, .02]))
    count = int(random.integers(count // 2, count + 1))
    shape = random.integers(0, 3)
    if shape == 0:
        values = random.integers(0, 2**63, count, dtype=np.uint64).view(np.float64)
    elif shape == 1:
        values = random.normal(800, random.choice([20, 300]), count)
    else:
        values = random.integers(-5, 2_500, count).astype(random.choice(["i2", "u2", "i4", "f4", "i8", ">f8", ">i4"]))
    return values[::int(random.choice([1, 1, 1, 2, -1]))]


def test_any_bits():
    """Any array gives a table or an error. RESONANCE_ARRAYS says how many go through each function, RESONANCE_SEED which."""
    random = np.random.default_rng(int(os.environ.get("RESONANCE_SEED", "3")))
    turns = int(os.environ.get("RESONANCE_ARRAYS", "600"))
    given = 0
    for _ in range(turns):
        values = random_array(random)
        unit = str(random.choice(["ms", "ms", "s"]))
        calls = [
            lambda: rh.hrv(values, unit=unit),
            lambda: rh.hrv(peaks=values, sampling_rate=float(random.choice([1, 250, 1e-300, 1e300]))),
            lambda: rh.correct(values, unit=unit),
            lambda: rh.psd(values, unit=unit),
            lambda: rh.coherence(values, unit=unit, rate=6),
            lambda: rh.ecg_peaks(values, float(random.choice([100, 250, 4000]))),
            lambda: rh.lomb_scargle(values, values[::-1], values[:20]),
        ]
        for index, work in enumerate(calls):
            try:
                work()
                given += index == 0
            except rh.ResonanceError as error:
                assert error.code in ("unit", "ascending", "too_long", "no_spectrum", "rate", "order")
    assert given > turns / 10


def test_threads_and_children_give_the_same(rr):
    wanted = rh.hrv(rr)
    got = []
    threads = [threading.Thread(target=lambda: got.append(rh.hrv(rr))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(got) == 8
    for table in got:
        pd.testing.assert_frame_equal(table, wanted)
    child = os.fork()
    if child == 0:
        os._exit(0 if rh.hrv(rr).equals(wanted) else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_jobs_give_the_same(rr):
    many = [intervals(seed=seed) for seed in range(40)]
    pd.testing.assert_frame_equal(rh.hrv(many, jobs=1), rh.hrv(many, jobs=4))


def test_failing_calls_keep_no_memory():
    import resource

    def fail():
        for _ in range(2_500):
            with pytest.raises(rh.ResonanceError):
                rh.hrv([.8, .9, .7])

    fail()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    fail()
    fail()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 2048
