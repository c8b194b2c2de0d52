#!/usr/bin/env python3
"""Counts the retired terms of Scripts/retired-words.txt in names and in comments, and fails where there are new ones.

    Scripts/check-words.py            fails where a count has grown or a new name holds a retired term
    Scripts/check-words.py --write    after a count has fallen: writes the lower ones
    Scripts/check-words.py --list     every use that is counted: file, line, kind, name or word

Parts of identifiers and words of comments are counted for each module; strings are not, since formats, keys, options
and messages stand in them. Scripts/retired-words.json has the counts of today.

A doc comment of Swift that begins with a preposition, a pronoun or a word such as "What" or "Whether" fails too: it
begins with a noun phrase or a verb in the third person.
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TERMS = ROOT / "Scripts/retired-words.txt"
COUNTS = ROOT / "Scripts/retired-words.json"
FOLDERS = ["Sources", "CKernels", "Tests", "Fuzzing", "Bindings", "Benchmarks", "Examples", "Plugins"]
PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+")
# Strings before comments, so that "//" inside a string is none. A string of Swift is cut at its interpolations below.
PIECE = {
    "c": re.compile(r'(?P<string>#*"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'|`(?:\\.|[^`\\])*`)'
                    r"|(?P<comment>//[^\n]*|/\*(?:.|\n)*?\*/)|(?P<name>[A-Za-z_]\w*)"),
    "py": re.compile(r'(?P<string>"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\')'
                     r"|(?P<comment>#[^\n]*)|(?P<name>[A-Za-z_]\w*)"),
}
INTERPOLATION = re.compile(r"\\#*\(([^()]*(?:\([^()]*\)[^()]*)*)\)|\$\{([^{}]*)\}")
OPENINGS = set("""what whether who whose whom where when how why which for from in into on onto at by with without of to
    after before between under over through as if until since while during per against among beside besides beyond
    near behind below above within inside outside upon about like because so it this that those these there here then
    not only also nobody somebody""".split())
KINDS = {".swift": "c", ".c": "c", ".h": "c", ".js": "c", ".py": "py"}


def terms():
    """Each retired term with its kind (name, text or both) and the words to write instead; and the names that stay."""
    found, staying = {}, set()
    for line in TERMS.read_text().splitlines():
        if line.startswith("="):
            staying |= set(line[1:].split("|")[0].split())
        elif line.strip() and not line.startswith("#"):
            term, kind, instead = (field.strip() for field in line.split("|"))
            found[term] = (kind, instead)
    return found, staying


def module(path):
    """Sources/LAYER/MODULE and Tests/LAYER/MODULE; elsewhere the first two folders."""
    parts = path.split("/")
    return "/".join(parts[: 3 if parts[0] in ("Sources", "Tests") and len(parts) > 3 else 2])


def uses(path, retired, staying):
    """Yields (line, term, name or None for a word of a comment)."""
    text = (ROOT / path).read_text(errors="replace")
    kind = KINDS[pathlib.Path(path).suffix]
    line, last = 1, 0
    for match in PIECE[kind].finditer(text):
        line += text.count("\n", last, match.start())
        last = match.start()
        names, comment = [], match.group("comment")
        if match.group("name"):
            names = [match.group()]
        elif match.group("string"):
            code = " ".join(a or b for a, b in INTERPOLATION.findall(match.group()))
            names = re.findall(r"[A-Za-z_]\w*", re.sub(r'"[^"]*"', "", code))
        for name in names:
            if name in staying:
                continue
            for part in {part.lower() for part in PART.findall(name)}:
                if part in retired and retired[part][0] != "text":
                    yield line, part, name
        if comment:
            for word in re.finditer(r"[A-Za-z]+", comment):
                term = word.group().lower()
                if term in retired and retired[term][0] != "name":
                    yield line + comment.count("\n", 0, word.start()), term, None


def openings(path):
    """Yields (line, word) for each doc comment that does not begin with a noun phrase or a verb."""
    lines = (ROOT / path).read_text(errors="replace").splitlines()
    for index, line in enumerate(lines):
        match = re.match(r"\s*/// *([A-Za-z]+)(?![-\w])", line)
        if match and match.group(1).lower() in OPENINGS and not lines[max(0, index - 1)].lstrip().startswith("///"):
            yield index + 1, match.group(1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    retired, staying = terms()
    listed = subprocess.run(["git", "ls-files", *FOLDERS], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    names = collections.defaultdict(collections.Counter)
    words = collections.defaultdict(collections.Counter)
    where, opening_count = {}, 0
    for path in listed.splitlines():
        if pathlib.Path(path).suffix not in KINDS or not (ROOT / path).exists():
            continue
        for line, term, name in uses(path, retired, staying):
            if name:
                names[module(path)][name] += 1
            else:
                words[module(path)][term] += 1
            where.setdefault((module(path), name or term), (path, line, term))
            if options.list:
                print(f"{path}:{line}: {'name' if name else 'word'} {name or term}")
        for line, word in openings(path) if path.endswith(".swift") else ():
            print(f"{path}:{line}: a doc comment begins with \"{word}\": write a noun phrase or a verb in the third "
                  "person", file=sys.stderr)
            opening_count += 1
    now = {"names": {key: dict(sorted(value.items())) for key, value in sorted(names.items())},
           "words": {key: dict(sorted(value.items())) for key, value in sorted(words.items())}}
    if options.list:
        return
    if opening_count:
        sys.exit(f"check-words: {opening_count} doc comments begin with a word that none begins with")
    stored = json.loads(COUNTS.read_text()) if COUNTS.exists() else None
    failed = 0
    for kind in ("names", "words") if stored else ():
        for folder, found in now[kind].items():
            for key, count in found.items():
                before = stored[kind].get(folder, {}).get(key, 0)
                if count > before:
                    path, line, term = where[folder, key]
                    print(f"{path}:{line}: {key} ({count} in {folder}, {before} allowed): {term} is retired; "
                          f"write {retired[term][1]}", file=sys.stderr)
                    failed += 1
    if failed:
        sys.exit(f"check-words: {failed} new uses of retired terms (Scripts/retired-words.txt)")
    if options.write:
        COUNTS.write_text(json.dumps(now, indent=1) + "\n")
    elif stored and now != stored:
        sys.exit("check-words: fewer than before, which is good: Scripts/check-words.py --write, and commit it")
    total = [sum(sum(each.values()) for each in now[kind].values()) for kind in ("names", "words")]
    print(f"Retired terms: {total[0]} in names, {total[1]} in comments")


if __name__ == "__main__":
    main()
