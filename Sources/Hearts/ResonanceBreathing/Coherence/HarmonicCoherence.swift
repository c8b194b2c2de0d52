public import PhysioDSP
public import PhysioTypes

/// The default coherence score: how much of the heart rate's variation is the rhythm that the
/// commanded breaths would make.
///
/// The heart rates of the accepted intervals, each at its midpoint, are fitted with a quadratic trend
/// and two harmonics of the commanded phase (``HarmonicFit``); nothing is resampled. The score is the
/// share of what the trend leaves that the harmonics explain, corrected for the number of terms and
/// cut at 0: adjusted R^2. Noise scores near 0 at any length, a heart that follows the breath scores
/// near 1 at any rate, also while the rate changes.
///
/// It states how regular the rhythm is, not how large: ``amplitudeBpm`` does. ``HarmonicFit/pValue``
/// states whether there is one.
///
/// ```swift
/// let coherence = try HarmonicCoherence(nn, breathing: breathing)
/// coherence.score  // 0 ... 1
/// coherence.fit.pValue  // how often noise alone does as well
/// ```
///
/// - SeeAlso: ``LiveHarmonicCoherence`` for a score after every beat.
public struct HarmonicCoherence: Sendable, Equatable {
    /// Least samples.
    public static let minimumSampleCount = 20
    /// Least breaths that the samples cover.
    public static let minimumBreathCount = 2.5
    /// Largest share of corrected intervals: beyond it figures of intervals are not reported.
    public static let maxCorrectedShare = 0.2
    /// A step from sample to sample of more than so many breaths is a gap: what the heart does in it
    /// is not known.
    public static let maxStepBreaths = 0.5

    public let fit: HarmonicFit
    /// Breaths that the samples cover, gaps not counted.
    public let breathCount: Double
    /// The time from the first to the last sample; s.
    public let lengthSeconds: Double

    /// Adjusted R^2; 0 ... 1; 0 for a constant heart rate.
    public var score: Double { fit.adjustedRSquared }
    /// The amplitude of the rhythm at the breathing rate, from trough to peak; beats/min.
    public var amplitudeBpm: Double { fit.amplitude }

    /// The score of all intervals of a series.
    ///
    /// Intervals that a correction made what they are, and those whose midpoint lies outside the
    /// commanded breaths, are no samples.
    ///
    /// - Throws: `tooFew` below ``minimumSampleCount`` samples or ``minimumBreathCount`` breaths;
    ///   `corrected` beyond ``maxCorrectedShare``; `notMeasured` where the samples see too few phases.
    /// - Complexity: O(n); allocates.
    public init(_ nn: NNSeries, breathing: CommandedBreathing) throws(MissingReason) {
        var samples = HeartRatesByBreathPhase(capacity: nn.count)
        for index in 0..<nn.count {
            samples.append(
                PhasedHeartRate(
                    intervalMs: nn.intervalsMs[index], endSeconds: nn.endTimesSeconds[index],
                    breathing: breathing), isCorrected: nn.isCorrected[index])
        }
        try self.init(&samples)
    }

    /// The score of heart rates of known phase.
    ///
    /// - Parameter times: n ascending times; s.
    /// - Parameter heartRatesBpm: n heart rates; beats/min.
    /// - Parameter phases: n phases, ascending: breath number plus share.
    /// - Throws: as for a series; `notMeasured` also where a number is not finite.
    /// - Precondition: the arrays have one count.
    public init(
        times: [Double], heartRatesBpm: [Double], phases: [Double]
    ) throws(MissingReason) {
        precondition(
            times.count == heartRatesBpm.count && times.count == phases.count,
            "every heart rate has a time and a phase")
        var samples = HeartRatesByBreathPhase(capacity: times.count)
        for index in times.indices {
            samples.append(
                PhasedHeartRate(
                    time: times[index], heartRateBpm: heartRatesBpm[index], phase: phases[index]))
        }
        try self.init(&samples)
    }

    init(_ samples: inout HeartRatesByBreathPhase) throws(MissingReason) {
        guard samples.count >= Self.minimumSampleCount else {
            throw .tooFew(
                needed: Double(Self.minimumSampleCount), found: Double(samples.count), .beats)
        }
        let breathCount = samples.breathCount
        guard breathCount >= Self.minimumBreathCount - Self.phaseTolerance else {
            throw .tooFew(needed: Self.minimumBreathCount, found: breathCount, .breaths)
        }
        guard samples.correctedShare <= Self.maxCorrectedShare else {
            throw .corrected(limit: Self.maxCorrectedShare, found: samples.correctedShare)
        }
        do throws(HarmonicFit.Failure) {
            fit = try samples.fit()
        } catch {
            throw .notMeasured("the heart rates are no numbers, or of too few phases of the breath")
        }
        self.breathCount = breathCount
        lengthSeconds = samples.lengthSeconds
    }

    /// Sums of phases round.
    private static let phaseTolerance = 1e-9
}
