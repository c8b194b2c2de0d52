"""Files as they are, and the beats that other calls give."""

import os
import pathlib

import numpy as np
import pandas as pd
import pytest
import resonance_hrv as rh

from conftest import intervals

FOLDER = os.environ.get("RESONANCE_DATASETS", "")
needs_datasets = pytest.mark.skipif(not FOLDER, reason="RESONANCE_DATASETS does not name the folder of recordings")


@pytest.fixture
def text(tmp_path):
    path = tmp_path / "rr.txt"
    path.write_text("812\n830\n\n0\n795\n805\n")
    return path


def test_beats_of_a_text(text):
    recording = rh.read(text)
    assert recording.beats["rr_ms"].fillna(-1).tolist() == [-1, 812, 830, -1, 795, 805]
    assert recording.beats["time_s"].round(3).tolist() == [0, .812, 1.642, 1.642, 2.437, 3.242]
    assert [warning["code"] for warning in recording.warnings] == ["bad_rr"]
    assert recording.signals == {} and recording.recipe["input_unit"] == "ms"


def same_numbers(table, other):
    for name in table.columns:
        np.testing.assert_allclose(
            table[name].to_numpy(dtype=float), other[name].to_numpy(dtype=float), rtol=1e-9, atol=1e-12, err_msg=name)


def test_what_was_read_has_the_numbers_of_its_file(tmp_path, rr):
    values = np.round(rr)
    values[[50, 200]] = 0
    path = tmp_path / "rr.txt"
    path.write_text("\n".join(f"{value:.0f}" for value in values))
    same_numbers(rh.hrv(rh.read(path), names="resonance"), rh.analyze(path))


def ecg_text(path, samples, rate):
    """A table of time and ECG; 6 decimals."""
    lines = ["time_s,ECG_mV"] + [f"{place / rate:.6f},{value:.6f}" for place, value in enumerate(samples)]
    path.write_text("\n".join(lines))


def pulses(rr, rate=250, seed=1):
    """Something of the shape of an ECG with a beat at the end of each interval."""
    beats = np.cumsum(rr) / 1000
    time = np.arange(0, beats[-1] + 1, 1 / rate)
    ecg = 0.01 * np.random.default_rng(seed).standard_normal(len(time))
    for beat in beats:
        near = np.abs(time - beat) < 0.5
        from_beat = time[near] - beat
        ecg[near] += np.exp(-(from_beat / .011) ** 2) - .2 * np.exp(-((from_beat - .03) / .012) ** 2)
        ecg[near] += .25 * np.exp(-((from_beat - .25) / .05) ** 2)
    return ecg


def test_signals_of_a_text(tmp_path):
    ecg = np.round(pulses(intervals(80)), 6)
    ecg_text(tmp_path / "ecg.csv", ecg, 250)
    recording = rh.read(tmp_path / "ecg.csv")
    assert recording.beats is None and len(recording.signals) == 1
    signal = next(iter(recording.signals.values()))
    assert signal.sampling_rate == pytest.approx(250) and signal.unit == "mV"
    np.testing.assert_array_equal(signal.samples, ecg)
    with pytest.raises(TypeError, match="holds signals and no beats: analyze"):
        rh.hrv(recording)


def test_an_ecg_has_the_numbers_of_its_file(tmp_path):
    ecg = np.round(pulses(intervals(300)), 6)
    ecg_text(tmp_path / "ecg.csv", ecg, 250)
    array, file = rh.hrv(ecg=ecg, sampling_rate=250, names="resonance"), rh.analyze(tmp_path / "ecg.csv")
    for name in array.columns:
        np.testing.assert_array_equal(array[name].to_numpy(dtype=float), file[name].to_numpy(dtype=float), err_msg=name)
    assert array.attrs["recipe"]["detector"] == "resonant"


def test_every_form_of_peaks_is_the_same():
    rr = intervals(300)
    signals, info = rh.ecg_peaks(pulses(rr), 250)
    assert len(info["ECG_R_Peaks"]) == len(rr)
    np.testing.assert_allclose(np.diff(info["ECG_R_Times"]) * 1000, rr[1:], atol=4)
    wanted = rh.hrv(ecg=pulses(rr), sampling_rate=250)
    for given in ({"peaks": info}, {"peaks": (signals, info)}, {"rr": info}, {"rr": (signals, info)}):
        pd.testing.assert_frame_equal(rh.hrv(**given), wanted)
    # Positions in whole samples, as NeuroKit has them.
    by_position = rh.hrv(peaks=info["ECG_R_Peaks"], sampling_rate=250)
    for given in ({"peaks": signals}, {"rr": signals}, {"peaks": {"ECG_R_Peaks": info["ECG_R_Peaks"]}}):
        pd.testing.assert_frame_equal(rh.hrv(**given, sampling_rate=250), by_position)
    assert len(rh.hrv([info, info])) == 2
    assert rh.psd(info).equals(rh.psd(ecg=pulses(rr), sampling_rate=250))
    assert len(rh.correct(ecg=pulses(rr), sampling_rate=250)) == len(rr) - 1


def test_edited_positions_count():
    signals, info = rh.ecg_peaks(pulses(intervals(300)), 250)
    mended = {**info, "ECG_R_Peaks": np.delete(info["ECG_R_Peaks"], 7)}
    assert rh.hrv(mended, correct="none")["n_beats"].iloc[0] == len(info["ECG_R_Peaks"]) - 2


def test_over_a_gap_of_the_ecg_there_is_no_interval():
    ecg = pulses(intervals(300))
    ecg[20_000:20_600] = np.nan # 2.4 s
    _, info = rh.ecg_peaks(ecg, 250)
    gaps = np.flatnonzero(np.isnan(info["ECG_R_Intervals"]))
    assert gaps[0] == 0 and len(gaps) == 2
    table = rh.correct(info)
    assert not ((table["rr_ms"] > 1500) & table["rr_ms"].notna()).any()


@pytest.mark.parametrize(("given", "words"), [
    ({}, "one of rr, peaks and ecg"), ({"rr": [800], "peaks": [1]}, "one of rr, peaks and ecg"),
    ({"peaks": [1, 2]}, "say its sampling_rate"), ({"ecg": [1, 2]}, "say its sampling_rate"),
    ({"peaks": {"a": [1]}, "sampling_rate": 250}, "without a key such as ECG_R_Peaks"),
])
def test_what_is_missing_is_said(given, words):
    with pytest.raises(TypeError, match=words):
        rh.hrv(**given)


def test_a_list_is_not_for_one_recording(rr):
    with pytest.raises(TypeError, match="one recording"):
        rh.psd([rr, rr])


@pytest.mark.parametrize("call", [rh.read, lambda path: rh.read(path, signal="ECG")])
def test_a_file_that_cannot_be_read(tmp_path, call):
    with pytest.raises(rh.ResonanceError) as caught:
        call(tmp_path / "nothing.edf")
    assert caught.value.code == "not_found"
    (tmp_path / "empty.txt").write_text("")
    with pytest.raises(rh.ResonanceError) as caught:
        call(tmp_path / "empty.txt")
    assert caught.value.code == "empty"


@needs_datasets
def test_a_record_of_beats_and_signals():
    recording = rh.read(pathlib.Path(FOLDER) / "mitdb" / "100")
    assert len(recording.beats) == 2273 # annotated beats, as wfdb counts them
    assert list(recording.signals) == ["MLII", "V5"]
    # wfdb's sum of the first 216,000 samples.
    assert recording.signals["MLII"].samples[:216_000].sum() == pytest.approx(-68_348.59, abs=1e-6)
    one = rh.read(pathlib.Path(FOLDER) / "mitdb" / "100", signal="V5")
    assert one.beats is None and list(one.signals) == ["V5"]


@needs_datasets
@pytest.mark.parametrize("name", ["mitdb/106", "mitdb/108", "edf/mitdb100_10min.edf"])
def test_a_recording_has_the_numbers_of_its_file(name):
    """Beats that are not normal are told apart in files alone: of beats the mean of all intervals is compared."""
    path = pathlib.Path(FOLDER) / name
    recording = rh.read(path)
    if recording.beats is None:
        signal = next(iter(recording.signals.values()))
        same_numbers(
            rh.hrv(ecg=signal.samples, sampling_rate=signal.sampling_rate, names="resonance"), rh.analyze(path))
        return
    table, file = rh.hrv(recording, names="resonance", correct="none"), rh.analyze(path)
    assert abs(table["duration_s"].iloc[0] / file["duration_s"].iloc[0] - 1) < 1e-12
    intervals_ms = recording.beats["rr_ms"].dropna()
    possible = intervals_ms[intervals_ms.between(200, 3000)]
    assert table["n_beats"].iloc[0] == len(possible)
    assert table["HRV_MeanNN"].iloc[0] == pytest.approx(possible.mean(), rel=1e-12)


@needs_datasets
def test_every_file_gives_beats_signals_or_a_sentence():
    seen = set()
    for path in sorted(pathlib.Path(FOLDER).rglob("*")):
        if not path.is_file() or path.stat().st_size > 3_000_000:
            continue
        try:
            recording = rh.read(path)
        except rh.ResonanceError as error:
            assert len(str(error)) > 10
            continue
        if recording.beats is not None:
            seen.add("beats")
            assert recording.beats["time_s"].is_monotonic_increasing, path
        else:
            seen.add("signals")
            assert all(signal.sampling_rate > 0 for signal in recording.signals.values())
    assert seen == {"beats", "signals"}


def test_marks_of_beats_are_read_as_positions():
    rr = intervals(300)
    signals, info = rh.ecg_peaks(pulses(rr), 250)
    wanted = rh.hrv(peaks=info["ECG_R_Peaks"], sampling_rate=250)
    marks = signals["ECG_R_Peaks"]
    for given in (marks, marks.to_numpy(), marks.to_numpy() == 1, marks.tolist(), signals.rename(columns={"ECG_R_Peaks": "a"})):
        pd.testing.assert_frame_equal(rh.hrv(peaks=given, sampling_rate=250), wanted)


def test_a_signal_knows_its_rate(tmp_path):
    ecg_text(tmp_path / "ecg.csv", np.round(pulses(intervals(120)), 6), 250)
    signal = next(iter(rh.read(tmp_path / "ecg.csv").signals.values()))
    pd.testing.assert_frame_equal(rh.hrv(ecg=signal), rh.hrv(ecg=signal.samples, sampling_rate=signal.sampling_rate))
    assert rh.ecg_peaks(signal)[1]["sampling_rate"] == signal.sampling_rate
    with pytest.raises(ValueError, match="that of the signal"):
        rh.hrv(ecg=signal, sampling_rate=100)


@pytest.mark.parametrize(("given", "code"), [
    ({"peaks": np.cumsum(intervals(60)) / 4, "sampling_rate": 2500}, "rate"),
    ({"peaks": np.cumsum(intervals(60)) / 1000, "sampling_rate": 250}, "rate"),
    ({"peaks": np.cumsum(intervals(60))[::-1], "sampling_rate": 1000}, "order"),
])
def test_invalid_positions_are_refused(given, code):
    with pytest.raises(rh.ResonanceError) as caught:
        rh.hrv(**given)
    assert caught.value.code == code


def test_rates_that_contradict_each_other():
    _, info = rh.ecg_peaks(pulses(intervals(60)), 250)
    with pytest.raises(ValueError, match="leave it out"):
        rh.hrv(info, sampling_rate=500)
    with pytest.raises(TypeError, match="samples a second"):
        rh.hrv(peaks=[1, 2, 3], sampling_rate="250")


def test_intervals_of_confidence_and_no_correction(rr):
    table = rh.hrv(rr, ci=True)
    low, high = table.attrs["ci"][0]["HRV_RMSSD"]
    assert low < table["HRV_RMSSD"].iloc[0] < high
    for none in (None, False, "none"):
        assert rh.hrv(rr, correct=none).attrs["recipe"]["correction"] == "none"


def test_paths_of_every_kind(tmp_path):
    for name in (b"a b.txt", "ä.txt".encode(), b"\xff.txt"):
        path = os.path.join(os.fsencode(tmp_path), name)
        with open(path, "w") as file:
            file.write("812\n830\n795\n" * 10)
        if name == b"\xff.txt":
            with pytest.raises(rh.ResonanceError, match="UTF-8"):
                rh.read(path)
            with pytest.raises(rh.ResonanceError, match="UTF-8"):
                rh.analyze(path)
        else:
            assert len(rh.read(path).beats) == 31
            assert len(rh.analyze(path)) == len(rh.analyze([path, os.fsdecode(path)])) - 1 == 1


def test_paths_that_can_name_no_file_and_no_jobs_are_errors(tmp_path):
    file = tmp_path / "rr.txt"
    file.write_text("812\n830\n795\n" * 40)
    with pytest.raises(ValueError, match="NUL character"):
        rh.analyze([file, "rr.txt\0more"])
    with pytest.raises(rh.ResonanceError, match="jobs"):
        rh.analyze(file, jobs=0)
    assert len(rh.analyze([file, file], jobs=1)) == 2
