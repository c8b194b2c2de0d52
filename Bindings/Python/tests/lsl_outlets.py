"""Outlets of the Lab Streaming Layer in a process of their own, which does what its standard input says."""

import json
import sys

import pylsl

outlets = {}
for line in sys.stdin:
    told = json.loads(line)
    name = told["name"]
    if "type" in told:
        info = pylsl.StreamInfo(
            name, told["type"], len(told["labels"]), told["rate"], told["format"], "tests of bridges")
        info.set_channel_labels(told["labels"])
        if told["unit"]:
            info.set_channel_units([told["unit"]] * len(told["labels"]))
        outlets[name] = pylsl.StreamOutlet(info)
    else:
        assert outlets[name].wait_for_consumers(20)
        now = pylsl.local_clock()
        for values, age in told["samples"]:
            outlets[name].push_sample(values, 0.0 if age is None else now - age)
    print("done", flush=True)
