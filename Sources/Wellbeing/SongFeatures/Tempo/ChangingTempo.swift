/// The tempo of a song that speeds up or slows down: its octave is judged on a curve whose time runs by
/// beats, so that the tempo is steady there.
enum ChangingTempo {
    /// The largest distance from the middle tempo at which a moment still has it; a share.
    private static let tolerance = 0.04

    /// The tempo in the middle of its values with their range; nil where it does not change.
    static func tempo(
        whole: [Double], low: [Double], high: [Double], frameRateHz rate: Double, prior: TempoPrior
    ) -> SongTempo? {
        guard let path = TempoPath(on: whole, frameRateHz: rate) else { return nil }
        let bpms = path.bpms(count: whole.count, frameRateHz: rate)
        let middle = bpms.sorted()[bpms.count / 2]
        let times = evenlySpacedBeatTimes(bpms, middle)
        let evidence = RhythmEvidence(
            whole: values(of: whole, at: times), low: values(of: low, at: times),
            high: values(of: high, at: times), frameRateHz: rate)
        guard let steadyTempo = TempoDecision.tempo(of: evidence, prior: prior) else { return nil }
        let factor = steadyTempo.bpm / middle
        guard let slowestBpm = bpms.min(), let fastestBpm = bpms.max() else { return nil }
        let share =
            Double(bpms.count { abs($0 / middle - 1) <= tolerance }) / Double(bpms.count)
        return SongTempo(
            bpm: steadyTempo.bpm, confidence: steadyTempo.confidence * share,
            alternativeTempos: steadyTempo.alternativeTempos,
            range: slowestBpm * factor...fastestBpm * factor)
    }

    /// Frames, as fractions, that are at equal distances in beats.
    private static func evenlySpacedBeatTimes(_ bpms: [Double], _ middle: Double) -> [Double] {
        var times: [Double] = []
        var beats = 0.0
        for (frame, bpm) in bpms.enumerated() {
            let next = beats + bpm / middle
            while Double(times.count) < next {
                times.append(Double(frame) + (Double(times.count) - beats) / (next - beats))
            }
            beats = next
        }
        return times
    }

    private static func values(of curve: [Double], at times: [Double]) -> [Double] {
        times.map { time in
            let i = min(Int(time), curve.count - 1)
            let next = min(i + 1, curve.count - 1)
            return curve[i] + (time - Double(i)) * (curve[next] - curve[i])
        }
    }
}
