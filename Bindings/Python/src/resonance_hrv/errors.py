"""What can go wrong."""

from __future__ import annotations


class ResonanceError(ValueError):
    """An input, an argument or an option that cannot be used.

    Attributes
    ----------
    code : str
        A short word for programs, such as ``unit`` or ``not_found``; it never changes.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[type[ResonanceError], tuple[str, str]]:
        return type(self), (self.code, str(self))
