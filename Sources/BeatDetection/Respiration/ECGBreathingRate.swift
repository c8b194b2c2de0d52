import PhysioDSP
public import PhysioTypes

/// How fast somebody breathes, as one stretch of an ECG shows it.
///
/// Of each signal of ``BeatRespiration`` the share of its variance that a sine explains is computed
/// at every frequency (Lomb-Scargle on the beats, without a taper, a straight line and far values
/// taken out). The rate is the highest local maximum of the mean of the four shares in
/// ``rangeBreathsPerMinute``, below half the mean beat rate. It counts only where the share of at
/// least one signal at that rate is one that white noise would reach anywhere in the band with a
/// probability below ``falseAlarm`` over the number of signals.
///
/// Each signal alone fails in some people, and they fail at different rates: the mean follows what
/// they have in common.
///
/// ```swift
/// let rate = ECGBreathingRate(respiration, startSeconds: 0)
/// rate.breathsPerMinute ?? rate.reason?.text
/// ```
///
/// - SeeAlso: Baluev 2008, doi 10.1111/j.1365-2966.2008.12689.x (the false-alarm level); Charlton
///   2016, Physiol. Meas. 37:610, doi 10.1088/0967-3334/37/4/610 (what such estimates are worth:
///   limits of agreement of 5 breaths a minute).
public struct ECGBreathingRate: Sendable, Equatable {
    /// Usual length of a stretch; s.
    public static let stretchSeconds = 60.0
    /// Where a rate is looked for; breaths/min.
    public static let rangeBreathsPerMinute = 3.0...40.0
    /// Probability with which noise alone gives a rate, at most.
    public static let falseAlarm = 0.01
    /// Values needed of a signal.
    public static let leastBeats = 20
    /// Points of the frequency grid to one over the length of the stretch.
    static let oversampling = 4.0
    /// Values further from the median are brought here; robust standard deviations.
    static let farthest = 4.0

    /// From the first sample of the signal; s.
    public let startSeconds: Double
    public let durationSeconds: Double
    /// nil where no rate stands out.
    public let breathsPerMinute: Double?
    /// Why there is no rate; nil where there is one.
    public let reason: MissingReason?
    /// Mean share of the signals' variance that the rate explains; 0 ... 1; nil without a rate.
    public let explainedShare: Double?

    /// The rate in one stretch.
    ///
    /// - Parameter startSeconds: where it begins.
    /// - Precondition: `durationSeconds` is above 0.
    /// - Complexity: O(n F) for n beats and F = 2.5 `durationSeconds` frequencies; allocates.
    public init(
        _ respiration: BeatRespiration, startSeconds: Double,
        durationSeconds: Double = stretchSeconds
    ) {
        precondition(durationSeconds > 0, "a stretch takes time")
        self.startSeconds = startSeconds
        self.durationSeconds = durationSeconds
        let signals = BeatRespiration.Signal.allCases.map {
            respiration.series($0).within(startSeconds..<startSeconds + durationSeconds)
        }
        let found = Self.peak(signals, durationSeconds: durationSeconds)
        breathsPerMinute = found.rate.map { 60 * $0.hz }
        explainedShare = found.rate?.share
        reason = found.reason
    }

    /// The rates of one stretch after the other.
    ///
    /// - Parameter durationSeconds: of the recording; a last stretch of less than
    ///   ``stretchSeconds`` is left out.
    public static func stretches(
        _ respiration: BeatRespiration, durationSeconds: Double
    ) -> [ECGBreathingRate] {
        let count = max(0, Int(durationSeconds / stretchSeconds))
        return (0..<count).map {
            ECGBreathingRate(respiration, startSeconds: Double($0) * stretchSeconds)
        }
    }

    /// The rate without its reasons.
    public var stretch: BreathingStretch {
        BreathingStretch(
            startSeconds: startSeconds, durationSeconds: durationSeconds,
            breathsPerMinute: breathsPerMinute)
    }

    private typealias Peak = (hz: Double, share: Double)

    private static func peak(
        _ signals: [BeatRespiration.Series], durationSeconds: Double
    ) -> (rate: Peak?, reason: MissingReason?) {
        let fewest = signals.map(\.times.count).min() ?? 0
        guard fewest >= leastBeats, let beats = signals.first?.times,
            let first = beats.first, let last = beats.last
        else {
            return (
                nil, .tooFew(needed: Double(leastBeats), found: Double(fewest), .beats)
            )
        }
        let nyquistHz = 0.5 * Double(beats.count - 1) / (last - first)
        let lowHz = rangeBreathsPerMinute.lowerBound / 60
        let highHz = min(rangeBreathsPerMinute.upperBound / 60, nyquistHz)
        let stepHz = 1 / (oversampling * durationSeconds)
        let count = Int((highHz - lowHz) / stepHz) + 1
        guard highHz > lowHz, count >= 3 else {
            return (nil, .aboveNyquist(bandHighHz: lowHz, nyquistHz: nyquistHz))
        }
        let grid = FrequencyGrid(firstHz: lowHz, stepHz: stepHz, count: count)
        let shares = signals.map { $0.shares(on: grid) }
        guard let place = highestMaximum(of: shares) else { return (nil, .noPeak) }
        let stands = zip(signals, shares).contains { signal, share in
            let alarm = LombScargle.FalseAlarm(times: signal.times, highestHz: highHz)
            return alarm.probability(ofPeak: share[place.index])
                < falseAlarm / Double(signals.count)
        }
        guard stands else {
            return (nil, .notMeasured("no rate of breathing stands out of the noise"))
        }
        return ((lowHz + stepHz * place.position, place.share), nil)
    }

    /// The highest local maximum of the mean, refined by a parabola.
    private static func highestMaximum(
        of shares: [[Double]]
    ) -> (index: Int, position: Double, share: Double)? {
        let mean = shares[0].indices.map { index in
            shares.reduce(0) { $0 + $1[index] } / Double(shares.count)
        }
        let maxima = mean.indices.dropFirst().dropLast().filter {
            mean[$0] > mean[$0 - 1] && mean[$0] >= mean[$0 + 1]
        }
        guard let index = maxima.max(by: { mean[$0] < mean[$1] }) else { return nil }
        let (before, top, after) = (mean[index - 1], mean[index], mean[index + 1])
        let offset = 0.5 * (before - after) / (before - 2 * top + after)
        return (index, Double(index) + offset, top)
    }
}

extension BeatRespiration.Series {
    /// The part in a stretch of time.
    fileprivate func within(_ range: Range<Double>) -> Self {
        let inside = times.indices.filter { range.contains(times[$0]) }
        return Self(times: inside.map { times[$0] }, values: inside.map { values[$0] })
    }

    /// The share of the variance that each frequency explains.
    fileprivate func shares(on grid: FrequencyGrid) -> [Double] {
        LombScargle(taper: .none).periodogram(
            times: times, values: Detrending.linear.applied(to: tamed, at: times), grid: grid,
            scaling: .standard)
    }

    /// The values less their median, none further from it than some standard deviations.
    private var tamed: [Double] {
        let sorted = values.sorted()
        guard let middle = Statistics.quantile(0.5, ofSorted: sorted) else { return [] }
        let distances = values.map { abs($0 - middle) }.sorted()
        let spread = 1.4826 * (Statistics.quantile(0.5, ofSorted: distances) ?? 0)
        let most = spread > 0 ? ECGBreathingRate.farthest * spread : .infinity
        return values.map { min(most, max(-most, $0 - middle)) }
    }
}
