import PhysioDSP

/// The tempo that is likeliest, whether there is one at all, and what it might be as well.
enum TempoDecision {
    /// Least length of a song that gets a tempo; s.
    static let minSeconds = 3.1
    /// The least mean autocorrelation of a beat: a constant, and what noise reaches by chance, which
    /// falls with the square root of the number of frames.
    private static let minCorrelation = 0.03
    private static let chanceCorrelationFactor = 4.0
    /// The mean autocorrelation of a beat above which its tempo is steady.
    private static let minSteadyCorrelation = 0.2
    /// The longest lag that is asked whether there is a beat, as a share of the song: longer ones have
    /// too few products.
    private static let maxLagShare = 0.6
    /// Multiples at which rivals are looked for, and how near to them; a share.
    private static let alternativeRatios = [2.0, 1.0 / 2, 3, 1.0 / 3, 3.0 / 2, 2.0 / 3]
    private static let alternativeTolerance = 0.04
    /// Rivals with less odds than this are not reported.
    private static let minAlternativeOdds = 0.005

    /// The tempo, its confidence and its rivals; nil where nothing repeats.
    static func tempo(of evidence: RhythmEvidence, prior: TempoPrior) -> SongTempo? {
        let score = TempoScore(evidence)
        let grid = TempoGrid(scores: TempoGrid.bpms.map { score.score(of: $0, prior: prior) })
        guard isPeriodic(evidence, bpm: TempoGrid.bpms[grid.bestIndex]) else { return nil }
        let bpm = TempoRefinement.refined(grid.peakBpm(at: grid.bestIndex), by: evidence)
        return SongTempo(
            bpm: bpm, confidence: TempoConfidence.confidence(of: grid),
            alternativeTempos: alternativeTempos(of: bpm, on: grid))
    }

    /// Returns true if the periods of a tempo repeat above chance.
    private static func isPeriodic(_ evidence: RhythmEvidence, bpm: Double) -> Bool {
        let chanceLevel = chanceCorrelationFactor / Double(evidence.valueCount).squareRoot()
        return meanCorrelation(evidence, bpm: bpm) >= max(minCorrelation, chanceLevel)
    }

    /// Returns true if the periods repeat so well that the tempo cannot change.
    static func isSteady(_ evidence: RhythmEvidence, bpm: Double) -> Bool {
        meanCorrelation(evidence, bpm: bpm) >= minSteadyCorrelation
    }

    /// The mean autocorrelation at one to eight periods.
    private static func meanCorrelation(_ evidence: RhythmEvidence, bpm: Double) -> Double {
        let period = 60 / bpm * evidence.frameRateHz
        let fittingPeriodCount = Int(maxLagShare * Double(evidence.valueCount) / period)
        let count = max(1, min(TempoScore.periodCount, fittingPeriodCount))
        let sum = (1...count).reduce(0) {
            $0 + evidence.whole.value(atLag: Double($1) * period)
        }
        return sum / Double(count)
    }

    /// The strength of a rival is its odds against the best tempo.
    private static func alternativeTempos(of bpm: Double, on grid: TempoGrid) -> [TempoAlternative]
    {
        let found = alternativeRatios.compactMap { ratio -> TempoAlternative? in
            guard
                let index = grid.likeliestIndex(near: bpm * ratio, tolerance: alternativeTolerance)
            else {
                return nil
            }
            let odds = PlatformMath.exp(grid.scores[index] - grid.scores[grid.bestIndex])
            guard odds >= minAlternativeOdds else { return nil }
            return TempoAlternative(bpm: grid.peakBpm(at: index), strength: min(1, odds))
        }
        return found.sorted { $0.strength > $1.strength }
    }
}
