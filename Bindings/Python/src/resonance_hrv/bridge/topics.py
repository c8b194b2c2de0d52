"""Filters of MQTT topics: which are valid, and which sensor a topic that fits one belongs to."""

from __future__ import annotations

MAX_BYTES = 65_535


def is_filter(text: str) -> bool:
    """Whether a broker takes the text as a filter: + stands for one level, # for all that follow.

    >>> [is_filter(text) for text in ("heart/rr", "people/+/rr", "heart/#", "", "heart/#/rr", "a+/rr")]
    [True, True, True, False, False, False]
    """
    levels = text.split("/")
    return (
        0 < len(text.encode(errors="replace")) <= MAX_BYTES and "\0" not in text
        and all(level == "+" or "+" not in level for level in levels)
        and all("#" not in level for level in levels[:-1]) and (levels[-1] == "#" or "#" not in levels[-1])
    )


def sensor(topic: str, wanted: str) -> str | None:
    """The key of the sensor: what stands for wildcards of the filter, ``0`` without any; None where none fits.

    >>> [sensor("people/ann/rr", wanted) for wanted in ("people/+/rr", "people/#", "people/ann/rr", "people/+/hr")]
    ['ann', 'ann/rr', '0', None]
    """
    levels, stood = topic.split("/"), []
    patterns = wanted.split("/")
    for index, pattern in enumerate(patterns):
        if pattern == "#":
            stood += levels[index:]
            return "/".join(stood) or "0"
        if index >= len(levels) or pattern not in ("+", levels[index]):
            return None
        if pattern == "+":
            stood.append(levels[index])
    if len(levels) != len(patterns):
        return None
    return "/".join(stood) or "0"
