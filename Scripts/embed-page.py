#!/usr/bin/env python3
"""Writes the page of the dashboard into the binary: Sources/Apps/SessionDashboard/PageAssets.swift.

    Scripts/embed-page.py            writes it
    Scripts/embed-page.py --check    fails where it is not what the files of the page give

Each file of Sources/Apps/SessionDashboard/Page becomes a raw string. A package's resources would be found by the
absolute path of the build alone, and a literal of bytes takes the compiler minutes.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "Sources/Apps/SessionDashboard/Page"
TARGET = ROOT / "Sources/Apps/SessionDashboard/PageAssets.swift"

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
}

HEADER = """\
// swift-format-ignore-file
// Written by Scripts/embed-page.py from the files of Page: change those, and run it.

/// The files of the page.
enum PageAssets {
    /// The file of this name: `index.html` is the page itself, the others are served under `/app/`.
    ///
    /// - Returns: nil where there is no such file.
    static func asset(named name: String) -> (contentType: String, text: String)? {
        switch name {
"""


def raw_string(text):
    """A raw string literal of the text, with as many # as it needs."""
    marks = "#"
    while f'"""{marks}' in text or f"\\{marks}" in text:
        marks += "#"
    return f'{marks}"""\n{text}\n"""{marks}'


def swift_name(name):
    """screen-home.js: screenHomeJs"""
    first, *rest = re.split(r"[-.]", name)
    return first + "".join(part.capitalize() for part in rest)


def generate():
    files = sorted(path for path in PAGE.iterdir() if path.suffix in TYPES)
    cases = "".join(
        f'        case "{path.name}": ("{TYPES[path.suffix]}", {swift_name(path.name)})\n' for path in files)
    texts = "".join(
        f"\n    private static let {swift_name(path.name)} = {raw_string(path.read_text('utf-8'))}\n"
        for path in files)
    return f"{HEADER}{cases}        default: nil\n        }}\n    }}\n{texts}}}\n"


def main():
    wanted = generate()
    if "--check" not in sys.argv[1:]:
        TARGET.write_text(wanted, "utf-8")
    elif not TARGET.exists() or TARGET.read_text("utf-8") != wanted:
        sys.exit("PageAssets.swift is not what the files of Page give: run Scripts/embed-page.py.")


if __name__ == "__main__":
    main()
