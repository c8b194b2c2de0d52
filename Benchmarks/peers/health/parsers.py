#!/usr/bin/env python3
"""One pass of another parser over the XML of an export, keeping nothing: a child of times.py.

    python3 parsers.py iterparse|lxml|expat|inflate EXPORT.zip
"""

import sys
import xml.etree.ElementTree
import xml.parsers.expat
import zipfile

BLOCK = 1 << 16


def opened(path):
    """The largest XML of the zip, as a stream."""
    archive = zipfile.ZipFile(path)
    names = [info for info in archive.infolist()
             if info.filename.endswith(".xml") and "export_cda" not in info.filename]
    return archive.open(max(names, key=lambda info: info.file_size))


def standard(path):
    """The usual loop: each element is cleared at its end, the root as it goes."""
    events = iter(xml.etree.ElementTree.iterparse(opened(path), events=("start", "end")))
    _, root = next(events)
    for event, element in events:
        if event == "end":
            element.clear()
            root.clear()


def with_lxml(path):
    import lxml.etree

    for _, element in lxml.etree.iterparse(opened(path), events=("end",), huge_tree=True):
        element.clear()
        while element.getprevious() is not None:
            del element.getparent()[0]


def expat(path):
    """Expat in C without a handler: what no reader on top of it can be faster than."""
    parser = xml.parsers.expat.ParserCreate()
    parser.ParseFile(opened(path))


def inflate(path):
    stream = opened(path)
    while stream.read(BLOCK):
        pass


PARSERS = {"iterparse": standard, "lxml": with_lxml, "expat": expat, "inflate": inflate}

if __name__ == "__main__":
    PARSERS[sys.argv[1]](sys.argv[2])
