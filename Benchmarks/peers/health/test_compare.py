"""The comparison finds what differs, and accepts what may. Run as test_oracle.py."""

import copy
import json
import os
import tempfile
import unittest
from pathlib import Path

import compare_timeline
import elements
import privacy
import test_oracle


class Comparisons(test_oracle.OracleTest):
    def setUp(self):
        inside = test_oracle.event("Lap", "2026-11-20 10:10")
        self.days(
            *test_oracle.EXAMPLE,
            test_oracle.quantity(
                "HeartRateVariabilitySDNN", test_oracle.WATCH, "2026-11-20 01:00", 30, unit="ms"),
            test_oracle.workout(
                test_oracle.WATCH, "2026-11-20 10:00", "2026-11-20 10:30", inside))
        self.theirs = json.loads(json.dumps(self.document))

    def lines(self):
        comparison = compare_timeline.Comparison()
        comparison.documents("here", self.document, self.theirs)
        return comparison.lines

    def entries(self):
        return self.theirs["sections"][0]["entries"]

    def test_equal_documents_do_not_differ(self):
        self.assertEqual(self.lines(), [])

    def test_every_changed_leaf_is_found(self):
        """Each number, text and null of the entries is spoilt in turn."""
        original, ignored = self.theirs, {"chains", "name", "hr_from"}
        count = 0

        def spoilt(value, where):
            nonlocal count
            for key in list(value) if isinstance(value, dict) else range(len(value)):
                if key in ignored:
                    continue
                if isinstance(value[key], (dict, list)):
                    spoilt(value[key], where + [key])
                    continue
                self.theirs = copy.deepcopy(original)
                at = self.theirs
                for step in where:
                    at = at[step]
                old = at[key]
                at[key] = old + "x" if isinstance(old, str) else not old if isinstance(
                    old, bool) else 1.5 if old is None else old + 7
                count += 1
                self.assertNotEqual(self.lines(), [], f"{where} {key}")

        spoilt(original, [])
        self.assertGreater(count, 60)

    def test_a_missing_entry_and_an_extra_day_are_found(self):
        del self.entries()[0]
        self.assertEqual(len(self.lines()), 1)
        self.theirs = copy.deepcopy(self.document)
        self.theirs["sections"].append({"id": "2026-11-01", "title": "x", "entries": [
            {"id": "recovery-2026-11-01"}]})
        self.assertTrue(self.lines())

    def test_breathing_sessions_and_other_shapes_are_no_difference(self):
        self.entries().insert(0, {"id": "breathing-1"})
        recovery = self.entries()[-1]
        recovery["sleep"]["segments"][0]["more"] = 1
        self.entries()[1]["type"] = "Running"
        self.entries()[1]["source"] = {"name": "Watch", "model": "Watch6,2"}
        self.assertEqual(self.lines(), [])


class Traces(unittest.TestCase):
    def test_connections_routes_and_other_files_are_errors(self):
        folder = Path("/tmp/f")
        lines = [
            '1 openat(AT_FDCWD, "/tmp/f/tree/export.xml", O_RDONLY) = 3</tmp/f/tree/export.xml>',
            '1 openat(AT_FDCWD, "/tmp/f/tree/workout-routes", O_RDONLY|O_DIRECTORY) = 3',
            '1 openat(AT_FDCWD, "/tmp/f/store/health.sqlite", O_RDWR|O_CREAT, 0600) = 4']
        self.assertEqual(privacy.errors_of(lines, folder, "/tmp/f/tree", "/bin/hrv"), [])
        lines = [
            "1 connect(3, {sa_family=AF_INET, sin_port=htons(443)}, 16) = 0",
            '1 openat(AT_FDCWD, "/tmp/f/tree/workout-routes/a.gpx", O_RDONLY) = 3',
            '1 openat(AT_FDCWD, "/tmp/other", O_WRONLY|O_CREAT, 0600) = 4',
            '1 openat(AT_FDCWD, "/tmp/else", O_RDONLY) = 4']
        self.assertEqual(
            len(privacy.errors_of(lines, folder, "/tmp/f/tree", "/bin/hrv")), 4)

    def test_reads_of_a_route_in_a_zip_are_counted(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.zip")
            with privacy.zipfile.ZipFile(path, "w") as archive:
                archive.writestr("export.xml", "x" * 100)
                archive.writestr("workout-routes/a.gpx", "y" * 100)
                route = archive.infolist()[1].header_offset
            call = f'1 pread64(3<{path}>, "", 50, %d) = 50'
            self.assertEqual(privacy.secret_bytes_read([call % 0], path), 0)
            self.assertEqual(privacy.secret_bytes_read([call % (route - 10)], path), 40)
            lines = [f"1 lseek(3<{path}>, {route}, SEEK_SET) = {route}",
                     f'1 read(3<{path}>, "", 20) = 20', f'1 read(3<{path}>, "", 20) = 20']
            self.assertEqual(privacy.secret_bytes_read(lines, path), 40)


class Elements(unittest.TestCase):
    def test_records_twice_count_once_and_bad_ones_not(self):
        text = test_oracle.document(
            *[test_oracle.quantity("HeartRate", test_oracle.WATCH, "2026-11-20 01:00", value)
              for value in (60, 60, "NaN", 500)],
            test_oracle.sleep(test_oracle.APP, "2026-11-20 01:00", "2026-11-20 02:00", "InBed"))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "export.xml"
            path.write_text(text)
            found, _ = elements.expat_elements(str(path))
        self.assertEqual(sorted(key[0] for key in found.elements()), ["heart_rate", "sleep in_bed"])


if __name__ == "__main__":
    unittest.main()
