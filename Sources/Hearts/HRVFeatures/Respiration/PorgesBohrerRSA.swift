public import PhysioDSP
public import PhysioTypes

/// Respiratory sinus arrhythmia after Porges and Bohrer: the logarithm of the intervals' variance in
/// the band of breathing, epoch by epoch.
///
/// Each segment without a gap is rebuilt at ``sampleRateHz``; from every sample the value of the
/// cubic fitted to the ``polynomialSampleCount`` samples about it is taken away; a Butterworth band-pass
/// of order 2 run both ways, so half the amplitude at the edges, leaves the band; each whole epoch
/// of ``epochSeconds`` has the natural logarithm of its variance (over count - 1). Where the cubic
/// is not centred, 5 s at either end of a segment, nothing is used: a segment counts from 39.5 s on,
/// and only where no two of its beats have one time.
///
/// The default band is for free breathing of adults, 7.2 to 24 breaths a minute. The cubic leaves 28,
/// 48, 83, 123 and 112 % of a tone's amplitude at 0.1, 0.12, 0.15, 0.2 and 0.25 Hz: of slow breathing
/// it takes most, wherever the band lies. Compare figures of one band and one pace only.
///
/// Constant series and series without a long enough segment: no epoch, nil.
///
/// ```swift
/// PorgesBohrer(nn).meanLnVariance  // ln ms^2; nil below 39.5 s without a gap
/// ```
///
/// - SeeAlso: Porges and Bohrer 1990, in Cacioppo and Tassinary, Principles of Psychophysiology,
///   page 708; Lewis 2012, Biol. Psychol. 89:349, doi 10.1016/j.biopsycho.2011.11.009. Other
///   programs divide the variance by 1000 first, which lowers the logarithm by 6.91.
public struct PorgesBohrerRSA: Sendable, Equatable {
    /// Rate of the grid; Hz.
    public static let sampleRateHz = 2.0
    /// Length of the moving cubic; samples.
    public static let polynomialSampleCount = 21
    /// Length of an epoch; s.
    public static let epochSeconds = 30.0
    /// Minimum length of a segment that has an epoch, from its first to its last beat; s.
    public static let minSegmentSeconds =
        epochSeconds + Double(polynomialSampleCount - 2) / sampleRateHz
    /// Edges of the default band; Hz.
    public static let defaultLowHz = 0.12
    public static let defaultHighHz = 0.40
    /// Order of the low-pass that the band-pass is made from.
    static let filterOrder = 2

    /// ln of each epoch's variance in ms^2, in the order of time; epochs without variance have none.
    public let epochLnVariances: [Double]

    /// - Parameter lowHz: lower edge of the band; Hz.
    /// - Parameter highHz: upper edge; Hz.
    /// - Parameter resampling: how the grid is made.
    /// - Precondition: 0 < `lowHz` < `highHz` < 1 Hz.
    /// - Complexity: that of the resampling; allocates.
    public init(
        _ nn: NNSeries, lowHz: Double = defaultLowHz, highHz: Double = defaultHighHz,
        resampling: Resampling = .bandLimited
    ) {
        let filter = SectionCascade.butterworth(
            .bandPass(lowHz: lowHz, highHz: highHz), order: Self.filterOrder,
            sampleRateHz: Self.sampleRateHz)
        epochLnVariances = nn.contiguousRanges.flatMap { segment -> [Double] in
            let times = Array(nn.endTimesSeconds[segment])
            guard Self.canBeResampled(times) else { return [] }
            // The level has no part in the result; without it a constant leaves exactly nothing.
            let level = nn.intervalsMs[segment.lowerBound]
            let samples = resampling.resample(
                times: times, values: nn.intervalsMs[segment].map { $0 - level },
                rateHz: Self.sampleRateHz)
            return Self.lnVariances(filter.zeroPhaseFiltered(Self.withoutMovingCubic(samples)))
        }
    }

    /// The mean over epochs; ln ms^2; nil without an epoch.
    public var meanLnVariance: Double? { Statistics.mean(epochLnVariances) }

    private static var epochSampleCount: Int { Int(epochSeconds * sampleRateHz) }

    /// Indicates whether the segment gives a whole epoch and no two of its beats have one time.
    private static func canBeResampled(_ times: [Double]) -> Bool {
        guard let first = times.first, let last = times.last else { return false }
        return last - first >= minSegmentSeconds - NNSeries.edgeToleranceSeconds(atSeconds: last)
            && zip(times.dropFirst(), times).allSatisfy { $0 > $1 }
    }

    /// Each sample that has 10 neighbours on either side, less the cubic fitted to those 21.
    ///
    /// At the centre the fit is a sum with the weights (329 - 5 k^2) / 3059, k = -10 ... 10
    /// (Savitzky and Golay 1964, Anal. Chem. 36:1627).
    private static func withoutMovingCubic(_ samples: [Double]) -> [Double] {
        let reach = polynomialSampleCount / 2
        return (reach..<max(reach, samples.count - reach)).map { centre in
            var trend = 0.0
            for k in -reach...reach { trend += Double(329 - 5 * k * k) * samples[centre + k] }
            return samples[centre] - trend / 3059
        }
    }

    private static func lnVariances(_ samples: [Double]) -> [Double] {
        (0..<samples.count / epochSampleCount).compactMap { epoch in
            let values = Array(samples[epoch * epochSampleCount..<(epoch + 1) * epochSampleCount])
            guard let deviation = Statistics.standardDeviation(values), deviation > 0 else {
                return nil
            }
            return 2 * PlatformMath.log(deviation)
        }
    }
}
