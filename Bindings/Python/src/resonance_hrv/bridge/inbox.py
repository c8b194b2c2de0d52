"""Hands what threads of drivers hear to the one thread that writes lines."""

from __future__ import annotations

import queue
from typing import Generic, TypeVar

from .lines import monotonic_us

Item = TypeVar("Item")
MAX_ITEMS = 4096


class Inbox(Generic[Item]):
    """A queue of bounded length; each item keeps the time at which it came, in microseconds."""

    def __init__(self, size: int = MAX_ITEMS) -> None:
        self._items: queue.Queue[tuple[int, Item]] = queue.Queue(size)
        self._dropped = 0

    def put(self, item: Item) -> None:
        """Keeps an item; where the queue is full, the item is dropped and counted."""
        try:
            self._items.put_nowait((monotonic_us(), item))
        except queue.Full:
            self._dropped += 1

    def get(self, seconds: float) -> tuple[int, Item] | None:
        """The oldest item with its time, or None where none comes in this time."""
        try:
            return self._items.get(timeout=seconds)
        except queue.Empty:
            return None

    def dropped(self) -> int:
        """How many items were dropped since this was asked last."""
        count, self._dropped = self._dropped, 0
        return count
