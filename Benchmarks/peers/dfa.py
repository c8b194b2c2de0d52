"""alpha1 by neurokit2 (the same boxes), and antropy's detrended fluctuation (compiled by numba)."""

import antropy
import neurokit2

import workloads


def results(workload):
    intervals = workload.array("intervals")
    min_box, max_box = (int(workload.parameters[name]) for name in ("least_box", "most_box"))
    sizes = list(range(min_box, max_box + 1))

    def neurokit():
        return neurokit2.fractal_dfa(intervals, scale=sizes, overlap=False)

    def antropys():
        # Its boxes are its own: overlapping, from 4 to a tenth of the series, growing by a fifth.
        return antropy.detrended_fluctuation(intervals)

    return [
        workloads.result(workload, "neurokit2.fractal_dfa", neurokit, lambda r: [r[0]]),
        workloads.result(
            workload, "antropy.detrended_fluctuation", antropys, lambda a: [a], is_same=False),
    ]


workloads.main("dfa", results)
