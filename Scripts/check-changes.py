#!/usr/bin/env python3
"""Builds, and runs the tests of what depends on the files that differ from the last commit.

    Scripts/check-changes.py [--since COMMIT] [--list]

Built is everything, as far as the change reaches. Run are the tests of the changed modules, and of those of the same layer
and the next that import them; and the suites in test files that changed. Of the tests that start programs those run whose
names are those of the changed command or screen. What lies further away is for `make test`. --list prints the tests and
runs none.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LAYERS = ["Signals", "Hearts", "Recordings", "Analysis", "Sessions", "Wellbeing", "Measuring", "Apps"]
BUILD = ["swift", "build", "--enable-all-traits", "--build-tests",
         "--explicit-target-dependency-import-check", "error"]
# The page and the commands by folder; a change of one screen or command needs no other.
PROGRAMS = {"hrvTests", "SessionDashboardTests"}


def output(*words):
    return subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def targets():
    """Path, dependencies and kind of each target, by name; the manifest is read, and nothing is built."""
    dump = json.loads(output("swift", "package", "dump-package"))
    found = {}
    for target in dump["targets"]:
        names = {entry[kind][0] for entry in target["dependencies"] for kind in entry
                 if kind in ("byName", "target", "product")}
        found[target["name"]] = (target.get("path") or "", names, target["type"])
    return found


def changed(since):
    """Paths that differ from a commit, new files among them."""
    return [line for text in (output("git", "diff", "--name-only", since),
                              output("git", "ls-files", "--others", "--exclude-standard"))
            for line in text.splitlines()]


def suites(paths):
    """Names of the test suites of some files, for the filter."""
    names = set()
    for path in paths:
        file = ROOT / path
        if file.exists() and path.endswith(".swift"):
            names |= set(re.findall(r"@Suite(?:\([^)]*\))?[^{]*?\b(?:struct|class|enum) (\w+)", file.read_text()))
    return names


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--since", default="HEAD")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    every = targets()
    paths = changed(options.since)
    if "Package.swift" in paths:
        sys.exit("check: Package.swift has changed, on which everything depends: make test")
    modules = {name for path in paths for name, (folder, _, kind) in every.items()
               if kind != "test" and folder and path.startswith(folder + "/")}

    def layer(name):
        return next((LAYERS.index(part) for part in every[name][0].split("/") if part in LAYERS), len(LAYERS))
    near = modules | {name for name, (_, needs, kind) in every.items() if kind != "test" and any(
        layer(name) <= layer(module) + 1 for module in needs & modules)}
    tests = {name for name, (_, _, kind) in every.items() if kind == "test" and name.removesuffix("Tests") in near}
    wanted = {f"^{name}\\." for name in tests - PROGRAMS}
    wanted |= {f"\\.{suite}/" for suite in suites(path for path in paths if path.startswith("Tests/"))}
    # Of tests that start programs: those whose file names the changed command or screen, and those that changed.
    named = {word for path in paths if path.startswith("Sources/Apps/")
             for word in [pathlib.Path(path).stem.split("+")[0], pathlib.Path(path).parent.name]}
    for name in PROGRAMS & set(every):
        folder = every[name][0]
        files = [str(file.relative_to(ROOT)) for file in (ROOT / folder).rglob("*.swift")]
        chosen = [file for file in files if file in paths or any(
            word and (pathlib.Path(file).stem.removesuffix("Tests").startswith(word)
                      or word.startswith(pathlib.Path(file).stem.removesuffix("Tests"))) for word in named)]
        wanted |= {f"\\.{suite}/" for suite in suites(chosen)}
        if any(path.startswith("Sources/Apps/SessionDashboard/Page/") for path in paths):
            wanted.add("BrowserTests")
    if not wanted:
        print("check: no test depends on what differs from the last commit")
        return
    print("check: " + ", ".join(sorted(wanted)))
    if options.list:
        return
    if subprocess.run(BUILD, cwd=ROOT).returncode != 0:
        sys.exit(1)
    program = next((ROOT / ".build/debug").glob("*.xctest"))
    command = ["swift", "test", "--skip-build", "--enable-all-traits"] if program.is_dir() else [
        str(program), "--testing-library", "swift-testing"]
    quiet = subprocess.Popen([str(ROOT / "Scripts/quiet-tests.sh")], stdin=subprocess.PIPE)
    run = subprocess.run([*command, "--no-parallel", "--filter", "|".join(sorted(wanted))], cwd=ROOT,
                         stdout=quiet.stdin, stderr=subprocess.STDOUT, env={**os.environ, "NO_COLOR": "1"})
    quiet.stdin.close()
    quiet.wait()
    sys.exit(run.returncode)


if __name__ == "__main__":
    main()
