/// Variability that repairs of a segment lack, site by site: learned at the first look, stored for later ones.
struct InterpolationLossTable {
    private var rawIndices: [Int] = []
    private var squares: [InterpolationLoss.SquaredDifferences] = []

    /// Returns the squared differences that the repair of each site is to give back.
    ///
    /// - Complexity: O(n) at the first call, O(log n) a site later.
    mutating func squares(
        at sites: [BeatArtefact], of beats: SegmentBeats
    ) -> [InterpolationLoss.SquaredDifferences] {
        if rawIndices.isEmpty { learn(at: sites, of: beats) }
        return sites.map { storedSquares(at: beats.rawIndices[$0.intervals.lowerBound]) }
    }

    private mutating func learn(at sites: [BeatArtefact], of beats: SegmentBeats) {
        var loss = InterpolationLoss()
        var site = 0
        loss.start(beats.intervalsMs) { index in
            Self.isMeasured(index, beats, sites, &site)
        }
        var next = InterpolationLoss.initialIntervalCount
        for repairSite in sites {
            let end = repairSite.intervals.lowerBound - InterpolationLoss.learningLag
            while next < end {
                loss.learn(
                    beats.intervalsMs[next],
                    isMeasured: Self.isMeasured(next, beats, sites, &site))
                next += 1
            }
            rawIndices.append(beats.rawIndices[repairSite.intervals.lowerBound])
            squares.append(loss.squaredDifferencesMs2)
        }
    }

    /// - Parameter site: the last one looked at, for indices that ascend.
    @inline(__always)
    private static func isMeasured(
        _ index: Int, _ beats: SegmentBeats, _ sites: [BeatArtefact], _ site: inout Int
    ) -> Bool {
        while site < sites.count, sites[site].intervals.upperBound <= index { site += 1 }
        let isInSite = site < sites.count && sites[site].intervals.lowerBound <= index
        return !isInSite && beats.origins[index] == .measured
    }

    /// The loss at the last site of the first look at or before that index.
    private func storedSquares(at rawIndex: Int) -> InterpolationLoss.SquaredDifferences {
        var low = 0
        var high = rawIndices.count
        while low < high {
            let middle = (low + high) / 2
            if rawIndices[middle] <= rawIndex { low = middle + 1 } else { high = middle }
        }
        return squares[max(0, low - 1)]
    }
}
