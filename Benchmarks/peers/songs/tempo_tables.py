"""Tables and numbers of the report on tempo, in Markdown."""


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def percent(share):
    return f"{100 * share:.1f}"


def signed(number, digits=3):
    return f"{number:+.{digits}f}"
