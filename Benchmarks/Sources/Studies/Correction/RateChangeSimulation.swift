import PhysioDSP

/// A rhythm whose rate changes once, with or without artefacts, and what is true of each interval.
struct RateChangeSimulation: Sendable {
    /// Ratio of the longer mean interval to the shorter one.
    var factor: Double
    /// True if the intervals become longer; false if shorter.
    var isLonger: Bool
    /// Intervals between the two rates; 0 for a change at once.
    var rampCount = 0
    /// Standard deviation of the intervals, as a share of their mean.
    var spread = 0.03
    /// True if breathing makes most of the spread; otherwise the intervals are white.
    var isBreathing = false
    /// Share of the beats that are artefacts: missed, extra or displaced, in equal parts.
    var artefactShare = 0.0

    /// The shorter mean interval; ms.
    static let shorterMs = 380.0...500
    /// Intervals ahead of the change.
    static let countsBefore = 150..<250
    static let countAfter = 250
    static let breathingHertz = 0.25
    /// Intervals behind the end of the change that are not scored.
    static let unscoredCount = 9
    /// The positions of an extra beat in its interval, as shares of it.
    static let extraShares = 0.3...0.7
    /// The time by which a displaced beat is early, as a share of the interval before it.
    static let earlyShares = 0.2...0.4

    /// The recorded intervals, and the truth about them.
    struct Series: Sendable, Equatable {
        /// The intervals as recorded; ms; whole numbers.
        var intervalsMs: [Double]
        /// The index of the true interval for each recorded one; nil if one of its beats is not
        /// true, or a beat between them was missed.
        var trueIndices: [Int?]
        /// The intervals without the artefacts; ms; whole numbers.
        var trueIntervalsMs: [Double]
        /// The first true interval that is scored.
        var firstScored: Int

        /// Recorded intervals that are valid and lie far enough behind the change.
        var scored: [Int] {
            trueIndices.indices.filter { trueIndices[$0].map { $0 >= firstScored } ?? false }
        }
    }

    /// Returns the same series for the same seed; those of other factors and ramps differ.
    func series(seed: UInt64) -> Series {
        let drawn = seed &* 7919 &+ UInt64((1000 * factor).rounded()) &+ 31 &* UInt64(rampCount)
        var generator = SeededGenerator(seed: drawn)
        let (truth, changeEnd) = trueIntervals(&generator)
        let (intervals, trueIndices) = recorded(truth, &generator)
        return Series(
            intervalsMs: intervals, trueIndices: trueIndices, trueIntervalsMs: truth,
            firstScored: changeEnd + Self.unscoredCount)
    }

    /// Returns the intervals without artefacts, and the first one behind the change.
    private func trueIntervals(_ generator: inout SeededGenerator) -> ([Double], Int) {
        var phase = 2 * .pi * generator.uniform()
        let shorter = generator.uniform(in: Self.shorterMs)
        let begin = isLonger ? shorter : shorter * factor
        let logRatio = (isLonger ? 1 : -1) * PlatformMath.log(factor)
        let countBefore =
            Self.countsBefore.lowerBound
            + Int(Double(Self.countsBefore.count) * generator.uniform())
        let changeEnd = countBefore + rampCount
        let intervals = (0..<(changeEnd + Self.countAfter)).map { index in
            let step = min(max(index - countBefore + 1, 0), rampCount + 1)
            let mean =
                begin * PlatformMath.exp(logRatio * Double(step) / Double(rampCount + 1))
            phase += 2 * .pi * Self.breathingHertz * mean / 1000
            return (mean * (1 + spread * deviation(phase, &generator))).rounded()
        }
        return (intervals, changeEnd)
    }

    /// Returns a deviation with a standard deviation of 1 over time.
    private func deviation(_ phase: Double, _ generator: inout SeededGenerator) -> Double {
        let noise = generator.normal()
        return isBreathing ? 1.2 * PlatformMath.sin(phase) + 0.53 * noise : noise
    }

    /// Returns what a sensor makes of the true intervals.
    private func recorded(
        _ truth: [Double], _ generator: inout SeededGenerator
    ) -> (intervals: [Double], trueIndices: [Int?]) {
        var time = 0.0
        // The time of each recorded beat, and which true one it is.
        var beats: [(ms: Double, beat: Int?)] = [(0, 0)]
        for (index, interval) in truth.enumerated() {
            let begin = time
            time += interval
            let beat = index + 1
            // The first two beats and the last two are never artefacts.
            guard generator.uniform() < artefactShare, beat > 1, beat < truth.count - 1 else {
                beats.append((time, beat))
                continue
            }
            switch Int(3 * generator.uniform()) {
            case 0:
                break
            case 1:
                let share = generator.uniform(in: Self.extraShares)
                beats.append(((begin + share * interval).rounded(), nil))
                beats.append((time, beat))
            default:
                let share = generator.uniform(in: Self.earlyShares)
                beats.append(((time - share * interval).rounded(), nil))
            }
        }
        let pairs = zip(beats.dropFirst(), beats)
        return (
            pairs.map { $0.ms - $1.ms },
            pairs.map { later, earlier in
                guard let end = later.beat, let begin = earlier.beat, end == begin + 1 else {
                    return nil
                }
                return begin
            }
        )
    }
}

extension SeededGenerator {
    /// Returns a number that is uniform in a range.
    mutating func uniform(in range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * uniform()
    }
}
