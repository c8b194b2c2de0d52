"""Draws the ratios of results.json as bars on a logarithmic axis.

usage: figure.py RESULTS_JSON FIGURE_SVG
"""

import json
import math
import sys
from pathlib import Path
from xml.sax.saxutils import escape

LABEL_WIDTH, BAR_WIDTH, MARGIN = 420, 400, 70
ROW, TOP = 22, 30
COMPILED, INTERPRETED = "#1f6f8b", "#c9a227"
NAMES = {
    "welch-1200": "Welch, 5 min at 4 Hz",
    "welch-345600": "Welch, 24 h at 4 Hz",
    "coherence-2400": "2,281 coherence scores",
}
BEATS = {
    "sample-entropy": "Sample entropy",
    "dfa-alpha1": "DFA alpha1",
    "every-metric": "Every metric",
}


def label(entry):
    workload = entry["workload"]
    name = NAMES.get(workload)
    for start, metric in BEATS.items():
        if workload.startswith(start):
            beats, _, rest = workload[len(start) + 1:].partition("-")
            name = f"{metric}, {int(beats):,} beats" + (", whole ms" if rest else "")
    if name is None:
        beats, frequencies = workload.rsplit("-", 1)[1].split("x")
        name = f"Lomb-Scargle, {int(beats):,} beats × {int(frequencies):,} f"
    return f"{name}: {entry['peer']}"


def rows(results):
    ours = {entry["name"]: entry["least_ns"] for entry in results["ours"]}
    for entry in results["peers"]:
        if "default" not in entry["peer"]:
            yield label(entry), entry["least_ns"] / ours[entry["workload"]], entry["peer"]


def figure(results):
    bars = list(rows(results))
    decades = max(1, math.ceil(math.log10(max(ratio for _, ratio, _ in bars))))
    height = TOP + ROW * len(bars) + 40
    width = LABEL_WIDTH + BAR_WIDTH + MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12" fill="#222">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        '<text x="8" y="18" font-weight="bold">The peer\'s time over ours, same input, one thread'
        "</text>",
    ]
    for decade in range(decades + 1):
        x = LABEL_WIDTH + BAR_WIDTH * decade / decades
        parts.append(
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{TOP + ROW * len(bars)}" '
            f'stroke="#ddd"/><text x="{x:.1f}" y="{TOP + ROW * len(bars) + 14}" '
            f'text-anchor="middle">{10 ** decade:,} ×</text>')
    for index, (text, ratio, peer) in enumerate(bars):
        y = TOP + ROW * index
        length = BAR_WIDTH * max(0.0, math.log10(ratio)) / decades
        colour = COMPILED if peer.startswith(("nifty-ls", "antropy")) or "at once" in peer else INTERPRETED
        parts.append(
            f'<text x="{LABEL_WIDTH - 8}" y="{y + 15}" text-anchor="end">{escape(text)}</text>'
            f'<rect x="{LABEL_WIDTH}" y="{y + 4}" width="{length:.1f}" height="{ROW - 8}" '
            f'fill="{colour}"/><text x="{LABEL_WIDTH + length + 5:.1f}" y="{y + 15}">'
            f"{f'{ratio:,.0f}' if ratio >= 20 else f'{ratio:.1f}'}</text>")
    foot = TOP + ROW * len(bars) + 32
    for x, colour, text in (
            (8, COMPILED, "compiled peer"), (130, INTERPRETED, "time spent in Python's interpreter")):
        parts.append(
            f'<rect x="{x}" y="{foot - 10}" width="12" height="12" fill="{colour}"/>'
            f'<text x="{x + 18}" y="{foot}">{text}</text>')
    return "\n".join(parts + ["</svg>", ""])


def main():
    results = json.loads(Path(sys.argv[1]).read_text())
    Path(sys.argv[2]).write_text(figure(results))


if __name__ == "__main__":
    main()
