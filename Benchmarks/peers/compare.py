"""Runs ours and the peers in turns and prints one table of ratios.

usage: compare.py KERNEL_RUNS FOLDER METHOD...

A METHOD is one of workloads.json; its peers are in the script METHOD.py.
FOLDER is where inputs, answers and results.json go. One thread, CPU time, the least of all rounds
on both sides; parsing and warm-up are outside the timing.
"""

import json
import os
import platform
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

TURNS = 3
PACKAGES = [
    "numpy", "scipy", "nifty-ls", "finufft", "neurokit2", "antropy", "systole", "sleepecg", "wfdb",
    "numba"]
# What a peer's time is mostly spent on.
KINDS = {
    "nifty-ls": "compiled",
    "scipy.signal.welch": "compiled transforms under Python",
    "scipy.fft.rfft, all": "compiled, no loop in Python",
    "scipy.fft.rfft a": "interpreter: a call a score",
    "antropy.sample_entropy": "compiled: numba, or a tree of scikit-learn",
    "antropy": "compiled by numba",
    "neurokit2.fractal_dfa": "interpreter: a fit a box",
    "neurokit2.hrv": "interpreter over numpy",
    "neurokit2.signal_fixpeaks": "pandas and interpreter loops",
    "systole": "numba and pandas",
    "neurokit2": "Python over compiled transforms",
    "numpy": "interpreter: calls a bin",
    "sleepecg": "compiled: C under Python",
    "xqrs": "interpreter: a loop over samples",
    "neurokit": "Python over compiled filters",
}
# Answers that are the same up to rounding lie closer than this to ours; nifty-ls by default asks
# for 1e-9 itself.
SAME = 1e-8
ONE_THREAD = {
    name: "1"
    for name in (
        "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS")
}


def run(command):
    done = subprocess.run(
        command, env={**os.environ, **ONE_THREAD}, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


def turns(kernel_runs, folder, methods):
    """Ours and the peers in turn; the least of each."""
    ours, peers = {}, {}
    environment = {}
    here = Path(__file__).parent
    for turn in range(TURNS):
        print(f"turn {turn + 1} of {TURNS}", file=sys.stderr)
        run([kernel_runs, "run", folder, *methods])
        environment = json.loads((folder / "ours.json").read_text())
        for entry in environment.pop("workloads"):
            keep_fastest(ours, entry["name"], entry)
        for script in (f"{method}.py" for method in methods):
            for entry in json.loads(run([sys.executable, here / script, folder])):
                peer = entry["peer"]
                # The accurate setting may differ from turn to turn: it is one row.
                is_tuned = peer.startswith("nifty-ls") and "default" not in peer
                key = (entry["workload"], "nifty-ls, tuned" if is_tuned else peer)
                keep_fastest(peers, key, entry)
    return environment, ours, peers


def keep_fastest(best, key, entry):
    if key not in best or entry["least_ns"] < best[key]["least_ns"]:
        best[key] = entry


def disagreements(peers):
    return [
        f"{entry['workload']}, {entry['peer']}: differs from ours by {entry['distance']:.1e}"
        for entry in peers.values() if entry["is_same"] and not entry["distance"] <= SAME
    ]


def milliseconds(nanoseconds):
    return f"{nanoseconds / 1e6:.3g} ms"


def times(ratio):
    return f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.3g}"


def kind(peer):
    return next((text for start, text in KINDS.items() if peer.startswith(start)), "")


def versions():
    """Of the packages that are installed."""
    for name in PACKAGES:
        try:
            yield f"{name} {version(name)}"
        except PackageNotFoundError:
            pass


def table(environment, ours, peers):
    lines = [
        f"{environment['processor']}, instructions {environment['instructions']}, transform "
        f"{environment['transform']}, {environment['compiler']}, {environment['configuration']}; "
        f"Python {platform.python_version()}, "
        + ", ".join(versions()) + ".",
        "",
        "| workload | ours | error | alloc. | peer | its time | its error | ratio | kind |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for entry in peers.values():
        mine = ours[entry["workload"]]
        allocations = mine.get("allocations")
        lines.append(
            f"| {entry['workload']} | {milliseconds(mine['least_ns'])} | {mine['deviation']:.0e} "
            f"| {'' if allocations is None else allocations} | {entry['peer']} "
            f"| {milliseconds(entry['least_ns'])} "
            f"| {entry['deviation']:.0e}{'' if entry['is_same'] else ' (other settings)'} "
            f"| {times(entry['least_ns'] / mine['least_ns'])} | {kind(entry['peer'])} |")
    return "\n".join(lines)


def main():
    kernel_runs, folder, methods = sys.argv[1], Path(sys.argv[2]), sys.argv[3:]
    run([kernel_runs, "inputs", folder, *methods])
    environment, ours, peers = turns(kernel_runs, folder, methods)
    (folder / "results.json").write_text(
        json.dumps(
            {"environment": environment, "ours": list(ours.values()),
             "peers": list(peers.values())}, indent=1))
    print(table(environment, ours, peers))
    wrong = disagreements(peers)
    for text in wrong:
        print(f"error: {text}", file=sys.stderr)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
