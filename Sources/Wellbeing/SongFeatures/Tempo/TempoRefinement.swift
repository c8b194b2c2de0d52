/// A tempo to a hundredth of a per cent: where all multiples of its period within the longest lag
/// repeat best.
enum TempoRefinement {
    /// The search range on each side of the first answer, and its steps; shares.
    private static let searchRadiusShare = 0.01
    private static let step = 0.0002
    /// The longest lag that is looked at, as a share of the song.
    private static let maxLagShare = 0.6

    static func refined(_ bpm: Double, by evidence: RhythmEvidence) -> Double {
        let maxLag = min(
            Double(evidence.whole.values.count - 3),
            maxLagShare * Double(evidence.valueCount))
        // The count of periods is fixed, so that all tempos are judged by the same number.
        let count = Int(maxLag / (60 / (bpm * (1 - searchRadiusShare)) * evidence.frameRateHz))
        guard count >= 1 else { return bpm }
        let steps = Int(searchRadiusShare / step)
        let sums = (-steps...steps).map { i -> Double in
            let period = 60 / (bpm * (1 + Double(i) * step)) * evidence.frameRateHz
            return (1...count).reduce(0) { $0 + evidence.whole.value(atLag: Double($1) * period) }
        }
        guard let best = sums.indices.max(by: { sums[$0] < sums[$1] }), best > 0,
            best + 1 < sums.count
        else { return bpm }
        let curvature = sums[best - 1] - 2 * sums[best] + sums[best + 1]
        let shift = curvature < 0 ? 0.5 * (sums[best - 1] - sums[best + 1]) / curvature : 0
        return bpm * (1 + (Double(best - steps) + shift) * step)
    }
}
