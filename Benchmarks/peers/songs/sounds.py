"""The sounds of the generated pieces: drums of decaying noise and tones, notes of decaying partials."""

import numpy as np

RATE_HZ = 44_100


def _seconds(length):
    return np.arange(int(length * RATE_HZ)) / RATE_HZ


def kick(random):
    t = _seconds(0.25)
    phase = 2 * np.pi * (48 * t + 2.2 * (1 - np.exp(-t / 0.02)))
    return np.exp(-t / 0.08) * np.sin(phase) + 0.15 * np.exp(-t / 0.003) * random.normal(size=t.size)


def snare(random):
    t = _seconds(0.2)
    skin = 0.5 * np.exp(-t / 0.05) * np.sin(2 * np.pi * 190 * t)
    return skin + 0.5 * np.exp(-t / 0.06) * random.normal(size=t.size)


def hat(random, decay_seconds=0.025):
    t = _seconds(6 * decay_seconds)
    bright = np.diff(random.normal(size=t.size + 2), 2) / 2.4
    return 0.4 * np.exp(-t / decay_seconds) * bright


def shaker(random):
    t = _seconds(0.09)
    shape = np.minimum(t / 0.03, 1) * np.exp(-t / 0.03)
    return 0.4 * shape * np.diff(random.normal(size=t.size + 1))


def tom(random):
    t = _seconds(0.3)
    phase = 2 * np.pi * (110 * t + 1.5 * (1 - np.exp(-t / 0.03)))
    return 0.8 * np.exp(-t / 0.1) * np.sin(phase) + 0.03 * random.normal(size=t.size) * np.exp(-t / 0.01)


# What a pattern's letters sound like.
DRUMS = {
    "k": kick, "s": snare, "h": hat, "o": lambda random: hat(random, 0.12), "x": shaker, "t": tom}

# Attack and decay in seconds, and how fast the partials weaken with their number.
INSTRUMENTS = {
    "piano": (0.004, 0.5, 1.6), "pluck": (0.002, 0.18, 1.1), "organ": (0.02, 8.0, 1.0),
    "pad": (0.15, 4.0, 1.8), "bass": (0.006, 0.35, 1.4), "lead": (0.01, 1.2, 1.0)}
PARTIAL_COUNT = 8
RELEASE_SECONDS = 0.05


def note(instrument, midi_number, length_seconds):
    """One note of the equal-tempered scale, 69 being 440 Hz."""
    attack, decay, slope = INSTRUMENTS[instrument]
    t = _seconds(length_seconds + RELEASE_SECONDS)
    base = 440 * 2 ** ((midi_number - 69) / 12)
    sound = np.zeros(t.size)
    for partial in range(1, PARTIAL_COUNT + 1):
        if base * partial < RATE_HZ / 2.5:
            sound += np.sin(2 * np.pi * base * partial * t) / partial ** slope
    shape = np.minimum(t / attack, 1) * np.exp(-t / decay)
    shape *= np.clip((length_seconds + RELEASE_SECONDS - t) / RELEASE_SECONDS, 0, 1)
    return 0.3 * sound * shape
