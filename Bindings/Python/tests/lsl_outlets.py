"""Outlets of the Lab Streaming Layer in a process of their own, which does what its standard input says."""

import json
import sys

import pylsl

outlets = {}
for line in sys.stdin:
    message = json.loads(line)
    name = message["name"]
    if "type" in message:
        info = pylsl.StreamInfo(
            name, message["type"], len(message["labels"]), message["rate"], message["format"], "tests of bridges")
        info.set_channel_labels(message["labels"])
        if message["unit"]:
            info.set_channel_units([message["unit"]] * len(message["labels"]))
        outlets[name] = pylsl.StreamOutlet(info)
    else:
        assert outlets[name].wait_for_consumers(20)
        now = pylsl.local_clock()
        for values, age in message["samples"]:
            outlets[name].push_sample(values, 0.0 if age is None else now - age)
    print("done", flush=True)
