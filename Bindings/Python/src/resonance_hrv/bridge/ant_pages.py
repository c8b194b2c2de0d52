"""Beats of an ANT+ heart rate sensor, from its pages of 8 bytes.

Every page has the time of the last beat (bytes 4 and 5, in 1/1024 s, begins anew after 64 s), a count of beats (byte 6,
begins anew after 256) and the heart rate (byte 7, 0 is unknown). The same beat is sent up to four times, so that only a
new count is a beat. Page 4 has the time of the beat before in bytes 2 and 3 as well, which makes its interval exact;
where one beat was missed, the interval before it is known too.
"""

from __future__ import annotations

from dataclasses import dataclass

PREVIOUS_BEAT_PAGE = 4
# Half of the time after which the time of a beat begins anew; in s.
MAX_SILENCE_SECONDS = 32.0
# A page waits, and its beat may be as old as an interval; in s.
SLACK_SECONDS = 2.0
# No heart beats faster; in s.
MIN_INTERVAL_SECONDS = 0.2


@dataclass(frozen=True)
class Beat:
    """The last beat that a page told of, and when that page came; s."""

    ticks: int
    count: int
    arrival_seconds: float


@dataclass(frozen=True)
class Reading:
    """What a page adds.

    Attributes
    ----------
    heart_rate_bpm : int
        None where the sensor knows none.
    interval_ticks : tuple of int
        New R-R intervals in 1/1024 s, the oldest first.
    is_after_gap : bool
        Whether beats are missing before the intervals, so that no chain of intervals crosses this page.
    lost : int
        How many beats have no time; None where nobody knows.
    """

    heart_rate_bpm: int | None = None
    interval_ticks: tuple[int, ...] = ()
    is_after_gap: bool = False
    lost: int | None = None


def read_page(last: Beat | None, page: bytes, arrival_seconds: float) -> tuple[Beat, Reading]:
    """Reads the next page.

    Parameters
    ----------
    last : Beat
        What the page before gave; None for the first.
    page : bytes
        8 bytes; more are not looked at.
    arrival_seconds : float
        When the page came, by a clock that does not go back.

    Raises
    ------
    ValueError
        For fewer than 8 bytes.

    Examples
    --------
    >>> beat, _ = read_page(None, bytes.fromhex("0000000000000a3e"), 0.0)
    >>> read_page(beat, bytes.fromhex("80000000b1030b3e"), 1.0)[1]
    Reading(heart_rate_bpm=62, interval_ticks=(945,), is_after_gap=False, lost=None)
    """
    if len(page) < 8:
        raise ValueError(f"a page of {len(page)} bytes is no page of a heart rate sensor, which has 8")
    beat = Beat(page[4] | page[5] << 8, page[6], arrival_seconds)
    previous = page[2] | page[3] << 8 if page[0] & 0x7F == PREVIOUS_BEAT_PAGE else None
    rate = page[7] or None
    if last is None:
        return beat, Reading(rate)
    if not _continues(last, beat):
        return beat, Reading(rate, is_after_gap=True)
    intervals, lost = _between(last, beat, previous)
    if any(not 0 < ticks < 0xFFFF for ticks in intervals):
        return beat, Reading(rate, is_after_gap=True)
    return beat, Reading(rate, tuple(intervals), is_after_gap=lost > 0, lost=lost or None)


def _continues(last: Beat, beat: Beat) -> bool:
    """Whether neither time nor count can have begun anew in between, and a heart can have beaten so often."""
    silence = beat.arrival_seconds - last.arrival_seconds
    if not 0 <= silence <= MAX_SILENCE_SECONDS:
        return False
    return (beat.count - last.count) % 256 <= (silence + SLACK_SECONDS) / MIN_INTERVAL_SECONDS


def _between(last: Beat, beat: Beat, previous: int | None) -> tuple[list[int], int]:
    """The intervals that are known, in 1/1024 s, and how many beats before them have no time."""
    new_count = (beat.count - last.count) % 256
    if new_count == 0:
        return [], 0
    if previous is None:
        return ([_ticks(last.ticks, beat.ticks)], 0) if new_count == 1 else ([], new_count - 1)
    newest = _ticks(previous, beat.ticks)
    if new_count == 1:
        return [newest], 0
    if new_count == 2:
        return [_ticks(last.ticks, previous), newest], 0
    return [newest], new_count - 2


def _ticks(begin: int, end: int) -> int:
    return (end - begin) % 0x10000
