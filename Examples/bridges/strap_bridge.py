#!/usr/bin/env python3
"""A Bluetooth strap as lines of the line protocol, on macOS, Windows and Linux.

    pip install bleak
    python3 strap_bridge.py "Polar H10" | hrv live --bridge - > replies

Every packet goes on as it came, with the time of its arrival; what it means is the
toolkit's business. The link is looked for again when it is lost. Ctrl-C ends it.
"""

import asyncio
import json
import sys
import time

from bleak import BleakClient, BleakScanner

HEART_RATE_SERVICE = "0000180d-0000-1000-8000-00805f9b34fb"
HEART_RATE_MEASUREMENT = "00002a37-0000-1000-8000-00805f9b34fb"
BATTERY_LEVEL = "00002a19-0000-1000-8000-00805f9b34fb"
RETRY_SECONDS = (0.5, 1, 2, 4, 8, 16, 30)


def now():
    return time.monotonic_ns() // 1000


def say(what, /, **fields):
    """One line, at once: the toolkit waits for it."""
    line = json.dumps({"type": what, "dev": "0", "t": now(), **fields}, separators=(",", ":"))
    try:
        print(line, flush=True)
    except BrokenPipeError:
        raise SystemExit(0)


async def find(wanted):
    def fits(device, advertisement):
        name = (device.name or "").lower()
        if wanted:
            return wanted.lower() in name or device.address.lower() == wanted.lower()
        return HEART_RATE_SERVICE in advertisement.service_uuids

    say("state", state="scanning")
    return await BleakScanner.find_device_by_filter(
        fits, timeout=30, service_uuids=[HEART_RATE_SERVICE]
    )


async def listen(device):
    lost = asyncio.Event()
    async with BleakClient(device, disconnected_callback=lambda _: lost.set()) as client:
        say("device", name=device.name, kind="rr")
        say("state", state="connected")
        try:
            level = await client.read_gatt_char(BATTERY_LEVEL)
            say("battery", pct=level[0])
        except Exception:
            pass  # Not every strap reports it.
        await client.start_notify(
            HEART_RATE_MEASUREMENT, lambda _, value: say("gatt", chr="2a37", hex=value.hex())
        )
        say("state", state="subscribed")
        await lost.wait()
    say("state", state="lost", reason="link")


async def main(wanted):
    say("hello", proto="beatline", v=1, bridge="strap_bridge 1", caps=["gatt"])
    failures = 0
    while True:
        try:
            device = await find(wanted)
            if device is None:
                say("error", code="not_found", msg="no strap in reach: wear it, wet its electrodes")
            else:
                await listen(device)
                failures = 0
        except Exception as error:
            say("error", code="link", msg=str(error) or type(error).__name__)
        await asyncio.sleep(RETRY_SECONDS[min(failures, len(RETRY_SECONDS) - 1)])
        failures += 1


if __name__ == "__main__":
    try:
        asyncio.run(main(" ".join(sys.argv[1:])))
    except KeyboardInterrupt:
        say("bye", reason="user")
