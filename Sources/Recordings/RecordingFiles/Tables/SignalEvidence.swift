import PhysioDSP

/// Evidence that the values of a column are samples of a signal and not R-R intervals.
///
/// R-R intervals are the default; a signal needs what no heart makes from beat to beat: at least a
/// quarter of the values below 150 (as ms), or evenly spaced bursts of steep steps as QRS complexes
/// are (a lone odd interval halves when steps are taken over two values, a complex does not), or
/// very many long and even waves, or a long wave that returns again and again, or QRS complexes that
/// a detector finds (``QRSEvidence``). The thresholds were set on R-R series and signals of public
/// databases and of seeded generators, half of the records held out.
///
/// - Complexity: O(n log n) for the sorting of at most ``valueLimit`` values.
struct SignalEvidence {
    /// The outcome of the look at a column.
    enum Verdict: String {
        case intervals, signal, unknown
    }

    let verdict: Verdict

    /// Reason to take the values for samples, one clause; nil where they are intervals.
    var reason: String? {
        switch verdict {
        case .intervals: nil
        case .signal: "the values go up and down as the samples of a signal do"
        case .unknown: "the values may be the samples of a signal"
        }
    }

    private static let minCount = 100
    private static let valueLimit = 60_000
    /// Values from one burst to the next from which few bursts beside a counter are complexes.
    private static let minCounterBurstSpacing = 200.0
    /// Even bursts beside a counter.
    private static let counterBurstBounds = BurstBounds(6, 0.86, 1.16, 0.12, 0.75, 0.8)

    /// - Parameter values: of the column, in order, in the unit of the file.
    /// - Parameter areCounted: whether a counter stands beside them, as beside samples: then few slow
    ///   bursts make a signal, too.
    init(_ values: [Double], areCounted: Bool = false) {
        guard values.count >= Self.minCount else {
            verdict = .intervals
            return
        }
        let values = Array(values.prefix(Self.valueLimit))
        let verdict = ValueAnalysis(values, hasCounter: areCounted).verdict()
        if verdict != .signal, QRSEvidence.isECG(values) {
            self.verdict = .signal
        } else {
            let isDoubtful =
                verdict == .intervals
                && (Self.hasRepeatedWaves(values, areCounted: areCounted) || Self.isSmooth(values)
                    || Self.isSmoothAtRest(values, areCounted: areCounted)
                    || Self.isClipped(values))
            self.verdict = isDoubtful ? .unknown : verdict
        }
    }

    /// Value at rank floor(share (n - 1)) of the sorted values.
    static func quantile(_ values: [Double], _ share: Double) -> Double {
        guard !values.isEmpty else { return 0 }
        return OrderStatistics.value(
            atRank: Int(share * Double(values.count - 1)), of: values)
    }
}

extension SignalEvidence {
    /// Groups of steep steps at one scale.
    private struct Bursts {
        /// Values over which steps are taken.
        var scale: Int
        var count: Int
        /// Middle distance between bursts; values.
        var spacing: Double
        /// Short and long distances over the middle one.
        var low: Double
        var high: Double
        var height: Double
        /// Middle step over the middle height.
        var stepHeightRatio: Double
        /// Low heights over high ones.
        var heightRatio: Double
        /// Share of bursts that go both up and down.
        var biphasicShare: Double
        /// Share of the values inside bursts.
        var coverage: Double
        var spans: [(Int, Int)]
    }

    /// Waves at one scale.
    private struct Waves {
        var scale: Int
        var count: Int
        var spacing: Double
        var low: Double
        var high: Double
        var step: Double
    }

    /// Bounds of evenly spaced bursts: fewer of them must be more even.
    private struct BurstBounds {
        var minCount: Int
        var minSpacingRatio: Double
        var maxSpacingRatio: Double
        var maxStepHeightRatio: Double
        var minHeightRatio: Double
        var minBiphasicShare: Double

        init(
            _ count: Int, _ low: Double, _ high: Double, _ rest: Double, _ same: Double,
            _ both: Double
        ) {
            (minCount, minSpacingRatio, maxSpacingRatio) = (count, low, high)
            (maxStepHeightRatio, minHeightRatio, minBiphasicShare) = (rest, same, both)
        }

        func fits(_ bursts: Bursts) -> Bool {
            bursts.count >= minCount && bursts.low >= minSpacingRatio
                && bursts.high <= maxSpacingRatio
                && bursts.stepHeightRatio <= maxStepHeightRatio
                && bursts.heightRatio >= minHeightRatio
                && bursts.biphasicShare >= minBiphasicShare
        }
    }

    /// Thresholds of one verdict.
    private struct Level {
        var verdict: Verdict
        var burstBounds: [BurstBounds]
        /// Height over two values against the largest single step.
        var minHeightToStepRatio: Double
        /// Smallest height; ms.
        var minHeight: Double
        var minWaveCount: Int
        /// Amplitude over the median from which waves of 32 values count.
        var minAmplitude: Double
        var minSharpness: Double
    }

    private static let levels = [
        Level(
            verdict: .signal,
            burstBounds: [
                .init(9, 0.90, 1.12, 0.10, 0.80, 0.9), .init(12, 0.87, 1.20, 0.14, 0.70, 0.8),
                .init(20, 0.80, 1.35, 0.16, 0.70, 0.7), .init(30, 0.65, 1.70, 0.08, 0.70, 0.8),
                .init(90, 0.85, 1.25, 0.22, 0.75, 0.6),
            ], minHeightToStepRatio: 0.85, minHeight: 8, minWaveCount: 60, minAmplitude: 0.80,
            minSharpness: 0.27),
        Level(
            verdict: .unknown,
            burstBounds: [
                .init(9, 0.88, 1.14, 0.12, 0.75, 0.9), .init(12, 0.85, 1.24, 0.16, 0.65, 0.7),
                .init(20, 0.77, 1.38, 0.18, 0.65, 0.6), .init(30, 0.63, 1.75, 0.09, 0.65, 0.8),
                .init(80, 0.82, 1.28, 0.24, 0.72, 0.6),
            ], minHeightToStepRatio: 0.80, minHeight: 6, minWaveCount: 50, minAmplitude: 0.70,
            minSharpness: 0.27),
    ]

    /// Bursts in values as long as those of a heart at rest, where no training can be meant: less even ones, over a still base
    /// line. Of 6,067 pieces of R-R series of public databases, averages of up to five among them, one is taken for a
    /// signal by this, of 21,568 generated hearts none.
    private static let restBurstBounds = BurstBounds(30, 0.55, 1.75, 0.03, 0.65, 0.8)

    /// Few bursts that are alike, up and down, at equal distances over a still base line: complexes of an ECG that is sampled
    /// fast. None of the same pieces and of 25,918 generated hearts is such.
    private static let equalBurstBounds = BurstBounds(6, 0.97, 1.03, 0.02, 0.95, 0.95)

    private struct ValueAnalysis {
        /// Values as ms, or as counts.
        private let values: [Double]
        private let median: Double
        /// Sums of the values less their median, up to each value.
        private let sums: [Double]

        private let hasCounter: Bool
        /// True if nineteen of twenty values are longer than intervals in exercise.
        private let isAtRest: Bool

        init(_ raw: [Double], hasCounter: Bool) {
            self.hasCounter = hasCounter
            let middle = SignalEvidence.quantile(raw, 0.5)
            values = middle <= 3 ? raw.map { $0 * 1000 } : raw
            median = middle <= 3 ? middle * 1000 : middle
            isAtRest = SignalEvidence.quantile(values, 0.05) > SignalEvidence.restMs
            var sums = [0.0]
            sums.reserveCapacity(values.count + 1)
            for value in values { sums.append(sums[sums.count - 1] + value - median) }
            self.sums = sums
        }

        func verdict() -> Verdict {
            let shortValueShare = Double(values.count { $0 < 150 }) / Double(values.count)
            if shortValueShare > 0.25 { return .signal }
            let fallback = shortValueShare > 0.15 ? Verdict.unknown : .intervals
            let changes = zip(values.dropFirst(), values).map { abs($0 - $1) }
                .filter { $0 > 1e-6 * median }
            guard let quantum = changes.min() else { return fallback }
            let amplitude =
                (SignalEvidence.quantile(values, 0.95) - SignalEvidence.quantile(values, 0.05))
                / median
            var bursts: [Bursts] = []
            var waves: [Waves] = []
            var medianUnitStep = 0.0
            var scale = 1
            while scale <= 256, values.count >= 12 * scale {
                let steps = steps(scale)
                if scale == 1 { medianUnitStep = SignalEvidence.quantile(steps.map(abs), 0.5) }
                if scale <= 32, let found = self.bursts(steps, scale) { bursts.append(found) }
                if scale >= 4, let found = self.waves(steps, scale) { waves.append(found) }
                scale *= 2
            }
            for level in SignalEvidence.levels {
                if bursts.contains(where: { isSignal($0, level, quantum, medianUnitStep) })
                    || waves.contains(where: {
                        isSignal($0, level, quantum, medianUnitStep, amplitude)
                    })
                {
                    return level.verdict
                }
            }
            return fallback
        }

        /// Mean of the values after each index less that of the values before it.
        private func steps(_ scale: Int) -> [Double] {
            (0..<(sums.count - 2 * scale)).map {
                (sums[$0 + 2 * scale] - 2 * sums[$0 + scale] + sums[$0]) / Double(scale)
            }
        }

        // MARK: Bursts

        private func bursts(_ steps: [Double], _ scale: Int) -> Bursts? {
            let sizes = steps.map(abs)
            let window = 64 * scale
            var maxima: [Double] = []
            var begin = 0
            while begin + window <= sizes.count {
                maxima.append(sizes[begin..<(begin + window)].max() ?? 0)
                begin += window
            }
            guard maxima.count >= 3 else { return nil }
            let height = SignalEvidence.quantile(maxima, 0.5)
            guard height > 0 else { return nil }
            let marks = sizes.indices.filter { sizes[$0] > 0.5 * height }
            var (positions, heights): ([Double], [Double]) = ([], [])
            var spans: [(Int, Int)] = []
            var (bothCount, coveredCount) = (0, 0)
            var first = 0
            while first < marks.count {
                var last = first
                while last + 1 < marks.count, marks[last + 1] - marks[last] <= 8 * scale {
                    last += 1
                }
                let (low, high) = (marks[first], marks[last])
                let peak = (low...high).max { sizes[$0] < sizes[$1] } ?? low
                let surroundingSteps = steps[
                    max(0, low - 4 * scale)..<min(steps.count, high + 1 + 4 * scale)]
                if (surroundingSteps.max() ?? 0) > 0.3 * sizes[peak],
                    (surroundingSteps.min() ?? 0) < -0.3 * sizes[peak]
                {
                    bothCount += 1
                }
                positions.append(Double(peak))
                heights.append(sizes[peak])
                spans.append((low, high))
                coveredCount += high - low + 1
                first = last + 1
            }
            guard positions.count >= SignalEvidence.equalBurstBounds.minCount else { return nil }
            let distances = zip(positions.dropFirst(), positions).map { $0 - $1 }
            let spacing = SignalEvidence.quantile(distances, 0.5)
            let count = Double(positions.count)
            return Bursts(
                scale: scale, count: positions.count, spacing: spacing,
                low: SignalEvidence.quantile(distances, 0.1) / spacing,
                high: SignalEvidence.quantile(distances, 0.9) / spacing, height: height,
                stepHeightRatio: SignalEvidence.quantile(sizes, 0.5)
                    / SignalEvidence.quantile(heights, 0.5),
                heightRatio: SignalEvidence.quantile(heights, 0.25)
                    / SignalEvidence.quantile(heights, 0.75),
                biphasicShare: Double(bothCount) / count,
                coverage: Double(coveredCount) / Double(sizes.count), spans: spans)
        }

        private func isSignal(
            _ bursts: Bursts, _ level: Level, _ quantum: Double, _ medianUnitStep: Double
        ) -> Bool {
            let ratio = bursts.spacing / Double(bursts.scale)
            let areEqual = SignalEvidence.equalBurstBounds.fits(bursts)
            guard bursts.spacing >= 25, (16...110).contains(ratio),
                bursts.height >= level.minHeight,
                bursts.height >= 2.5 * quantum, bursts.coverage <= 0.4,
                areEqual || level.burstBounds.contains(where: { $0.fits(bursts) })
                    || isAtRest && level.verdict == .unknown
                        && SignalEvidence.restBurstBounds.fits(bursts)
                    || hasCounter && bursts.spacing >= SignalEvidence.minCounterBurstSpacing
                        && SignalEvidence.counterBurstBounds.fits(bursts)
            else { return false }
            let inside = inside(bursts, medianUnitStep)
            let height = bursts.scale > 1 ? bursts.height : inside.double
            guard height >= level.minHeightToStepRatio * inside.single else { return false }
            // Few slow ones could be the intervals of a training.
            return areEqual || bursts.count >= 50 || inside.sharpness >= level.minSharpness
                || isAtRest
                    && bursts.stepHeightRatio <= SignalEvidence.restBurstBounds.maxStepHeightRatio
                || hasCounter && bursts.spacing >= SignalEvidence.minCounterBurstSpacing
        }

        /// Middle of the bursts: largest single step, largest step over two values, and how much of
        /// the whole movement a single step makes.
        private func inside(
            _ bursts: Bursts, _ medianUnitStep: Double
        ) -> (single: Double, double: Double, sharpness: Double) {
            var (singles, doubles, sharpness): ([Double], [Double], [Double]) = ([], [], [])
            for (first, last) in bursts.spans {
                let low = max(0, first - 4 * bursts.scale)
                let high = min(values.count - 1, last + 6 * bursts.scale)
                var (top, bottom) = (values[low], values[low])
                var (single, double) = (0.0, 0.0)
                for index in low..<max(low, high) {
                    top = max(top, values[index + 1])
                    bottom = min(bottom, values[index + 1])
                    single = max(single, abs(values[index + 1] - values[index]))
                    if index + 4 < sums.count {
                        double = max(
                            double, abs(sums[index + 4] - 2 * sums[index + 2] + sums[index]) / 2)
                    }
                }
                singles.append(single)
                doubles.append(double)
                sharpness.append(top > bottom ? (single - 3 * medianUnitStep) / (top - bottom) : 0)
            }
            return (
                SignalEvidence.quantile(singles, 0.5), SignalEvidence.quantile(doubles, 0.5),
                SignalEvidence.quantile(sharpness, 0.5)
            )
        }

        // MARK: Waves

        /// Turns of the steps from down to up, with a hysteresis of .7 times their middle size.
        private func waves(_ steps: [Double], _ scale: Int) -> Waves? {
            let middle = SignalEvidence.quantile(steps.map(abs), 0.5)
            let threshold = 0.7 * middle
            guard threshold > 0 else { return nil }
            var positions: [Double] = []
            var wasUp: Bool?
            for (index, step) in steps.enumerated() where abs(step) > threshold {
                let isUp = step > 0
                if isUp, wasUp == false { positions.append(Double(index)) }
                wasUp = isUp
            }
            guard positions.count >= 20 else { return nil }
            let distances = zip(positions.dropFirst(), positions).map { $0 - $1 }
            let spacing = SignalEvidence.quantile(distances, 0.5)
            return Waves(
                scale: scale, count: positions.count, spacing: spacing,
                low: SignalEvidence.quantile(distances, 0.1) / spacing,
                high: SignalEvidence.quantile(distances, 0.9) / spacing, step: middle)
        }

        private func isSignal(
            _ waves: Waves, _ level: Level, _ quantum: Double, _ medianUnitStep: Double,
            _ amplitude: Double
        ) -> Bool {
            let ratio = waves.spacing / Double(waves.scale)
            guard (3...9).contains(ratio), waves.count >= level.minWaveCount, waves.step >= 4,
                waves.step >= 2.5 * quantum, waves.step >= 3 * medianUnitStep, waves.low >= 0.75,
                waves.high <= 1.35
            else { return false }
            return waves.spacing >= 240 || waves.spacing >= 32 && amplitude >= level.minAmplitude
        }
    }
}
