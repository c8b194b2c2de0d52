/// Waves that return, and values that hardly change: no heart makes them.
extension SignalEvidence {
    /// Blocks of which the means are compared.
    private static let blockCount = 2_400
    /// Waves that return: values of each, how many there are, and the correlation of the values with
    /// those one wave later, at least; shorter ones than those of 500 change less from value to value than a training does.
    ///
    /// A program of training rarely has 500 beats a wave; 31 R-R series of public databases stay below
    /// a correlation of 0.5, pulse waves reach 0.9. Beside a counter breathing shows in shorter ones.
    private static let repeatedWaveCriteria = [
        (values: 500.0, count: 8.0, correlation: 0.85), (values: 200, count: 12, correlation: 0.85),
        (values: 100, count: 25, correlation: 0.65),
    ]
    private static let waveCriteriaBesideCounter =
        repeatedWaveCriteria + [(values: 240, count: 6, correlation: 0.97)]
    private static let minRepeats = 6
    /// Share of a wave for which it stays like itself: a tenth of that of a pulse.
    private static let minFirstZeroShare = 0.1
    /// Values of a wave from which it is one whatever it is made of.
    private static let minLongWaveValueCount = 500.0
    /// Share of the changes that are slow.
    private static let minSlowShare = 0.5
    /// Steps from value to value over the spread, of waves shorter than 500 values: those of training, 30 s to 1 min on and
    /// off, have 0.12 and more.
    private static let maxWaveStep = 0.1

    /// Returns true if a wave of many values returns again and again, as those of a pulse or of
    /// breathing do in a column that is sampled fast.
    ///
    /// - Complexity: O(n) for a bounded number of means.
    static func hasRepeatedWaves(_ values: [Double], areCounted: Bool) -> Bool {
        let size = max(1, values.count / blockCount)
        let count = values.count / size
        guard count > 2 * minRepeats else { return false }
        var means = (0..<count).map { block in
            values[(block * size)..<((block + 1) * size)].reduce(0, +) / Double(size)
        }
        let middle = means.reduce(0, +) / Double(count)
        for index in means.indices { means[index] -= middle }
        // What changes from value to value makes no wave of many.
        let energy = values.reduce(0) { $0 + ($1 - middle) * ($1 - middle) }
        let slowEnergy = means.reduce(0) { $0 + $1 * $1 } * Double(size)
        guard slowEnergy > minSlowShare * energy else { return false }
        func correlation(_ lag: Int) -> Double {
            var (sum, before, behind) = (0.0, 0.0, 0.0)
            for index in lag..<count {
                sum += means[index] * means[index - lag]
                before += means[index - lag] * means[index - lag]
                behind += means[index] * means[index]
            }
            return before > 0 && behind > 0 ? sum / (before * behind).squareRoot() : 0
        }
        let correlations = (1...(count / minRepeats)).map(correlation)
        // Past the first zero, where a wave is no longer like itself; two waves later it is like itself too.
        guard let zero = correlations.firstIndex(where: { $0 <= 0 }),
            let best = correlations[zero...].max(),
            let first = correlations[zero...].firstIndex(where: { $0 >= best - 0.02 })
        else { return false }
        let length = Double((first + 1) * size)
        // Two short waves, as of breathing and an irregular beat, meet again after many values.
        let isOneWave =
            Double((zero + 1) * size) >= minFirstZeroShare * length && step(values) < maxWaveStep
        return (areCounted ? waveCriteriaBesideCounter : repeatedWaveCriteria).contains { wave in
            length >= wave.values && Double(values.count) >= wave.count * length
                && best >= wave.correlation && (isOneWave || wave.values >= minLongWaveValueCount)
        }
    }

    /// Values of a piece, about, and those from which a column can be too smooth for a heart.
    private static let (pieceCount, minSmoothCount) = (3_000, 1_000)
    /// Steps over the spread of the values, and the range of their middle nine tenths over the median, of a
    /// column that drifts: 22 R-R series of public databases, cut into pieces of 3,000 beats, have steps of 0.2 and
    /// more, smoothed ones of 0.15, skin conductance mostly up to 0.11. Smoother ones have a wide range, as in exercise.
    private static let driftBounds = [(step: 0.09, range: 0.4), (step: 0.11, range: 0.2)]

    /// Root mean square of the steps from value to value, over the standard deviation; infinite where nothing changes.
    private static func step(_ values: [Double]) -> Double {
        let mean = values.reduce(0, +) / Double(values.count)
        let spread = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        let steps = zip(values.dropFirst(), values).reduce(0) {
            $0 + ($1.0 - $1.1) * ($1.0 - $1.1)
        }
        return spread > 0 ? (steps / spread).squareRoot() : .infinity
    }

    /// Middle ``step(_:)`` of pieces of up to so many values: a jump from one level to another counts in one of them.
    static func middleStep(_ values: [Double], pieceCount: Int = 500) -> Double {
        let size = max(1, min(pieceCount, values.count / 4))
        let steps = stride(from: 0, through: values.count - size, by: size)
            .map { step(Array(values[$0..<$0 + size])) }
        return quantile(steps, 0.5)
    }

    /// Length above which nineteen of twenty intervals are those of a heart at rest; ms.
    static let restMs = 700.0
    /// Bounds of values that are too smooth for a heart at rest: nineteen of twenty are longer than `minMs`, a wave takes
    /// more than `minWaveCount` values, which no apnoea does, and the middle step is below `maxStep`. In exercise intervals
    /// are shorter, and may be smooth.
    ///
    /// Of 2,023 pieces of R-R series of public databases none fits, also where five of them were averaged (two then fit the
    /// second row), nor do 1,677 generated hearts; the same is true of ``narrowRestBounds``.
    private static let restBounds: [(minMs: Double, minWaveCount: Double, maxStep: Double)] =
        [(restMs, 150, 0.075), (900, 100, 0.12)]
    /// Range of the middle nine tenths over the middle value, the step of all values, and the autocorrelation at a lag of 12, which
    /// averages of ten intervals do not have.
    private static let narrowRestBounds = (range: 0.06, step: 0.15, lag: 12, autocorrelation: 0.85)
    /// The middle step beside a counter: of 1,542 pieces of 1,000 intervals none is below.
    private static let restStepBesideCounter = 0.2
    /// Values of a piece, of a signal that is sampled fast.
    private static let restPieceCount = 2_000

    /// Returns true if the values hardly change from one to the next, although they are as long as those of a heart at rest:
    /// breathing belts, pulse waves in V, and skin conductance.
    ///
    /// - Complexity: O(n).
    static func isSmoothAtRest(_ values: [Double], areCounted: Bool) -> Bool {
        guard values.count >= minSmoothCount else { return false }
        let median = quantile(values, 0.5)
        let low = quantile(values, 0.05)
        let lowMs = low * (median <= 3 ? 1000 : 1)
        guard lowMs > restMs else { return false }
        let step = middleStep(values, pieceCount: restPieceCount)
        if areCounted { return step < restStepBesideCounter }
        let range = (quantile(values, 0.95) - low) / median
        if range < narrowRestBounds.range, Self.step(values) < narrowRestBounds.step,
            Deviations(values, from: median, bound: .infinity).autocorrelation(narrowRestBounds.lag)
                > narrowRestBounds.autocorrelation
        {
            return true
        }
        let waveCount = 2 * Double(values.count) / Double(max(oscillationCount(values), 1))
        return restBounds.contains {
            lowMs > $0.minMs && waveCount > $0.minWaveCount && step < $0.maxStep
        }
    }

    /// Greatest values of converters of 9 to 16 bits.
    private static let converterMaxima = (9...16).map { Double((1 << $0) - 1) }
    private static let (minClippedCount, minClippedPairCount) = (6, 3)
    private static let minClippedRatio = 1.5

    /// Returns true if the greatest value is that of a converter, far above the middle one, and returns, often several times in a
    /// row: no heart pauses again and again for exactly 1023 ms.
    static func isClipped(_ values: [Double]) -> Bool {
        guard let top = values.max(), converterMaxima.contains(top),
            top > minClippedRatio * quantile(values, 0.5)
        else { return false }
        let pairCount = zip(values.dropFirst(), values).count { $0 == top && $1 == top }
        return values.count { $0 == top } >= minClippedCount && pairCount >= minClippedPairCount
    }

    /// Returns true if the values hardly change from one to the next in half of the pieces, less than those of any heart.
    ///
    /// - Complexity: O(n log n).
    static func isSmooth(_ values: [Double]) -> Bool {
        guard values.count >= minSmoothCount else { return false }
        let size = values.count / max(1, values.count / pieceCount)
        let pieces = stride(from: 0, through: values.count - size, by: size)
            .map { Array(values[$0..<$0 + size]) }
        let smoothCount = pieces.count { piece in
            let sorted = piece.sorted()
            let range = sorted[piece.count * 19 / 20] - sorted[piece.count / 20]
            let steps = step(piece)
            return driftBounds.contains {
                steps < $0.step && range < $0.range * sorted[piece.count / 2]
            }
        }
        return 2 * smoothCount >= pieces.count
    }
}
