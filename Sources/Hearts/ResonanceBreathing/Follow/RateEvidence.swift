import PhysioDSP

/// The evidence of a series for the commanded breath and for any steady rate: how much more likely
/// each makes it than no rhythm at all.
///
/// To each rhythm, the commanded phase or one of ``rateRange``, a sine is fitted over a quadratic trend
/// (``HarmonicFit``, one harmonic). What it explains, S0 - S1, over twice the noise's variance is its
/// evidence: the logarithm of the likelihood ratio. The noise is what the best of all rhythms leaves,
/// S1 / (n - 5), times ``HarmonicFit/noiseInflation``, or what the rates about the best one show where
/// that is more, as noise may be of any colour: one noise for all, so that evidences compare.
///
/// A known rhythm in white noise reaches x with probability exp(-x); the best of all rates in two
/// minutes, about 34 independent ones, with less than 34 exp(-x) or so.
struct RateEvidence {
    /// Rates that are looked at; breaths/min.
    static let rateRange = 3.0...20.0
    static let stepBreathsPerMinute = 0.1

    /// The evidence for the commanded phase; 0 or more.
    let paced: Double
    /// The evidence for the best steady rate.
    let best: Double
    let bestBreathsPerMinute: Double
    /// The fit of the commanded phase.
    let fit: HarmonicFit

    /// - Returns: nil where the samples do not separate the terms or are too few.
    init?(
        times: [Double], values: [Double], phases: [Double],
        workspace: inout HarmonicFit.Workspace
    ) {
        func harmonicFit(_ samples: [HarmonicFit.Sample]) -> HarmonicFit? {
            try? HarmonicFit(samples.span, harmonicCount: 1, workspace: &workspace)
        }
        guard
            let paced = harmonicFit(
                times.indices.map {
                    HarmonicFit.Sample(time: times[$0], value: values[$0], phase: phases[$0])
                })
        else { return nil }
        var best = paced
        var (gains, bestIndex) = ([Double](), 0)
        let count = Int(
            (Self.rateRange.upperBound - Self.rateRange.lowerBound) / Self.stepBreathsPerMinute)
        var samples = times.indices.map {
            HarmonicFit.Sample(
                time: times[$0], value: values[$0], phase: Self.rate(0) / 60 * times[$0])
        }
        let phasorSteps = times.map {
            HarmonicFit.phasor(atPhase: Self.stepBreathsPerMinute / 60 * $0)
        }
        for index in 0...count {
            let steadyFit = harmonicFit(samples)
            gains.append(steadyFit?.gain ?? 0)
            // From rate to rate every phase grows by the same: a product instead of sines. After 171
            // of them it is wrong by about 1e-13 or, late in a session, as much as the phase itself.
            for position in samples.indices {
                samples[position].phasor = samples[position].phasor * phasorSteps[position]
            }
            guard let steadyFit, gains[index] > gains[bestIndex] || index == 0 else { continue }
            (best, bestIndex) = (steadyFit, index)
        }
        let closestFit = best.residualSquares < paced.residualSquares ? best : paced
        let degreesOfFreedom = Double(closestFit.sampleCount - closestFit.parameterCount)
        let variance = max(
            closestFit.residualSquares / degreesOfFreedom * closestFit.noiseInflation,
            Self.variance(of: gains, about: bestIndex))
        fit = paced
        bestBreathsPerMinute = Self.rate(bestIndex)
        self.paced = Self.evidence(paced.gain, variance)
        self.best = Self.evidence(gains[bestIndex], variance)
    }

    private static func rate(_ index: Int) -> Double {
        rateRange.lowerBound + stepBreathsPerMinute * Double(index)
    }

    /// Rates that show the noise about a rhythm: beyond what two minutes resolve, and up to this; grid
    /// steps.
    private static let neighbourSteps = 8...40

    /// The noise's variance by the median gain about a position: noise has gains of 2 v times an
    /// exponential variable, whose median is ln 2.
    private static func variance(of gains: [Double], about position: Int) -> Double {
        let neighbourGains = gains.indices.filter { neighbourSteps.contains(abs($0 - position)) }
            .map { gains[$0] }.sorted()
        return neighbourGains[neighbourGains.count / 2] / (2 * PlatformMath.log(2))
    }

    /// Returns the evidence: 0 for a series without any variation; as large as a number need be for
    /// a rhythm that leaves nothing.
    private static func evidence(_ gain: Double, _ variance: Double) -> Double {
        guard gain > 0 else { return 0 }
        return min(gain / (2 * variance), 1e6)
    }
}

extension HarmonicFit {
    /// The squares that the harmonics explain, S0 - S1.
    fileprivate var gain: Double { max(0, trendSquares - residualSquares) }
}
