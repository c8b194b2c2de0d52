"""A slow reference for days, streaks, months and reminder times, from the standard library alone.

It reads questions from the file that its argument names, one as JSON a line, and writes one answer
as JSON a line. The tests of PracticePlans run it:

    python3 practice_reference.py questions.jsonl
"""

import calendar
import json
import math
import sys
from datetime import date, datetime, time, timedelta, timezone
from fractions import Fraction
from zoneinfo import ZoneInfo

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
DAY = timedelta(days=1)
MS = timedelta(milliseconds=1)


def aware(ms, zone):
    """The clock of a zone at a moment in ms since 1970."""
    return (EPOCH + ms * MS).astimezone(ZoneInfo(zone))


def to_ms(moment):
    return (moment - EPOCH) // MS


def first_moment(wall, zone):
    """The first moment at which clocks of a zone show a time or a later one; ms since 1970."""
    info = ZoneInfo(zone)
    guess = wall.replace(tzinfo=info, fold=0).astimezone(timezone.utc)
    if guess.astimezone(info).replace(tzinfo=None) == wall:
        return to_ms(guess)
    # Clocks pass over it: every minute is tried.
    minute = wall.replace(tzinfo=timezone.utc) - timedelta(hours=26)
    while minute.astimezone(info).replace(tzinfo=None) < wall:
        minute += timedelta(minutes=1)
    return to_ms(minute)


def day_of(clock, day_start):
    return (clock.replace(tzinfo=None) - timedelta(minutes=day_start)).date()


def union_ms(spans):
    """Time that lies in at least one span: every piece between two ends is looked at."""
    ends = sorted({end for span in spans for end in span})
    return sum(
        right - left for left, right in zip(ends, ends[1:])
        if any(begin <= left and right <= end for begin, end in spans))


def start_of(day, day_start, offset):
    return datetime.combine(day, time(), timezone(offset)) + timedelta(minutes=day_start)


class Walk:
    """One streak, a day after the other."""

    def __init__(self, question, measure, by_day, rest, today):
        self.day_start = question["dayStart"]
        self.length = self.run = self.rewards = self.best = 0
        self.changes = {}
        self.rest = rest
        threshold = 60_000 * question["active"]
        counting = {
            day: [entry for entry in entries if entry[measure] > 0]
            for day, entries in by_day.items()}
        active = {
            day for day, entries in counting.items()
            if union_ms([(e["start"], e["start"] + e[measure]) for e in entries]) >= threshold}
        self.open_until = None
        if not active:
            return
        self.gap = []
        self.gap_from = None
        day = min(active)
        end = max(max(active), today)
        while day <= end:
            if day in active:
                entries = sorted(counting[day], key=lambda entry: entry["start"])
                self.close_gap(day, entries[0]["clock"].utcoffset())
                self.active_day(day)
                self.gap_from = (day, entries[-1]["clock"].utcoffset())
            elif day < end:
                self.gap.append(day)
            else:
                now = aware(question["now"], question["zone"])
                self.close_gap(day, now.utcoffset())
                if self.length > 0 and day not in rest:
                    wall = datetime.combine(day + DAY, time()) + timedelta(minutes=self.day_start)
                    self.open_until = first_moment(wall, question["zone"])
            day += DAY

    def active_day(self, day):
        self.length += 1
        self.run += 1
        self.best = max(self.best, self.length)
        if self.run % 7 == 0 and self.rewards < 3:
            self.rewards += 1
            self.changes[day.isoformat()] = "earned"

    def close_gap(self, day, offset):
        gap, self.gap = self.gap, []
        if not gap:
            return
        before, before_offset = self.gap_from
        between = (start_of(day, self.day_start, offset)
                   - start_of(before + DAY, self.day_start, before_offset))
        days = math.floor(Fraction(between // MS, 86_400_000) + Fraction(1, 2))
        resting = [missed for missed in gap if missed in self.rest]
        candidates = [missed for missed in gap if missed not in self.rest]
        for missed in candidates[:max(0, days - len(resting))]:
            self.run = 0
            if self.rewards > 0:
                self.rewards -= 1
                self.changes[missed.isoformat()] = "spent"
            else:
                self.length = 0

    def result(self):
        return {
            "length": self.length, "run": self.run, "rewards": self.rewards, "best": self.best,
            "openUntil": self.open_until, "changes": self.changes,
            "toNext": None if self.rewards == 3 else 7 - self.run % 7}


def days(question):
    day_start = question["dayStart"]
    latest = question["now"] + 26 * 3_600_000
    entries = [entry for entry in question["entries"] if entry["start"] <= latest]
    by_day = {}
    for entry in entries:
        entry["clock"] = aware(entry["start"], entry["zone"])
        by_day.setdefault(day_of(entry["clock"], day_start), []).append(entry)
    rest = set()
    for first, last in question["rest"]:
        day = date.fromisoformat(first)
        while day <= date.fromisoformat(last):
            rest.add(day)
            day += DAY
    today = day_of(aware(question["now"], question["zone"]), day_start)
    tallies = {
        day.isoformat(): [
            union_ms([(e["start"], e["start"] + e[measure]) for e in by_day[day] if e[measure] > 0])
            for measure in ("mindful", "workout")]
        for day in by_day}
    return {
        "days": tallies, "future": len(question["entries"]) - len(entries),
        "mindful": Walk(question, "mindful", by_day, rest, today).result(),
        "workout": Walk(question, "workout", by_day, rest, today).result()}


def months(question):
    """Each month: its weeks by the number of their first day, and the days of the month."""
    weeks = calendar.Calendar(calendar.MONDAY if question["from"] == "monday" else calendar.SUNDAY)
    epoch = date(1970, 1, 1).toordinal()
    return {"months": [
        [[week[0].toordinal() - epoch for week in weeks.monthdatescalendar(year, month)],
         [day.toordinal() - epoch for day in weeks.itermonthdates(year, month)
          if day.month == month]]
        for year in range(question["first"], question["last"] + 1) for month in range(1, 13)]}


def moments(question):
    """The moments of some minutes of the day on each date of a year."""
    day = date(question["year"], 1, 1)
    found = []
    while day.year == question["year"]:
        midnight = datetime.combine(day, time())
        found.append([
            first_moment(midnight + timedelta(minutes=minute), question["zone"])
            for minute in question["minutes"]])
        day += DAY
    return {"moments": found}


def main():
    handlers = {"days": days, "months": months, "moments": moments}
    with open(sys.argv[1], encoding="utf-8") as questions:
        for line in questions:
            question = json.loads(line)
            print(json.dumps(handlers[question["ask"]](question)))


if __name__ == "__main__":
    main()
