/// The agreement between detected beats and annotated ones.
///
/// Every figure is a quotient of counts, so it has no value where the divisor is 0. Scores add up:
/// the sum over the records of a database gives the gross figures of the standard.
public struct BeatScore: Sendable, Equatable {
    /// Seven rows (reference) of seven (test), in the order of ``BeatLabel``.
    private var counts = [Int](repeating: 0, count: BeatScore.labelCount * BeatScore.labelCount)
    private var offsetSum = 0.0
    private var offsetSquareSum = 0.0

    private static let labelCount = BeatLabel.allCases.count
    private static let beatLabels: [BeatLabel] = [
        .normal, .supraventricular, .ventricular, .fusion, .unknown,
    ]
    private static let nonBeatLabels: [BeatLabel] = [.none, .unreadable]

    public init() {}

    /// The number of beats that have this label in the reference and that one in the test.
    public subscript(reference: BeatLabel, test: BeatLabel) -> Int {
        counts[reference.rawValue * Self.labelCount + test.rawValue]
    }

    mutating func add(_ reference: BeatLabel, _ test: BeatLabel, offsetMs: Double? = nil) {
        counts[reference.rawValue * Self.labelCount + test.rawValue] += 1
        if let offsetMs {
            offsetSum += offsetMs
            offsetSquareSum += offsetMs * offsetMs
        }
    }

    public static func + (a: BeatScore, b: BeatScore) -> BeatScore {
        var sum = a
        for index in sum.counts.indices { sum.counts[index] += b.counts[index] }
        sum.offsetSum += b.offsetSum
        sum.offsetSquareSum += b.offsetSquareSum
        return sum
    }

    private func total(_ rows: [BeatLabel], _ columns: [BeatLabel]) -> Int {
        rows.reduce(0) { sum, row in columns.reduce(sum) { $0 + self[row, $1] } }
    }

    fileprivate static func percent(_ part: Int, of whole: Int) -> Double? {
        whole > 0 ? 100 * Double(part) / Double(whole) : nil
    }
}

// MARK: Beats, whatever their kind

extension BeatScore {
    /// Annotated beats that were detected (TP).
    public var truePositives: Int { total(Self.beatLabels, Self.beatLabels) }
    /// Annotated beats that were not (FN).
    public var falseNegatives: Int { total(Self.beatLabels, Self.nonBeatLabels) }
    /// Detected beats that are not annotated (FP).
    public var falsePositives: Int { total(Self.nonBeatLabels, Self.beatLabels) }

    /// TP / (TP + FN); %.
    public var sensitivity: Double? {
        Self.percent(truePositives, of: truePositives + falseNegatives)
    }

    /// TP / (TP + FP); %.
    public var positivePredictivity: Double? {
        Self.percent(truePositives, of: truePositives + falsePositives)
    }

    /// 2 TP / (2 TP + FP + FN), the harmonic mean of the two; %.
    public var f1: Double? {
        Self.percent(
            2 * truePositives, of: 2 * truePositives + falsePositives + falseNegatives)
    }

    /// Mean of detected less annotated time over the pairs; ms.
    public var offsetMeanMs: Double? {
        truePositives > 0 ? offsetSum / Double(truePositives) : nil
    }

    /// Standard deviation of the same, over n - 1; ms; for two pairs or more.
    public var offsetDeviationMs: Double? {
        let count = Double(truePositives)
        guard count >= 2 else { return nil }
        // Offsets are at most the window, some 100 ms, so that the squares lose few digits.
        let squares = offsetSquareSum - offsetSum * offsetSum / count
        return (max(0, squares) / (count - 1)).squareRoot()
    }
}

// MARK: Ectopic beats

/// The agreement on one class of beats.
public struct BeatClassScore: Sendable, Equatable {
    public let truePositives: Int
    public let falseNegatives: Int
    public let falsePositives: Int
    public let trueNegatives: Int

    /// TP / (TP + FN); %.
    public var sensitivity: Double? {
        BeatScore.percent(truePositives, of: truePositives + falseNegatives)
    }
    /// TP / (TP + FP); %.
    public var positivePredictivity: Double? {
        BeatScore.percent(truePositives, of: truePositives + falsePositives)
    }
    /// FP / (FP + TN); %.
    public var falsePositiveRate: Double? {
        BeatScore.percent(falsePositives, of: falsePositives + trueNegatives)
    }
}

extension BeatScore {
    /// Ventricular ectopic beats. Fusion beats and unknown ones called so are no error, as in the standard.
    public var ventricular: BeatClassScore {
        score(of: .ventricular, ignoring: [.fusion, .unknown])
    }
    /// Supraventricular ectopic beats. Unknown ones called so are no error, as in the standard.
    public var supraventricular: BeatClassScore {
        score(of: .supraventricular, ignoring: [.unknown])
    }

    /// - Parameter ignored: labels of the reference that count neither way where they are called so.
    private func score(of label: BeatLabel, ignoring ignored: [BeatLabel]) -> BeatClassScore {
        let others = BeatLabel.allCases.filter { $0 != label }
        return BeatClassScore(
            truePositives: self[label, label],
            falseNegatives: total([label], others),
            falsePositives: total(others.filter { !ignored.contains($0) }, [label]),
            trueNegatives: total(others, Self.beatLabels.filter { $0 != label }))
    }
}

// MARK: Databases

/// The figures of several records, each record counting alike: means over the records that have the
/// figure, in %; nil where none has.
public struct BeatScoreAverage: Sendable, Equatable {
    /// Means of the figures of one class of beats.
    public struct ClassAverage: Sendable, Equatable {
        public let sensitivity: Double?
        public let positivePredictivity: Double?
        public let falsePositiveRate: Double?

        fileprivate init(_ scores: [BeatClassScore]) {
            sensitivity = scores.mean(of: \.sensitivity)
            positivePredictivity = scores.mean(of: \.positivePredictivity)
            falsePositiveRate = scores.mean(of: \.falsePositiveRate)
        }
    }

    public let sensitivity: Double?
    public let positivePredictivity: Double?
    public let f1: Double?
    public let ventricular: ClassAverage
    public let supraventricular: ClassAverage

    public init(_ scores: [BeatScore]) {
        sensitivity = scores.mean(of: \.sensitivity)
        positivePredictivity = scores.mean(of: \.positivePredictivity)
        f1 = scores.mean(of: \.f1)
        ventricular = ClassAverage(scores.map(\.ventricular))
        supraventricular = ClassAverage(scores.map(\.supraventricular))
    }
}

extension Array {
    /// The mean of a figure over the elements that have it.
    fileprivate func mean(of figure: (Element) -> Double?) -> Double? {
        let values = compactMap(figure)
        return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
}
