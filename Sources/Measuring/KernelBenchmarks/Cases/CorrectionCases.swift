import BeatCorrection
import PhysioDSP
import PhysioSimulation

/// Corrections of recordings with known artefacts: RMSSD of the result against that without any.
enum CorrectionCases {
    static let sizes = [10_000, 100_000]
    static let artefactShare = 0.01
    /// Largest share of RMSSD that artefacts may add to the result, or their correction remove.
    private static let tolerance = 0.02

    /// The rule used where none is named, and the one that other programs have too.
    static var timedRules: [any BeatRule] {
        let standard = ArtefactCorrection().rule
        return standard.name == LipponenRule().name ? [standard] : [standard, LipponenRule()]
    }

    static func cases(_ scale: BenchmarkScale) -> [BenchmarkCase] {
        timedRules.flatMap { rule in
            sizes.map { size in
                correction(rule.name, scale.length(size)) {
                    ShippedEngines.correction($0, rule: rule)
                }
            }
        }
            + sizes.map { size in
                correction("live", scale.length(size)) { ShippedEngines.liveCorrection($0) }
            }
    }

    /// A day of free breath: of missed, extra and ectopic beats 1 % together, which every program
    /// has a name for.
    static func series(_ beatCount: Int) -> ArtefactSeries {
        var beats = OscillationSimulation(seed: 1)
        beats.intervalCount = beatCount
        beats.meanMs = 900
        beats.amplitudeMs = 40
        beats.breathing = .free
        return ArtefactSimulation(
            beats, kinds: [.missed, .extra, .ectopic], share: artefactShare
        ).run()
    }

    static func rmssd(_ intervalsMs: [Double]) -> Double {
        let squares = zip(intervalsMs.dropFirst(), intervalsMs).map { ($0 - $1) * ($0 - $1) }
        return ExactSums.mean(squares).squareRoot()
    }

    private static func correction(
        _ name: String, _ beatCount: Int,
        _ engine: @escaping @Sendable ([Double]) -> BenchmarkRun
    ) -> BenchmarkCase {
        BenchmarkCase(
            "BeatCorrection/\(name)", workload: "n=\(beatCount) 1 % at fault",
            items: beatCount, of: "beat", growthSize: beatCount, tolerance: tolerance
        ) {
            let series = series(beatCount)
            let shippedVariant = BenchmarkVariant("as shipped") { engine(series.intervalsMs) }
            return BenchmarkWork(variants: [shippedVariant]) { [rmssd(series.trueIntervalsMs)] }
        }
    }
}
