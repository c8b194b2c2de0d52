import PhysioDSP

/// The detector of Hamilton.
///
/// Band-pass 8 to 16 Hz, magnitude of the derivative, mean over 80 ms. Of its peaks:
///
/// 1. One with a larger one within 200 ms is ignored.
/// 2. So is one around which the signal only rises or only falls: a shift of the baseline.
/// 3. Within 360 ms of the last beat one with less than half of that beat's largest slope is a T
///    wave.
/// 4. Above the threshold it is a beat, else noise. The threshold lies 0.3125 of the way from the
///    mean of the last eight peaks of noise to that of the last eight beats.
/// 5. No beat for 1.5 mean intervals: a peak of more than half the threshold, at least 360 ms after
///    the last beat, is one.
///
/// - SeeAlso: Hamilton 2002, Open Source ECG Analysis, Computers in Cardiology 29:101. We differ:
///   filters without phase; the last 8 peaks and intervals enter by their medians, as the paper's
///   companion report recommends; buffers begin with the largest peak of each of the first eight
///   seconds, and intervals of 1 s.
struct HamiltonDetector {
    private let sampleRateHz: Double
    private let filtered: [Double]
    private let slope: [Double]
    private let level: [Double]

    private static let bandHz = (8.0, 16.0)
    private static let windowSeconds = 0.080
    private static let blankingSeconds = 0.200
    private static let slopeCheckSeconds = 0.360
    private static let thresholdShare = 0.3125
    private static let searchBackFactor = 1.5
    /// The largest number of peaks of noise that a search goes back: some 10 s of them.
    private static let maxNoisePeakCount = 32

    init(_ signal: [Double], _ sampleRateHz: Double) {
        self.sampleRateHz = sampleRateHz
        filtered = DetectorSteps.bandPassed(
            signal, fromHz: Self.bandHz.0, toHz: Self.bandHz.1, order: 1, sampleRateHz: sampleRateHz
        )
        slope = DetectorSteps.slope(filtered, step: max(1, Int((0.005 * sampleRateHz).rounded())))
        level = DetectorSteps.centredMean(
            slope.map(abs), seconds: Self.windowSeconds, sampleRateHz: sampleRateHz)
    }

    private struct Candidate {
        let index: Int
        let level: Double
        let steepness: Double
    }

    func beats() -> [Int] {
        var signal = MedianOfEight(maxLevelPerSecond())
        var noise = MedianOfEight([0])
        var intervals = MedianOfEight(Array(repeating: sampleRateHz, count: 8))
        var beats: [Candidate] = []
        var noisePeaks: [Candidate] = []
        var threshold: Double {
            noise.value + Self.thresholdShare * (signal.value - noise.value)
        }

        func accept(_ candidate: Candidate) {
            signal.push(candidate.level)
            if let last = beats.last { intervals.push(Double(candidate.index - last.index)) }
            beats.append(candidate)
            noisePeaks.removeAll { $0.index <= candidate.index }
        }

        for candidate in candidates() {
            while let last = beats.last,
                Double(candidate.index - last.index) > Self.searchBackFactor * intervals.value,
                let missedBeat = noisePeaks.first(where: {
                    $0.level > 0.5 * threshold
                        && Double($0.index - last.index) >= Self.slopeCheckSeconds * sampleRateHz
                })
            {
                accept(missedBeat)
            }
            if isTWave(candidate, after: beats.last) { continue }
            if candidate.level > threshold {
                accept(candidate)
            } else {
                noise.push(candidate.level)
                noisePeaks = noisePeaks.suffix(Self.maxNoisePeakCount - 1) + [candidate]
            }
        }
        return beats.map(\.index)
    }

    private func candidates() -> [Candidate] {
        let reach = Int(Self.windowSeconds * sampleRateHz)
        let distance = Int(Self.blankingSeconds * sampleRateHz)
        return DetectorSteps.peaks(level, distance: distance).compactMap { peak in
            let steepestIndex = DetectorSteps.indexOfLargest(slope, around: peak, reach: reach)
            guard risesAndFalls(around: peak, reach: reach) else { return nil }
            return Candidate(
                index: DetectorSteps.indexOfLargest(filtered, around: peak, reach: reach),
                level: level[peak], steepness: abs(slope[steepestIndex]))
        }
    }

    /// Returns true if the signal both rises and falls around a peak, the weaker at least a tenth
    /// as steeply as the other.
    private func risesAndFalls(around peak: Int, reach: Int) -> Bool {
        var (rise, fall) = (0.0, 0.0)
        for index in max(0, peak - reach)...min(slope.count - 1, peak + reach) {
            rise = max(rise, slope[index])
            fall = max(fall, -slope[index])
        }
        return min(rise, fall) >= 0.1 * max(rise, fall)
    }

    private func isTWave(_ candidate: Candidate, after last: Candidate?) -> Bool {
        guard let last else { return false }
        return Double(candidate.index - last.index) < Self.slopeCheckSeconds * sampleRateHz
            && candidate.steepness < 0.5 * last.steepness
    }

    /// The largest level of each of the first eight seconds.
    private func maxLevelPerSecond() -> [Double] {
        let second = Int(sampleRateHz)
        return stride(from: 0, to: min(level.count - second, 8 * second) + 1, by: second)
            .prefix(8).map { level[$0..<min(level.count, $0 + second)].max() ?? 0 }
    }
}

/// The median of the last eight values.
private struct MedianOfEight {
    private var values: [Double]
    private(set) var value: Double

    /// - Precondition: there is a value.
    init(_ values: [Double]) {
        self.values = values
        value = Self.median(values)
    }

    mutating func push(_ next: Double) {
        values = values.suffix(7) + [next]
        value = Self.median(values)
    }

    private static func median(_ values: [Double]) -> Double {
        Statistics.quantile(0.5, ofSorted: values.sorted()) ?? 0
    }
}
