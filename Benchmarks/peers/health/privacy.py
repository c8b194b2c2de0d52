#!/usr/bin/env python3
"""What an import touches, and what is left after everything was deleted. Needs strace.

    python3 privacy.py .build/release/hrv

1. An import of a folder and of a zip runs under strace: no connection leaves, no file of
   workout-routes or electrocardiograms is opened, files are written beside the store alone.
2. A marker (name of a source, serial number, birth date, two numbers) is put into the export; a
   report of the tool (`hrv health export`) holds none of the person's; after `delete --everything`
   no file of the folder holds any byte string of it.
"""

import argparse
import os
import re
import struct
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

NAME, SERIAL, BIRTH = "Zyxmarker Qvortel", "SNMRK7Q2X9", "1913-07-29"
NUMBERS = [87.318273645, 61.527384956]
READABLE = ("/usr/", "/lib", "/etc/", "/proc/", "/sys/", "/dev/", "/opt/")
WRITABLE = ("/dev/null", "/dev/tty")
READ_AHEAD = 256 * 1024
SECRET = re.compile(r"workout-routes/|electrocardiograms/|clinical-records/")


def marked(xml):
    """The XML with a person, a source and two records that can be searched for."""
    device = f"&lt;&lt;HKDevice: 0x1&gt;, name:Apple Watch, localIdentifier:{SERIAL}&gt;"
    end = xml.rindex("</HealthData>")
    date = re.search(r'ExportDate value="(\S+) ', xml).group(1)
    records = "".join(
        f'<Record type="HKQuantityTypeIdentifier{type_}" sourceName="{NAME}" device="{device}" '
        f'unit="{unit}" creationDate="{date} 01:00:00 +0000" startDate="{date} 00:30:00 +0000" '
        f'endDate="{date} 00:31:00 +0000" value="{value!r}"/>\n'
        for type_, unit, value in (
            ("HeartRate", "count/min", NUMBERS[0]),
            ("HeartRateVariabilitySDNN", "ms", NUMBERS[1])))
    me = f'<Me HKCharacteristicTypeIdentifierDateOfBirth="{BIRTH}"/>\n'
    return xml[:end] + me + records + xml[end:]


def make_exports(hrv, folder):
    """A folder and a zip of one export with routes and an ECG."""
    tree = folder / "apple_health_export"
    subprocess.run([hrv, "simulate", "health", "--seed", "1", "--days", "30", "--out",
                    str(folder / "plain.zip")], check=True, capture_output=True)
    with zipfile.ZipFile(folder / "plain.zip") as archive:
        name = max((info for info in archive.infolist() if info.filename.endswith(".xml")),
                   key=lambda info: info.file_size).filename
        xml = archive.read(name).decode("utf-8")
    for part in ("workout-routes", "electrocardiograms"):
        (tree / part).mkdir(parents=True)
    (tree / "export.xml").write_text(marked(xml))
    route = "<gpx><trk>" + '<trkpt lat="1.2345" lon="6.789"/>\n' * 60_000 + "</trk></gpx>"
    (tree / "workout-routes" / "route_1.gpx").write_text(route)
    (tree / "electrocardiograms" / "ecg_1.csv").write_text(
        f"Name,{NAME}\nSample Rate,512 Hz\n\n" + "1.5\n" * 15_000)
    with zipfile.ZipFile(folder / "export.zip", "w") as archive:
        for path in sorted(tree.rglob("*")):
            if path.is_file():
                archive.write(path, path.relative_to(folder))
    return tree, folder / "export.zip"


def traced(command, folder):
    """Lines of strace of a command and of its threads and children."""
    trace = folder / "trace"
    done = subprocess.run(
        ["strace", "-f", "-y", "-qq", "-s", "256", "-e",
         "trace=%file,%network,read,pread64,lseek,mmap", "-o", str(trace), *map(str, command)],
        capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{command}: {done.returncode}\n{done.stderr}")
    return trace.read_text(errors="replace").splitlines()


def errors_of(lines, folder, source, hrv):
    """What an import must not do, as sentences."""
    found = set()
    for line in lines:
        if re.search(r"AF_INET6?\b", line) and re.search(r" (connect|sendto|sendmsg)\(", line):
            found.add(f"network: {line.strip()}")
        match = re.search(r"\b(?:open|openat|creat)\(.*?\"([^\"]*)\", ?([A-Z_|]*)", line)
        if not match:
            continue
        path, flags = match.groups()
        path = path if path.startswith("/") else os.path.join(os.getcwd(), path)
        if SECRET.search(path) and "O_DIRECTORY" not in flags:
            found.add(f"opened: {path}")
        writes = re.search(r"O_WRONLY|O_RDWR|O_CREAT", flags)
        if writes and not path.startswith((str(folder / "store"), *WRITABLE)):
            found.add(f"opened for writing: {path}")
        allowed = (str(folder / "store"), str(source), os.path.dirname(hrv), *READABLE)
        is_absent = "ENOENT" in line
        if not writes and not is_absent and not path.startswith(allowed):
            found.add(f"read elsewhere: {path}")
    return sorted(found)


def secret_bytes_read(lines, archive_path):
    """Bytes that reads took from entries of routes and ECGs, or None where it cannot be told."""
    secret = []
    with zipfile.ZipFile(archive_path) as archive:
        for info in archive.infolist():
            if SECRET.search(info.filename):
                secret.append((info.header_offset, info.header_offset + info.compress_size))
    total, position = 0, 0
    for line in lines:
        if str(archive_path) not in line:
            continue
        if re.search(r"\bmmap\(", line):
            return None
        if moved := re.search(r"\blseek\(.* = (\d+)$", line):
            position = int(moved.group(1))
        match = re.search(r"\b(pread64|read)\(.*?(?:, (\d+))?\) = (\d+)$", line)
        if not match:
            continue
        size = int(match.group(3))
        is_placed = match.group(1) == "pread64"
        begin_read = int(match.group(2)) if is_placed else position
        total += sum(max(0, min(end, begin_read + size) - max(begin, begin_read))
                     for begin, end in secret)
        position += 0 if is_placed else size
    return total


def holding(folder, needles):
    """Files that hold any of the byte strings."""
    return [
        f"{path.relative_to(folder)}: {label}" for path in sorted(folder.rglob("*"))
        if path.is_file() for label, needle in needles.items() if needle in path.read_bytes()]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("hrv")
    hrv = os.path.abspath(parser.parse_args().hrv)
    errors = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary).resolve()
        tree, archive = make_exports(hrv, folder)
        for source in (tree, archive):
            keep = folder / "store" / source.suffix.strip(".") / "health.sqlite"
            keep.parent.mkdir(parents=True)
            lines = traced([hrv, "health", "import", source, "--health", keep], folder)
            errors += errors_of(lines, folder, source, hrv)
            print(f"{source.name}: {len(lines)} calls traced")
            if source == archive:
                count = secret_bytes_read(lines, archive)
                print(f"bytes read of routes and ECGs: {count if count is not None else 'mapped'}")
                if count is not None and count > READ_AHEAD:
                    errors.append(f"{count} bytes of routes and ECGs were read")
        needles = {
            "name": NAME.encode(), "name in UTF-16": NAME.encode("utf-16-le"),
            "serial number": SERIAL.encode(), "birth date": BIRTH.encode()}
        numbers = {f"{value}": struct.pack(">d", value) for value in NUMBERS}
        store = keep.parent
        print("before deletion: " + (", ".join(holding(store, needles | numbers)) or "nothing"))
        for shape in ("json", "csv"):
            done = subprocess.run(
                [hrv, "health", "export", f"--{shape}" if shape == "json" else "--output",
                 *([] if shape == "json" else ["csv"]), "--health", str(keep)],
                capture_output=True)
            for label, needle in (needles | {"folder": str(folder).encode()}).items():
                if needle in done.stdout:
                    errors.append(f"export as {shape} holds the {label}")
        errors += [f"the store holds {what}" for what in holding(
            store, {"serial number": SERIAL.encode(), "birth date": BIRTH.encode()})]
        subprocess.run([hrv, "health", "delete", "--everything", "--yes", "--health", str(keep)],
                       input=b"y\nyes\n", check=False, capture_output=True)
        left = holding(store, needles | numbers)
        errors += [f"after deletion: {what}" for what in left]
        print("after deletion: " + (", ".join(str(p.name) for p in store.rglob("*")) or "no file"))
    print("\n".join(errors) or "nothing leaves, nothing is left")
    sys.exit(1 if errors else 0)


if __name__ == "__main__":
    main()
