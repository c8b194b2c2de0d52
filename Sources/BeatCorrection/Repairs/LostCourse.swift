/// What repairs of a stretch lack, place by place: learned at the first look, kept for later ones.
struct LostCourse {
    private var rawIndices: [Int] = []
    private var squares: [LostVariability.Squares] = []

    /// For each site, what its repair is to give back.
    ///
    /// - Complexity: O(n) at the first call, O(log n) a site later.
    mutating func squares(
        at sites: [BeatFault], of beats: StretchBeats
    ) -> [LostVariability.Squares] {
        if rawIndices.isEmpty { learn(at: sites, of: beats) }
        return sites.map { known(at: beats.rawIndices[$0.intervals.lowerBound]) }
    }

    private mutating func learn(at sites: [BeatFault], of beats: StretchBeats) {
        var isMeasured = beats.origins.map { $0 == .measured }
        for site in sites { for place in site.intervals { isMeasured[place] = false } }
        var lost = LostVariability()
        lost.start(beats.intervalsMs) { isMeasured[$0] }
        var next = LostVariability.startCount
        for site in sites {
            while next < site.intervals.lowerBound - LostVariability.distance {
                lost.learn(beats.intervalsMs[next], isMeasured: isMeasured[next])
                next += 1
            }
            rawIndices.append(beats.rawIndices[site.intervals.lowerBound])
            squares.append(lost.squaresMs)
        }
    }

    /// As at the last site of the first look at or before that place.
    private func known(at rawIndex: Int) -> LostVariability.Squares {
        var low = 0
        var high = rawIndices.count
        while low < high {
            let middle = (low + high) / 2
            if rawIndices[middle] <= rawIndex { low = middle + 1 } else { high = middle }
        }
        return squares[max(0, low - 1)]
    }
}
