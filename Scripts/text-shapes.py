#!/usr/bin/env python3
"""Write text files in the shapes that people's heart recordings have.

    text_shapes.py --seed S --count N --out FOLDER

File i depends on (seed, i) only.  FOLDER/truth.ndjson says, a line a file,
what is right:

    verdict "beats"      one sensible reading; see recordings
            "signal"     samples; must not be read as beats
            "peaks"      R positions in samples; recordings are what they
                         give at rate_hz, also where the rate is not stated
            "refuse"     holds no recording of beats
            "ambiguous"  readings lists at least two, the true one first

    recordings  intervals_ms are the numbers as written, exact, in ms.
                Only where a position is divided by a rate that gives no
                finite decimal are they rounded, to nine decimals.
    flags       1: the file itself marks this beat as not good
"""
import argparse
import datetime
import json
import math
import os
import random
from dataclasses import dataclass, field
from decimal import ROUND_HALF_EVEN, Decimal

D = Decimal


# ---------------------------------------------------------------- cases

@dataclass
class Case:
    """One file and what is right for it."""
    kind: str
    lines: list
    verdict: str
    why: str
    recordings: list = field(default_factory=list)
    readings: list = field(default_factory=list)
    rate_hz: float = None
    rate_known: bool = False
    # Of samples: [name, unit] of each channel, nil where the file does not say.
    channels: list = None
    extension: str = "txt"
    name_part: str = ""


def recording(intervals, flags=None, who=None):
    """A recording as the truth file has it."""
    return {"who": who, "intervals_ms": [plain(v) for v in intervals],
            "flags": list(flags) if flags is not None else None}


def reading(option, recordings):
    """One way to read the file, with the option that says so."""
    return {"option": option, "recordings": recordings}


def settle(case):
    """Readings that give the same intervals are one reading."""
    if case.verdict == "ambiguous":
        first = case.readings[0]["recordings"]
        if all(r["recordings"] == first for r in case.readings):
            case.verdict, case.recordings, case.readings = "beats", first, []
            case.why += "; all readings agree"
        else:
            case.recordings = first
    return case


# -------------------------------------------------------------- numbers

FACTOR = {"ms": D(1), "s": D(1000), "us": D("0.001")}


def plain(value):
    """A decimal without exponent and without needless zeros."""
    text = format(D(value), "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return text or "0"


def rounded(value, decimals):
    """The value with so many decimals, as text with a point."""
    step = D(1).scaleb(-decimals)
    return format(D(value).quantize(step, rounding=ROUND_HALF_EVEN), "f")


def median(values):
    """The middle value (the upper one of two)."""
    return sorted(values)[len(values) // 2]


def steps(values):
    """Differences of neighbours."""
    return [b - a for a, b in zip(values, values[1:])]


class Writer:
    """Writes intervals in one unit and remembers what was written."""

    def __init__(self, rng, grid, unit=None, comma=False, decimals=None):
        self.unit = unit or rng.choice(["ms", "ms", "ms", "s", "s", "us"])
        self.comma = comma
        choices = {("ms", "ms"): [0, 0, 0, 1, 3], ("ms", "s"): [3, 3, 6],
                   (".1", "ms"): [1, 1, 2], (".1", "s"): [4, 4, 5],
                   ("1024", "ms"): [0, 1, 3, 7], ("1024", "s"): [3, 4, 6, 10]}
        if decimals is None:
            decimals = rng.choice(choices.get((grid, self.unit), [0]))
        self.decimals = decimals
        self.trim = decimals > 0 and rng.random() < 0.25

    def cell(self, ms):
        """Text of one interval, and the exact ms that it says."""
        text = rounded(ms / FACTOR[self.unit], self.decimals)
        exact = D(text) * FACTOR[self.unit]
        if self.trim:
            text = plain(text)
        return (text.replace(".", ",") if self.comma else text), exact


# --------------------------------------------------------------- hearts

def beat_count(rng, low=20, high=2000):
    """A number of beats, short recordings more often than long ones."""
    return int(round(math.exp(rng.uniform(math.log(low), math.log(high)))))


def resting(rng, n, mean):
    """Intervals of a resting heart: breathing, slow waves, noise."""
    breath, slow = rng.uniform(3.5, 6.5), rng.uniform(9, 14)
    size, drift = rng.uniform(5, 50), rng.uniform(5, 40)
    out, walk = [], 0.0
    for k in range(n):
        walk = 0.9 * walk + rng.gauss(0, 5)
        out.append(mean + size * math.sin(2 * math.pi * k / breath) + walk
                   + drift * math.sin(2 * math.pi * k / slow))
    return out


HEARTS = ["rest", "rest", "ramp", "af", "newborn", "paced", "smoothed",
          "ectopic"]


def heart(rng, n=None, sort=None, grid=None):
    """Intervals in ms on a grid: (sort, grid, list of decimals)."""
    n = n or beat_count(rng)
    sort = sort or rng.choice(HEARTS)
    grid = grid or rng.choice(["ms", "ms", ".1", "1024"])
    mean = rng.uniform(650, 1150)
    if sort == "ramp":
        raw = [60000 / (60 + 120 * (1 - abs(2 * k / max(n - 1, 1) - 1)))
               + rng.gauss(0, 4) for k in range(n)]
    elif sort == "af":
        mean = rng.uniform(550, 850)
        raw = [max(320, rng.gauss(mean, 0.22 * mean)) for _ in range(n)]
    elif sort == "newborn":
        mean = rng.uniform(380, 480)
        raw = [mean + rng.gauss(0, 8) for _ in range(n)]
    elif sort == "paced":
        jitter = rng.choice([0, 0.3, 1])
        raw = [round(mean) + rng.gauss(0, jitter) for _ in range(n)]
    else:
        raw = resting(rng, n, mean)
        if sort == "smoothed":
            w = rng.randint(3, 10)
            raw = [sum(raw[max(0, k - w + 1):k + 1]) / len(raw[max(0, k - w + 1):k + 1])
                   for k in range(n)]
        elif sort == "ectopic":
            for k in range(1, n - 1):
                if rng.random() < 0.04:
                    raw[k] *= 0.65
                    raw[k + 1] *= 1.3
    step = {"ms": D(1), ".1": D("0.1"), "1024": D(1000) / 1024}[grid]
    return sort, grid, [round(D(min(max(v, 300), 2600)) / step) * step
                        for v in raw]



# ------------------------------------------------- words of ten languages

RR_NAMES = {
    "en": ["RR", "R-R interval", "RR interval", "rr_interval", "RRI", "IBI",
           "NN interval", "Inter-beat interval", "RR-interval", "ibi"],
    "de": ["RR-Intervall", "RR-Abstand", "R-R-Abstand", "RR-Intervalle",
           "Schlagabstand", "Herzschlagintervall"],
    "fr": ["Intervalle RR", "Intervalles R-R", "intervalle RR",
           "Intervalle entre battements"],
    "es": ["Intervalo RR", "Intervalos R-R", "intervalo entre latidos"],
    "it": ["Intervallo RR", "Intervalli R-R", "intervallo tra battiti"],
    "pt": ["Intervalo RR", "Intervalos RR", "Intervalo entre batimentos"],
    "nl": ["RR-interval", "RR-intervallen", "Hartslaginterval"],
    "pl": ["Odstęp RR", "Odstępy RR", "Interwał RR"],
    "cs": ["Interval RR", "RR interval", "Intervaly RR"],
    "sv": ["RR-intervall", "Slagintervall", "RR-avstånd"],
}
LANGUAGES = sorted(RR_NAMES)

FOOT_NAMES = {
    "en": ["Mean", "SD", "Average", "Total", "Min", "Max"],
    "de": ["Mittelwert", "Standardabweichung", "Anzahl", "Summe"],
    "fr": ["Moyenne", "Écart type", "Total"], "es": ["Media", "Promedio"],
    "it": ["Media", "Deviazione standard"], "pt": ["Média", "Desvio padrão"],
    "nl": ["Gemiddelde", "Totaal"], "pl": ["Średnia", "Suma"],
    "cs": ["Průměr", "Celkem"], "sv": ["Medelvärde", "Summa"],
}

HEAD_PAIRS = {
    "en": [("Subject", "P07"), ("Device", "Chest strap 3"), ("Name", "A. B."),
           ("Date", "2024-03-12"), ("Start time", "10:15:02"),
           ("Software version", "2.1.4"), ("Age", "41"), ("Duration", "5 min")],
    "de": [("Proband", "X"), ("Messung", "17.01.2025"), ("Gerät", "Brustgurt"),
           ("Alter", "52"), ("Beginn", "08:30"), ("Gewicht", "71,5")],
    "fr": [("Sujet", "S3"), ("Date", "04/02/2023"), ("Âge", "33")],
    "es": [("Sujeto", "S3"), ("Fecha", "04/02/2023"), ("Edad", "33")],
    "it": [("Soggetto", "12"), ("Data", "04/02/2023"), ("Età", "61")],
    "pt": [("Paciente", "12"), ("Data", "14/02/2023"), ("Duração", "5 min")],
    "nl": [("Proefpersoon", "9"), ("Datum", "14-02-2023"), ("Leeftijd", "27")],
    "pl": [("Badany", "K"), ("Data", "14.02.2023"), ("Wiek", "27")],
    "cs": [("Osoba", "K"), ("Datum", "14. 2. 2023"), ("Věk", "27")],
    "sv": [("Person", "7"), ("Datum", "2023-02-14"), ("Ålder", "27")],
}

FREE_LINES = ["Export of one recording", "Recorded lying down, eyes closed",
              "5 minutes at rest after 10 minutes of quiet sitting", "",
              "Lab 3, morning session", "Not for clinical use",
              "Data below", "Session 2 of 4"]


def head_lines(rng, language, low=0, high=12, sep=None):
    """Lines before the data: comments, keys with values, free text."""
    style = rng.choice(["comment", "pairs", "free", "mixed"])
    mark = rng.choice(["# ", "#", "% ", "; ", "// "])
    joint = rng.choice([": ", ":", "=", " = "] + ([sep] if sep else []))
    pairs = rng.sample(HEAD_PAIRS[language], len(HEAD_PAIRS[language]))
    pairs += [("Note %d" % k, "none") for k in range(1, 13)]
    frees = rng.sample(FREE_LINES, len(FREE_LINES)) + [""] * 12
    out = []
    for k in range(rng.randint(low, high)):
        this = rng.choice(["comment", "pairs", "free"]) if style == "mixed" else style
        key, value = pairs[k]
        if this == "comment":
            out.append(mark + rng.choice([key + ": " + value, frees[k]]))
        elif this == "pairs":
            out.append(key + joint + value)
        else:
            out.append(frees[k])
    return out


def foot_lines(rng, language, exact, writer, sep=","):
    """Lines after the data, with values that look like intervals."""
    mean = sum(exact) / len(exact)
    text, _ = writer.cell(mean)
    if writer.comma and sep == ",":
        sep = rng.choice([";", ": ", "\t"])
    joint = rng.choice([sep, sep, ": "])
    out = [""] * rng.randint(0, 1)
    for name in rng.sample(FOOT_NAMES[language], rng.randint(1, 2)):
        out.append(name + joint + text)
    if rng.random() < 0.3:
        out.append(rng.choice(["N" + joint + str(len(exact)),
                               "End of file", "# end"]))
    return out


def named(rng, name, unit):
    """A column's name with its unit, in one of the usual ways."""
    if unit is None:
        return name
    if unit == "us" and rng.random() < 0.3:
        unit = "µs"
    form = rng.choice(["%s (%s)", "%s (%s)", "%s [%s]", "%s_%s", "%s(%s)",
                       "%s[%s]", "%s %s"])
    if form == "%s_%s":
        name = name.replace(" ", "_")
    return form % (name, unit)


# ---------------------------------------------------------- kind: column

def kind_column(rng):
    """One column of intervals."""
    if rng.random() < 0.12:
        return column_in_samples(rng)
    sort, grid, beats = heart(rng)
    writer = Writer(rng, grid, rng.choice(["ms", "ms", "ms", "s", "s", "us"]),
                    comma=rng.random() < 0.35)
    writer.comma = writer.comma and writer.decimals > 0
    language = rng.choice(LANGUAGES)
    header = rng.random() < 0.6
    in_cells = rng.random() < 0.12
    quoted = rng.random() < 0.12
    say_unit = rng.random() < 0.6
    if writer.unit == "us" and not in_cells:
        header = say_unit = True
    bare = writer.comma and not (header or in_cells or quoted)
    if bare:
        writer.trim = False
        writer.decimals = {"ms": 1, "s": 3}[writer.unit]
    cells, exact = map(list, zip(*[writer.cell(v) for v in beats]))
    if bare and rng.random() < 0.5:
        quoted, bare = True, False
    rows = cells
    if in_cells:
        gap = rng.choice(["", " "])
        rows = [c + gap + writer.unit for c in rows]
    if quoted:
        rows = ['"%s"' % c for c in rows]
    lines = head_lines(rng, language) if rng.random() < 0.5 else []
    if not bare and not say_unit and rng.random() < 0.2:
        lines.append("Unit: " + writer.unit)
    if header:
        name = named(rng, rng.choice(RR_NAMES[language]),
                     writer.unit if say_unit else None)
        lines.append('"%s"' % name if quoted else name)
    lines += rows
    if not bare and rng.random() < 0.25:
        lines += foot_lines(rng, language, exact, writer)
    why = "one column in %s, %s heart" % (writer.unit, sort)
    extension = rng.choice(["txt", "txt", "csv", "dat", "rr", "tsv"])
    if bare:
        return bare_comma(cells, exact, writer, lines, why, extension)
    return Case("column", lines, "beats", why, [recording(exact)],
                extension=extension)


def bare_comma(cells, exact, writer, lines, why, extension):
    """A comma between whole numbers: decimals, or two columns."""
    which = 0 if writer.unit == "ms" else 1
    other = [D(c.split(",")[which]) for c in cells]
    word = ["first", "second"][which]
    return Case("column", lines, "ambiguous",
                why + "; comma between whole numbers: decimals or two columns",
                readings=[reading("decimal comma", [recording(exact)]),
                          reading("two columns, intervals in the %s, ms" % word,
                                  [recording(other)])], extension=extension)


def column_in_samples(rng):
    """Whole numbers with a median below 300 and no unit."""
    low = rng.random() < 0.3
    if low:
        values = [D(round(rng.gauss(270, 5))) for _ in range(beat_count(rng))]
        rate = rng.choice([250, 256])
    else:
        rate = rng.choice([200, 250, 256])
        _, _, beats = heart(rng, sort=rng.choice(["rest", "paced", "af"]))
        values = [D(round(b * rate / 1000)) for b in beats]
        while median(values) >= 295:
            values = [D(round(v * D("0.9"))) for v in values]
    language = rng.choice(LANGUAGES)
    lines = head_lines(rng, language) if rng.random() < 0.3 else []
    if rng.random() < 0.5:
        lines.append(rng.choice(RR_NAMES[language]))
    readings = [reading("samples at %d Hz" % rate,
                        [recording([v * 1000 / rate for v in values])]),
                reading("ms", [recording(values)])]
    if low:
        readings.reverse()
    return Case("column", lines + [plain(v) for v in values], "ambiguous",
                "whole numbers, median below 300, no unit: samples or ms",
                readings=readings, rate_hz=None if low else rate,
                extension=rng.choice(["txt", "csv"]))


# ----------------------------------------------------------------- times

MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
EPOCH = datetime.datetime(1970, 1, 1)


def start_moment(rng):
    """A moment at which somebody began; often shortly before midnight."""
    day = datetime.datetime(rng.randint(2009, 2025), rng.randint(1, 12),
                            rng.randint(1, 28))
    if rng.random() < 0.3:
        return day + datetime.timedelta(seconds=86400 - rng.randint(5, 90))
    return day + datetime.timedelta(seconds=rng.randint(6 * 3600, 23 * 3600),
                                    milliseconds=rng.randint(0, 999))


def arrival_times(rng, exact):
    """Elapsed ms for each row, and how they came about."""
    now, ends = D(0), []
    for value in exact:
        now += value
        ends.append(now)
    how = rng.choice(["end of beat", "end of beat", "end of beat",
                      "start of beat", "packets", "packets"])
    if how == "start of beat":
        ends = [e - v for e, v in zip(ends, exact)]
    elif how == "packets":
        out, edge = [], D(0)
        for e in ends:
            while edge < e:
                edge += 1000 + rng.randint(-15, 15)
            out.append(edge)
        ends = out
    if rng.random() < 0.05 and len(ends) > 40:
        at, size = rng.randrange(10, len(ends) - 10), rng.randint(20, 300) * 1000
        ends = [e + size if k >= at else e for k, e in enumerate(ends)]
        how += ", a pause in the times"
    return ends, how


def clock(moment, decimals, mark):
    """hh:mm:ss with so many decimals."""
    text = moment.strftime("%H:%M:%S")
    if decimals:
        text += mark + ("%06d" % moment.microsecond)[:decimals]
    return text


def clock_12(moment, decimals, mark):
    """h:mm:ss with AM or PM."""
    text = "%d:%s" % ((moment.hour + 11) % 12 + 1,
                      clock(moment, decimals, mark)[3:])
    return text + (" AM" if moment.hour < 12 else " PM")


DATE_FORMS = {
    "iso": lambda m: m.strftime("%Y-%m-%d"),
    "d.m.y": lambda m: m.strftime("%d.%m.%Y"),
    "d/m/y": lambda m: m.strftime("%d/%m/%Y"),
    "m/d/y": lambda m: "%d/%d/%d" % (m.month, m.day, m.year),
    "d.m.yy": lambda m: m.strftime("%d.%m.%y"),
    "m/d/yy": lambda m: m.strftime("%m/%d/%y"),
    "y/m/d": lambda m: m.strftime("%Y/%m/%d"),
    "d month y": lambda m: "%d %s %d" % (m.day, MONTHS[m.month - 1], m.year),
    "d-month-yy": lambda m: "%02d-%s-%02d" % (m.day, MONTHS[m.month - 1],
                                              m.year % 100),
    "month d, y": lambda m: "%s %d, %d" % (MONTHS[m.month - 1], m.day, m.year),
}
NUMBER_TIMES = ["elapsed s", "elapsed s", "elapsed ms", "elapsed min",
                "epoch s", "epoch ms", "epoch ms", "epoch us", "epoch ns",
                "excel days", "counter 0", "counter 1"]
CLOCK_TIMES = ["mm:ss", "hh:mm:ss", "hh:mm:ss", "iso T", "iso T", "iso zone"]


def time_names(sort):
    """Names that a time column of this sort may bear, without unit."""
    if sort.startswith("counter"):
        return ["n", "Nr.", "Index", "#", "beat", "Beat number", "i"]
    if sort.startswith("elapsed"):
        return ["time", "Time", "t", "Elapsed", "elapsed time", "Zeit", "Tempo"]
    return ["timestamp", "Timestamp", "time", "Date/Time", "Zeit", "Uhrzeit",
            "Horodatage", "Fecha", "DateTime", "Phone timestamp"]


def number_time(sort, ms, start, decimals):
    """The text of one time given as a number, with a point."""
    since = D((start - EPOCH) // datetime.timedelta(milliseconds=1)) + ms
    if sort == "elapsed s":
        return rounded(ms / 1000, decimals)
    if sort == "elapsed ms":
        return rounded(ms, 0)
    if sort == "elapsed min":
        return rounded(ms / 60000, 6)
    if sort == "epoch s":
        return rounded(since / 1000, decimals)
    if sort == "excel days":
        return rounded(since / 86400000 + 25569, 10)
    power = {"epoch ms": 0, "epoch us": 3, "epoch ns": 6}[sort]
    return str(int(since.scaleb(power)))


def time_columns(rng, exact, sep, comma, sort=None):
    """[(name, unit, cells)] of one or two columns, and a word on them."""
    ends, how = arrival_times(rng, exact)
    spaced = CLOCK_TIMES if sep == " " else CLOCK_TIMES + sorted(DATE_FORMS)
    sort = sort or rng.choice(rng.choice([NUMBER_TIMES, spaced]))
    start = start_moment(rng)
    name, unit = rng.choice(time_names(sort)), None
    decimals = rng.choice([3, 3, 3, 0] if sep != " " else [3])
    mark = "," if comma and rng.random() < 0.5 else "."
    moments = [start + datetime.timedelta(microseconds=int(e * 1000))
               for e in ends]
    if sort.startswith("counter"):
        first, how = int(sort[-1]), "no times"
        cells = [str(k + first) for k in range(len(ends))]
    elif sort in NUMBER_TIMES:
        cells = [number_time(sort, e, start, decimals or 3) for e in ends]
        unit = sort.split()[1] if sort[:2] in ("el", "ep") else None
        unit = unit if rng.random() < 0.7 else None
        if comma:
            cells = [c.replace(".", ",") for c in cells]
    elif sort == "mm:ss":
        cells = ["%02d:%02d" % divmod(int(e / 1000), 60)
                 + mark + "%03d" % (int(e) % 1000) for e in ends]
    elif sort == "hh:mm:ss":
        cells = [clock(m, decimals, mark) for m in moments]
    elif sort in ("iso T", "iso zone"):
        zone = rng.choice(["Z", "+01:00", "-0500", "+00:00"]) if sort != "iso T" else ""
        cells = [DATE_FORMS["iso"](m) + "T" + clock(m, decimals, ".")
                 + zone for m in moments]
    else:
        form = DATE_FORMS[sort]
        twelve = sort.startswith("m") or rng.random() < 0.1
        face = clock_12 if twelve else clock
        faces = [face(m, decimals, mark) for m in moments]
        if rng.random() < 0.2:
            return [("Date", None, [form(m) for m in moments]),
                    ("Time", None, faces)], "%s apart, %s" % (sort, how)
        gap = ", " if sort == "d/m/y" and rng.random() < 0.2 else " "
        cells = [form(m) + gap + f for m, f in zip(moments, faces)]
    return [(name, unit, cells)], "%s, %s" % (sort, how)


# ----------------------------------------------------------- kind: table

def flag_column(rng, beats):
    """(name, cells, flags, beats): a column that marks beats as not good."""
    share = rng.choice([0.01, 0.03, 0.08])
    flags = [int(rng.random() < share) for _ in beats]
    name, good, bad = rng.choice([
        ("valid", "1", "0"), ("Valid", "true", "false"), ("artifact", "0", "1"),
        ("artifact", "False", "True"), ("label", "N", "artifact"),
        ("label", "N", "V"), ("annotation", "N", "A"), ("type", "N", "V"),
        ("blockerBit", "0", "1"), ("is_artifact", "0", "1")])
    size = D("0.7") if bad in "VA" else D("0.5")
    step = D(1) if all(b == int(b) for b in beats) else D("0.1")
    beats = [(round(b * size / step) * step if f else b)
             for b, f in zip(beats, flags)]
    return name, [bad if f else good for f in flags], flags, beats


def extra_column(rng, n):
    """(name, unit, cells) of something else that was measured."""
    name, unit, low, high, decimals = rng.choice([
        ("Power", "W", 90, 260, 0), ("Speed", "km/h", 4, 12, 1),
        ("Temperature", "°C", 20, 24, 1), ("SpO2", "%", 94, 99, 0),
        ("RMSSD", "ms", 18, 60, 1), ("Battery", "%", 60, 61, 0),
        ("Altitude", "m", 280, 320, 0), ("Quality", None, 1, 4, 0),
        ("Cadence", "rpm", 60, 95, 0), ("errorEstimate", None, 2, 20, 0),
        ("skinContact", None, 1, 1, 0), ("Posture", None, 1, 3, 0)])
    value, out = rng.uniform(low, high), []
    for _ in range(n):
        value = min(max(value + rng.gauss(0, (high - low) / 20), low), high)
        out.append("%.*f" % (decimals, value))
    return name, unit, out


def join_row(cells, sep, quote_all=False, pad=False):
    """One line of a table; cells that hold the separator are quoted."""
    out = []
    for cell in cells:
        if quote_all or sep in cell or '"' in cell:
            cell = '"' + cell.replace('"', '""') + '"'
        out.append(cell)
    return (" %s " % sep if pad else sep).join(out)


def tight(name):
    """A name without spaces."""
    return name.replace(" (", "(").replace(" [", "[").replace(" ", "_")


def table_lines(rng, columns, sep, header=True, units_row=False):
    """Lines of a table from (name, unit, cells)."""
    quote_all = rng.random() < 0.08 and sep != " "
    pad = sep == "|" and rng.random() < 0.5
    lines = []
    if header:
        names = [name if units_row else named(rng, name, unit)
                 for name, unit, _ in columns]
        lines.append(names)
        if units_row:
            form, none = rng.choice([("[%s]", "[-]"), ("[%s]", ""), ("(%s)", ""),
                                     ("%s", ""), ("%s", "-")])
            if sep == " ":
                none = "-"
            lines.append([form % unit if unit else none
                          for _, unit, _ in columns])
        if sep == " ":
            lines[0] = [tight(name) for name in lines[0]]
    lines += [list(row) for row in zip(*[cells for _, _, cells in columns])]
    return [join_row(row, sep, quote_all, pad) for row in lines]


def thousands(text):
    """1058 as 1,058."""
    return "{:,}".format(int(text)) if text.isdigit() else text


EXTENSIONS = {",": ["csv", "csv", "txt"], ";": ["csv", "csv", "txt"],
              "\t": ["tsv", "txt", "txt", "csv"], " ": ["txt", "dat"],
              "|": ["txt", "csv"]}


def kind_table(rng):
    """Intervals among other columns."""
    if rng.random() < 0.18:
        return table_two_columns(rng)
    sep = rng.choice([",", ",", ",", ";", ";", "\t", "\t", " ", "|"])
    if rng.random() < 0.12 and sep != ",":
        return table_without_header(rng, sep)
    sort, grid, beats = heart(rng)
    language = rng.choice(LANGUAGES)
    comma = rng.random() < (0.08 if sep == "," else 0.35)
    words, flags, others = [], None, []
    if rng.random() < 0.35:
        name, cells, flags, beats = flag_column(rng, beats)
        others.append((name, None, cells))
        words.append("marks in " + name)
    writer = Writer(rng, grid, comma=comma)
    cells, exact = map(list, zip(*[writer.cell(v) for v in beats]))
    n = len(cells)
    if rng.random() < 0.3:
        rates = ["%d" % round(60000 / v) for v in exact]
        others.append((rng.choice(["HR", "hr", "Heart rate", "bpm", "Puls"]),
                       rng.choice([None, "bpm"]), rates))
    for _ in range(rng.choice([0, 0, 0, 1, 2, 4])):
        extra = extra_column(rng, n)
        if extra[0] not in [o[0] for o in others]:
            others.append(extra)
    times = []
    if rng.random() < 0.9:
        times, word = time_columns(rng, exact, sep, comma)
        words.append(word)
    elif not others:
        others.append(extra_column(rng, n))
    grouped = writer.unit == "ms" and not writer.decimals and rng.random() < 0.1
    if grouped and max(exact) >= 1000:
        cells = [thousands(c) for c in cells]
        words.append("thousands with a comma")
    if rng.random() < 0.1:
        empty = rng.choice(["NaN", "nan", "NA", "null"] + [""] * (sep != " ") * 4)
        lost = {k for k in range(1, n) if rng.random() < 0.03}
        cells = [empty if k in lost else c for k, c in enumerate(cells)]
        exact = [v for k, v in enumerate(exact) if k not in lost]
        flags = flags and [f for k, f in enumerate(flags) if k not in lost]
        words.append("%d cells without a value" % len(lost))
    units_row = rng.random() < 0.12
    unit = writer.unit
    if unit != "us" and not units_row and not grouped and rng.random() < 0.3:
        unit = None
    columns = times + [(rng.choice(RR_NAMES[language]), unit, cells)] + others
    if rng.random() < 0.15:
        rng.shuffle(columns)
    lines = table_lines(rng, columns, sep, units_row=units_row)
    if rng.random() < 0.35:
        lines = head_lines(rng, language, 0, 12, sep) + lines
    if rng.random() < 0.12 and sep != " ":
        lines += foot_lines(rng, language, exact, writer, sep)
    if rng.random() < 0.06:
        lines.insert(0, "sep=" + sep)
    return Case("table", lines, "beats",
                "; ".join(["%s heart, %s" % (sort, writer.unit)] + words),
                [recording(exact, flags)], extension=rng.choice(EXTENSIONS[sep]))


def table_without_header(rng, sep):
    """Times beside intervals, without any name."""
    sort, grid, beats = heart(rng)
    writer = Writer(rng, grid, rng.choice(["ms", "ms", "s"]),
                    comma=rng.random() < 0.3)
    cells, exact = map(list, zip(*[writer.cell(v) for v in beats]))
    times, word = time_columns(rng, exact, sep, writer.comma)
    columns = times + [("", None, cells)]
    if rng.random() < 0.3:
        columns.append(("", None, ["%d" % round(60000 / v) for v in exact]))
        word += ", heart rate beside"
    return Case("table", table_lines(rng, columns, sep, header=False), "beats",
                "no header; %s heart, %s; %s" % (sort, writer.unit, word),
                [recording(exact)], extension=rng.choice(EXTENSIONS[sep]))


def table_two_columns(rng):
    """Two columns that both look like the intervals."""
    sep = rng.choice([",", ",", ";", "\t"])
    sort, grid, beats = heart(rng)
    writer = Writer(rng, grid, "ms")
    one, exact = map(list, zip(*[writer.cell(v) for v in beats]))
    same = rng.random() < 0.45
    names = list(rng.choice([("rr", "rr"), ("RR", "RR"), ("RR1", "RR2"),
                             ("RR raw", "RR corrected"), ("RR", "IBI"),
                             ("RR strap", "RR watch")]))
    if same:
        two, other = one, exact
    else:
        moved = [v + round(rng.gauss(0, 12)) for v in exact]
        two, other = map(list, zip(*[writer.cell(v) for v in moved]))
    units = ["ms", "ms"] if rng.random() < 0.5 else [None, None]
    if same and rng.random() < 0.3:
        names, units = ["RR", "RR"], ["ms", "s"]
        two = [plain(v / 1000) for v in exact]
    columns = [(names[0], units[0], one), (names[1], units[1], two)]
    if rng.random() < 0.6:
        times, _ = time_columns(rng, exact, sep, False)
        columns = times + columns
    case = Case("table", table_lines(rng, columns, sep), "ambiguous",
                "two columns of intervals, %s heart" % sort,
                readings=[reading("first column, " + names[0], [recording(exact)]),
                          reading("second column, " + names[1], [recording(other)])],
                extension=rng.choice(EXTENSIONS[sep]))
    if rng.random() < 0.5:
        case.readings.reverse()
    return case


# ------------------------------ kinds: list, blocks, people, stages, long

def packets(rng, cells, exact):
    """Groups of cells as they arrive about every second: (ms, cells)."""
    out, now, edge = [], D(0), D(0)
    for cell, value in zip(cells, exact):
        now += value
        if not out or now > edge:
            while edge < now:
                edge += 1000
            out.append((edge, []))
        out[-1][1].append(cell)
    return out


def kind_list(rng):
    """Several intervals in a cell or in a row."""
    sort, grid, beats = heart(rng, n=beat_count(rng, 30, 1500))
    writer = Writer(rng, "ms" if grid == "1024" else grid,
                    rng.choice(["ms", "ms", "ms", "s"]))
    cells, exact = map(list, zip(*[writer.cell(v) for v in beats]))
    if rng.random() < 0.4:
        return list_rows(rng, sort, writer, cells, exact)
    sep = rng.choice([",", ",", ";", "\t"])
    form = rng.choice([s for s in ["a;b", "a b", "[a, b]", "a, b", "a|b", "[a b]"]
                       if sep not in s or rng.random() < 0.7])
    joint = {"a;b": ";", "a b": " ", "[a, b]": ", ", "a, b": ", ", "a|b": "|",
             "[a b]": " "}[form]
    lines = []
    unit = rng.choice(["ms", None]) if writer.unit == "ms" else "s"
    head = [rng.choice(["time (ms)", "timestamp", "ms"]), "HR",
            named(rng, rng.choice(["RR", "RR intervals", "rr", "rrs"]), unit)]
    lines.append(join_row(head, sep))
    first = rng.choice([0, 0, 1700000000000])
    for at, group in packets(rng, cells, exact):
        body = joint.join(group)
        body = "[%s]" % body if form[0] == "[" else body
        rate = "%d" % round(60000 * len(group) / sum(
            D(c) * FACTOR[writer.unit] for c in group))
        lines.append(join_row([str(first + at), rate, body], sep))
        if rng.random() < 0.05:
            empty = "[]" if form[0] == "[" else ""
            lines.append(join_row([str(first + at + 500), rate, empty], sep))
    return Case("list", lines, "beats", "lists like %s in a cell, %s" % (form, sort),
                [recording(exact)], extension=rng.choice(EXTENSIONS[sep]))


def list_rows(rng, sort, writer, cells, exact):
    """Rows of a fixed or a changing number of intervals, or one long row."""
    per = rng.choice([8, 10, 12, 16, 20, "changing", "all", "all"])
    sep = rng.choice([", ", ",", ";", " ", "\t"])
    if isinstance(per, int) and rng.random() < 0.5:
        whole = len(cells) // per * per
        cells, exact = cells[:whole], exact[:whole]
    lines, at = [], 0
    while at < len(cells):
        size = {"changing": rng.randint(3, 9), "all": len(cells)}.get(per, per)
        lines.append(sep.join(cells[at:at + size]))
        at += size
    form = rng.choice(["bare", "bare", "brackets", "named"])
    if form == "brackets":
        lines[0], lines[-1] = "[" + lines[0], lines[-1] + "]"
    elif form == "named":
        lines.insert(0, rng.choice(["RR intervals (%s):", "# RR [%s]", "RR (%s)"])
                     % writer.unit)
    if form == "bare" and isinstance(per, int) and len(cells) % per == 0 < len(lines) - 1:
        columns = [recording(exact[k::per]) for k in range(per)]
        return Case("list", lines, "ambiguous",
                    "full rows of %d without a name: one row after the other, "
                    "or a column each" % per, readings=[
                        reading("row after row", [recording(exact)]),
                        reading("each column a recording", columns)])
    return Case("list", lines, "beats", "%s intervals in a row, %s heart"
                % (per, sort), [recording(exact)])


def kind_blocks(rng):
    """A table whose header comes again, as after a restart of the app."""
    sort, grid, beats = heart(rng, n=beat_count(rng, 60, 1500))
    writer = Writer(rng, grid, rng.choice(["ms", "ms", "s"]))
    cells, exact = map(list, zip(*[writer.cell(v) for v in beats]))
    sep = rng.choice([",", ";", "\t"])
    columns = [(rng.choice(RR_NAMES[rng.choice(LANGUAGES)]), writer.unit, cells)]
    if rng.random() < 0.8:
        times, _ = time_columns(rng, exact, sep, False)
        columns = times + columns
    table = table_lines(rng, columns, sep)
    head, rows = table[0], table[1:]
    count = rng.randint(2, 5)
    cuts = sorted(rng.sample(range(5, len(rows) - 5), count - 1))
    gap = [""] * rng.choice([0, 0, 1, 2])
    again = rng.choice([[], ["# restarted"], ["Device: Chest strap 3"]])
    lines = []
    for k, (a, b) in enumerate(zip([0] + cuts, cuts + [len(rows)])):
        lines += (gap + again if k else []) + [head] + rows[a:b]
    return Case("blocks", lines, "beats",
                "the header comes %d times in one recording" % count,
                [recording(exact)], extension=rng.choice(EXTENSIONS[sep]))


def kind_people(rng):
    """A column that says whose beats they are: one recording each."""
    sep = rng.choice([",", ",", ";", "\t"])
    name, form = rng.choice([
        ("participant", "S%d"), ("subject", "P%02d"), ("Subject ID", "%d"),
        ("ID", "%03d"), ("Proband", "VP%02d"), ("sujet", "sujet %d"),
        ("participant_id", "sub-%02d"), ("patient", "%d"), ("Name", "")])
    count = rng.randint(2, 6)
    ids = ([form % k for k in rng.sample(range(1, 40), count)] if form else
           rng.sample(["Anna", "Ben", "Chloé", "Dirk", "Eva", "Filip"], count))
    unit = rng.choice(["ms", "ms", "s"])
    grid = rng.choice(["ms", ".1"])
    writer = Writer(rng, grid, unit)
    rows, found = [], []
    extra = rng.random() < 0.4
    timed = rng.random() < 0.5
    for who in ids:
        _, _, beats = heart(rng, n=beat_count(rng, 20, 300), grid=grid)
        cells, exact = zip(*[writer.cell(v) for v in beats])
        found.append(recording(exact, who=who))
        stage, now = rng.choice(["rest", "task"]), D(0)
        for cell, value in zip(cells, exact):
            now += value
            rows.append([who] + ([stage] if extra else [])
                        + ([rounded(now / 1000, 3)] if timed else []) + [cell])
    head = ([name] + (["condition"] if extra else [])
            + (["time (s)"] if timed else [])
            + [named(rng, rng.choice(RR_NAMES["en"]), unit)])
    if rng.random() < 0.2:
        head, rows = head[::-1], [row[::-1] for row in rows]
    lines = [join_row(row, sep) for row in [head] + rows]
    return Case("people", lines, "beats", "%d people below one another" % count,
                found, extension=rng.choice(EXTENSIONS[sep]))


def kind_stages(rng):
    """A label that returns: stages of one recording, not people."""
    sep = rng.choice([",", ";", "\t"])
    sort, grid, beats = heart(rng, n=beat_count(rng, 60, 1500))
    writer = Writer(rng, grid, rng.choice(["ms", "ms", "s"]))
    cells, exact = map(list, zip(*[writer.cell(v) for v in beats]))
    name, labels = rng.choice([
        ("phase", ["rest", "stress", "rest"]), ("stage", ["1", "2", "1", "2"]),
        ("condition", ["baseline", "task", "baseline", "task", "baseline"]),
        ("activity", ["lying", "standing", "lying"]),
        ("label", ["pre", "breathing", "pre"]), ("Phase", ["Ruhe", "Last", "Ruhe"]),
        ("sleep stage", ["N2", "N3", "N2", "REM", "N2", "W"])])
    cuts = sorted(rng.sample(range(5, len(cells) - 5), len(labels) - 1))
    column = [labels[sum(k >= c for c in cuts)] for k in range(len(cells))]
    columns = [(name, None, column),
               (rng.choice(RR_NAMES["en"]), writer.unit, cells)]
    if rng.random() < 0.6:
        times, _ = time_columns(rng, exact, sep, False)
        columns = times + columns
    return Case("stages", table_lines(rng, columns, sep), "beats",
                "stages %s of one recording" % "-".join(labels),
                [recording(exact)], extension=rng.choice(EXTENSIONS[sep]))


def kind_long(rng):
    """event,value,timestamp: a line for whatever happened."""
    sep = rng.choice([",", ",", ";", "\t"])
    sort, _, beats = heart(rng, n=beat_count(rng, 30, 800), grid="ms")
    event = rng.choice(["InterBeatInterval", "RR", "ibi", "RR interval", "rr_ms"])
    head = rng.choice([["event", "value", "timestamp"],
                       ["type", "value", "time"], ["name", "value", "timestamp"]])
    moment = start_moment(rng)
    stamp = rng.choice([lambda m: m.isoformat(),
                        lambda m: str((m - EPOCH) // datetime.timedelta(
                            milliseconds=1))])
    others = rng.sample([("MeanHrv", 20, 60), ("HeartRate", 55, 90),
                         ("PacerRate", 6, 6), ("Battery", 60, 90),
                         ("RMSSD", 20, 60)], rng.randint(1, 3))
    lines = [sep.join(head)]
    for value in beats:
        moment += datetime.timedelta(milliseconds=int(value))
        lines.append(sep.join([event, plain(value), stamp(moment)]))
        for name, low, high in others:
            if rng.random() < 0.3:
                lines.append(sep.join([name, str(rng.randint(low, high)),
                                       stamp(moment)]))
    return Case("long", lines, "beats", "intervals are the rows " + event,
                [recording(beats)], extension=rng.choice(EXTENSIONS[sep]))


# ------------------------------------------------ kinds: beat times, peaks

def kind_beat_times(rng):
    """Moments of the beats in decimal seconds."""
    sort, _, beats = heart(rng)
    now = D(str(round(rng.uniform(0, 1.2), 3)))
    if rng.random() < 0.1:
        now += rng.randint(100, 90000)
    decimals = rng.choice([3, 3, 4, 5])
    comma = rng.random() < 0.15
    name = rng.choice([None, None, "Time (s)", "beat_time_s", "R peak time (s)",
                       "Beat times [s]", "R-Zacke (s)", "peaks_s", "time"])
    cells = [rounded(now, decimals)]
    for value in beats:
        now += value / 1000
        cells.append(rounded(now, decimals))
    exact = [d * 1000 for d in steps([D(c) for c in cells])]
    comma = comma and name is not None
    if comma:
        cells = [c.replace(".", ",") for c in cells]
    lines = head_lines(rng, "en", 0, 5) if rng.random() < 0.3 else []
    lines += ([name] if name else []) + cells
    return Case("beat_times", lines, "beats", "moments of beats in s, %s heart"
                % sort, [recording(exact)], extension=rng.choice(["txt", "csv"]))


def kind_peaks(rng):
    """Sample numbers of the R peaks."""
    sort, _, beats = heart(rng)
    rate = rng.choice([100, 125, 128, 130, 200, 250, 256, 360, 500, 512, 1000])
    at = [rng.randint(5, rate)]
    for value in beats:
        at.append(at[-1] + int(round(value * rate / 1000)))
    gaps = steps(at)
    name = rng.choice(["ECG_R_Peaks", "R_peaks", "rpeaks", "r_peak_index",
                       "R peak (sample)", "sample", "R-Peaks", "peak_index"])
    where = rng.choice(["name", "head", "header", "nowhere", "nowhere", "nowhere"])
    header = where == "header" or rng.random() < 0.5
    lines, part = [], ""
    if where == "name":
        part = rng.choice(["_%dhz", "_%dHz", "_fs%d", "-%d_Hz"]) % rate
    elif where == "head":
        lines.append(rng.choice(["# sampling rate: %d Hz", "fs=%d", "Fs: %d",
                                 "# Sampling frequency (Hz): %d",
                                 "Abtastrate: %d Hz"]) % rate)
    if header:
        lines.append(name + (" (%d Hz)" % rate if where == "header" else ""))
    lines += [str(v) for v in at]
    known = where != "nowhere"
    in_ms = [D(g) * 1000 / rate for g in gaps]
    in_ms = [v if v == v.quantize(D("1e-9")) else v.quantize(D("1e-9"))
             for v in in_ms]
    extension = rng.choice(["txt", "csv"])
    if not known and not header and 200 <= median(gaps) <= 3000:
        options = [reading("samples at %d Hz" % rate, [recording(in_ms)]),
                   reading("times in ms", [recording([D(g) for g in gaps])])]
        if rate == 1000:
            options = [options[1], reading("samples at 500 Hz", [
                recording([D(g) * 2 for g in gaps])])]
        return Case("peaks", lines, "ambiguous", "rising whole numbers without "
                    "name and rate: times in ms or samples", readings=options,
                    rate_hz=rate, extension=extension)
    return Case("peaks", lines, "peaks", "positions of R peaks, rate %s" % (
        "in the " + where if known else "not stated"),
        [recording(in_ms)], rate_hz=rate, rate_known=known,
        extension=extension, name_part=part)


def signal_head(rng, rate, names, units, sep):
    """Lines that state the rate, in the ways of several programs."""
    style = rng.choice(["plain", "plain", "plain", "interval", "msec", "json"])
    number = plain(D(rate))
    if style == "interval":
        return ["Interval=\t%s s" % plain((D(1) / rate).quantize(D("1e-9"))),
                "TimeFormat=\tStartOfBlock",
                "ChannelTitle=\t" + "\t".join(names),
                "Range=\t" + "\t".join("10.000 V" for _ in names),
                "UnitName=\t" + "\t".join(u or "*" for u in units)]
    if style == "msec":
        per = plain((D(1000) / rate).quantize(D("1e-6")))
        return ["recording.acq", per + " msec/sample",
                "%d channels" % len(names)] + [
                    line for n, u in zip(names, units) for line in (n, u or "none")]
    if style == "json":
        return ["# Text File Format. Version 1", "# " + json.dumps(
            {"device": {"sampling rate": rate, "channels": names}}),
            "# EndOfHeader"]
    word = rng.choice(["# Sampling rate: %s Hz", "Sampling frequency (Hz): %s",
                       "%%Sample Rate = %s Hz", "# fs = %s", "fs=%s",
                       "SampleRate" + sep + "%s", "Abtastrate: %s Hz",
                       "Fréquence d'échantillonnage : %s Hz", "# %s Hz"])
    lines = [word % number]
    if rng.random() < 0.5:
        lines = head_lines(rng, rng.choice(LANGUAGES), 0, 5) + lines
    return lines


def sample_times(rng, n, rate):
    """(name, unit, cells) of the moments of samples."""
    start = start_moment(rng)
    sort = rng.choice(["s", "s", "s", "ms", "clock", "epoch", "iso"])
    at = [D(k) * 1000 / rate for k in range(n)]
    if sort == "s":
        return "time", "s", [rounded(a / 1000, 6 if 1000 % rate else 3) for a in at]
    if sort == "ms":
        return "time", "ms", [rounded(a, 3 if 1000 % rate else 0) for a in at]
    if sort == "epoch":
        first = (start - EPOCH) // datetime.timedelta(milliseconds=1)
        return "timestamp", None, [str(first + int(a)) for a in at]
    moments = [start + datetime.timedelta(microseconds=int(a * 1000)) for a in at]
    if sort == "clock":
        return "time", None, [clock(m, 3, ".") for m in moments]
    return "timestamp", None, [m.isoformat(timespec="milliseconds") for m in moments]


# ---------------------------------------------------------- kind: signal

def beat_moments(rng, seconds):
    """Moments of beats in s that cover this many seconds."""
    mean, now, out = rng.uniform(500, 1100), rng.uniform(0, 0.8), []
    for value in resting(rng, int(seconds * 2.5) + 5, mean):
        out.append(now)
        now += max(value, 300) / 1000
    return [t for t in out if t < seconds + 0.5]


def add_waves(out, rate, moments, waves):
    """Add bell-shaped waves (delay s, width s, height) at each moment."""
    for moment in moments:
        for delay, width, height in waves:
            mid = (moment + delay) * rate
            reach = 4 * width * rate
            for k in range(max(0, int(mid - reach)),
                           min(len(out), int(mid + reach) + 1)):
                out[k] += height * math.exp(-((k - mid) / (width * rate)) ** 2 / 2)


def ecg_wave(rng, n, rate, noise=0.01, wander=0.05):
    """An electrocardiogram in mV."""
    breath, high = rng.uniform(0.15, 0.35), rng.uniform(0.5, 1.6)
    out = [rng.gauss(0, noise)
           + wander * math.sin(2 * math.pi * breath * k / rate) for k in range(n)]
    add_waves(out, rate, beat_moments(rng, n / rate),
              [(-0.17, 0.022, 0.12), (-0.028, 0.008, -0.12), (0, 0.010, high),
               (0.028, 0.009, -0.22), (0.26, 0.045, 0.28)])
    return out


def ppg_wave(rng, n, rate):
    """A pulse wave about 0 with a height of about 1."""
    out = [rng.gauss(0, 0.01) for _ in range(n)]
    add_waves(out, rate, beat_moments(rng, n / rate),
              [(0.1, 0.06, 1.0), (0.35, 0.08, 0.4)])
    return [v - 0.4 for v in out]


def slow_wave(rng, n, rate, hertz, noise):
    """A sine that is not quite regular, with noise."""
    phase, out = rng.uniform(0, 6), []
    for _ in range(n):
        phase += 2 * math.pi * hertz / rate * (1 + rng.gauss(0, 0.05))
        out.append(math.sin(phase) + rng.gauss(0, noise))
    return out


def wander_wave(rng, n, keep, size):
    """Noise with a memory."""
    value, out = 0.0, []
    for _ in range(n):
        value = keep * value + rng.gauss(0, size)
        out.append(value)
    return out


def counts(wave, bits, share=0.25, middle=0.5):
    """Whole numbers of a converter of so many bits."""
    top = 2 ** bits - 1
    return [str(min(max(round(top * (middle + share * v / 2)), 0), top))
            for v in wave]


def fixed(wave, decimals, factor=1.0, offset=0.0):
    """Numbers with so many decimals."""
    return ["%.*f" % (decimals, v * factor + offset) for v in wave]


def trigger_wave(rng, n, rate):
    """Zero, with a mark now and then."""
    high, out = rng.choice(["1", "5", "255"]), ["0"] * n
    for _ in range(max(1, int(n / rate / 3))):
        at = rng.randrange(n)
        for k in range(at, min(n, at + max(1, rate // 20))):
            out[k] = high
    return out


SIGNALS = {
    "ecg mV": ("ECG", "mV", lambda g, n, r: fixed(ecg_wave(g, n, r), 3)),
    "ecg uV": ("ECG", "uV", lambda g, n, r: fixed(ecg_wave(g, n, r), 0, 1000)),
    "ecg V": ("ECG", "V", lambda g, n, r: fixed(ecg_wave(g, n, r), 4, 0.8, 1.5)),
    "ecg 8 bit": ("ECG", None, lambda g, n, r: counts(ecg_wave(g, n, r), 8)),
    "ecg 10 bit": ("ECG", None, lambda g, n, r: counts(ecg_wave(g, n, r), 10)),
    "ecg 12 bit": ("ecg_raw", None, lambda g, n, r: counts(ecg_wave(g, n, r), 12)),
    "ecg 16 bit": ("ECG", None, lambda g, n, r: fixed(
        ecg_wave(g, n, r), 0, 8000, g.choice([0, 0, 32768]))),
    "ecg inverted": ("II", "mV", lambda g, n, r: fixed(ecg_wave(g, n, r), 3, -1)),
    "ecg noisy": ("ECG", "mV", lambda g, n, r: fixed(
        ecg_wave(g, n, r, noise=0.3), 3)),
    "ecg wander": ("ECG", "mV", lambda g, n, r: fixed(
        ecg_wave(g, n, r, wander=1.5), 3)),
    "ecg clipped": ("ECG", None, lambda g, n, r: counts(
        ecg_wave(g, n, r), 10, 1.2, 0.4)),
    "ppg V": ("PPG", "V", lambda g, n, r: fixed(ppg_wave(g, n, r), 3, 0.6, 1.2)),
    "ppg counts": ("PPG", None, lambda g, n, r: fixed(
        ppg_wave(g, n, r), 0, *g.choice([(90, 520), (400, 2000), (900, 98000)]))),
    "belt": ("Belt", "V", lambda g, n, r: fixed(
        slow_wave(g, n, r, 0.25, 0.01), 3, *g.choice([(0.5, 0), (0.6, 1.6)]))),
    "eeg": ("Fp1", "uV", lambda g, n, r: fixed(
        [a + 6 * b for a, b in zip(wander_wave(g, n, 0.95, 5),
                                   slow_wave(g, n, r, 10, 0.1))], 2)),
    "accelerometer": ("ACC_X", "g", lambda g, n, r: fixed(
        wander_wave(g, n, 0.9, 0.01), 3, 1, g.choice([-1, 0, 1]))),
    "accelerometer mg": ("X [mg]", None, lambda g, n, r: fixed(
        wander_wave(g, n, 0.9, 10), 0, 1, g.choice([-950, 30, 980]))),
    "trigger": ("Trigger", None, trigger_wave),
    "temperature": ("Temp", "°C", lambda g, n, r: fixed(
        wander_wave(g, n, 0.999, 0.001), 2, 1, 33.5)),
    "skin conductance": ("EDA", "uS", lambda g, n, r: fixed(
        wander_wave(g, n, 0.9995, 0.003), 3, 1, g.uniform(1, 4))),
    "muscle": ("EMG", "mV", lambda g, n, r: fixed(
        wander_wave(g, n, 0.2, 0.15), 4)),
}
RATES = [100, 125, 128, 130, 200, 250, 256, 360, 500, 1000]


def kind_signal(rng):
    """Samples of one or several signals."""
    rate = rng.choice(RATES)
    n = int(min(rate * rng.uniform(8, 40), max(rate * 8, 6000)))
    sorts = [rng.choice(sorted(SIGNALS))]
    layout = rng.choice(["single", "single", "time", "counter", "channels",
                         "channels", "channels and time"])
    if layout.startswith("channels"):
        sorts += rng.choices(sorted(SIGNALS), k=rng.randint(1, 3))
    sep = rng.choice([",", ",", ";", "\t", "\t", " "])
    where = rng.choice(["head", "name", "nowhere", "nowhere"])
    channels = []
    for k, sort in enumerate(sorts):
        name, unit, make_cells = SIGNALS[sort]
        if name in [c[0] for c in channels]:
            name += str(k + 1)
        channels.append((name, unit, make_cells(rng, n, rate)))
    names, units = [c[0] for c in channels], [c[1] for c in channels]
    columns = list(channels)
    if layout.endswith("time"):
        columns.insert(0, sample_times(rng, n, rate))
    elif layout == "counter":
        first = rng.choice([0, 1])
        columns.insert(0, (rng.choice(["sample", "n", "Index", "sample #"]), None,
                           [str(k + first) for k in range(n)]))
    if sep != "," and rng.random() < 0.2:
        columns = [(a, b, [c.replace(".", ",") if ":" not in c else c
                           for c in cells]) for a, b, cells in columns]
    header = rng.random() < 0.6
    with_units = rng.random() < 0.6
    if not with_units:
        columns = [(a, None, c) for a, _, c in columns]
    lines = table_lines(rng, columns, sep, header,
                        units_row=header and with_units and rng.random() < 0.3)
    if sorts[0] in ("ecg 10 bit", "ecg clipped") and layout == "single" \
            and rng.random() < 0.3:
        at = rng.randrange(10, n - 10)
        lines[at:at + 5] = ["!"] * 5
    part = ""
    if where == "head":
        lines = signal_head(rng, rate, names, units, sep) + lines
    elif where == "name":
        part = rng.choice(["_%dhz", "_%dHz", "_fs%d", "_%d_Hz"]) % rate
    elif rng.random() < 0.2:
        lines = head_lines(rng, rng.choice(LANGUAGES), 0, 6) + lines
    known = where != "nowhere" or layout.endswith("time")
    named_by_head = where == "head" and any(n in line for line in lines[:12] for n in names)
    stated = [[n.split(" [")[0] if header and n[-1:] not in "23456" else None,
               (u if with_units else None) or ("mg" if n.endswith("[mg]") else None)
               if header else None] for n, u in zip(names, units)]
    return Case("signal", lines, "signal", "%s, %s, rate %s" % (
        " + ".join(sorts), layout, "in the " + where if where != "nowhere" else
        "by the times" if known else "not stated"), rate_hz=rate,
        rate_known=known, name_part=part, extension=rng.choice(EXTENSIONS[sep]),
        channels=None if named_by_head and not header else stated)


# ---------------------------------------------------------- kind: refuse

def grid_of(rng, n, makers):
    """n rows of cells, one maker (of the row number) a column."""
    return [[str(make(k)) for make in makers] for k in range(n)]


def walk(rng, low, high, decimals=0):
    """A maker of values that wander between two bounds."""
    state = [rng.uniform(low, high)]

    def step(_):
        state[0] = min(max(state[0] + rng.gauss(0, (high - low) / 12), low), high)
        return "%.*f" % (decimals, state[0])
    return step


def day_stamps(rng, step, form="%Y-%m-%d"):
    """A maker of moments this many seconds apart."""
    start = start_moment(rng)
    return lambda k: (start + datetime.timedelta(seconds=k * step)).strftime(form)


def refuse_heart_rate(rng):
    """Heart rates, with times or alone."""
    n, rate = rng.randint(30, 900), walk(rng, 48, rng.choice([95, 170]))
    name = rng.choice(["HR", "Heart Rate (bpm)", "heart_rate", "bpm", "Puls",
                       "Fréquence cardiaque", "Frecuencia cardiaca", "Tętno",
                       "Hartslag", "HR [1/min]", None])
    form = rng.choice(["alone", "counter", "clock", "stamp", "elapsed"])
    if form == "alone" or name is None:
        return "heart rates alone", [name] if name else None, grid_of(rng, n, [rate])
    first = {"counter": str, "elapsed": lambda k: "%d.0" % k,
             "clock": day_stamps(rng, 1, "%H:%M:%S"),
             "stamp": day_stamps(rng, 1, "%Y-%m-%d %H:%M:%S")}[form]
    return ("heart rates, " + form,
            [{"counter": "Sample"}.get(form, "Time"), name],
            grid_of(rng, n, [first, rate]))


def refuse_breathing(rng):
    """Breaths a minute under the name RR."""
    n, decimals = rng.randint(20, 600), rng.choice([0, 0, 1])
    breaths = walk(rng, *rng.choice([(8, 22), (14, 40)]), decimals)
    name = rng.choice(["RR", "RR", "rr", "RR (breaths/min)", "RR [1/min]",
                       "Resp Rate", "respiration_rate"])
    if rng.random() < 0.3:
        return "breaths a minute alone", [name], grid_of(rng, n, [breaths])
    stamps = day_stamps(rng, 60, "%d.%m.%Y %H:%M")
    if rng.random() < 0.5:
        return "breaths a minute", ["time", name], grid_of(rng, n, [stamps, breaths])
    return ("vital signs, breaths a minute", ["Time", "HR", name, "SpO2", "NBPs"],
            grid_of(rng, n, [stamps, walk(rng, 60, 110), breaths,
                             walk(rng, 92, 100), walk(rng, 105, 150)]))


def refuse_pressure(rng):
    """Blood pressure."""
    high, low, pulse = walk(rng, 105, 150), walk(rng, 65, 95), walk(rng, 55, 90)
    stamps, n = day_stamps(rng, 43200, "%Y-%m-%d %H:%M"), rng.randint(10, 200)
    if rng.random() < 0.6:
        pair = lambda k: high(k) + "/" + low(k)
        if rng.random() < 0.3:
            return "blood pressures alone", rng.choice([None, ["BP"]]), \
                grid_of(rng, n, [pair])
        return ("blood pressures", ["Date", "Blood pressure", "Pulse"],
                grid_of(rng, n, [stamps, pair, pulse]))
    return ("blood pressures", ["Date", "Heart rate", "Systolic", "Diastolic",
                                "Comments"],
            grid_of(rng, n, [stamps, pulse, high, low, lambda k: ""]))


def refuse_summary(rng):
    """Summaries of watches and rings."""
    n, day = rng.randint(10, 400), day_stamps(rng, 86400)
    part = day_stamps(rng, 300, "%Y-%m-%dT%H:%M:%S")
    hrv, rest = walk(rng, 20, 90, rng.choice([0, 1, 3])), walk(rng, 45, 65)
    sort = rng.choice(["fitbit", "fitbit day", "oura", "whoop", "withings",
                       "withings list", "samsung", "garmin"])
    table = {
        "fitbit": (["timestamp", "rmssd", "coverage", "low_frequency",
                    "high_frequency"],
                   [part, hrv, walk(rng, .9, 1, 3), walk(rng, 200, 1900, 3),
                    walk(rng, 200, 900, 3)]),
        "fitbit day": (["timestamp", "rmssd", "nremhr", "entropy"],
                       [day, hrv, rest, walk(rng, 2.1, 2.9, 3)]),
        "oura": (["date", "Average HRV", "Lowest Resting Heart Rate",
                  "Respiratory Rate", "Total Sleep Duration"],
                 [day, hrv, rest, walk(rng, 13, 17, 2), walk(rng, 20000, 30000)]),
        "whoop": (["Cycle start time", "Cycle timezone", "Recovery score %",
                   "Resting heart rate (bpm)", "Heart rate variability (ms)",
                   "Energy burned (cal)", "Average HR (bpm)"],
                  [day, lambda k: "UTC+01:00", walk(rng, 20, 95), rest, hrv,
                   walk(rng, 1500, 2900), walk(rng, 60, 90)]),
        "withings": (["Date", "Heart rate", "SDNN", "RMSSD"],
                     [day, rest, hrv, hrv]),
        "withings list": (["start", "duration", "value"],
                          [part, lambda k: "[60]", lambda k: "[%s]" % rest(k)]),
        "samsung": (["start_time", "com.samsung.health.heart_rate.heart_rate",
                     "heart_beat_count", "min", "max", "time_offset"],
                    [part, rest, lambda k: "1", rest, rest, lambda k: "UTC+0100"]),
        "garmin": (["Date", "Overnight HRV", "Baseline", "7d Avg"],
                   [day, lambda k: hrv(k) + "ms", lambda k: "41ms - 58ms",
                    lambda k: "49ms"]),
    }[sort]
    return "summary, " + sort, table[0], grid_of(rng, n, table[1])


def refuse_results(rng):
    """Results of analyses, of many people or of one."""
    number = lambda low, high, d=1: walk(rng, low, high, d)
    columns = [("Mean RR (ms)", number(600, 1100)), ("SDNN (ms)", number(20, 90)),
               ("RMSSD (ms)", number(15, 80)), ("Mean HR (bpm)", number(55, 95)),
               ("LF (ms2)", number(200, 1800, 0)), ("HF (ms2)", number(200, 1500, 0)),
               ("LF/HF", number(.3, 3, 2)), ("SD1", number(10, 60)),
               ("MeanNN", number(600, 1100)), ("Median NN", number(600, 1100))]
    chosen = rng.sample(columns, rng.randint(3, 7))
    if rng.random() < 0.35:
        return ("results of one person", rng.choice([None, ["Parameter", "Value"]]),
                [[name, make(0)] for name, make in chosen])
    people = rng.random() < 0.7
    first = (lambda k: "P%02d" % (k + 1)) if people else day_stamps(rng, 86400)
    return ("results of many", ["Subject" if people else "Date"]
            + [name for name, _ in chosen],
            grid_of(rng, rng.randint(5, 80), [first] + [m for _, m in chosen]))


def refuse_other(rng):
    """Tables of quite other things."""
    n, day = rng.randint(20, 500), day_stamps(rng, 3600, "%Y-%m-%d %H:%M")
    sort = rng.choice(["shop", "weather", "server", "steps", "glucose", "shares",
                       "water level"])
    table = {
        "shop": (["order_id", "item", "quantity", "price", "total"],
                 [lambda k: 10000 + k, lambda k: rng.choice(["mug", "shirt", "book"]),
                  lambda k: rng.randint(1, 5), walk(rng, 5, 990, 2),
                  walk(rng, 200, 1900, 2)]),
        "weather": (["time", "temperature_2m", "pressure_hPa", "humidity", "wind"],
                    [day, walk(rng, -5, 30, 1), walk(rng, 985, 1030, 1),
                     walk(rng, 30, 99), walk(rng, 0, 15, 1)]),
        "server": (["timestamp", "path", "status", "response_ms"],
                   [day, lambda k: "/item/%d" % k, lambda k: 200,
                    lambda k: rng.randint(210, 1900)]),
        "steps": (["date", "steps", "distance_m", "calories"],
                  [day, walk(rng, 400, 15000), walk(rng, 300, 9000),
                   walk(rng, 1500, 2900)]),
        "glucose": (["Device Timestamp", "Glucose mmol/L"],
                    [day, walk(rng, 3.5, 12, 1)]),
        "shares": (["Date", "Open", "High", "Low", "Close", "Volume"],
                   [day] + [walk(rng, 700, 900, 2) for _ in range(4)]
                   + [walk(rng, 1e5, 1e6)]),
        "water level": (["datetime", "level_cm"], [day, walk(rng, 300, 700)]),
    }[sort]
    return sort, table[0], grid_of(rng, n, table[1])


SENTENCES = [
    "The patient came on Monday and felt better than the week before.",
    "Mean RR was 812 ms at rest and 640 ms after standing up.",
    "We recorded 24 people for 5 minutes each.", "See table 3 for details.",
    "Heart rate variability rose from 32 to 41 ms in 8 weeks.",
    "Nach 10 Minuten Ruhe wurde die Messung begonnen.",
    "Le rythme cardiaque était de 72 battements par minute.",
    "", "1. Put on the strap.", "2. Sit for 10 minutes.",
    "3. Start the app and breathe 6 times a minute."]


def refuse_text(rng):
    """Prose, a log or source code: (why, lines)."""
    sort = rng.choice(["prose", "log", "code", "empty", "page", "settings"])
    n = rng.randint(10, 200)
    if sort == "prose":
        lines = [" ".join(rng.choices(SENTENCES, k=rng.randint(1, 4)))
                 for _ in range(n)]
    elif sort == "log":
        stamp = day_stamps(rng, 3, "%Y-%m-%d %H:%M:%S")
        lines = ["%s,%03d %s %s" % (
            stamp(k), rng.randint(0, 999), rng.choice(["INFO", "DEBUG", "WARN"]),
            rng.choice(["request took %d ms", "connected to sensor, attempt %d",
                        "battery %d%%", "RR buffer flushed (%d values)"])
            % rng.randint(1, 1500)) for k in range(n)]
    elif sort == "code":
        lines = ["import numpy as np", "", "def rmssd(rr):",
                 "    return np.sqrt(np.mean(np.diff(rr) ** 2))", ""]
        lines += ["rr%d = [%s]" % (k, ", ".join(str(rng.randint(700, 900))
                                                 for _ in range(3)))
                  for k in range(rng.randint(1, 6))] + ["print(rmssd(rr0))"]
    elif sort == "page":
        lines = ["<!DOCTYPE html>", "<html><head><title>Sign in</title></head>",
                 "<body>", "<p>Your session has expired (%d).</p>" % n,
                 "</body></html>"]
    elif sort == "settings":
        lines = ["[device]", "rate=%d" % rng.choice(RATES), "gain=12",
                 "window_ms=850", "[user]", "age=41", "max_hr=179"]
    else:
        lines = rng.choice([[""], ["RR (ms)"], ["time,rr_ms"], ["", "", ""],
                            ["# no data"]])
    return sort, lines


def kind_refuse(rng):
    """A file without a recording of beats."""
    if rng.random() < 0.2:
        why, lines = refuse_text(rng)
        return Case("refuse", lines, "refuse", why,
                    extension=rng.choice(["txt", "csv", "log", "md"]))
    make = rng.choice([refuse_heart_rate, refuse_heart_rate, refuse_breathing,
                       refuse_breathing, refuse_pressure, refuse_summary,
                       refuse_summary, refuse_results, refuse_results,
                       refuse_other])
    why, head, rows = make(rng)
    sep = rng.choice([",", ",", ",", ";", "\t"])
    quote_all = rng.random() < 0.15
    if sep != "," and rng.random() < 0.3:
        rows = [[c.replace(".", ",") if c.replace(".", "").isdigit() else c
                 for c in row] for row in rows]
    lines = [join_row(row, sep, quote_all)
             for row in ([head] if head else []) + rows]
    if "samsung" in why:
        lines.insert(0, "com.samsung.shealth.tracker.heart_rate,6304001,1")
    elif rng.random() < 0.25:
        lines = head_lines(rng, rng.choice(LANGUAGES), 0, 6, sep) + lines
    return Case("refuse", lines, "refuse", why,
                extension=rng.choice(EXTENSIONS[sep]))


# ------------------------------------------- kinds: hospital, phone, lab

HOSPITAL_WORDS = {
    "cs": {"head": [["Nemocnice", "Kardiologie"], ["Pacient", "anonym"],
                    ["Datum", "14. 2. 2023"], ["Záznam", "5 minut vleže"]],
           "number": ["Pořadí", "Č."], "time": ["Čas", "Čas (h:min:s)"],
           "rr": ["Interval RR", "RR interval", "RR"],
           "rate": ["Tepová frekvence", "TF"], "note": ["Poznámka"]},
    "pl": {"head": [["Szpital", "Oddział kardiologii"], ["Pacjent", "anonim"],
                    ["Data badania", "14.02.2023"], ["Zapis", "5 minut"]],
           "number": ["Lp.", "Nr"], "time": ["Czas", "Godzina"],
           "rr": ["Odstęp RR", "Interwał RR", "RR"],
           "rate": ["Częstość rytmu", "Tętno"], "note": ["Uwagi"]},
}


def kind_hospital(rng):
    """A hospital's table: quoted cells, decimal commas, units in cells."""
    words = HOSPITAL_WORDS[rng.choice(["cs", "pl"])]
    sort, grid, beats = heart(rng, n=beat_count(rng, 30, 900))
    writer = Writer(rng, grid, rng.choice(["ms", "ms", "s"]), comma=True)
    sep = rng.choice([";", ";", ",", "\t"])
    gap = rng.choice([" ", " ", "\u00a0", ""])
    in_cells = rng.random() < 0.7
    cells, exact = map(list, zip(*[writer.cell(v) for v in beats]))
    unit = None if in_cells and rng.random() < 0.7 else writer.unit
    moment, columns = start_moment(rng), []
    if rng.random() < 0.6:
        columns.append((rng.choice(words["number"]), None,
                        [str(k + 1) for k in range(len(cells))]))
    if rng.random() < 0.7:
        ends, now = [], D(0)
        for value in exact:
            now += value
            ends.append(clock(moment + datetime.timedelta(
                microseconds=int(now * 1000)), 3, ","))
        columns.append((rng.choice(words["time"]), None, ends))
    columns.append((rng.choice(words["rr"]), unit,
                    [c + gap + writer.unit for c in cells] if in_cells else cells))
    if rng.random() < 0.6:
        columns.append((rng.choice(words["rate"]), None,
                        [rounded(60000 / v, 1).replace(".", ",") + gap + "/min"
                         for v in exact]))
    if rng.random() < 0.5:
        columns.append((rng.choice(words["note"]), None, [""] * len(cells)))
    quoted = '"%s"'
    rows = [[named(rng, name, unit) for name, unit, _ in columns]]
    rows += zip(*[c for _, _, c in columns])
    lines = [sep.join(quoted % c for c in row) for row in rows]
    if rng.random() < 0.7:
        lines = [sep.join(quoted % c for c in pair)
                 for pair in words["head"][:rng.randint(1, 4)]] + \
            [""] * rng.randint(0, 1) + lines
    return Case("hospital", lines, "beats", "hospital table, %s, %s heart" % (
        writer.unit, sort), [recording(exact)], extension="csv")


def phone_polar(rng, beats, moment):
    """Pulse lengths of a wrist watch, in lists by day."""
    stamps = []
    for value in beats:
        moment += datetime.timedelta(milliseconds=int(value))
        stamps.append(moment.isoformat(timespec="milliseconds"))
    return [{"date": stamps[0][:10], "devicePpiSamplesList": [
        {"deviceId": "0A1B2C3D", "ppiSamples": [
            {"sampleDateTime": s, "pulseLength": int(v)}
            for s, v in zip(stamps, beats)]}]}]


def phone_suunto(rng, beats, moment):
    """Samples of a sports watch; intervals among places and speeds."""
    samples, k = [], 0
    while k < len(beats):
        size = rng.randint(1, 4)
        part = [int(v) for v in beats[k:k + size]]
        moment += datetime.timedelta(milliseconds=sum(part))
        stamp = moment.isoformat(timespec="milliseconds") + "+01:00"
        samples.append({"Attributes": {"suunto/sml": {"R-R": {"IBI": part}}},
                        "Source": "suunto-1", "TimeISO8601": stamp})
        if rng.random() < 0.4:
            samples.append({"Attributes": {"suunto/sml": {"Sample": {
                "Altitude": rng.randint(280, 320), "HR": round(rng.uniform(1, 2), 2),
                "Speed": round(rng.uniform(0, 4), 2)}}}, "TimeISO8601": stamp})
        k += size
    return {"DeviceLog": {"Header": {"Duration": 300, "SampleInterval": 1}},
            "Samples": samples}


def phone_movesense(rng, beats, moment):
    """Notifications of a chest sensor with a mean rate and intervals."""
    out, k = [], 0
    while k < len(beats):
        size = rng.choice([1, 1, 2])
        part = [int(v) for v in beats[k:k + size]]
        out.append({"heartRate": {"average": round(60000 / part[0], 2),
                                  "rrData": part}})
        k += size
    return {"data": out}


def phone_plain(rng, beats, moment):
    """An application's own document with a list under its name."""
    name = rng.choice(["rr", "rr_intervals", "RRIntervals", "ibi", "rrIntervals"])
    return {"version": rng.randint(1, 4), "device": "Strap 7",
            "startTime": moment.isoformat(), "heartRate": {"average": 71, "max": 98},
            name: [int(v) for v in beats]}


def kind_phone(rng):
    """A JSON document of a watch or a phone."""
    sort, _, beats = heart(rng, n=beat_count(rng, 30, 900), grid="ms")
    make_document = rng.choice([phone_polar, phone_suunto, phone_movesense,
                                phone_plain])
    document = make_document(rng, beats, start_moment(rng))
    text = json.dumps(document, indent=rng.choice([None, None, 1, 4]),
                      ensure_ascii=False)
    return Case("phone", text.split("\n"), "beats", "%s, %s heart" % (
        make_document.__doc__.split(".")[0].lower(), sort),
        [recording(beats)], extension="json")


def kind_counter(rng):
    """Samples with a short sequence counter, some lost on the way."""
    rate, n = rng.choice([100, 1000]), rng.randint(3000, 12000)
    wave = counts(ecg_wave(rng, n, rate), 10)
    top = rng.choice([16, 16, 256])
    kept = [True] * n
    for _ in range(rng.randint(0, 3)):
        at, size = rng.randrange(500, n - 500), rng.randint(1, top - 2)
        kept[at:at + size] = [False] * size
    columns, labels = ["nSeq", "I1", "O1", "A1"], ["A1"]
    head = {"20:16:12:22:01:28": {
        "sensor": ["ECG"], "device name": "20:16:12:22:01:28", "column": columns,
        "sync interval": 2, "time": "11:32:11.7", "date": "2023-2-14",
        "comments": "", "device connection": "BTH20:16:12:22:01:28",
        "channels": [1], "digital IO": [0, 1], "mode": 0, "firmware version": 1282,
        "device": "bitalino_rev", "position": 0, "sampling rate": rate,
        "label": labels, "resolution": [4, 1, 1, 10],
        "special": [{}]}}
    lines = ["# OpenSignals Text File Format", "# " + json.dumps(head),
             "# EndOfHeader"]
    lines += ["%d\t0\t0\t%s" % (k % top, wave[k]) for k in range(n) if kept[k]]
    return Case("counter", lines, "signal", "sequence counter to %d, %d lost" % (
        top - 1, kept.count(False)), rate_hz=rate, rate_known=True)


def kind_chart(rng):
    """Blocks of a chart recorder, with comments behind the rows."""
    rate = rng.choice([100, 200, 400, 1000])
    names = rng.choice([["ECG"], ["ECG", "Resp"], ["Channel 1"], ["Lead II", "BP"]])
    comma, lines, start = rng.random() < 0.3, [], start_moment(rng)
    with_time = rng.random() < 0.8
    for _ in range(rng.randint(1, 4)):
        n = rng.randint(8 * rate, 15 * rate)
        waves = [fixed(ecg_wave(rng, n, rate), 4)] + [
            fixed(slow_wave(rng, n, rate, 0.25, 0.01), 4) for _ in names[1:]]
        block = ["Interval=\t%s s" % plain(D(1) / rate),
                 "ExcelDateTime=\t4.%dE4\t%s" % (
                     rng.randint(1, 9), start.strftime("%m/%d/%Y %H:%M:%S.%f")),
                 "TimeFormat=\tStartOfBlock", "DateFormat=\t",
                 "ChannelTitle=\t" + "\t".join(names),
                 "Range=\t" + "\t".join("10.000 mV" for _ in names),
                 "UnitName=\t" + "\t".join("mV" for _ in names)]
        rows = []
        for k in range(n):
            cells = ([plain(D(k) / rate)] if with_time else []) + [
                w[k] for w in waves]
            row = "\t".join(cells)
            if rng.random() < 0.001:
                row += "\t#* " + rng.choice(["stands up", "cough 2", "task begins",
                                             "1", "812"])
            rows.append(row.replace(".", ",") if comma else row)
        lines += [b.replace(".", ",") if comma and "Interval" in b else b
                  for b in block] + rows
        start += datetime.timedelta(seconds=n / rate + rng.randint(5, 90))
    return Case("chart", lines, "signal", "blocks of %s" % " and ".join(names),
                rate_hz=rate, rate_known=True)


KINDS = [(kind_column, 8), (kind_table, 12), (kind_list, 3), (kind_blocks, 2),
         (kind_people, 3), (kind_stages, 2), (kind_long, 2),
         (kind_beat_times, 3), (kind_peaks, 4), (kind_signal, 12),
         (kind_refuse, 8), (kind_hospital, 3), (kind_phone, 3), (kind_counter, 1),
         (kind_chart, 1)]


# ---------------------------------------------------------------- files

def encoded(rng, case):
    """The bytes of the file: line ends and encoding are drawn here."""
    end = rng.choices(["\n", "\r\n", "\r"], [5, 5, 1])[0]
    text = end.join(case.lines) + (end if rng.random() < 0.9 else "")
    name = rng.choice(["utf-8"] * 6 + ["utf-8-sig"] * 2 + [
        "utf-16-le", "utf-16-be", "utf-16-le mark", "utf-16-be mark",
        "latin-1", "latin-1"])
    if name == "latin-1":
        try:
            text.encode("latin-1")
        except UnicodeEncodeError:
            name = "utf-8"
    if name.endswith(" mark"):
        name, text = name[:-5], "\ufeff" + text
    return text.encode(name)


def make(seed, number, names=()):
    """File number of this seed: its case, name and bytes."""
    rng = random.Random("%s/%d" % (seed, number))
    kinds = [k for k in KINDS if not names or k[0].__name__[5:] in names]
    maker = rng.choices([k for k, _ in kinds], [w for _, w in kinds])[0]
    case = settle(maker(rng))
    name = "%05d%s.%s" % (number, case.name_part, case.extension)
    return case, name, encoded(rng, case)


def main():
    """Write the files and the truth beside them."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--kind", action="append", default=[], help="of this kind only")
    args = parser.parse_args()
    os.makedirs(args.out, exist_ok=True)
    with open(os.path.join(args.out, "truth.ndjson"), "w",
              encoding="utf-8") as truth:
        for number in range(args.count):
            case, name, data = make(args.seed, number, args.kind)
            with open(os.path.join(args.out, name), "wb") as out:
                out.write(data)
            truth.write(json.dumps(
                {"file": name, "kind": case.kind, "verdict": case.verdict,
                 "recordings": case.recordings, "readings": case.readings,
                 "rate_hz": case.rate_hz, "rate_known": case.rate_known,
                 "channels": case.channels,
                 "why": case.why}, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
