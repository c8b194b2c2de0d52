"""The coefficients of the models as Swift source."""

import numpy as np

import model

# Cases of BeatMeasure, where they have another name than the feature.
MEASURES = {
    "sim": "similarity", "kwid": "shapeWidthLog2Ratio", "wid": "widthLog2Ratio", "kwabs": "shapeLog2Width",
    "early2": "shapeShortIntervalShare", "krn": "shapeNextLog2Ratio", "rs": "neighbourLog2Ratio", "rnr":
    "nextOwnLog2Ratio", "comp": "pairMinuteLog2Ratio", "kpc": "shapePWaveCorrelation", "pc":
    "pWaveCorrelation", "tc": "tWaveCorrelation", "tpol": "tWavePolarity", "irr": "neighbourIrregularity",
    "nz": "neighbourDissimilarity", "pb": "precedingRangeLog2Ratio", "kc": "shapeLog2Count", "lv":
    "ventricularLogOdds", "kl": "shapeVentricularLogOdds", "p1": "previousProbability", "n1":
    "nextProbability", "p2": "secondPreviousProbability", "n2": "secondNextProbability", "pre":
    "acceptedMedianLog2Ratio", "zpre": "acceptedDeviationRatio", "q3": "acceptedMinLog2Ratio", "rn":
    "nextMinuteLog2Ratio", "ist": "earlyFlag", "r3": "threeBeforeLog2Ratio",
}
HEADER = '''// Written by Scripts/beat_classes/train.py from 22 MIT-BIH records (seed 0); do not edit.

extension BeatClassModel {
'''


def points(knots, b):
    """The piecewise linear term by its values at the knots."""
    values = sum(c * k for c, k in zip(model.basis(np.array(knots, float), knots), b))
    return "[" + ", ".join(f"({k:g}, {v:.4f})" for k, v in zip(knots, values)) + "]"


def one(name, about, terms, b):
    out = [f"    /// {about}", f"    static let {name} = BeatClassModel(", f"        intercept: {b[0]:.4f},", "        terms: ["]
    products = []
    i = 1
    for term, knots in terms:
        if "*" in term:
            first, second = (MEASURES.get(name, name) for name in term.split("*"))
            (a0, a1), (b0, b1) = knots
            products.append(
                f"            ProductTerm(.{first}, {a0:g}...{a1:g}, .{second}, {b0:g}...{b1:g}, {b[i]:.4f}),")
            i += 1
        else:
            n = len(knots) - 1
            out.append(f"            Term(.{MEASURES.get(term, term)}, {points(knots, b[i:i + n])}),")
            i += n
    return "\n".join(out + ["        ],", "        products: ["] + products + ["        ])"])


def text(beta):
    parts = [
        one("ventricularShape", "Ventricular, by shape and time.", model.SHAPE, beta[0]),
        one("ventricularContext", "Ventricular, by that of the beat, its shape and its neighbours.", model.CONTEXT, beta[1]),
        one("supraventricular", "Supraventricular, of a beat that is not ventricular.", model.EARLY, beta[2]),
    ]
    return HEADER + "\n\n".join(parts) + "\n}\n"
