import PhysioDSP

/// The detector of Pan and Tompkins.
///
/// Band-pass 5 to 15 Hz, five-point derivative over 20 ms, square, mean over 150 ms. A peak of that
/// mean is a beat if it exceeds its threshold and the band-passed signal around it exceeds its own.
///
/// - SPK = PEAK / 8 + 7 SPK / 8 for peaks of beats, NPK likewise for those of noise;
///   TH1 = NPK + (SPK - NPK) / 4, TH2 = TH1 / 2; one set for either signal.
/// - After an interval outside 92 ... 116 % of the mean of the last eight that were not, TH1 is
///   halved until eight intervals in a row are inside.
/// - No beat for 166 % of that mean: the largest peak since the last beat that exceeds TH2 in both
///   signals is one, with SPK = PEAK / 4 + 3 SPK / 4.
/// - No two beats within 200 ms; a peak within 360 ms whose slope is less than half of the last
///   beat's is a T wave.
/// - Thresholds are learnt from the first 2 s, mean intervals from the first two beats.
///
/// - SeeAlso: Pan and Tompkins 1985, IEEE Trans. Biomed. Eng. 32:230, doi
///   10.1109/TBME.1985.325532; Hamilton and Tompkins 1986, IEEE Trans. Biomed. Eng. 33:1157. We
///   differ: a Butterworth band-pass without phase instead of integer filters at 200 Hz; the paper
///   leaves the learning phase open, here SPK begins at a third of the largest value of the first
///   2 s and NPK at half their mean.
struct PanTompkinsDetector {
    private let sampleRateHz: Double
    private let filtered: [Double]
    private let slope: [Double]
    private let energy: [Double]

    private static let bandHz = (5.0, 15.0)
    private static let derivativeSeconds = 0.005
    private static let windowSeconds = 0.150
    private static let refractorySeconds = 0.200
    private static let slopeCheckSeconds = 0.360
    private static let learningSeconds = 2.0
    /// The largest number of peaks of noise that a search goes back: some 10 s of them.
    private static let maxNoisePeakCount = 32

    init(_ signal: [Double], _ sampleRateHz: Double) {
        self.sampleRateHz = sampleRateHz
        filtered = DetectorSteps.bandPassed(
            signal, fromHz: Self.bandHz.0, toHz: Self.bandHz.1, order: 2, sampleRateHz: sampleRateHz
        )
        slope = DetectorSteps.slope(
            filtered, step: max(1, Int((Self.derivativeSeconds * sampleRateHz).rounded())))
        energy = DetectorSteps.centredMean(
            slope.map { $0 * $0 }, seconds: Self.windowSeconds, sampleRateHz: sampleRateHz)
    }

    /// A peak of the energy, and what the other signals are around it.
    private struct Candidate {
        let index: Int
        let energy: Double
        let height: Double
        let steepness: Double
    }

    /// Running estimates of the peaks of beats and of noise.
    private struct Levels {
        var signal: Double
        var noise: Double
        var threshold: Double { noise + 0.25 * (signal - noise) }

        init(learnedFrom values: some Collection<Double>) {
            signal = (values.max() ?? 0) / 3
            noise = 0.5 * values.reduce(0, +) / Double(max(1, values.count))
        }

        mutating func updateSignalLevel(_ peak: Double, weight: Double) {
            signal += weight * (peak - signal)
        }

        mutating func updateNoiseLevel(_ peak: Double) {
            noise += 0.125 * (peak - noise)
        }
    }

    func beats() -> [Int] {
        let learningSampleCount = Int(Self.learningSeconds * sampleRateHz)
        var energyLevels = Levels(learnedFrom: energy.prefix(learningSampleCount))
        var heightLevels = Levels(learnedFrom: filtered.prefix(learningSampleCount).map(abs))
        var rhythm = Rhythm()
        var beats: [Candidate] = []
        var noisePeaks: [Candidate] = []

        func accept(_ candidate: Candidate, weight: Double) {
            energyLevels.updateSignalLevel(candidate.energy, weight: weight)
            heightLevels.updateSignalLevel(candidate.height, weight: weight)
            if let last = beats.last { rhythm.push(candidate.index - last.index) }
            beats.append(candidate)
            noisePeaks.removeAll {
                $0.index <= candidate.index + Int(Self.refractorySeconds * sampleRateHz)
            }
        }

        /// Returns true if both signals exceed their thresholds times `share`.
        func exceedsThresholds(_ candidate: Candidate, _ share: Double) -> Bool {
            candidate.energy > share * energyLevels.threshold
                && candidate.height > share * heightLevels.threshold
        }

        for candidate in candidates() {
            while let last = beats.last, let missedBeatLimit = rhythm.missedBeatLimitSamples,
                Double(candidate.index - last.index) > missedBeatLimit,
                let missedBeat = noisePeaks.filter({ exceedsThresholds($0, 0.5) })
                    .max(by: { $0.energy < $1.energy })
            {
                accept(missedBeat, weight: 0.25)
            }
            if exceedsThresholds(candidate, rhythm.isRegular ? 1 : 0.5),
                !isRefractory(candidate, after: beats.last),
                !isTWave(candidate, after: beats.last)
            {
                accept(candidate, weight: 0.125)
            } else {
                energyLevels.updateNoiseLevel(candidate.energy)
                heightLevels.updateNoiseLevel(candidate.height)
                if !isRefractory(candidate, after: beats.last),
                    !isTWave(candidate, after: beats.last)
                {
                    noisePeaks = noisePeaks.suffix(Self.maxNoisePeakCount - 1) + [candidate]
                }
            }
        }
        return beats.map(\.index)
    }

    private func candidates() -> [Candidate] {
        let reach = Int(0.5 * Self.windowSeconds * sampleRateHz)
        let distance = Int(Self.refractorySeconds * sampleRateHz)
        return DetectorSteps.peaks(energy, distance: distance).map { peak in
            let index = DetectorSteps.indexOfLargest(filtered, around: peak, reach: reach)
            let steepestIndex = DetectorSteps.indexOfLargest(slope, around: peak, reach: reach)
            return Candidate(
                index: index, energy: energy[peak], height: abs(filtered[index]),
                steepness: abs(slope[steepestIndex]))
        }
    }

    private func isRefractory(_ candidate: Candidate, after last: Candidate?) -> Bool {
        guard let last else { return false }
        return Double(candidate.index - last.index) <= Self.refractorySeconds * sampleRateHz
    }

    private func isTWave(_ candidate: Candidate, after last: Candidate?) -> Bool {
        guard let last else { return false }
        return Double(candidate.index - last.index) <= Self.slopeCheckSeconds * sampleRateHz
            && candidate.steepness < 0.5 * last.steepness
    }

    /// The two running means of intervals; samples.
    private struct Rhythm {
        private var recentIntervals: [Double] = []
        private var regularIntervals: [Double] = []
        private(set) var isRegular = true

        /// Longest time without a beat.
        var missedBeatLimitSamples: Double? {
            regularIntervals.isEmpty
                ? nil : 1.66 * regularIntervals.reduce(0, +) / Double(regularIntervals.count)
        }

        mutating func push(_ samples: Int) {
            let interval = Double(samples)
            recentIntervals = recentIntervals.suffix(7) + [interval]
            guard !regularIntervals.isEmpty else {
                regularIntervals = [interval]
                return
            }
            let mean = regularIntervals.reduce(0, +) / Double(regularIntervals.count)
            let bounds = 0.92 * mean...1.16 * mean
            if bounds.contains(interval) {
                regularIntervals = regularIntervals.suffix(7) + [interval]
            }
            isRegular = recentIntervals.allSatisfy(bounds.contains)
        }
    }
}
