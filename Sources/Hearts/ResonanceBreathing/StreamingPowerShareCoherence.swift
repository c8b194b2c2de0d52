import PhysioDSP

/// The reference coherence score after every sample of a stream.
///
/// Each score is that of ``PowerShareCoherence`` for the last n samples, by ``SlidingDFT``: within
/// 1e-10, after days as at the start. The bins of the band do not see the mean, so it is not
/// removed.
///
/// A value: it may be copied, and one value serves one stream.
///
/// ```swift
/// var coherence = StreamingPowerShareCoherence(PowerShareCoherence(sampleCount: 120))
/// for heartRateBpm in heartRatesBpm {
///     let score = coherence.push(heartRateBpm, breathsPerMinute: 5.5)  // nil for 119 samples
/// }
/// ```
///
/// - Complexity: memory of 16 n doubles for every 4 bins of the band.
public struct StreamingPowerShareCoherence: Sendable {
    public let reference: PowerShareCoherence
    /// Samples taken since the start.
    public private(set) var sampleCount = 0
    /// nil where every score is 0.
    private var stream: SlidingDFT.Stream?
    private var powers: [Double]
    private var energies: [Double]

    /// Samples taken at a time.
    private static let chunkCount = 64

    public init(_ reference: PowerShareCoherence) {
        self.reference = reference
        let bins = reference.band.map(Array.init) ?? []
        if !bins.isEmpty { stream = SlidingDFT(count: reference.sampleCount, bins: bins).stream() }
        powers = [Double](repeating: 0, count: Self.chunkCount * bins.count)
        energies = [Double](repeating: 0, count: Self.chunkCount)
    }

    /// Forgets all samples.
    public mutating func reset() {
        sampleCount = 0
        stream?.reset()
    }

    /// Takes one sample.
    ///
    /// - Parameter heartRateBpm: beats/min; not finite: see the result.
    /// - Parameter breathsPerMinute: the breathing rate to score by; it may differ from call to
    ///   call.
    /// - Returns: 0 ... 1, or nil until n samples have come; NaN while a sample that is not finite
    ///   (or whose square is not) is in the window.
    /// - Complexity: O(bins of the band), allocates nothing; one call in n is O(n bins).
    public mutating func push(_ heartRateBpm: Double, breathsPerMinute: Double) -> Double? {
        let sample = CollectionOfOne(heartRateBpm)
        var score = CollectionOfOne(0.0)
        var span = score.mutableSpan
        push(sample.span, breathsPerMinute: breathsPerMinute, into: &span)
        return sampleCount >= reference.sampleCount ? score[0] : nil
    }

    /// Takes `heartRatesBpm` and writes the score after each.
    ///
    /// - Parameter heartRatesBpm: m samples; beats/min.
    /// - Parameter breathsPerMinute: the breathing rate of all of them; finite, and not negative.
    /// - Parameter scores: m values, all overwritten: 0 until n samples have come in all, then as
    ///   the single sample's.
    /// - Precondition: the two counts are equal.
    /// - Complexity: O(m bins of the band), allocates nothing.
    public mutating func push(
        _ heartRatesBpm: Span<Double>, breathsPerMinute: Double,
        into scores: inout MutableSpan<Double>
    ) {
        precondition(heartRatesBpm.count == scores.count, "every sample has its score")
        let target = reference.targetBins(breathsPerMinute: breathsPerMinute)
        var start = 0
        while start < heartRatesBpm.count {
            let end = min(start + Self.chunkCount, heartRatesBpm.count)
            pushChunk(heartRatesBpm.extracting(start..<end), target, at: start, &scores)
            start = end
        }
    }

    private mutating func pushChunk(
        _ samples: Span<Double>, _ target: ClosedRange<Int>?, at start: Int,
        _ scores: inout MutableSpan<Double>
    ) {
        computePowers(samples)
        let binCount = powers.count / Self.chunkCount
        for index in samples.indices {
            sampleCount += 1
            let row = index * binCount..<(index + 1) * binCount
            scores[start + index] =
                sampleCount < reference.sampleCount
                ? 0
                : reference.score(
                    powers: powers.span.extracting(row), energy: energies[index], target: target)
        }
    }

    /// The powers and energies after each of at most a chunk of samples.
    private mutating func computePowers(_ samples: Span<Double>) {
        let binCount = powers.count / Self.chunkCount
        powers.withUnsafeMutableBufferPointer { powers in
            energies.withUnsafeMutableBufferPointer { energies in
                var powerRows = UnsafeMutableBufferPointer(
                    rebasing: powers[..<(samples.count * binCount)]
                ).mutableSpan
                var energyRows = UnsafeMutableBufferPointer(rebasing: energies[..<samples.count])
                    .mutableSpan
                stream?.push(samples, powers: &powerRows, energies: &energyRows)
            }
        }
    }
}
