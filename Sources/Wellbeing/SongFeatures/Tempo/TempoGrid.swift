import PhysioDSP

/// The scores of all tempos from 40 to 240 beats a minute: how well each explains the onsets.
struct TempoGrid {
    static let slowestBpm = 40.0
    static let fastestBpm = 240.0
    /// Ratio of two neighbouring tempos.
    static let step = 1.005
    static let bpms = Array(
        sequence(first: slowestBpm) { $0 * step < fastestBpm ? $0 * step : nil })

    /// Log-likelihood of each of ``bpms``, up to a constant.
    let scores: [Double]
    /// The index of the likeliest tempo.
    let bestIndex: Int

    /// - Parameter scores: one for each of ``bpms``.
    init(scores: [Double]) {
        self.scores = scores
        bestIndex = scores.indices.max { scores[$0] < scores[$1] } ?? 0
    }

    /// The tempo at the top of a parabola through an index and its neighbours.
    func peakBpm(at index: Int) -> Double {
        guard index > 0, index + 1 < scores.count else { return Self.bpms[index] }
        let (a, b, c) = (scores[index - 1], scores[index], scores[index + 1])
        let curvature = a - 2 * b + c
        guard curvature < 0 else { return Self.bpms[index] }
        let shift = max(-0.5, min(0.5, 0.5 * (a - c) / curvature))
        return Self.bpms[index] * PlatformMath.exp(shift * PlatformMath.log(Self.step))
    }

    /// The likeliest tempo within `tolerance` (a share) of `bpm`; nil outside the grid.
    func likeliestIndex(near bpm: Double, tolerance: Double) -> Int? {
        let indices = scores.indices.filter { abs(Self.bpms[$0] / bpm - 1) <= tolerance }
        return indices.max { scores[$0] < scores[$1] }
    }
}
