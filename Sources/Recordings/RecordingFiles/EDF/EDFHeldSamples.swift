/// Samples of one signal, one after the other, that a record to come may still replace.
struct EDFHeldSamples {
    /// Position of the first one.
    private(set) var firstSample = 0
    /// The samples from `firstSample` on; samples that follow them directly may be appended.
    var samples: [Double] = []

    /// Position after the last one.
    var end: Int { firstSample + samples.count }

    /// Moves on to where samples follow; never back. What is passed over behind those held is missing.
    mutating func begin(at position: Int) {
        if samples.isEmpty {
            firstSample = max(firstSample, position)
        } else if position > end {
            samples += [Double](repeating: .nan, count: position - end)
        }
    }

    /// Replaces held samples, and appends what lies behind them.
    ///
    /// - Parameter position: of the first one; at the end of those held at most.
    /// - Returns: how many lie before those held, and are left out.
    mutating func replace(with replacement: [Double], at position: Int) -> Int {
        let skippedCount = min(replacement.count, max(0, firstSample - position))
        let begin = position + skippedCount - firstSample
        guard skippedCount < replacement.count else { return skippedCount }
        let end = min(samples.count, begin + replacement.count - skippedCount)
        samples.replaceSubrange(begin..<end, with: replacement[skippedCount...])
        return skippedCount
    }

    /// Hands over all but the last `retainedCount`.
    mutating func drain(keeping retainedCount: Int) -> SignalBlock.Piece {
        let count = max(0, samples.count - retainedCount)
        let piece = SignalBlock.Piece(
            firstSample: firstSample,
            samples: count == samples.count ? samples : Array(samples[..<count]))
        samples = Array(samples[count...])
        firstSample += count
        return piece
    }
}
