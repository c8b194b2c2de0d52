public import BeatCorrection
import PhysioDSP
import PhysioTypes

/// The result of a correction of one burst of noise.
struct NoiseBurstScore: Sendable, Equatable {
    /// Indicates whether enough is covered, and little enough artefactual, for figures to be given.
    var isReported: Bool
    /// True if an interval of the result is far from the mean of the rhythm.
    var isOff: Bool
    /// RMSSD of the result over that of the true intervals.
    var rmssdRatio: Double

    static let minCoverage = 0.9
    static let maxArtefactShare = 0.2
    static let farShare = 0.15
    static let rmssdShare = 0.1

    init(_ corrected: CorrectedSeries, of series: NoiseBurstSimulation.Series) {
        let nn = corrected.nn
        isReported =
            nn.coverage >= Self.minCoverage && corrected.artefactShare <= Self.maxArtefactShare
        isOff = nn.intervalsMs.contains { abs($0 / series.meanMs - 1) > Self.farShare }
        let truth = NNSeries(intervalsMs: series.trueIntervalsMs)
        rmssdRatio = Self.rmssd(nn) / Self.rmssd(truth)
    }

    var isRMSSDNear: Bool { abs(rmssdRatio - 1) <= Self.rmssdShare }

    /// Returns the RMSSD; ms; 0 where there is none.
    private static func rmssd(_ nn: NNSeries) -> Double {
        let squares = nn.successiveDifferencesMs.map { $0 * $0 }
        return (Statistics.mean(squares) ?? 0).squareRoot()
    }
}

/// One method's scores of bursts of one form.
public struct NoiseBurstScores: Sendable {
    let name: String
    let form: NoiseBurstSimulation.Form
    /// The scores by seed from 1 on.
    let scores: [NoiseBurstScore]

    var reported: [NoiseBurstScore] { scores.filter(\.isReported) }

    /// The ratio of RMSSD farthest from 1, up or down, of what is reported; nil for none.
    var worstRatio: Double? {
        reported.map(\.rmssdRatio).max { max($0, 1 / $0) < max($1, 1 / $1) }
    }
}

/// Runs rules over bursts of noise.
public enum NoiseBurstStudy {
    /// Returns scores by rule, then by form.
    ///
    /// - Parameter burstCount: seeds 1 ... `burstCount` of each form.
    public static func scores(
        of rules: [any BeatRule], burstCount: Int = 1000, threadCount: Int = 2
    ) -> [NoiseBurstScores] {
        let forms = NoiseBurstSimulation.Form.allCases
        let bySeed = Lanes.map(Array(1...UInt64(burstCount)), threadCount: threadCount) { seed in
            let series = forms.map { NoiseBurstSimulation(form: $0).series(seed: seed) }
            return rules.map { rule in
                series.map { series in
                    let raw = RRSeries(intervalsMs: series.intervalsMs)
                    return NoiseBurstScore(
                        ArtefactCorrection(rule: rule).correct(raw), of: series)
                }
            }
        }
        return rules.indices.flatMap { rule in
            forms.indices.map { form in
                NoiseBurstScores(
                    name: rules[rule].name, form: forms[form],
                    scores: bySeed.map { $0[rule][form] })
            }
        }
    }
}
