"""How long a MIDI file stays at each of its tempi.

Only what that needs is read: lengths of the chunks, delta times, and the meta events of tempo
(FF 51 03, microseconds a quarter note).
"""

import struct

# Until a file says otherwise, a quarter note lasts half a second.
DEFAULT_MICROSECONDS = 500_000
TEMPO_EVENT, END_EVENT = 0x51, 0x2F
# Data bytes after a status byte, by its upper half.
DATA_BYTES = {0x8: 2, 0x9: 2, 0xA: 2, 0xB: 2, 0xC: 1, 0xD: 1, 0xE: 2}


class NotMIDI(Exception):
    """The bytes are no MIDI file whose time is counted in quarter notes."""


def tempo_shares(data):
    """(bpm, share of the file's time) of every tempo, the longest first, and the seconds in all."""
    if data[:4] != b"MThd":
        raise NotMIDI("the file does not begin with MThd")
    _, track_count, division = struct.unpack_from(">HHH", data, 8)
    if division & 0x8000:
        raise NotMIDI("its time is counted in frames of film")
    position = 8 + struct.unpack_from(">I", data, 4)[0]
    changes, end_tick = {}, 0
    for _ in range(track_count):
        name, length = struct.unpack_from(">4sI", data, position)
        if name == b"MTrk":
            found, ticks = _track(data[position + 8:position + 8 + length])
            changes.update(found)
            end_tick = max(end_tick, ticks)
        position += 8 + length
    return _shares(changes, end_tick, division)


def _shares(changes, end_tick, division):
    changes = {0: DEFAULT_MICROSECONDS, **changes}
    ticks = sorted(tick for tick in changes if tick < end_tick) + [end_tick]
    seconds = {}
    for tick, following in zip(ticks, ticks[1:]):
        microseconds = changes[tick]
        seconds.setdefault(microseconds, 0)
        seconds[microseconds] += (following - tick) * microseconds / division / 1e6
    whole = sum(seconds.values())
    shares = [(6e7 / tempo, part / whole) for tempo, part in seconds.items() if whole]
    return sorted(shares, key=lambda share: -share[1]), whole


def _track(data):
    """The tempo that begins at each tick, and the tick of the last event but the end."""
    tempi, tick, last, offset, status = {}, 0, 0, 0, 0
    while offset < len(data):
        delta, offset = _number(data, offset)
        tick += delta
        if data[offset] & 0x80:
            status = data[offset]
            offset += 1
        if status == 0xFF:
            kind = data[offset]
            length, offset = _number(data, offset + 1)
            if kind == TEMPO_EVENT:
                tempi[tick] = int.from_bytes(data[offset:offset + length], "big")
            offset += length
            if kind == END_EVENT:
                break
        elif status in (0xF0, 0xF7):
            length, offset = _number(data, offset)
            offset += length
        else:
            offset += DATA_BYTES[status >> 4]
            last = tick
    return tempi, last


def _number(data, offset):
    """A number in groups of seven bits, the highest first; all but the last have bit 7 set."""
    value = 0
    while True:
        byte = data[offset]
        offset += 1
        value = value << 7 | byte & 0x7F
        if not byte & 0x80:
            return value, offset
