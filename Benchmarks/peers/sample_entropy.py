"""Sample entropy by antropy: below 5,000 values a loop compiled by numba, above scikit-learn's tree.

A distance equal to r does not match there, or only in the tree; no distance here is equal to r.
"""

import antropy

import workloads


def results(workload):
    intervals = workload.array("intervals")
    r = workload.parameters["r"]
    return [
        workloads.result(
            workload, "antropy.sample_entropy",
            lambda: antropy.sample_entropy(intervals, order=2, tolerance=r), lambda h: [h]),
    ]


workloads.main("sample_entropy", results)
