public import PhysioDSP

/// The metrics that are computed from the whole window each time: microseconds for five minutes.
extension SlidingMetrics {
    static let shortBoxes = DetrendedBoxes(sizes: Array(DetrendedFluctuation.defaultShortBoxes))
    private static let logSizes = shortBoxes.sizes.map { PlatformMath.log(Double($0)) }

    /// The exponent of ``DetrendedFluctuation`` over boxes of 4 to 16 intervals; nil as there.
    ///
    /// - Complexity: O(n), allocates nothing.
    public mutating func dfaAlpha1() -> Double? {
        let sizes = Self.shortBoxes.sizes
        boxSums.removeAll(keepingCapacity: true)
        boxSums.append(contentsOf: repeatElement(0, count: sizes.count))
        findRuns()
        Self.addResiduals(of: beats, runEnds, to: &boxSums)
        return slope()
    }

    private static func addResiduals(
        of beats: IntervalWindow, _ runEnds: [Int], to sums: inout [Double]
    ) {
        var begin = beats.begin
        for end in runEnds {
            var span = sums.mutableSpan
            shortBoxes.addResiduals(
                of: beats.intervals.span.extracting(begin..<beats.begin + end), to: &span)
            begin = beats.begin + end
        }
    }

    /// Least squares of log F against log s.
    private func slope() -> Double? {
        let sizes = Self.shortBoxes.sizes
        let x = Self.logSizes
        let meanX = x.reduce(0, +) / Double(x.count)
        var product = 0.0
        var square = 0.0
        for (index, size) in sizes.enumerated() {
            var boxCount = 0
            var begin = 0
            for end in runEnds {
                boxCount += (end - begin) / size
                begin = end
            }
            guard boxCount > 0, boxSums[index] > 0 else { return nil }
            let y = 0.5 * PlatformMath.log(boxSums[index] / Double(size * boxCount))
            // The distances of x add up to 0: the mean of y has no part in the sum.
            product += (x[index] - meanX) * y
            square += (x[index] - meanX) * (x[index] - meanX)
        }
        return product / square
    }

    /// The value of ``SampleEntropy`` with its default parameters; nil as there.
    ///
    /// - Parameter workspace: memory that serves many calls, and many windows.
    /// - Complexity: that of ``TemplateMatching``; allocates nothing once the workspace is warm.
    public mutating func sampleEntropy(using workspace: inout TemplateWorkspace) -> Double? {
        packedIntervals.removeAll(keepingCapacity: true)
        packedIntervals.append(contentsOf: beats.intervals[beats.range])
        findRuns()
        guard let deviation = Statistics.standardDeviation(packedIntervals), deviation > 0 else {
            return nil
        }
        let tolerance = SampleEntropy.defaultRelativeTolerance * deviation
        return entropy(
            TemplateMatching(tolerance: tolerance).pairs(
                in: packedIntervals, runEnds: runEnds, length: SampleEntropy.defaultLength,
                using: &workspace))
    }

    /// Finds the ends of the segments without a gap, from the oldest interval on.
    private mutating func findRuns() {
        runEnds.removeAll(keepingCapacity: true)
        for index in beats.range.dropFirst() where !beats.isAdjacentToPrevious[index] {
            runEnds.append(index - beats.begin)
        }
        if beats.count > 0 { runEnds.append(beats.count) }
    }
}
