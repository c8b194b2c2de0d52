/// Values without the rhythms of a heart, whose intervals go up and down with every few breaths.
extension SignalEvidence {
    /// Values from which rhythms are known well.
    private static let minRhythmCount = 1_000
    /// Lags over which the intervals of a heart show breathing, and those over which wide values show its slower waves.
    private static let (lagCount, wideLagCount) = (12, 30)
    /// Rise of the autocorrelation after its lowest value, of samples that hardly change: hearts mostly have more.
    private static let maxRise = 0.03
    /// The same in standard deviations of the autocorrelation of noise.
    private static let maxRiseDeviations = 5.0
    /// Share of the median that bounds values which hardly differ, and the share of the values within.
    private static let narrowBounds = (deviation: 0.12, share: 0.97)
    /// Ways from one outer quarter of the values to the other from which a smooth wide curve is no single exercise.
    private static let minSwingCount = 12

    /// Middle value and range of the middle nine tenths over it, of 1 g: a paced heart is steadier, others mostly change more.
    private static let gravity = (medianMs: 970.0...1030, range: 0.015...0.1)

    /// Deviations from the median within a bound, others moved to it.
    private struct Deviations {
        private let values: [Double]
        private let energy: Double

        init(_ raw: [Double], from median: Double, bound: Double) {
            let clipped = raw.map { min(max($0 - median, -bound), bound) }
            let mean = clipped.reduce(0, +) / Double(clipped.count)
            values = clipped.map { $0 - mean }
            energy = values.reduce(0) { $0 + $1 * $1 }
        }

        /// 0 where nothing changes.
        func autocorrelation(_ lag: Int) -> Double {
            guard energy > 0 else { return 0 }
            return zip(values.dropFirst(lag), values).reduce(0) { $0 + $1.0 * $1.1 } / energy
        }

        /// Greatest rise of the autocorrelation from a lag to a later one.
        func rise(lags: Int) -> Double {
            var (low, rise) = (1.0, 0.0)
            for lag in 1...lags {
                let value = autocorrelation(lag)
                low = min(low, value)
                rise = max(rise, value - low)
            }
            return rise
        }
    }

    /// Returns true if a thousand values or more lie around 1000 or 1.000, as those of an accelerometer at rest in mg or g
    /// do, and nothing returns within a dozen of them, as breathing does in the intervals of a heart at 60 beats a minute.
    ///
    /// Of 34,000 generated R-R series, of all kinds and lengths, ten are such.
    /// - Complexity: O(n).
    static func mayBeGravity(_ values: [Double]) -> Bool {
        guard values.count >= minRhythmCount else { return false }
        let median = quantile(values, 0.5)
        let range = (quantile(values, 0.95) - quantile(values, 0.05)) / median
        guard gravity.medianMs.contains(median <= 3 ? 1000 * median : median),
            gravity.range.contains(range), isNarrow(values, around: median)
        else { return false }
        let deviations = Deviations(
            values, from: median, bound: narrowBounds.deviation * median)
        return deviations.rise(lags: lagCount)
            < maxRise + maxRiseDeviations / Double(values.count).squareRoot()
    }

    /// Returns true if each of a thousand values or more is near the one before, nothing returns within a dozen of them
    /// where they hardly differ, or within thirty where they differ more and go up and down many times: beside a counter they are samples as well as beats.
    ///
    /// - Complexity: O(n).
    static func lacksRhythm(_ values: [Double]) -> Bool {
        guard values.count >= minRhythmCount else { return false }
        let median = quantile(values, 0.5)
        let isNarrow = isNarrow(values, around: median)
        guard isNarrow else {
            let deviations = Deviations(values, from: median, bound: .infinity)
            return swingCount(values) >= minSwingCount && deviations.autocorrelation(1) > 0.95
                && deviations.rise(lags: wideLagCount) < maxRise
        }
        let deviations = Deviations(
            values, from: median, bound: narrowBounds.deviation * median)
        return deviations.autocorrelation(1) > 0.5 && deviations.rise(lags: lagCount) < maxRise
    }

    /// Ways from one outer quarter of the values to the other.
    private static func swingCount(_ values: [Double]) -> Int {
        let (low, high) = (quantile(values, 0.25), quantile(values, 0.75))
        let sides = values.compactMap { $0 < low ? false : $0 > high ? true : nil }
        return zip(sides.dropFirst(), sides).count { $0 != $1 }
    }

    private static func isNarrow(_ values: [Double], around median: Double) -> Bool {
        let insideCount = values.count { abs($0 - median) <= narrowBounds.deviation * median }
        return Double(insideCount) >= narrowBounds.share * Double(values.count)
    }
}
