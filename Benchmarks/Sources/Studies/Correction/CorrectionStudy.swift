public import BeatCorrection
import PhysioDSP
public import PhysioSimulation
import PhysioTypes

/// One method's scores in every cell of the report.
public struct MethodScores: Sendable {
    public let name: String
    /// The scores by cell as in ``CorrectionCell/all``, then by seed from 1 on.
    public let scores: [[ArtefactScore]]

    public init(name: String, scores: [[ArtefactScore]]) {
        self.name = name
        self.scores = scores
    }

    public var seedCount: Int { scores.first?.count ?? 0 }

    /// The same of the first seeds only.
    public func first(_ seedCount: Int) -> MethodScores {
        MethodScores(name: name, scores: scores.map { Array($0.prefix(seedCount)) })
    }
}

extension CorrectionOutcome {
    /// Creates the outcome of a correction of this module.
    public init(_ corrected: CorrectedSeries, of recordedMs: [Double]) {
        self.init(
            recordedMs: recordedMs, intervalsMs: corrected.nn.intervalsMs,
            isAdjacentToPrevious: corrected.nn.isAdjacentToPrevious,
            rawIndices: corrected.rawIndices, isCorrected: corrected.nn.isCorrected)
    }
}

/// Runs rules over the simulated series of every cell.
public enum CorrectionStudy {
    /// - Parameter seedCount: seeds 1 ... `seedCount` of every cell.
    /// - Parameter threadCount: how many cells are worked on at a time.
    public static func scores(
        of rules: [any BeatRule], seedCount: Int, threadCount: Int = 2,
        cells: [CorrectionCell] = CorrectionCell.all
    ) -> [MethodScores] {
        let byCell = Lanes.map(cells, threadCount: threadCount) { cell in
            scores(of: rules, in: cell, seedCount: seedCount)
        }
        return rules.indices.map { rule in
            MethodScores(name: rules[rule].name, scores: byCell.map { $0[rule] })
        }
    }

    /// Returns the scores by rule, then by seed.
    private static func scores(
        of rules: [any BeatRule], in cell: CorrectionCell, seedCount: Int
    ) -> [[ArtefactScore]] {
        var found = [[ArtefactScore]](repeating: [], count: rules.count)
        for seed in 0..<seedCount {
            let series = cell.series(seed: UInt64(seed + 1))
            let raw = series.recording
            for (index, rule) in rules.enumerated() {
                let corrected = ArtefactCorrection(rule: rule).correct(raw)
                let outcome = CorrectionOutcome(corrected, of: series.intervalsMs)
                found[index].append(ArtefactScore(outcome, of: series))
            }
        }
        return found
    }

    /// The series that other programs are given: for each its clock's step (ms), how many
    /// intervals, and these (ms); by cell, then by seed.
    public static func numbersForPeers(seedCount: Int) -> [Double] {
        CorrectionCell.forPeers.flatMap { cell in
            (1...seedCount).flatMap { seed -> [Double] in
                let series = cell.series(seed: UInt64(seed))
                return [series.resolutionMs, Double(series.intervalsMs.count)] + series.intervalsMs
            }
        }
    }

    /// - Parameter results: what the program made of the series of ``numbersForPeers(seedCount:)``.
    public static func scores(
        ofPeer name: String, results: [PeerOutcome], seedCount: Int
    ) -> MethodScores {
        precondition(
            results.count == CorrectionCell.forPeers.count * seedCount,
            "a peer answers to every series")
        return MethodScores(
            name: name,
            scores: CorrectionCell.forPeers.indices.map { cell in
                (0..<seedCount).map { seed in
                    let series = CorrectionCell.forPeers[cell].series(seed: UInt64(seed + 1))
                    let outcome = results[cell * seedCount + seed].outcome(
                        recordedMs: series.intervalsMs, resolutionMs: series.resolutionMs)
                    return ArtefactScore(outcome, of: series)
                }
            })
    }
}
