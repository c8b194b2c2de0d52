"""What other packages answer for a few recordings: the golden values of the dialects' tests.

    python dialect_values.py neurokit|pyhrv|hrvanalysis OUT.json RECORDING...

Install neurokit2==0.2.13, pyhrv==0.5.0, hrv-analysis==1.0.5, nolds==0.5.2 (newer ones break
hrv-analysis), numpy==2.2.6, scipy==1.17.1, and peakutils==1.3.5, which pyhrv needs and does not
name. Recordings hold one NN interval a line, in
ms; lines that begin with # are passed over. Each metric stands under this toolkit's key, as the
package gives it.
"""

import hashlib
import importlib.metadata as metadata
import json
import math
import os
import platform
import sys
import warnings

warnings.filterwarnings("ignore")
os.environ.setdefault("MPLBACKEND", "Agg")

import numpy as np  # noqa: E402

PACKAGES = {
    "neurokit": ["neurokit2", "numpy", "scipy", "pandas", "scikit-learn"],
    "pyhrv": ["pyhrv", "nolds", "numpy", "scipy", "biosppy"],
    "hrvanalysis": ["hrv-analysis", "nolds", "numpy", "scipy", "astropy"],
}


def neurokit(nn):
    """Everything hrv() gives; band powers also without the division by the density's maximum.

    Normalised powers in per cent, as this toolkit's tables have them.
    """
    import neurokit2 as nk

    beats = {"RRI": nn}
    values = {}
    for part in (nk.hrv_time(beats), nk.hrv_frequency(beats), nk.hrv_nonlinear(beats)):
        values.update({name: part[name].iloc[0] for name in part.columns})
    plain = nk.hrv_frequency(beats, normalize=False)
    values.update({name + ":unscaled": plain[name].iloc[0] for name in plain.columns})
    for name in ("HRV_LFn", "HRV_HFn", "HRV_LFn:unscaled", "HRV_HFn:unscaled"):
        values[name] *= 100
    for kind in ("0V", "1V", "2LV", "2UV"):
        values["HRV_" + kind] = values.pop("HRV_Symbolic_EqualProb4_" + kind)
    return values


def pyhrv(nn):
    import nolds
    from pyhrv import frequency_domain, nonlinear, time_domain

    time = time_domain.time_domain(nni=nn, plot=False, show=False)
    names = {
        "nni_mean": "HRV_MeanNN", "nni_min": "HRV_MinNN", "nni_max": "HRV_MaxNN",
        "hr_mean": "HRV_MeanHR", "hr_min": "HRV_MinHR", "hr_max": "HRV_MaxHR",
        "hr_std": "HRV_SDHR", "sdnn": "HRV_SDNN", "sdnn_index": "HRV_SDNNI5",
        "sdann": "HRV_SDANN5", "rmssd": "HRV_RMSSD", "sdsd": "HRV_SDSD", "nn50": "HRV_NN50",
        "pnn50": "HRV_pNN50", "nn20": "HRV_NN20", "pnn20": "HRV_pNN20", "tinn": "HRV_TINN",
        "tri_index": "HRV_HTI",
    }
    values = {key: time[name] for name, key in names.items()}
    welch = frequency_domain.welch_psd(nni=nn, mode="dev")[0]
    for index, band in enumerate(("VLF", "LF", "HF")):
        values[f"HRV_{band}"] = values[f"HRV_{band}_ms2"] = welch["fft_abs"][index]
        values[f"HRV_{band}_peak_Hz"] = welch["fft_peak"][index]
    values["HRV_LnHF"] = welch["fft_log"][2]
    values["HRV_LFn"], values["HRV_HFn"] = welch["fft_norm"]
    values["HRV_LFHF"] = welch["fft_ratio"]
    values["HRV_TP"] = values["HRV_TP_ms2"] = welch["fft_total"]
    cloud = nonlinear.poincare(nn, show=False, mode="dev")
    values["HRV_SD1"], values["HRV_SD2"] = cloud["sd1"], cloud["sd2"]
    values["HRV_SD1SD2"] = 1 / cloud["sd_ratio"]
    values["HRV_S"] = cloud["ellipse_area"]
    values["HRV_SampEn"] = nonlinear.sample_entropy(nn)["sampen"]
    # Its own dfa() fits by random samples without a seed; the same call with a plain fit.
    for key, boxes in (("HRV_DFA_alpha1", range(4, 17)), ("HRV_DFA_alpha2", range(17, 65))):
        values[key] = nolds.dfa(nn, boxes, overlap=False, fit_exp="poly")
    return values


def hrvanalysis(nn):
    import hrvanalysis as hrv

    nn = list(nn)
    time = hrv.get_time_domain_features(nn)
    names = {
        "mean_nni": "HRV_MeanNN", "sdnn": "HRV_SDNN", "sdsd": "HRV_SDSD", "nni_50": "HRV_NN50",
        "pnni_50": "HRV_pNN50", "nni_20": "HRV_NN20", "pnni_20": "HRV_pNN20",
        "rmssd": "HRV_RMSSD", "median_nni": "HRV_MedianNN", "range_nni": "HRV_RangeNN",
        "cvsd": "HRV_CVSD", "cvnni": "HRV_CVNN", "mean_hr": "HRV_MeanHR", "max_hr": "HRV_MaxHR",
        "min_hr": "HRV_MinHR", "std_hr": "HRV_SDHR",
    }
    values = {key: time[name] for name, key in names.items()}
    values["HRV_HTI"] = hrv.get_geometrical_features(nn)["triangular_index"]
    welch = hrv.get_frequency_domain_features(nn)
    for name, band in (("vlf", "VLF"), ("lf", "LF"), ("hf", "HF"), ("total_power", "TP")):
        values[f"HRV_{band}"] = values[f"HRV_{band}_ms2"] = welch[name]
    values["HRV_LFHF"] = welch["lf_hf_ratio"]
    values["HRV_LFn"], values["HRV_HFn"] = welch["lfnu"], welch["hfnu"]
    cloud = hrv.get_poincare_plot_features(nn)
    values["HRV_SD1"], values["HRV_SD2"] = cloud["sd1"], cloud["sd2"]
    values["HRV_SD1SD2"] = 1 / cloud["ratio_sd2_sd1"]
    indices = hrv.get_csi_cvi_features(nn)
    values["HRV_CSI"], values["HRV_CVI"] = indices["csi"], indices["cvi"]
    values["HRV_CSI_Modified"] = indices["Modified_csi"]
    values["HRV_SampEn"] = hrv.get_sampen(nn)["sampen"]
    return values


def read(path):
    with open(path) as lines:
        return np.array([float(line) for line in lines if line.strip() and line[0] != "#"])


def number(value):
    value = float(value)
    return value if math.isfinite(value) else None


def main():
    dialect, out, paths = sys.argv[1], sys.argv[2], sys.argv[3:]
    recordings = {}
    for path in paths:
        values = {"neurokit": neurokit, "pyhrv": pyhrv, "hrvanalysis": hrvanalysis}[dialect](
            read(path))
        with open(path, "rb") as file:
            digest = hashlib.sha256(file.read()).hexdigest()
        name = "/".join(path.split("/")[-2:])
        recordings[name] = {
            "sha256": digest, "values": {key: number(values[key]) for key in sorted(values)}}
    document = {
        "command": f"python dialect_values.py {dialect}",
        "python": platform.python_version(),
        "versions": {name: metadata.version(name) for name in PACKAGES[dialect]},
        "recordings": recordings,
    }
    with open(out, "w") as file:
        json.dump(document, file, indent=1)
        file.write("\n")


main()
