"""The numbers are those of the command line tool, and the tables are what they say."""

import json
import subprocess

import numpy as np
import pandas as pd
import pytest
import resonance_hrv as rh

from conftest import intervals


def tool_output(tool, *arguments):
    done = subprocess.run([tool, *arguments], capture_output=True, text=True, check=False)
    return json.loads(done.stdout)


OPTIONS = [{}, {"window": 120}, {"psd": "welch", "taper": "hann"}, {"like": "kubios"}, {"correct": "none"},
           {"correct": "malik", "repair": "cubic"}, {"ci": True, "seed": 3}, {"force": True}, {"names": "neurokit"},
           {"band": ["MF=0.08,0.12"]}]


@pytest.mark.parametrize("options", OPTIONS)
def test_equal_to_the_tool(hrv_tool, recordings, options):
    words = []
    for key, value in options.items():
        for each in value if isinstance(value, list) else [value]:
            words += [f"--{key}"] if each is True else [f"--{key}", str(each)]
    wanted = tool_output(hrv_tool, "analyze", str(recordings), "--json", *words)
    table = rh.analyze(recordings, **options)
    assert len(table) == len(wanted) >= 4
    for row, fields in zip(table.to_dict("records"), wanted):
        for name, value in fields.items():
            got = row[name]
            if isinstance(value, float) and not isinstance(got, str):
                # The library and the tool use different transforms, which round differently.
                assert got == pytest.approx(value, rel=1e-9), name
            elif value is None:
                assert got is None or np.isnan(got), name
            elif name == "recipe":
                # The tool that is compared with may have the other transform.
                assert {**got, "fft": ""} == {**value, "fft": ""}
            elif name in ("ci", "corrected_pct"):
                assert list(got) == list(value)
            else:
                assert got == value, name


def test_arrays_are_as_files(recordings):
    path = recordings / "rest.txt"
    values = [float(line) for line in path.read_text().splitlines() if not line.startswith("#")]
    row = rh.analyze(path).iloc[0]
    table = rh.hrv(values, names="resonance")
    for name in table.columns:
        if name.startswith("HRV_"):
            assert table[name].iloc[0] == row[name] or np.isnan(row[name]), name


def test_peaks_are_intervals(rr):
    times = np.concatenate([[0], np.cumsum(rr)]) / 1000
    by_peaks = rh.hrv(peaks=times * 250, sampling_rate=250)
    np.testing.assert_allclose(by_peaks["HRV_RMSSD"], rh.hrv(rr)["HRV_RMSSD"], rtol=1e-9)
    info = {"ECG_R_Peaks": np.round(times * 250), "sampling_rate": 250}
    assert rh.hrv(peaks=info)["n_beats"].iloc[0] == len(rr)
    assert rh.hrv(peaks=(None, info))["n_beats"].iloc[0] == len(rr)


def test_seconds_are_milliseconds(rr):
    np.testing.assert_allclose(rh.hrv(rr / 1000, unit="s")["HRV_SDNN"], rh.hrv(rr)["HRV_SDNN"], rtol=1e-9)


def test_names_are_neurokits(rr):
    assert "HRV_MeanNN" in rh.hrv(rr) and "HRV_HF_ms2" not in rh.hrv(rr)
    assert "HRV_HF_ms2" in rh.hrv(rr, names="resonance")


def test_windows_and_recordings_are_rows(rr):
    assert len(rh.hrv(rr, window=60, step=30)) > 5
    table = rh.hrv([rr, intervals(seed=2)], window=60)
    assert table.index.names == ["recording", "window"]
    assert set(table.index.get_level_values("recording")) == {0, 1}


def test_the_attributes_say_how(rr):
    table = rh.hrv(rr, like="kubios")
    assert table.attrs["recipe"]["correction"] == "none"
    assert "HRV_ULF" in table.attrs["reasons"][0]


def test_peaks_of_an_ecg():
    """Narrow waves at known places."""
    rate, count = 250, 250 * 60
    positions = np.cumsum(np.full(70, 0.8) + 0.05 * np.sin(np.arange(70)))
    seconds = np.arange(count) / rate
    ecg = sum(np.exp(-((seconds - position) / 0.012) ** 2) for position in positions if position < 59)
    ecg += 0.01 * np.random.default_rng(1).standard_normal(count)
    signals, info = rh.ecg_peaks(ecg, rate)
    inside = positions[(positions > 3) & (positions < 58)]
    found = info["ECG_R_Times"]
    assert all(np.abs(found - position).min() < 0.004 for position in inside)
    assert signals["ECG_R_Peaks"].sum() == len(info["ECG_R_Peaks"])
    assert abs(rh.hrv(peaks=(signals, info))["HRV_MeanNN"].iloc[0] - 800) < 5


NORMAL = [(-0.16, 0.022, 0.12), (0, 0.011, 1.0), (0.03, 0.010, -0.25), (0.28, 0.045, 0.3)]
VENTRICULAR = [(-0.03, 0.030, 1.8), (0.06, 0.035, -0.9), (0.33, 0.06, -0.7)]
WIDE = [(-0.2, 0.022, 0.12), (-0.02, 0.022, 0.9), (0.04, 0.025, 0.6), (0.33, 0.05, -0.3)]


def ecg_of(classes, rate=360):
    """An ECG of Gaussian waves, and the time of each beat: V come early, Q are wide and have a spike before them."""
    nominal = 1 + np.cumsum(0.8 + 0.02 * np.sin(0.7 * np.arange(len(classes))))
    times = nominal - np.where(np.array(classes) == "V", 0.28, 0)
    seconds = np.arange(int((nominal[-1] + 1) * rate)) / rate
    ecg = 0.01 * np.random.default_rng(1).standard_normal(len(seconds))
    for time, letter in zip(times, classes):
        for at, width, height in {"N": NORMAL, "V": VENTRICULAR, "Q": WIDE}[letter]:
            ecg += height * np.exp(-0.5 * ((seconds - time - at) / width) ** 2)
        if letter == "Q":
            ecg[int((time - 0.048) * rate)] += 0.8
    return ecg, times


@pytest.mark.parametrize("usual", ["N", "Q"])
def test_beats_have_classes(usual):
    classes = ["V" if i % 17 == 9 else usual for i in range(200)]
    ecg, times = ecg_of(classes)
    _, info = rh.ecg_peaks(ecg, 360)
    letters, found = info["ECG_R_Class"], info["ECG_R_Times"]
    v, s, q = (info[f"ECG_R_{letter}_Probability"] for letter in "VSQ")
    for time, letter in zip(times, classes):
        nearest = np.abs(found - time).argmin()
        assert abs(found[nearest] - time) < 0.08 and letters[nearest] == letter
    assert min(map(np.min, (v, s, q))) >= 0 and np.max(v + s + q) <= 1 + 1e-6
    own = {"N": 1 - v - s - q, "V": v, "S": s, "Q": q}
    for i, letter in enumerate(letters):
        assert info["ECG_R_Class_Probability"][i] == pytest.approx(own[letter][i], abs=1e-6)


def test_correction_puts_a_beat_in(rr):
    faulty = np.concatenate([rr[:100], [rr[100] + rr[101]], rr[102:]])
    table = rh.correct(faulty)
    assert table["rr_ms"].isna().sum() == 1 and (table["flag"] == "missed").sum() >= 1
    assert list(table.columns) == ["t_s", "rr_ms", "nn_ms", "flag"]


def test_a_file_that_is_not_there_is_a_row(tmp_path, recordings):
    table = rh.analyze([recordings / "rest.txt", tmp_path / "none.txt"])
    assert list(table["error_code"])[1] == "not_found" and pd.isna(table["HRV_RMSSD"].iloc[1])


def test_every_metric_has_a_meaning():
    table = rh.metrics()
    assert len(table) > 100 and table["meaning"].str.len().min() > 3
    assert table["key"].is_unique


def test_an_error_survives_pickling():
    import pickle

    error = pickle.loads(pickle.dumps(rh.ResonanceError("unit", "a sentence")))
    assert (error.code, str(error)) == ("unit", "a sentence")


def test_the_package_and_the_library_have_one_version():
    from resonance_hrv import _library

    assert _library.version() == rh.__version__
