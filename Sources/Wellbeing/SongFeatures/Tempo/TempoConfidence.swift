import PhysioDSP

/// The probability that a tempo is the one a listener counts: within 4 %, its octave too.
///
/// The share that the model gives to the tempo is too large on music it was not fitted to. Its log-odds are
/// scaled to how often such tempos were right on kinds of music that were left out of the fit.
enum TempoConfidence {
    /// The largest distance from the best tempo at which another one is the same; a share.
    private static let tolerance = 0.04
    private static let offset = 0.52
    private static let slope = 0.72
    /// Least share of the tempo or of all others: a thousandth.
    private static let minShare = 1e-3

    static func confidence(of grid: TempoGrid) -> Double {
        let best = TempoGrid.bpms[grid.bestIndex]
        let top = grid.scores[grid.bestIndex]
        var (near, all) = (0.0, 0.0)
        for (bpm, score) in zip(TempoGrid.bpms, grid.scores) {
            let relativeLikelihood = PlatformMath.exp(score - top)
            all += relativeLikelihood
            if abs(bpm / best - 1) <= tolerance { near += relativeLikelihood }
        }
        return calibratedConfidence(share: near / all)
    }

    /// - Parameter share: the share that the model gives to the tempo; 0 to 1.
    static func calibratedConfidence(share: Double) -> Double {
        let share = max(minShare, min(1 - minShare, share))
        let logOdds = PlatformMath.log(share / (1 - share))
        return 1 / (1 + PlatformMath.exp(-(offset + slope * logOdds)))
    }
}
