#!/usr/bin/env python3
"""Finishes the manual pages that generate-manual makes: names with hyphens, examples, files, exit codes.

    Scripts/make-manuals.py PAGES OUT [--date 2026-01-31]

PAGES is the folder that `generate-manual --multi-page` wrote. The examples are those of README.md: a line there that begins
with the command of a page becomes an example of that page. An option in an example that its page does not know is an error.
"""

import argparse
import datetime
import pathlib
import re
import sys

EXIT = [
    ("0", "All is well."), ("1", "Some inputs failed, and the others did not."),
    ("64", "The command line is wrong."), ("65", "The data are none, or damaged."),
    ("66", "An input is not there."), ("69", "Somebody who was asked does not answer, or a data set is not here."),
    ("70", "A fault of the program: please report it."), ("73", "An output cannot be made."),
    ("74", "Reading or writing failed, as on a full disk."), ("75", "Another process holds what is needed, or a strap was lost."),
    ("77", "Permission is denied."),
]
FILES = [
    ("$XDG_DATA_HOME/resonance/history.sqlite", "Sessions and practice. Other data of the person lie beside it."),
    ("$XDG_DATA_HOME/resonance/datasets", "Data sets that were fetched."),
]
# Commands that only the program itself starts.
HIDDEN = {"hrv.batch.worker"}
ENVIRONMENT = [
    ("RESONANCE_DATASETS", "A folder with data sets, which is read and never written."),
    ("XDG_DATA_HOME", "Where data are kept; ~/.local/share where it is not set."),
    ("NO_COLOR", "Where it is set, terminals get no colours."),
]


def examples():
    """Command lines of the README with what they do."""
    readme = (pathlib.Path(__file__).parent.parent / "README.md").read_text()
    return re.findall(r"^(hrv .*?) {2,}(.+)$", readme, re.M)


def quoted(text):
    """Text of which nothing is read as a request."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def lines_of(commands, words, names):
    """The examples of a command, and of none of its subcommands."""
    found = []
    for line, text in commands:
        for part in line.split("; "):
            said = [word.strip("'") for word in part.split()]
            deeper = "-".join(said[:len(words) + 1])
            if said[:len(words)] == words and (deeper == "-".join(words) or deeper not in names):
                found.append((line, text, said))
                break
    return found


def subcommands(pages, page):
    """The text of the pages of subcommands, of which one may be the default."""
    return "".join(other.read_text() for other in pages if other.stem.startswith(page.stem + "."))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pages", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--date", type=datetime.date.fromisoformat, default=datetime.date.today())
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    pages = [page for page in sorted(options.pages.glob("hrv*.1")) if page.stem not in HIDDEN]
    names = {page.stem.replace(".", "-") for page in pages}
    commands = examples()
    wrong = []
    for page in pages:
        name = page.stem.replace(".", "-")
        text = page.read_text()
        for hidden in HIDDEN:
            text = text.replace(f".Xr {hidden} 1 ,\n", "").replace(f" ,\n.Xr {hidden} 1", "")
        text = re.sub(r"^\.Dd .*$", f".Dd {options.date:%B} {options.date.day}, {options.date.year}", text, count=1, flags=re.M)
        text = re.sub(r"^\.Dt .*$", f".Dt {name.upper()} 1", text, count=1, flags=re.M)
        text = re.sub(r"^\.Xr (hrv[\w.-]*)", lambda match: ".Xr " + match[1].replace(".", "-"), text, flags=re.M)
        words = page.stem.replace(".", " ")
        text = text.replace(f'.Nm "{words}"', f".Nm {name}", 1).replace(".Sh SYNOPSIS\n.Nm\n", f'.Sh SYNOPSIS\n.Nm "{words}"\n', 1)
        head, _, tail = text.partition('.Sh "EXIT STATUS"')
        parts = [head.rstrip()]
        parts.append(".Sh ENVIRONMENT\n.Bl -tag -width 6n")
        parts += [f".It Ev {key}\n{quoted(what)}" for key, what in ENVIRONMENT]
        parts.append(".El\n.Sh FILES\n.Bl -tag -width 6n")
        parts += [f".It Pa {quoted(key)}\n{quoted(what)}" for key, what in FILES]
        parts.append('.El\n.Sh "EXIT STATUS"\n.Bl -tag -width 4n')
        parts += [f".It {key}\n{quoted(what)}" for key, what in EXIT]
        parts.append(".El")
        shown = lines_of(commands, name.split("-"), names)
        if shown:
            parts.append(".Sh EXAMPLES")
            for line, what, said in shown:
                parts.append(f"{quoted(what[0].upper() + what[1:])}:\n.Dl {quoted(line)}\n.Pp")
                known = set(re.findall(r"\.It Fl (?:\w , )?-([\w-]+)", text + subcommands(pages, page)))
                for option in (word[2:].split("=")[0] for word in said if word.startswith("--")):
                    if option not in known:
                        wrong.append(f"{name}: the example \"{line}\" has --{option}, which the command does not know")
            parts[-1] = parts[-1].removesuffix("\n.Pp")
        see = tail.partition('.Sh "SEE ALSO"')[2].strip()
        parent = name.rpartition("-")[0]
        also = ([f".Xr {parent} 1"] if parent else []) + ([see] if see else [])
        if also:
            parts.append('.Sh "SEE ALSO"\n' + " ,\n".join(also))
        (options.out / f"{name}.1").write_text("\n".join(parts) + "\n")
    print(f"{len(pages)} manual pages in {options.out}")
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
