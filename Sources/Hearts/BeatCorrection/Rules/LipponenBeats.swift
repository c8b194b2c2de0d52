import PhysioDSP
import PhysioTypes

/// The quantities of ``LipponenRule`` for the beats of a segment, and the decision tree.
///
/// Beat 0 begins the first interval; it has the mean length as its interval. Beat j > 0 ends
/// interval j - 1. Everything about a beat depends on few others, so that a long segment is gone
/// through in blocks that stay in the cache; the numbers are those of the whole.
struct LipponenBeats: ~Copyable {
    /// Beats that are prepared at a time.
    private static let blockBeatCount = 8192
    /// Beats on either side of those asked about on which their numbers depend: two for the
    /// subspaces, and half of both windows.
    private static let margin =
        2 + LipponenRule.quartileWindowBeatCount / 2 + LipponenRule.medianWindowIntervalCount / 2

    let rule: LipponenRule
    let count: Int
    private let intervalsMs: [Double]
    private let meanMs: Double
    /// Beats whose numbers are prepared; in the arrays, beat `loadedBeats.lowerBound` comes first.
    private var loadedBeats = 0..<0
    /// Beats that may be asked about.
    private var queryableBeats = 0..<0
    private var intervals: [Double] = []
    private var medians = RollingQuantileBuffer(
        window: LipponenRule.medianWindowIntervalCount, probabilities: [0.5])
    /// Differences of successive intervals, and distances from the median, over their thresholds.
    private var differences = ThresholdedValues()
    private var distances = ThresholdedValues()

    /// - Precondition: two intervals or more.
    init(_ intervalsMs: [Double], rule: LipponenRule) {
        self.rule = rule
        self.intervalsMs = intervalsMs
        count = intervalsMs.count + 1
        meanMs = intervalsMs.reduce(0, +) / Double(intervalsMs.count)
    }

    /// The beats that are not sound, ascending, as the tree has them, an ectopic one at the later
    /// of its two intervals; and the difference over its threshold.
    mutating func classifiedBeats() -> [(beat: Int, kind: CorrectionEvent.Kind, u: Double)] {
        var found: [(beat: Int, kind: CorrectionEvent.Kind, u: Double)] = []
        var beat = 0
        while beat < count - 2 {
            prepare(beat)
            let isJudged =
                abs(u(beat)) > 1
                || rule.followsPaperStrictly && abs(v(beat)) > rule.maxMedianDistance
            if isJudged, isEctopic(beat) {
                found.append((beat, .ectopic, u(beat)))
            } else if isJudged {
                if let kind = longOrShortKind(beat) { found.append((beat, kind, u(beat))) }
                if abs(u(beat + 1)) < abs(u(beat + 2)) {
                    beat += 1
                    if let kind = longOrShortKind(beat) { found.append((beat, kind, u(beat))) }
                }
            }
            beat += 1
        }
        return found
    }

    /// Th1 and Th2 of a beat; ms.
    mutating func thresholds(_ beat: Int) -> (difference: Double, distance: Double) {
        prepare(beat)
        let index = beat - loadedBeats.lowerBound
        return (differences.thresholds[index], distances.thresholds[index])
    }

    // MARK: - The decision tree

    /// Difference over its threshold; beats beyond the ends are mirrored.
    private func u(_ beat: Int) -> Double {
        let mirroredBeat = beat < 0 ? -beat : beat >= count ? 2 * (count - 1) - beat : beat
        return differences.values[mirroredBeat - loadedBeats.lowerBound]
    }

    /// Distance from the median over its threshold.
    private func v(_ beat: Int) -> Double { distances.values[beat - loadedBeats.lowerBound] }

    /// Returns true if the difference points away from both its neighbours, in the first subspace.
    private func isEctopic(_ beat: Int) -> Bool {
        let u = u(beat)
        if u > 1 {
            let highest = max(self.u(beat - 1), self.u(beat + 1))
            return highest < -rule.ectopicSlope * u - rule.ectopicOffset
        }
        let lowest = min(self.u(beat - 1), self.u(beat + 1))
        return u < -1 && lowest > -rule.ectopicSlope * u + rule.ectopicOffset
    }

    private func longOrShortKind(_ beat: Int) -> CorrectionEvent.Kind? {
        let (isLong, isShort) = longShortFlags(beat)
        let v = v(beat)
        guard isLong || isShort || abs(v) > rule.maxMedianDistance else { return nil }
        let index = beat - loadedBeats.lowerBound
        let (interval, median) = (intervals[index], medians.values[index])
        let limit = distances.thresholds[index]
        if isShort, abs(interval + intervals[index + 1] - median) < limit { return .extra }
        if isLong, abs(interval / 2 - median) < limit { return .missed }
        return isLong || !isShort && v > 0 ? .long : .short
    }

    /// Returns flags of a long and a short interval: one of the next two takes the difference back,
    /// in the second subspace.
    private func longShortFlags(_ beat: Int) -> (isLong: Bool, isShort: Bool) {
        let u = u(beat)
        if u > 1 { return (min(self.u(beat + 1), self.u(beat + 2)) < -1, false) }
        return (false, u < -1 && max(self.u(beat + 1), self.u(beat + 2)) > 1)
    }

    // MARK: - The numbers of a block

    /// Makes the numbers of this beat, and of all a decision about it and the next one needs, those
    /// of the arrays.
    private mutating func prepare(_ beat: Int) {
        guard !queryableBeats.contains(beat) else { return }
        queryableBeats = beat..<min(count, beat + Self.blockBeatCount)
        loadedBeats =
            max(0, beat - Self.margin)..<min(count, queryableBeats.upperBound + 1 + Self.margin)
        intervals.removeAll(keepingCapacity: true)
        if loadedBeats.lowerBound == 0 { intervals.append(meanMs) }
        intervals += intervalsMs[max(0, loadedBeats.lowerBound - 1)..<(loadedBeats.upperBound - 1)]
        fill()
    }

    /// Fills all arrays from `intervals`. Next to an end of the block that is none of the segment the
    /// numbers are wrong; nothing asks for them there.
    private mutating func fill() {
        let n = intervals.count
        medians.compute(of: intervals)
        differences.resize(n)
        differences.values[0] =
            loadedBeats.lowerBound == 0 ? (intervalsMs[count - 2] - meanMs) / Double(count - 1) : 0
        for index in 1..<n {
            differences.values[index] = intervals[index] - intervals[index - 1]
        }
        distances.resize(n)
        for index in 0..<n {
            let distance = intervals[index] - medians.values[index]
            distances.values[index] = distance < 0 ? 2 * distance : distance
        }
        differences.normalise(by: rule)
        distances.normalise(by: rule)
    }
}

/// Quantiles of a moving window, in memory that is kept.
private struct RollingQuantileBuffer: ~Copyable {
    private let quantiles: RollingQuantiles
    private var workspace = RollingQuantiles.Workspace()
    private(set) var values: [Double] = []

    init(window: Int, probabilities: [Double]) {
        quantiles = RollingQuantiles(window: window, probabilities: probabilities)
    }

    mutating func compute(of series: [Double]) {
        let count = series.count * quantiles.probabilities.count
        if values.count != count { values = [Double](repeating: 0, count: count) }
        Self.compute(quantiles, of: series, into: &values, &workspace)
    }

    private static func compute(
        _ quantiles: RollingQuantiles, of series: [Double], into values: inout [Double],
        _ workspace: inout RollingQuantiles.Workspace
    ) {
        var span = values.mutableSpan
        quantiles(series.span, into: &span, workspace: &workspace)
    }
}

/// Values over a threshold that follows from how far they and those around them are from 0.
private struct ThresholdedValues: ~Copyable {
    var values: [Double] = []
    private(set) var thresholds: [Double] = []
    private var sizes: [Double] = []
    private var quartiles = RollingQuantileBuffer(
        window: LipponenRule.quartileWindowBeatCount, probabilities: [0.25, 0.75])

    mutating func resize(_ count: Int) {
        guard values.count != count else { return }
        values = [Double](repeating: 0, count: count)
        thresholds = values
        sizes = values
    }

    /// Finds the thresholds, and divides the values by them.
    mutating func normalise(by rule: LipponenRule) {
        let n = values.count
        for index in 0..<n { sizes[index] = abs(values[index]) }
        quartiles.compute(of: sizes)
        for index in 0..<n {
            let deviation = (quartiles.values[n + index] - quartiles.values[index]) / 2
            let threshold = max(rule.thresholdFactor * deviation, rule.minThresholdMs)
            thresholds[index] = threshold
            values[index] /= threshold
        }
    }
}
