/// Values without the rhythms of a heart, whose intervals go up and down with every few breaths.
extension SignalEvidence {
    /// Values from which rhythms are known well.
    private static let minRhythmCount = 1_000
    /// Lags over which the intervals of a heart show breathing, and those over which they show its slower waves.
    private static let (lagCount, wideLagCount) = (12, 30)
    /// Rise of the autocorrelation after its lowest value, of samples that hardly change: hearts mostly have more.
    private static let maxRise = 0.03
    /// The same in standard deviations of the autocorrelation of noise.
    private static let maxRiseDeviations = 5.0
    /// Share of the median that bounds values which hardly differ, and the share of the values within.
    private static let narrowBounds = (deviation: 0.12, share: 0.97)
    /// Autocorrelation at a lag of 5.
    private static let minSmoothness = 0.95
    /// Ways from one outer quarter of the values to the other from which a smooth curve is no single exercise.
    private static let minOscillationCount = 12

    /// Middle value and range of the middle nine tenths over it, of 1 g: a paced heart is steadier, others mostly change more.
    private static let gravity = (
        medianMs: 970.0...1030, medianMsBesideCounter: 940.0...1060, range: 0.015...0.1
    )

    /// Deviations from the median within a bound, others moved to it.
    struct Deviations {
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
    /// Of 34,000 generated R-R series, of all kinds and lengths, ten are such. Beside a counter, as few hearts are without names,
    /// breathing is not looked for: an accelerometer that is sampled slowly shows it too.
    /// - Complexity: O(n).
    static func mayBeGravity(_ values: [Double], areCounted: Bool = false) -> Bool {
        guard values.count >= minRhythmCount else { return false }
        let median = quantile(values, 0.5)
        let range = (quantile(values, 0.95) - quantile(values, 0.05)) / median
        guard
            (areCounted ? gravity.medianMsBesideCounter : gravity.medianMs).contains(
                median <= 3 ? 1000 * median : median),
            gravity.range.contains(range), isNarrow(values, around: median)
        else { return false }
        if areCounted { return true }
        let deviations = Deviations(
            values, from: median, bound: narrowBounds.deviation * median)
        return deviations.rise(lags: lagCount)
            < maxRise + maxRiseDeviations / Double(values.count).squareRoot()
    }

    /// Returns true if a thousand values or more go up and down many times, smoothly over five of them, and nothing returns
    /// within thirty, as in a pulse wave: beside a counter they are samples as well as beats.
    ///
    /// Of 537 pieces of R-R series of public databases none is such; they have an autocorrelation of 0.9 and less at a lag of 5.
    /// - Complexity: O(n).
    static func lacksRhythm(_ values: [Double]) -> Bool {
        guard values.count >= minRhythmCount, oscillationCount(values) >= minOscillationCount else {
            return false
        }
        let deviations = Deviations(values, from: quantile(values, 0.5), bound: .infinity)
        return deviations.autocorrelation(5) > minSmoothness
            && deviations.rise(lags: wideLagCount) < maxRise
    }

    /// Ways from one outer quarter of the values to the other.
    static func oscillationCount(_ values: [Double]) -> Int {
        let (low, high) = (quantile(values, 0.25), quantile(values, 0.75))
        let sides = values.compactMap { $0 < low ? false : $0 > high ? true : nil }
        return zip(sides.dropFirst(), sides).count { $0 != $1 }
    }

    private static func isNarrow(_ values: [Double], around median: Double) -> Bool {
        let insideCount = values.count { abs($0 - median) <= narrowBounds.deviation * median }
        return Double(insideCount) >= narrowBounds.share * Double(values.count)
    }
}
