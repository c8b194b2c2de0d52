import BeatDetection
import PhysioTypes
import RecordingFiles

/// Finds the ECG of a recording by the names of its signals and, where these leave it open, by a
/// look at the samples.
struct ECGSearch {
    /// The signal that beats are sought in.
    struct Choice: Equatable {
        let index: Int
        /// Another lead that is named as ECG and not flat, which takes part in the classes of the beats.
        var secondLeadIndex: Int?
        /// Reason for a choice that the names alone do not explain.
        var notice: Notice?
    }

    /// The length of the recording that is searched; s.
    static let searchedSeconds = 30.0
    /// More signals than this are left to the person.
    private static let maxSignalCount = 64

    let signals: [SignalDescription]
    /// Indices of the signals that may be the ECG, in their order; more than one where a look decides.
    let candidates: [Int]
    private let areNamedAsECG: Bool

    /// - Throws: `noSignal` where the recording has no signal, or where every name is that of another
    ///   kind; `ambiguous` where there are too many to look at.
    init(_ signals: [SignalDescription]) throws(RecordingError) {
        self.signals = signals
        guard !signals.isEmpty else { throw .noSignal("the recording holds no signal") }
        let kinds = signals.map { SignalKind($0) }
        let named = signals.indices.filter { kinds[$0] == .ecg }
        areNamedAsECG = !named.isEmpty
        candidates = areNamedAsECG ? named : signals.indices.filter { kinds[$0] == .unknown }
        guard !candidates.isEmpty else { throw ECGSignal.refusal(of: signals) }
        guard areNamedAsECG || candidates.count <= Self.maxSignalCount else {
            throw ECGSignal.question(of: signals)
        }
    }

    /// The only candidate; nil where a look must decide.
    var onlyChoice: Choice? {
        guard candidates.count == 1, areNamedAsECG || signals.count == 1 else { return nil }
        return Choice(index: candidates[0])
    }

    /// Returns true if the blocks suffice for a search: 30 s of each candidate.
    func isEnough(_ samples: [[Double]]) -> Bool {
        zip(candidates, samples).allSatisfy { index, samples in
            Double(samples.count) >= Self.searchedSeconds * signals[index].sampleRateHz
        }
    }

    /// The choice among the candidates.
    ///
    /// Of leads that are named the first one that is not flat; else, of those that look like an ECG,
    /// the one with the clearest beats.
    ///
    /// - Parameter samples: the beginning of each candidate.
    /// - Throws: `ambiguous` where none looks like an ECG.
    func choice(_ samples: [[Double]]) throws(RecordingError) -> Choice {
        if areNamedAsECG { return choiceAmongNamedLeads(samples) }
        var best: (index: Int, clarity: Double)?
        for (index, samples) in zip(candidates, samples) {
            guard
                let clarity = ECGInspection(samples, sampleRateHz: signals[index].sampleRateHz)?
                    .clarity
            else { continue }
            if clarity > best?.clarity ?? 0 { best = (index, clarity) }
        }
        guard let best else { throw ECGSignal.question(of: signals) }
        return Choice(
            index: best.index,
            notice: Notice(
                .note, code: "signal_by_look",
                "no signal is called ECG: \(best.index) \(signals[best.index].name) looks like one "
                    + "(another: --signal)"))
    }

    private func choiceAmongNamedLeads(_ samples: [[Double]]) -> Choice {
        func isUsable(_ position: Int) -> Bool {
            DetectionLimits.sampleRatesHz.contains(signals[candidates[position]].sampleRateHz)
                && !ECGInspection.isFlat(samples[position])
        }
        guard !isUsable(0), let next = candidates.indices.first(where: isUsable) else {
            return Choice(
                index: candidates[0],
                secondLeadIndex: candidates.indices.dropFirst().first(where: isUsable).map {
                    candidates[$0]
                })
        }
        let skippedNames = candidates[..<next].map { signals[$0].name }.joined(separator: ", ")
        return Choice(
            index: candidates[next],
            secondLeadIndex: candidates.indices.dropFirst(next + 1).first(where: isUsable).map {
                candidates[$0]
            },
            notice: Notice(
                .warning, code: "flat_lead",
                "\(skippedNames) \(next == 1 ? "is" : "are") flat or cannot be read: the beats are those of "
                    + "\(signals[candidates[next]].name) (another: --signal)"))
    }
}

/// A look at the beginning of a signal: whether its beats are those of an ECG.
struct ECGInspection {
    /// Middle quality of the beats times the share of normal ones, 0 to 1.
    let clarity: Double

    /// Quality of an ECG, at least.
    private static let minQuality = 0.8
    /// Share of beats of one shape and in time, at least: what waves twice a beat has fewer.
    private static let minNormalShare = 0.65
    /// Share of samples equal to the one before them, from which a signal holds steps and no waves.
    private static let maxRepeatedSampleShare = 0.97

    /// - Returns: nil for a signal that does not look like an ECG.
    init?(_ samples: [Double], sampleRateHz: Double) {
        guard DetectionLimits.sampleRatesHz.contains(sampleRateHz),
            Self.repeatedSampleShare(samples) < Self.maxRepeatedSampleShare
        else { return nil }
        let inspection = QRSInspection(samples, sampleRateHz: sampleRateHz)
        // Ten beats a minute are none; the middle ones speak for all.
        guard Double(inspection.count) > Double(samples.count) / sampleRateHz / 6,
            inspection.quality >= Self.minQuality,
            inspection.steepness >= QRSInspection.minSteepness,
            inspection.normalComplexShare >= Self.minNormalShare
        else { return nil }
        clarity = inspection.quality * inspection.normalComplexShare
    }

    /// Returns true if a signal has no content: no values, one value, or noise of a few steps of
    /// the converter around one.
    ///
    /// - Complexity: O(n) for most signals, else O(n log n).
    static func isFlat(_ samples: [Double]) -> Bool {
        let known = samples.filter(\.isFinite)
        guard !hasFiveLevels(known) else { return false }
        let sorted = known.sorted()
        guard let first = sorted.first, let last = sorted.last, last > first else { return true }
        let step = zip(sorted.dropFirst(), sorted).lazy.map { $0 - $1 }.filter { $0 > 0 }.min() ?? 0
        let range = sorted[sorted.count * 98 / 100] - sorted[sorted.count * 2 / 100]
        return range <= maxFlatSteps * step
    }

    /// Range of a flat signal, at most; steps of the converter.
    private static let maxFlatSteps = 3.0

    /// Returns true if five distinct values are found between the 2nd and the 98th percentile, which are four
    /// steps at least, without sorting all.
    private static func hasFiveLevels(_ samples: [Double]) -> Bool {
        let count = samples.count
        let sortedSubset = stride(from: 0, to: count, by: count / 250 + 1).map { samples[$0] }
            .sorted()
        guard sortedSubset.count >= 10 else { return false }
        let levels = [1, 3, 5, 7, 9].map { sortedSubset[sortedSubset.count * $0 / 10] }
        return zip(levels, levels.dropFirst()).allSatisfy(<)
            && samples.count { $0 <= levels[0] } > count * 2 / 100
            && samples.count { $0 < levels[4] } <= count * 98 / 100
    }

    private static func repeatedSampleShare(_ samples: [Double]) -> Double {
        guard samples.count > 1 else { return 1 }
        let repeatedSampleCount = zip(samples.dropFirst(), samples).count { $0 == $1 }
        return Double(repeatedSampleCount) / Double(samples.count - 1)
    }
}

/// A look at a signal that is no ECG: whether its waves are those of a pulse.
enum PulseWaveInspection {
    /// Distances between pulses; s.
    private static let periodsSeconds = 0.33...1.7
    /// Samples a second that a look needs.
    private static let inspectionRateHz = 50.0
    /// Correlation of the wave with itself one pulse later, at least.
    private static let minCorrelation = 0.4
    /// Steepest step over the range, at least: breathing rises more slowly; a second.
    private static let minSteepness = 3.0

    /// Returns true if the samples rise and fall at the distances of a pulse, more slowly than an
    /// ECG.
    ///
    /// - Complexity: O(n) for a bounded number of lags.
    static func isPulseWave(_ samples: [Double], sampleRateHz: Double) -> Bool {
        let stride = max(1, Int((sampleRateHz / inspectionRateHz).rounded()))
        let rateHz = sampleRateHz / Double(stride)
        let means = Swift.stride(from: 0, to: samples.count - stride + 1, by: stride).map { begin in
            samples[begin..<(begin + stride)].reduce(0, +) / Double(stride)
        }.filter(\.isFinite)
        let span = max(1, Int(rateHz * 0.75))
        guard means.count > 8 * span else { return false }
        // What is slower than a pulse is taken away by a mean over one and a half seconds.
        var sums = [0.0]
        for value in means { sums.append(sums[sums.count - 1] + value) }
        let wave = means.indices.map { index in
            let (low, high) = (max(0, index - span), min(means.count, index + span + 1))
            return means[index] - (sums[high] - sums[low]) / Double(high - low)
        }
        let energy = wave.reduce(0) { $0 + $1 * $1 }
        guard energy > 0 else { return false }
        func correlation(_ lag: Int) -> Double {
            var sum = 0.0
            for index in lag..<wave.count { sum += wave[index] * wave[index - lag] }
            return sum / energy * Double(wave.count) / Double(wave.count - lag)
        }
        let correlations = (1...Int(periodsSeconds.upperBound * rateHz)).map(correlation)
        // Past the first zero, where a wave is no longer like itself.
        guard let zero = correlations.firstIndex(where: { $0 <= 0 }),
            let best = correlations.indices[zero...].max(by: { correlations[$0] < correlations[$1] }
            )
        else { return false }
        let period = Double(best + 1) / rateHz
        let sorted = wave.sorted()
        let range = sorted[sorted.count * 95 / 100] - sorted[sorted.count * 5 / 100]
        let steps = zip(wave.dropFirst(), wave).map { abs($0 - $1) }.sorted()
        let steepness = steps[steps.count * 99 / 100] * rateHz / max(range, .leastNormalMagnitude)
        return periodsSeconds.contains(period) && correlations[best] >= minCorrelation
            && steepness >= minSteepness
    }
}
