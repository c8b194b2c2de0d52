/// Tempo and beats of the curves of a song.
package enum TempoEstimator {
    /// The onset strength rises while a sound enters the frame, before its middle: by this much for
    /// clicks; s.
    private static let leadSeconds = 0.006

    /// The tempo; nil where nothing repeats, or too little was heard.
    ///
    /// - Complexity: linear in the length of the song.
    package static func tempo(of curves: SongCurves) -> SongTempo? {
        let rate = curves.frameRateHz
        guard Double(curves.onsets.count) / rate >= TempoDecision.minSeconds else { return nil }
        return tempo(of: curves, whole: centred(curves.onsets, rate: rate))
    }

    /// - Parameter whole: the onset strengths less their local mean.
    static func tempo(of curves: SongCurves, whole: [Double]) -> SongTempo? {
        let rate = curves.frameRateHz
        let prior = prior(on: whole, rate: rate)
        let evidence = evidence(of: curves, whole: whole)
        let steadyTempo = TempoDecision.tempo(of: evidence, prior: prior)
        if let steadyTempo, TempoDecision.isSteady(evidence, bpm: steadyTempo.bpm) {
            return steadyTempo
        }
        let changingTempo = ChangingTempo.tempo(
            whole: whole, low: centred(curves.lowOnsetStrengths, rate: rate),
            high: centred(curves.highOnsetStrengths, rate: rate), frameRateHz: rate, prior: prior)
        return changingTempo ?? steadyTempo
    }

    private static func prior(on whole: [Double], rate: Double) -> TempoPrior {
        TempoPrior(strongOnsetsPerSecond: strongOnsetsPerSecond(on: whole, rate: rate))
    }

    private static func strongOnsetsPerSecond(on whole: [Double], rate: Double) -> Double {
        Double(OnsetPeaks.strongPeakCount(on: whole)) / Double(whole.count) * rate
    }

    /// The tempos that are asked, and what each term says of them: what the weights are fitted to.
    package static func terms(
        of curves: SongCurves
    ) -> (bpms: [Double], values: [[Double]], strongOnsetsPerSecond: Double) {
        let whole = centred(curves.onsets, rate: curves.frameRateHz)
        let score = TempoScore(evidence(of: curves, whole: whole))
        let values = TempoTerm.allCases.map { term in
            TempoGrid.bpms.map { score.value(term, of: $0) }
        }
        let perSecond = strongOnsetsPerSecond(on: whole, rate: curves.frameRateHz)
        return (TempoGrid.bpms, values, perSecond)
    }

    private static func evidence(of curves: SongCurves, whole: [Double]) -> RhythmEvidence {
        let rate = curves.frameRateHz
        return RhythmEvidence(
            whole: whole, low: centred(curves.lowOnsetStrengths, rate: rate),
            high: centred(curves.highOnsetStrengths, rate: rate), frameRateHz: rate)
    }

    /// Returns the times of the beats of a tempo; s, ascending.
    static func beats(on whole: [Double], bpm: Double, rate: Double) -> [Double] {
        MusicBeatTracking.beats(on: whole, period: 60 / bpm * rate).map {
            Double($0) / rate + leadSeconds
        }
    }

    /// Onset strengths less their mean over a second.
    static func centred(_ onsets: [Float], rate: Double) -> [Double] {
        LocalMean.removed(from: onsets, width: LocalMean.width(frameRateHz: rate))
    }
}
