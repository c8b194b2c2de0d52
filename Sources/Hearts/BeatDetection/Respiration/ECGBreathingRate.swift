import PhysioDSP
public import PhysioTypes

/// Breathing rate of a person, as one epoch of an ECG shows it.
///
/// Of each signal of ``ECGDerivedRespiration`` the share p of its variance that a sine explains is taken
/// at every frequency: Lomb-Scargle on the beats without a taper, a straight line taken out, values
/// beyond four robust standard deviations brought there. In n values of white noise z =
/// -(n - 3)/2 ln(1 - p) exceeds x with probability exp(-x). The evidence at a frequency is the mean
/// z of the three amplitudes, which depend on each other, and the z of the intervals; below
/// ``mayerWaveLimitBreathsPerMinute``, where the vessels have a rhythm of their own near 0.1 Hz, the
/// latter counts for no more than the former. The rate is the highest local maximum of the evidence
/// in ``rangeBreathsPerMinute``, below half the mean beat rate. It stands where noise gives it with
/// a probability below ``falseAlarmProbability``: (1 + e) exp(-e) for evidence e at one frequency, times two
/// independent ones for each 1 / duration of the band.
///
/// ```swift
/// let rate = ECGBreathingRate(respiration, startSeconds: 0)
/// rate.breathsPerMinute ?? rate.reason?.text
/// ```
///
/// - SeeAlso: Scargle 1982, Astrophys. J. 263:835 (the distribution of z); Charlton 2016, Physiol.
///   Meas. 37:610, doi 10.1088/0967-3334/37/4/610 (what such estimates are worth: limits of
///   agreement of 5 breaths a minute). The joint evidence is ours.
public struct ECGBreathingRate: Sendable, Equatable {
    /// Usual length of an epoch; s.
    public static let epochSeconds = 60.0
    /// The range in which a rate is sought; breaths/min.
    public static let rangeBreathsPerMinute = 3.0...40.0
    /// The rate below which intervals alone are no evidence; breaths/min: 0.15 Hz.
    public static let mayerWaveLimitBreathsPerMinute = 9.0
    /// Probability with which noise alone gives a rate, at most.
    public static let falseAlarmProbability = 0.01
    /// Values needed of each signal.
    public static let minBeats = 20
    /// Points of the frequency grid to one over the length of the epoch.
    static let oversampling = 4.0
    /// Values further from the median are brought here; robust standard deviations.
    static let outlierLimit = 4.0

    /// The start, counted from the first sample of the signal; s.
    public let startSeconds: Double
    public let durationSeconds: Double
    /// nil where no rate stands out.
    public let breathsPerMinute: Double?
    /// The reason that there is no rate; nil where there is one.
    public let reason: MissingReason?
    /// The probability with which noise would have such a rate; 0 ... 1, a bound; nil without a
    /// local maximum.
    public let noiseProbability: Double?

    /// The rate in one epoch.
    ///
    /// - Parameter startSeconds: where it begins.
    /// - Precondition: `durationSeconds` is above 0.
    /// - Complexity: O(n F) for n beats and F = 2.5 `durationSeconds` frequencies; allocates.
    public init(
        _ respiration: ECGDerivedRespiration, startSeconds: Double,
        durationSeconds: Double = epochSeconds
    ) {
        precondition(durationSeconds > 0, "a stretch takes time")
        self.startSeconds = startSeconds
        self.durationSeconds = durationSeconds
        let range = startSeconds..<startSeconds + durationSeconds
        let signals = ECGDerivedRespiration.BeatFeature.allCases.map {
            ($0, respiration.series($0).clipped(range))
        }
        let search = BreathingRateEvidence(signals, durationSeconds: durationSeconds)
        let peak = search.reason == nil ? search.highestMaximum() : nil
        noiseProbability = peak?.noiseProbability
        if let peak, peak.noiseProbability < Self.falseAlarmProbability {
            breathsPerMinute = 60 * peak.hz
            reason = nil
        } else {
            breathsPerMinute = nil
            reason =
                search.reason
                ?? (peak == nil
                    ? .noPeak : .notMeasured("no rate of breathing stands out of the noise"))
        }
    }

    /// The rates of one epoch after the other.
    ///
    /// - Parameter durationSeconds: of the recording; a last epoch of less than
    ///   ``epochSeconds`` is left out.
    public static func epochs(
        _ respiration: ECGDerivedRespiration, durationSeconds: Double
    ) -> [ECGBreathingRate] {
        let count = max(0, Int(durationSeconds / epochSeconds))
        return (0..<count).map {
            ECGBreathingRate(respiration, startSeconds: Double($0) * epochSeconds)
        }
    }

    /// The rate without its reasons.
    public var epoch: BreathingEpoch {
        BreathingEpoch(
            startSeconds: startSeconds, durationSeconds: durationSeconds,
            breathsPerMinute: breathsPerMinute)
    }
}

/// The evidence on a grid of frequencies.
private struct BreathingRateEvidence {
    /// The reason that there is nothing to search; nil where there is.
    var reason: MissingReason?
    private var grid = FrequencyGrid(firstHz: 0, stepHz: 1, count: 1)
    private var evidence: [Double] = []
    /// Frequencies that are independent of each other.
    private var independentFrequencyCount = 0.0

    init(
        _ signals: [(ECGDerivedRespiration.BeatFeature, ECGDerivedRespiration.Series)],
        durationSeconds: Double
    ) {
        let minValueCount = signals.map(\.1.times.count).min() ?? 0
        guard minValueCount >= ECGBreathingRate.minBeats, let times = signals.first?.1.times,
            let first = times.first, let last = times.last, last > first
        else {
            let needed = Double(ECGBreathingRate.minBeats)
            reason = .tooFew(needed: needed, found: Double(minValueCount), .beats)
            return
        }
        let range = ECGBreathingRate.rangeBreathsPerMinute
        let nyquistHz = 0.5 * Double(times.count - 1) / (last - first)
        let lowHz = range.lowerBound / 60
        let highHz = min(range.upperBound / 60, nyquistHz)
        let stepHz = 1 / (ECGBreathingRate.oversampling * durationSeconds)
        guard highHz - lowHz >= 2 * stepHz else {
            reason = .aboveNyquist(bandHighHz: lowHz + 2 * stepHz, nyquistHz: nyquistHz)
            return
        }
        independentFrequencyCount = 2 * (highHz - lowHz) * durationSeconds
        grid = FrequencyGrid(
            firstHz: lowHz, stepHz: stepHz, count: Int((highHz - lowHz) / stepHz) + 1)
        combineEvidence(signals)
    }

    private mutating func combineEvidence(
        _ signals: [(ECGDerivedRespiration.BeatFeature, ECGDerivedRespiration.Series)]
    ) {
        var amplitude = [Double](repeating: 0, count: grid.count)
        var interval = amplitude
        for (signal, series) in signals {
            let evidence = series.evidence(on: grid)
            for index in evidence.indices {
                if signal == .interval {
                    interval[index] = evidence[index]
                } else {
                    amplitude[index] += evidence[index] / Double(signals.count - 1)
                }
            }
        }
        let mayerWaveLimitIndex =
            (ECGBreathingRate.mayerWaveLimitBreathsPerMinute / 60 - grid.firstHz) / grid.stepHz
        evidence = amplitude.indices.map { index in
            let isSlow = Double(index) < mayerWaveLimitIndex
            return amplitude[index]
                + (isSlow ? min(interval[index], amplitude[index]) : interval[index])
        }
    }

    /// The highest local maximum, refined by a parabola.
    func highestMaximum() -> (hz: Double, noiseProbability: Double)? {
        let maxima = evidence.indices.dropFirst().dropLast().filter {
            evidence[$0] > evidence[$0 - 1] && evidence[$0] >= evidence[$0 + 1]
        }
        guard let index = maxima.max(by: { evidence[$0] < evidence[$1] }) else { return nil }
        let (before, top, after) = (evidence[index - 1], evidence[index], evidence[index + 1])
        let offset = 0.5 * (before - after) / (before - 2 * top + after)
        let singleProbability = (1 + top) * PlatformMath.exp(-top)
        return (
            grid.firstHz + grid.stepHz * (Double(index) + offset),
            min(1, independentFrequencyCount * singleProbability)
        )
    }
}

extension ECGDerivedRespiration.Series {
    /// The part in a range of time; the search is binary, as a year has half a million epochs.
    fileprivate func clipped(_ range: Range<Double>) -> Self {
        let inside = firstIndex(from: range.lowerBound)..<firstIndex(from: range.upperBound)
        return Self(times: Array(times[inside]), values: Array(values[inside]))
    }

    /// Returns the index of the first value at or behind a time.
    private func firstIndex(from time: Double) -> Int {
        var inside = times.indices
        while !inside.isEmpty {
            let middle = inside.lowerBound + inside.count / 2
            inside =
                times[middle] < time ? middle + 1..<inside.upperBound : inside.lowerBound..<middle
        }
        return inside.lowerBound
    }

    /// z at each frequency.
    fileprivate func evidence(on grid: FrequencyGrid) -> [Double] {
        let half = 0.5 * Double(times.count - 3)
        return LombScargle(taper: .none).periodogram(
            times: times, values: Detrending.linear.applied(to: winsorizedValues, at: times),
            grid: grid,
            scaling: .standard
        ).map { -half * PlatformMath.log(max(1e-12, 1 - $0)) }
    }

    /// The values less their median, none further from it than some standard deviations.
    private var winsorizedValues: [Double] {
        let sorted = values.sorted()
        guard let middle = Statistics.quantile(0.5, ofSorted: sorted) else { return [] }
        let distances = values.map { abs($0 - middle) }.sorted()
        let spread = 1.4826 * (Statistics.quantile(0.5, ofSorted: distances) ?? 0)
        let limit = spread > 0 ? ECGBreathingRate.outlierLimit * spread : .infinity
        return values.map { min(limit, max(-limit, $0 - middle)) }
    }
}
