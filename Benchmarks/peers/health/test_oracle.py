"""The oracle on small exports written by hand. Run: python3 -m unittest discover -s THIS_FOLDER"""

import math
import tempfile
import unittest
import zipfile
from datetime import date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import clocks
import export_reader
import nights
import oracle
import splits
import workouts

WATCH = ("Watch", "&lt;&lt;HKDevice: 0x1&gt;, name:Apple Watch, model:Watch, hardware:Watch6,2&gt;")
PHONE = ("Phone", "&lt;&lt;HKDevice: 0x2&gt;, name:iPhone, model:iPhone, hardware:iPhone14,2&gt;")
APP = ("App", "")
TODAY = date(2026, 11, 24)


def record(type_, source, start, end, value, unit="", inside=""):
    name, device = source
    return (
        f'<Record type="{type_}" sourceName="{name}" device="{device}" unit="{unit}" '
        f'creationDate="{end}" startDate="{start}" endDate="{end}" value="{value}">'
        f"{inside}</Record>")


def zone(name):
    return f'<MetadataEntry key="HKTimeZone" value="{name}"/>'


def at(text, offset="+0000", zone_name=None):
    """A date of an export: `2026-11-20 07:00` in a zone, written in the export's one offset."""
    moment = datetime.fromisoformat(text)
    if zone_name:
        moment = moment.replace(tzinfo=ZoneInfo(zone_name))
        hours = int(offset[:3])
        moment = moment.astimezone(ZoneInfo("UTC")).replace(tzinfo=None) + timedelta(hours=hours)
    return moment.strftime("%Y-%m-%d %H:%M:%S ") + offset


def sleep(source, start, end, stage, **how):
    inside = zone(how.pop("own")) if "own" in how else ""
    return record(
        export_reader.SLEEP, source, at(start, **how), at(end, **how),
        f"HKCategoryValueSleepAnalysis{stage}", inside=inside)


def quantity(kind, source, start, value, end=None, unit="count/min"):
    return record(
        export_reader.QUANTITY + kind, source, at(start), at(end or start), value, unit)


def workout(source, start, end, inside="", attributes="", type_="Running"):
    return (
        f'<Workout workoutActivityType="HKWorkoutActivityType{type_}" sourceName="{source[0]}" '
        f'device="{source[1]}" startDate="{at(start)}" endDate="{at(end)}" {attributes}>'
        f"{inside}</Workout>")


def event(kind, start, minutes=None):
    duration = f'duration="{minutes}" durationUnit="min"' if minutes else ""
    return f'<WorkoutEvent type="HKWorkoutEventType{kind}" date="{at(start)}" {duration}/>'


def distance_statistics(metres, kind="DistanceWalkingRunning"):
    return (
        f'<WorkoutStatistics type="HKQuantityTypeIdentifier{kind}" '
        f'sum="{metres / 1000}" unit="km"/>')


def document(*parts, exported="2026-11-24 09:00:00 +0000"):
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE HealthData [\n<!ELEMENT HealthData (a'
        f'\n]>\n<HealthData locale="en_US">\n<ExportDate value="{exported}"/>\n'
        + "\n".join(parts) + "\n</HealthData>\n")


class OracleTest(unittest.TestCase):
    def days(self, *parts, home="UTC", **options):
        """{section id: {entry id without its digest: entry}}."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "export.xml"
            path.write_text(document(*parts))
            export = export_reader.read(str(path))
        self.export = export
        found = oracle.timeline(export, home, TODAY, **options)
        self.document = found
        return {section["id"]: section["entries"] for section in found["sections"]}

    def night(self, day, *parts, **options):
        recovery = self.days(*parts, **options)[day][-1]
        return recovery["sleep"]


EXAMPLE = [
    sleep(WATCH, "2026-11-19 23:40", "2026-11-20 00:55", "AsleepCore"),
    sleep(WATCH, "2026-11-20 00:55", "2026-11-20 01:50", "AsleepDeep"),
    sleep(WATCH, "2026-11-20 01:50", "2026-11-20 02:00", "Awake"),
    sleep(WATCH, "2026-11-20 02:00", "2026-11-20 03:10", "AsleepREM"),
    sleep(WATCH, "2026-11-20 03:10", "2026-11-20 06:40", "AsleepCore"),
    sleep(PHONE, "2026-11-19 23:05", "2026-11-20 07:05", "InBed"),
    sleep(APP, "2026-11-19 23:30", "2026-11-20 06:55", "Asleep"),
]


class Nights(OracleTest):
    def test_the_written_example(self):
        night = self.night("2026-11-20", *EXAMPLE)
        minutes = {key: night[f"{key}_s"] / 60 for key in ("core", "deep", "rem", "awake", "total")}
        self.assertEqual(minutes, {"core": 285, "deep": 55, "rem": 70, "awake": 10, "total": 410})
        self.assertEqual(night["in_bed_s"], 8 * 3600)
        self.assertEqual(night["source"], "Watch")
        self.assertEqual(night["end_ms"] - night["start_ms"], 7 * 3_600_000)
        self.assertEqual(len(night["segments"]), 5)

    def test_the_reference_sums_all_sources(self):
        night = self.night("2026-11-20", *EXAMPLE, like="reference")
        self.assertEqual(night["total_s"], (22 * 60 + 15) * 60 - 0)

    def test_the_person_may_choose_the_source(self):
        night = self.night("2026-11-20", *EXAMPLE, preferred=["App"])
        self.assertEqual(night["source"], "App")
        self.assertEqual(night["total_s"], (7 * 60 + 25) * 60)

    def test_another_source_fills_half_an_hour_and_not_less(self):
        for minutes, total in ((29, 120), (30, 150)):
            with self.subTest(minutes):
                night = self.night(
                    "2026-11-20", sleep(WATCH, "2026-11-20 01:00", "2026-11-20 03:00", "AsleepREM"),
                    sleep(APP, "2026-11-20 02:00", f"2026-11-20 03:{minutes}", "AsleepCore"))
                self.assertEqual(night["total_s"], total * 60)

    def test_within_a_source_awake_wins_over_all(self):
        night = self.night(
            "2026-11-20", sleep(APP, "2026-11-20 01:00", "2026-11-20 05:00", "AsleepUnspecified"),
            sleep(APP, "2026-11-20 02:00", "2026-11-20 02:30", "Awake"),
            sleep(APP, "2026-11-20 02:20", "2026-11-20 03:00", "AsleepREM"))
        self.assertEqual(
            [night[f"{name}_s"] / 60 for name in ("awake", "rem", "unspecified", "total")],
            [30, 30, 180, 210])

    def test_more_than_three_hours_part_two_blocks(self):
        for begin, parts in (("05:00", 1), ("05:01", 2)):
            with self.subTest(begin):
                days = self.days(
                    sleep(WATCH, "2026-11-19 22:00", "2026-11-20 02:00", "AsleepCore"),
                    sleep(WATCH, f"2026-11-20 {begin}", "2026-11-20 06:00", "AsleepCore"))
                recovery = days["2026-11-20"][-1]
                self.assertEqual(1 + len(recovery["naps"]), parts)

    def test_a_short_afternoon_is_a_nap_in_no_total(self):
        days = self.days(
            sleep(WATCH, "2026-11-20 14:00", "2026-11-20 14:45", "AsleepCore"), *EXAMPLE)
        recovery = days["2026-11-20"][-1]
        self.assertEqual(recovery["naps"][0]["total_s"], 45 * 60)
        self.assertEqual(recovery["sleep"]["total_s"], 410 * 60)
        alone = self.days(sleep(WATCH, "2026-11-20 19:59", "2026-11-20 20:45", "AsleepCore"))
        self.assertIsNone(alone["2026-11-20"][-1]["sleep"])
        evening = self.days(sleep(WATCH, "2026-11-20 20:00", "2026-11-20 20:45", "AsleepCore"))
        self.assertIsNotNone(evening["2026-11-20"][-1]["sleep"])

    def test_only_in_bed_has_no_total(self):
        night = self.night(
            "2026-11-20", sleep(PHONE, "2026-11-19 23:00", "2026-11-20 07:00", "InBed"))
        self.assertIsNone(night["total_s"])
        self.assertEqual(night["in_bed_s"], 8 * 3600)

    def test_midnight_belongs_to_the_new_day(self):
        self.assertIn("2026-11-20", self.days(
            sleep(WATCH, "2026-11-19 20:00", "2026-11-20 00:00", "AsleepCore")))


class Clocks(OracleTest):
    def test_summer_night_read_from_a_winter_export(self):
        # 00:30 in July in Berlin is 23:30 of the day before in the export's winter offset.
        night = self.days(
            sleep(WATCH, "2026-07-09 20:00", "2026-07-10 00:30", "AsleepCore", offset="+0100",
                  zone_name="Europe/Berlin"), home="Europe/Berlin")
        self.assertEqual(list(night), ["2026-07-10"])
        self.assertEqual(night["2026-07-10"][0]["sleep"]["start_offset_min"], 120)

    def test_nights_when_clocks_change_last_seven_or_nine_hours(self):
        for name, day, hours in (
                ("Europe/Berlin", "2026-03-29", 7), ("Europe/Berlin", "2026-10-25", 9),
                ("Australia/Sydney", "2026-10-04", 7), ("Australia/Sydney", "2026-04-05", 9)):
            with self.subTest(name=name, day=day):
                before = str(date.fromisoformat(day) - timedelta(days=1))
                night = self.night(
                    day, sleep(WATCH, f"{before} 23:00", f"{day} 07:00", "AsleepCore",
                               zone_name=name), home=name)
                self.assertEqual(night["total_s"], hours * 3600)
                self.assertEqual(
                    abs(night["start_offset_min"] - night["end_offset_min"]), 60)

    def test_month_and_leap_day(self):
        for before, day in (("2028-02-28", "2028-02-29"), ("2027-02-28", "2027-03-01"),
                            ("2025-12-31", "2026-01-01")):
            text = document(
                sleep(WATCH, f"{before} 23:00", f"{day} 06:00", "AsleepCore"),
                exported="2030-01-01 00:00:00 +0000")
            export = self.read(text)
            found = oracle.timeline(export, "UTC", TODAY)
            self.assertEqual(found["sections"][0]["id"], day)

    def read(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "export.zip"
            with zipfile.ZipFile(path, "w") as archive:
                archive.writestr("apple_health_export/export_cda.xml", "<ClinicalDocument/>")
                archive.writestr("apple_health_export/Datei.xml", text)
            return export_reader.read(str(path))

    def test_a_quarter_of_an_hour_in_the_zone(self):
        night = self.night(
            "2026-11-20", sleep(WATCH, "2026-11-19 18:00", "2026-11-19 18:20", "AsleepCore"),
            home="Asia/Kathmandu")
        self.assertEqual(night["end_offset_min"], 345)

    def test_a_flight_ends_on_the_date_of_arrival(self):
        # Asleep in Berlin at 18:00 UTC, awake in Tokyo at 23:30 UTC: there it is the next morning.
        parts = [
            sleep(WATCH, "2026-11-19 18:00", "2026-11-19 20:00", "AsleepCore", own="Europe/Berlin"),
            sleep(WATCH, "2026-11-19 20:00", "2026-11-19 21:00", "AsleepDeep"),
            sleep(WATCH, "2026-11-19 21:00", "2026-11-19 23:30", "AsleepCore", own="Asia/Tokyo")]
        night = self.night("2026-11-20", *parts, home="Europe/Berlin")
        self.assertEqual([night["start_offset_min"], night["end_offset_min"]], [60, 540])
        west = [
            sleep(WATCH, "2026-11-20 00:30", "2026-11-20 04:00", "AsleepCore",
                  own="America/Los_Angeles")]
        self.assertEqual(list(self.days(*west, home="Europe/Berlin")), ["2026-11-19"])

    def test_beat_times_reveal_the_time_zone(self):
        beats = "".join(
            f'<InstantaneousBeatsPerMinute bpm="60" time="9:00:0{i}.00 PM"/>' for i in range(5))
        near = record(
            export_reader.QUANTITY + "HeartRateVariabilitySDNN", WATCH, at("2026-11-20 03:00"),
            at("2026-11-20 03:01"), "40", "ms",
            f"<HeartRateVariabilityMetadataList>{beats}</HeartRateVariabilityMetadataList>")
        run = workout(WATCH, "2026-11-20 02:30", "2026-11-20 02:50")
        days = self.days(near, run, home="UTC")
        entry = days["2026-11-19"][0]
        self.assertEqual(entry["start_offset_min"], -360)

    def test_times_of_beats_in_every_spelling(self):
        for text, expected in (
                ("20:14:07.68", 7284768), ("6:14:48.94 PM", 6568894), ("3:10:02,11 AM", 1140211),
                ("12:00:00,5\u202fAM", 50), ("12:00:00.00\u202fPM", 4320000), ("0:0", None)):
            self.assertEqual(clocks.day_centiseconds(text), expected, text)

    def test_beats_over_midnight_and_an_hour_off(self):
        sample = export_reader.Sample(
            "sdnn", "", "Watch", "", *[export_reader.instant(text)[0] for text in (
                "2026-11-20 23:59:30 +0100", "2026-11-21 00:00:30 +0100")], 60, 60, 40.0,
            beats=[("10:59:58.50 PM", 60), ("10:59:59.50 PM", 60), ("11:00:00.52 PM", 60)])
        offset, times = clocks.beat_instants(sample)
        self.assertEqual(offset, 0)
        self.assertEqual([b - a for a, b in zip(times, times[1:])], [1000, 1020])
        sample.beats = [("23:59:59,50", 60), ("00:00:00,50", 60)]
        offset, times = clocks.beat_instants(sample)
        self.assertEqual((offset, times[1] - times[0]), (60, 1000))

    def test_dates_that_are_none(self):
        for text in ("2026-02-30 00:00:00 +0100", "2026-11-20 00:00:00", "", "٢٠٢٦-11-20"):
            self.assertIsNone(export_reader.instant(text))
        self.assertEqual(
            export_reader.instant("20150616071916-0700"),
            export_reader.instant("2015-06-16 07:19:16 -0700"))


class Vitals(OracleTest):
    def test_median_of_the_night_else_the_newest_of_the_day(self):
        sdnn = "HeartRateVariabilitySDNN"
        parts = EXAMPLE + [
            quantity(sdnn, WATCH, "2026-11-20 01:00", 30, unit="ms"),
            quantity(sdnn, WATCH, "2026-11-20 02:00", 50, unit="ms"),
            quantity(sdnn, APP, "2026-11-20 03:00", 90, unit="ms"),
            quantity(sdnn, WATCH, "2026-11-20 12:00", 70, unit="ms"),
            quantity("RespiratoryRate", WATCH, "2026-11-20 12:00", 15),
            quantity("RestingHeartRate", WATCH, "2026-11-20 00:00", 52, "2026-11-20 08:00"),
            quantity("RestingHeartRate", WATCH, "2026-11-20 00:01", 55, "2026-11-20 07:00")]
        vitals = self.days(*parts)["2026-11-20"][-1]["vitals"]
        self.assertEqual(vitals["hrv_sdnn_ms"], {"value": 40, "from": "night", "n": 2})
        self.assertEqual(vitals["respiratory_rate"], {"value": 15, "from": "day", "n": 1})
        self.assertEqual(vitals["resting_hr_bpm"]["value"], 52)
        reference = self.days(*parts, like="reference")["2026-11-20"][-1]["vitals"]
        self.assertEqual(reference["hrv_sdnn_ms"]["value"], 70)
        self.assertEqual(reference["resting_hr_bpm"]["value"], 55)

    def test_pooled_differences_cross_neither_gaps_nor_segments(self):
        # RR alternate 800, 840: every difference is 40 ms; one beat is missing in each segment.
        parts = list(EXAMPLE)
        for hour in range(4):
            times, clock = [], 0
            for index in range(50):
                clock += 1640 if index == 25 else 800 + 40 * (index % 2)
                times.append(clock)
            beats = "".join(
                f'<InstantaneousBeatsPerMinute bpm="{72 if i != 25 else 73}" '
                f'time="0{hour}:30:{t // 1000:02d}.{t % 1000 // 10:02d}"/>'
                for i, t in enumerate(times))
            parts.append(record(
                export_reader.QUANTITY + "HeartRateVariabilitySDNN", WATCH,
                at(f"2026-11-20 0{hour}:30"), at(f"2026-11-20 0{hour}:31"), "20", "ms",
                f"<HeartRateVariabilityMetadataList>{beats}</HeartRateVariabilityMetadataList>"))
        vitals = self.days(*parts)["2026-11-20"][-1]["vitals"]
        self.assertAlmostEqual(vitals["rmssd_raw_ms"], 40)
        self.assertAlmostEqual(vitals["rmssd_ms"], math.sqrt(1550))
        self.assertEqual((vitals["stretches"], vitals["gaps"]), (4, 4))
        self.assertEqual(vitals["differences"], 4 * (23 + 23))
        self.assertEqual(vitals["pnn50_pct"], 0)

    def test_bad_values_and_repeats_are_counted(self):
        self.days(
            *[quantity("HeartRate", WATCH, "2026-11-20 01:00", value)
              for value in ("NaN", "inf", "72,5", "301", "0.5", "72", "72")])
        self.assertEqual(self.export.errors["bad_value"], 5)
        self.assertEqual(self.export.repeated, 1)


class Workouts(OracleTest):
    def entry(self, *parts):
        return self.days(*parts)["2026-11-20"][0]

    def test_interleaved_segments_are_four_kilometres_and_three_miles(self):
        begins = [
            ("18:44:41", 7.332), ("18:44:41", 11.955), ("18:52:01", 7.277), ("18:56:38", 11.129),
            ("18:59:18", 7.020), ("19:06:19", 6.891), ("19:07:46", 6.121)]
        inside = "".join(
            event("Segment", f"2026-11-20 {begin}", minutes) for begin, minutes in begins)
        entry = self.entry(workout(
            WATCH, "2026-11-20 18:44:41", "2026-11-20 19:13:54",
            inside + distance_statistics(4101), 'duration="29.2" durationUnit="min"'))
        self.assertEqual(list(entry["chains"]), ["kilometres", "miles"])
        kilometres, miles = entry["chains"].values()
        self.assertEqual([len(kilometres), len(miles)], [4, 3])
        self.assertEqual([part["partial"] for part in miles], [False, False, True])
        self.assertFalse(any(part["partial"] for part in kilometres))
        self.assertAlmostEqual(kilometres[1]["duration_s"], 7.277 * 60)
        self.assertAlmostEqual(miles[2]["distance_m"], 4101 - 2 * 1609.344)
        self.assertEqual(entry["splits"], kilometres)

    def test_an_unfitting_chain_is_segments_without_distance(self):
        inside = event("Segment", "2026-11-20 10:00", 5) + event("Segment", "2026-11-20 10:05", 5)
        entry = self.entry(workout(
            WATCH, "2026-11-20 10:00", "2026-11-20 11:00", inside + distance_statistics(9500)))
        self.assertEqual(list(entry["chains"]), ["segments"])
        self.assertIsNone(entry["splits"][0]["distance_m"])

    def test_computed_kilometres_skip_the_pause(self):
        inside = event("Pause", "2026-11-20 10:05") + event("Resume", "2026-11-20 10:10")
        parts = [
            workout(WATCH, "2026-11-20 10:00", "2026-11-20 10:20", inside),
            quantity("DistanceWalkingRunning", WATCH, "2026-11-20 10:00", 0.75, "2026-11-20 10:05",
                     "km"),
            quantity("DistanceWalkingRunning", WATCH, "2026-11-20 10:10", 1.5, "2026-11-20 10:20",
                     "km")]
        entry = self.entry(*parts)
        computed = entry["chains"]["computed"]
        # 250 m of the second sample take 100 s; the next km 400 s; 250 m remain.
        self.assertEqual([part["duration_s"] for part in computed], [400, 400, 100])
        self.assertEqual([part["partial"] for part in computed], [False, False, True])
        self.assertAlmostEqual(computed[2]["distance_m"], 250)
        self.assertEqual(entry["duration_s"], 900)

    def test_heart_rate_of_samples_holds_ten_seconds_outside_pauses(self):
        inside = event("Pause", "2026-11-20 10:00:30") + event("Resume", "2026-11-20 10:00:40")
        entry = self.entry(
            workout(WATCH, "2026-11-20 10:00", "2026-11-20 10:01", inside),
            quantity("HeartRate", WATCH, "2026-11-20 10:00:00", 100),
            quantity("HeartRate", WATCH, "2026-11-20 10:00:05", 120),
            quantity("HeartRate", WATCH, "2026-11-20 10:00:25", 140),
            quantity("HeartRate", WATCH, "2026-11-20 10:00:35", 200),
            quantity("HeartRate", APP, "2026-11-20 10:00:50", 60))
        # 100 for 5 s, 120 for 10 s, 140 for 5 s until the pause, 200 for the 5 s after it.
        self.assertAlmostEqual(entry["hr_avg_bpm"], (500 + 1200 + 700 + 1000) / 25)
        self.assertEqual((entry["hr_max_bpm"], entry["hr_from"]), (140, "samples"))

    def test_units_and_statistics_before_totals(self):
        entry = self.entry(workout(
            WATCH, "2026-11-20 10:00", "2026-11-20 10:30",
            '<WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" sum="418.4" '
            'unit="kJ"/>',
            'duration="0.5" durationUnit="hr" totalDistance="2" totalDistanceUnit="mi" '
            'totalEnergyBurned="7" totalEnergyBurnedUnit="kcal"'))
        self.assertAlmostEqual(entry["energy_kcal"], 100)
        self.assertAlmostEqual(entry["distance_m"], 3218.688)
        self.assertAlmostEqual(entry["speed_mps"], 3218.688 / 1800)

    def test_laps_as_boundaries_and_with_durations(self):
        bounds = self.entry(workout(
            WATCH, "2026-11-20 10:00", "2026-11-20 10:30",
            event("Lap", "2026-11-20 10:10") + event("Lap", "2026-11-20 10:20")))
        self.assertEqual([p["partial"] for p in bounds["splits"]], [False, False, True])
        lasting = self.entry(workout(
            WATCH, "2026-11-20 10:00", "2026-11-20 10:30",
            event("Lap", "2026-11-20 10:00", 4) + event("Lap", "2026-11-20 10:05", 3)))
        self.assertEqual([p["duration_s"] for p in lasting["splits"]], [240, 180])

    def test_activities_add_up_and_the_last_ends_with_the_workout(self):
        inside = "".join(
            f'<WorkoutActivity startDate="{at(begin)}" {end}/>' for begin, end in (
                ("2026-11-20 10:00", f'endDate="{at("2026-11-20 10:10")}"'),
                ("2026-11-20 10:10", "")))
        inside += distance_statistics(500, "DistanceSwimming")
        inside += distance_statistics(3000, "DistanceCycling")
        entry = self.entry(workout(WATCH, "2026-11-20 10:00", "2026-11-20 10:30", inside))
        self.assertEqual([p["duration_s"] for p in entry["splits"]], [600, 1200])
        self.assertEqual(entry["distance_m"], 3500)

    def test_copies_become_one_entry_of_the_watch(self):
        days = self.days(
            workout(APP, "2026-11-20 10:00", "2026-11-20 10:30"),
            workout(WATCH, "2026-11-20 10:06", "2026-11-20 10:40"),
            workout(PHONE, "2026-11-20 10:33", "2026-11-20 11:30"))
        entries = days["2026-11-20"]
        self.assertEqual([e["source"] for e in entries], ["Phone", "Watch"])
        self.assertEqual(len(entries[1]["also"]), 1)

    def test_the_id_is_a_digest_of_what_the_file_says(self):
        entry = self.entry(workout(WATCH, "2026-11-20 10:00", "2026-11-20 10:30"))
        self.assertEqual(entry["id"], "workout-" + workouts.id_of(
            "apple", "HKWorkoutActivityTypeRunning", "Watch", entry["start_ms"], entry["end_ms"]))
        self.assertEqual(len(entry["id"]), len("workout-") + 16)
        self.assertEqual(entry["name"], "Run")


class Sections(OracleTest):
    def test_titles_and_order(self):
        days = [date(2026, 11, 24), date(2026, 11, 23), date(2026, 11, 22), date(2025, 12, 28)]
        self.assertEqual(
            [oracle.title(day, TODAY) for day in days],
            ["Today", "Yesterday", "Sunday, Nov 22", "Sunday, Dec 28, 2025"])
        found = self.days(
            *EXAMPLE, workout(WATCH, "2026-11-20 10:00", "2026-11-20 10:30"),
            workout(WATCH, "2026-11-20 18:00", "2026-11-20 18:30"),
            sleep(WATCH, "2026-11-20 23:30", "2026-11-21 06:40", "AsleepCore"))
        self.assertEqual(list(found), ["2026-11-21", "2026-11-20"])
        starts = [entry.get("start_ms", 0) for entry in found["2026-11-20"]]
        self.assertEqual(starts, sorted(starts, reverse=True))
        self.assertEqual(found["2026-11-20"][-1]["id"], "recovery-2026-11-20")

    def test_what_old_and_broken_files_hold(self):
        text = document(
            '<Record type="HKQuantityTypeIdentifierHeartRate" source="Old" min value="1" '
            'startDate="20150616071916-0700" endDate="20150616071916-0700" value="60"/>',
            '<Record type="HKQuantityTypeIdentifierHeartRate" sourceName="New\x0b" '
            'startDate="2026-11-20 07:00:00 +0000" endDate="2026-11-20 07:00:00 +0000" '
            'value="61"/>')
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "export.xml").write_text(text)
            export = export_reader.read(folder)
            self.assertEqual([s.value for s in export.samples], [60, 61])
            (Path(folder) / "export.xml").write_text(text[:-60])
            export = export_reader.read(folder)
            self.assertTrue(export.cut)


class Sweeps(unittest.TestCase):
    def test_segment_chains_join_within_a_second(self):
        made = lambda at, minutes: {"type": "Segment", "at": at, "duration_s": minutes * 60}
        run = export_reader.Workout(
            "", "", "", 0, 10**9, 0, 0, None, None, None, None, [],
            [made(0, 1), made(60_900, 1), made(122_000, 1)], [])
        self.assertEqual([len(chain) for chain in splits.segment_chains(run)], [2, 1])

    def test_painting_equals_plain_counting(self):
        sample = export_reader.Sample("sleep", "", "A", "", 0, 7200_000, 0, 0, "core")
        other = export_reader.Sample("sleep", "", "A", "", 3600_000, 5400_000, 0, 0, "awake")
        found = nights.night([sample, other])
        self.assertEqual(
            (found.total_s, found.stage_s["awake"], len(found.segments)), (5400, 1800, 3))


if __name__ == "__main__":
    unittest.main()
