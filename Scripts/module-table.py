#!/usr/bin/env python3
"""Writes CONTRIBUTING's table of modules from Package.swift, where each target has a comment on what it holds.

    Scripts/module-table.py            writes it
    Scripts/module-table.py --check    fails where the table is not what Package.swift gives
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "CONTRIBUTING.md"
BEGIN = "<!-- This table is written by Scripts/module-table.py from Package.swift. -->\n"
END = "<!-- The end of the table. -->\n"
LAYERS = ["Signals", "Hearts", "Recordings", "Analysis", "Sessions", "Wellbeing", "Measuring", "Apps"]


def comments():
    """What each target holds: the comment above it in Package.swift."""
    found = {}
    text = (ROOT / "Package.swift").read_text("utf-8")
    for lines, name in re.findall(r'((?:^ *// (?!MARK).*\n)+) *[.\w]+\([^"]*"([\w-]+)"', text, re.M):
        found[name] = " ".join(line.strip()[3:] for line in lines.splitlines())
    return found


def dependency(entry):
    """The name of a dependency as the manifest's dump has it."""
    for kind in ("byName", "target", "product"):
        if kind in entry:
            return entry[kind][0]
    raise SystemExit(f"module-table: a dependency of an unknown kind: {entry}")


def imported(folder):
    """Modules that the files of a target import."""
    text = "\n".join(file.read_text("utf-8") for file in folder.rglob("*.swift"))
    return set(re.findall(r"^ *(?:@\w+(?:\([^)]*\))? +)*(?:public +|package +|internal +)?import +(?:\w+ +)?(\w+)",
                          text, re.M))


def rows():
    dump = subprocess.run(
        # In a folder of its own: a build that runs meanwhile holds .build.
        ["swift", "package", "--scratch-path", ".build/described", "dump-package"], cwd=ROOT,
        check=True, capture_output=True, text=True).stdout
    holds = comments()
    for target in json.loads(dump)["targets"]:
        path = (target.get("path") or "").split("/")
        if target["type"] == "test" or path[0] not in ("Sources", "CKernels"):
            continue
        name = target["name"]
        if name not in holds:
            raise SystemExit(f"module-table: Package.swift has no comment on what {name} holds")
        imports = sorted(dependency(entry) for entry in target["dependencies"])
        unused = set(imports) - imported(ROOT / target["path"])
        if path[0] == "Sources" and unused:
            raise SystemExit(f"module-table: {name} imports no {', '.join(sorted(unused))}: take it from Package.swift")
        yield path[1], name, holds[name], imports


def table():
    lines = ["| layer | module | holds | imports |", "|---|---|---|---|"]
    for layer, name, text, imports in sorted(rows(), key=lambda row: LAYERS.index(row[0])):
        names = ", ".join(f"`{each}`" for each in imports) or "nothing of ours"
        lines.append(f"| {layer} | `{name}` | {text} | {names} |")
    return "\n".join(lines) + "\n"


def main():
    page = PAGE.read_text("utf-8")
    before, rest = page.split(BEGIN)
    _, after = rest.split(END)
    wanted = before + BEGIN + "\n" + table() + "\n" + END + after
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(wanted, "utf-8")
    elif wanted != page:
        sys.exit("CONTRIBUTING.md's table is not what Package.swift gives: run Scripts/module-table.py.")


if __name__ == "__main__":
    main()
