import PhysioDSP

/// The detector of Elgendi.
///
/// Band-pass 8 to 20 Hz (Butterworth, order 3, without phase), square. Where its mean over 97 ms,
/// the width of a QRS, exceeds its mean over 611 ms, that of a beat, plus 0.08 of the overall mean,
/// for at least 97 ms, lies a beat: at the largest magnitude of the band-passed signal there. A
/// beat within 300 ms of the one before is left out.
///
/// - SeeAlso: Elgendi 2013, Fast QRS detection with an optimized knowledge-based method, PLoS One
///   8:e73557, doi 10.1371/journal.pone.0073557: the parameters of its table of optima.
struct ElgendiDetector {
    private let sampleRateHz: Double
    private let filtered: [Double]

    private static let bandHz = (8.0, 20.0)
    private static let qrsWindowSeconds = 0.097
    private static let beatWindowSeconds = 0.611
    private static let offsetShare = 0.08
    private static let refractorySeconds = 0.300

    init(_ signal: [Double], _ sampleRateHz: Double) {
        self.sampleRateHz = sampleRateHz
        filtered = DetectorSteps.bandPassed(
            signal, fromHz: Self.bandHz.0, toHz: Self.bandHz.1, order: 3, sampleRateHz: sampleRateHz
        )
    }

    func beats() -> [Int] {
        var beats: [Int] = []
        for block in blocks() {
            let middle = (block.lowerBound + block.upperBound) / 2
            let reach = block.count / 2
            let index = DetectorSteps.indexOfLargest(filtered, around: middle, reach: reach)
            if let last = beats.last, Double(index - last) < Self.refractorySeconds * sampleRateHz {
                continue
            }
            beats.append(index)
        }
        return beats
    }

    /// Blocks of interest that are as wide as a QRS.
    private func blocks() -> [Range<Int>] {
        let energy = filtered.map { $0 * $0 }
        let short = DetectorSteps.centredMean(
            energy, seconds: Self.qrsWindowSeconds, sampleRateHz: sampleRateHz)
        let long = DetectorSteps.centredMean(
            energy, seconds: Self.beatWindowSeconds, sampleRateHz: sampleRateHz)
        let offset = Self.offsetShare * energy.reduce(0, +) / Double(energy.count)
        let minLength = Int((Self.qrsWindowSeconds * sampleRateHz).rounded(.down))
        var blocks: [Range<Int>] = []
        var start: Int?
        for index in 0...short.count {
            let isInside = index < short.count && short[index] > long[index] + offset
            if isInside {
                start = start ?? index
            } else if let begin = start {
                if index - begin >= minLength { blocks.append(begin..<index) }
                start = nil
            }
        }
        return blocks
    }
}
