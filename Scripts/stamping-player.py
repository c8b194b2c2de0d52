#!/usr/bin/env python3
"""A player of raw samples that plays to nobody: it writes down when each sound began and ended.

    hrv practice timer --player "Scripts/stamping-player.py OUT [PPM]"

It takes 16-bit samples, 48,000 a second, one channel, as fast as a sound card would whose clock is PPM
parts in a million slow. OUT has lines with the first moment of a sound and the last one up to now, by CLOCK_BOOTTIME, s: several for a
long sound, so that one that is cut off is there too.
"""

import select
import sys
import time
from array import array

RATE = 48000
BLOCK = 96  # 2 ms
PAUSE = 0.03  # silence that parts two sounds; s


def boot():
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def main():
    out = open(sys.argv[1], "w", buffering=1)
    seconds = BLOCK / RATE * (1 + (float(sys.argv[2]) if len(sys.argv) > 2 else 0) * 1e-6)
    # Unbuffered: what is read ahead would be heard by nobody.
    stream = sys.stdin.buffer.raw
    due = None
    first = last = None
    printed = 0.0
    while True:
        waited = not select.select([stream], [], [], 0)[0]
        data = stream.read(2 * BLOCK)
        while data and len(data) < 2 * BLOCK and (more := stream.read(2 * BLOCK - len(data))):
            data += more
        now = boot()
        if not data:
            break
        # A card that was given nothing plays on as soon as there is something; one that was not looked after for a
        # moment has gone on.
        due = now if due is None or waited else due
        samples = array("h", data[:len(data) // 2 * 2])
        if any(samples):
            loud = [index for index, sample in enumerate(samples) if sample]
            if first is None:
                first = due + loud[0] / RATE
            last = due + loud[-1] / RATE
            if last - printed > 0.01:
                print(f"{first:.6f} {last:.6f}", file=out)
                printed = last
        elif first is not None and due - last > PAUSE:
            print(f"{first:.6f} {last:.6f}", file=out)
            first = None
        due += seconds
        wait = due - boot()
        if wait > 0:
            time.sleep(wait)
    if first is not None:
        print(f"{first:.6f} {last:.6f}", file=out)


if __name__ == "__main__":
    main()
