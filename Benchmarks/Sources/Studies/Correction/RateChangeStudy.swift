public import BeatCorrection
import PhysioSimulation
import PhysioTypes

/// The result of a correction of changes of rate of one kind.
struct RateChangeScore: Sendable, Equatable {
    /// Valid intervals, from the tenth after the end of the change on.
    var validCount = 0
    /// The number of these valid intervals that are in the result as measured.
    var retainedCount = 0
    /// Beats of the whole result that the correction made.
    var madeCount = 0

    /// Share of the valid intervals that were kept; 0 ... 1; nil without any.
    var retainedShare: Double? {
        validCount > 0 ? Double(retainedCount) / Double(validCount) : nil
    }

    static func + (one: Self, other: Self) -> Self {
        RateChangeScore(
            validCount: one.validCount + other.validCount,
            retainedCount: one.retainedCount + other.retainedCount,
            madeCount: one.madeCount + other.madeCount)
    }

    /// Counts what a correction made of one more series.
    mutating func add(_ corrected: CorrectedSeries, of series: RateChangeSimulation.Series) {
        let isRetained = CorrectionOutcome(corrected, of: series.intervalsMs).isRetained
        let scored = series.scored
        validCount += scored.count
        retainedCount += scored.count { isRetained[$0] }
        madeCount += corrected.nn.isCorrected.count { $0 }
    }
}

/// One method's scores in every cell of ``RateChangeStudy``.
public struct RateChangeScores: Sendable {
    let name: String
    let seedCount: Int
    /// The scores by cell as in ``RateChangeStudy/cells``.
    let scores: [RateChangeScore]

    /// The sum over some of the cells.
    func total(_ isMeant: (RateChangeSimulation) -> Bool) -> RateChangeScore {
        zip(RateChangeStudy.cells, scores).filter { isMeant($0.0) }.map(\.1)
            .reduce(RateChangeScore(), +)
    }
}

/// Runs rules over changes of rate of every kind.
public enum RateChangeStudy {
    /// Series a cell in the report.
    public static let usualSeedCount = 40
    static let factors = [1.2, 1.3, 1.5, 1.75, 2, 2.25, 2.5]
    /// Intervals that a change takes.
    static let rampCounts = [0, 3, 10, 30]
    static let spreads = [0.01, 0.03, 0.05]
    static let artefactShares = [0, 0.05]

    /// Every combination, by artefacts, breathing, spread, ramp, factor and direction, the last
    /// fastest.
    static let cells: [RateChangeSimulation] = artefactShares.flatMap { artefactShare in
        [false, true].flatMap { isBreathing in
            spreads.flatMap { spread in
                rampCounts.flatMap { rampCount in
                    factors.flatMap { factor in
                        [true, false].map { isLonger in
                            RateChangeSimulation(
                                factor: factor, isLonger: isLonger, rampCount: rampCount,
                                spread: spread, isBreathing: isBreathing,
                                artefactShare: artefactShare)
                        }
                    }
                }
            }
        }
    }

    /// - Parameter seedCount: seeds 1 ... `seedCount` of every cell.
    public static func scores(
        of rules: [any BeatRule], seedCount: Int, threadCount: Int = 2
    ) -> [RateChangeScores] {
        let byCell = Lanes.map(cells, threadCount: threadCount) { cell in
            var scores = rules.map { _ in RateChangeScore() }
            for seed in 1...UInt64(seedCount) {
                let series = cell.series(seed: seed)
                let raw = RRSeries(intervalsMs: series.intervalsMs)
                for (index, rule) in rules.enumerated() {
                    scores[index].add(ArtefactCorrection(rule: rule).correct(raw), of: series)
                }
            }
            return scores
        }
        return rules.indices.map { rule in
            RateChangeScores(
                name: rules[rule].name, seedCount: seedCount, scores: byCell.map { $0[rule] })
        }
    }
}
