import PhysioDSP
import PhysioTypes

/// A published QRS detector, to compare others with.
///
/// Each follows its paper's rules over the whole signal. Filters are given by their edges in hertz
/// and run without phase, so that detections need no correction for delays and the rate is free.
///
/// ```swift
/// let peaks = PublishedDetector.elgendi.detect(millivolts, sampleRateHz: 250)
/// ```
public enum PublishedDetector: String, Sendable, CaseIterable {
    /// Slope energy over 150 ms and the band-passed signal, each over an adaptive threshold; search
    /// back; T waves by their slope.
    case panTompkins = "pan-tompkins"
    /// Mean absolute slope over 80 ms over a threshold between the last peaks of QRS and of noise.
    case hamilton
    /// Energy over the width of a QRS against energy over that of a beat.
    case elgendi

    /// Positions of the R peaks that the detector finds: samples from the first one, ascending, whole numbers.
    ///
    /// A beat is located at the largest magnitude of the detector's band-passed signal.
    ///
    /// - Parameter samples: the ECG in any unit; what is not finite is taken as the sample before.
    /// - Parameter sampleRateHz: within ``DetectionLimits/sampleRatesHz``.
    /// - Returns: nothing for less than 3 s of signal, or for a constant.
    /// - Complexity: O(n) time and memory.
    public func detect(_ samples: [Double], sampleRateHz: Double) -> [Double] {
        precondition(ECGSampleRates.allowedHz.contains(sampleRateHz), ECGSampleRates.rangeMessage)
        guard Double(samples.count) >= 3 * sampleRateHz else { return [] }
        let signal = Self.fillingGaps(samples)
        let beats: [Int]
        switch self {
        case .panTompkins: beats = PanTompkinsDetector(signal, sampleRateHz).beats()
        case .hamilton: beats = HamiltonDetector(signal, sampleRateHz).beats()
        case .elgendi: beats = ElgendiDetector(signal, sampleRateHz).beats()
        }
        return beats.map(Double.init)
    }

    private static func fillingGaps(_ samples: [Double]) -> [Double] {
        guard let first = samples.first(where: \.isFinite) else {
            return Array(repeating: 0, count: samples.count)
        }
        var last = first
        return samples.map { sample in
            if sample.isFinite { last = sample }
            return last
        }
    }
}

/// Steps that the detectors share.
enum DetectorSteps {
    /// A band without change of phase.
    static func bandPassed(
        _ signal: [Double], fromHz low: Double, toHz high: Double, order: Int, sampleRateHz: Double
    ) -> [Double] {
        let filter = SectionCascade.butterworth(
            .bandPass(lowHz: low, highHz: high), order: order, sampleRateHz: sampleRateHz)
        // The lower edge rings for about a period on each side.
        return filter.zeroPhaseFiltered(signal, padding: Int(2 * sampleRateHz / low))
    }

    /// Mean over a window of about `seconds`, an odd number of samples, around each sample; what is
    /// outside the signal counts as 0.
    static func centredMean(_ signal: [Double], seconds: Double, sampleRateHz: Double) -> [Double] {
        let half = max(0, Int((seconds * sampleRateHz / 2).rounded(.down)))
        let count = signal.count
        let scale = 1 / Double(2 * half + 1)
        var sum = 0.0
        return signal.withUnsafeBufferPointer { x in
            for index in 0..<min(half, count) { sum += x[index] }
            return [Double](unsafeUninitializedCapacity: count) { means, initialized in
                for index in 0..<count {
                    if index + half < count { sum += x[index + half] }
                    if index > half { sum -= x[index - half - 1] }
                    means[index] = max(0, sum) * scale
                }
                initialized = count
            }
        }
    }

    /// Slope at each sample from those `step` and twice `step` to either side: (2 x[+2] + x[+1] -
    /// x[-1] - 2 x[-2]) / 8, the five-point derivative of Pan and Tompkins without its delay; 0
    /// near the ends.
    static func slope(_ signal: [Double], step: Int) -> [Double] {
        let count = signal.count
        return signal.withUnsafeBufferPointer { x in
            [Double](unsafeUninitializedCapacity: count) { slopes, initialized in
                slopes.initialize(repeating: 0)
                var index = 2 * step
                while index + 2 * step < count {
                    let outer = x[index + 2 * step] - x[index - 2 * step]
                    slopes[index] = (2 * outer + x[index + step] - x[index - step]) / 8
                    index += 1
                }
                initialized = count
            }
        }
    }

    /// Local maxima above 0 with no larger value within `distance` samples on either side; of equal
    /// ones the first.
    static func peaks(_ signal: [Double], distance: Int) -> [Int] {
        var peaks: [Int] = []
        signal.withUnsafeBufferPointer { x in
            var index = 1
            while index + 1 < x.count {
                defer { index += 1 }
                guard x[index] > 0, x[index] > x[index - 1], x[index] >= x[index + 1] else {
                    continue
                }
                guard let last = peaks.last, index - last <= distance else {
                    peaks.append(index)
                    continue
                }
                if x[index] > x[last] { peaks[peaks.count - 1] = index }
            }
        }
        return peaks
    }

    /// Index of the largest magnitude within `reach` samples.
    static func indexOfLargest(_ signal: [Double], around index: Int, reach: Int) -> Int {
        var best = index
        for position in max(0, index - reach)...min(signal.count - 1, index + reach)
        where abs(signal[position]) > abs(signal[best]) {
            best = position
        }
        return best
    }
}
