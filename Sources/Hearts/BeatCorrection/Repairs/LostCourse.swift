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
        var lost = LostVariability()
        var site = 0
        lost.start(beats.intervalsMs) { place in
            Self.isMeasured(place, beats, sites, &site)
        }
        var next = LostVariability.startCount
        for known in sites {
            let end = known.intervals.lowerBound - LostVariability.distance
            while next < end {
                lost.learn(
                    beats.intervalsMs[next],
                    isMeasured: Self.isMeasured(next, beats, sites, &site))
                next += 1
            }
            rawIndices.append(beats.rawIndices[known.intervals.lowerBound])
            squares.append(lost.squaresMs)
        }
    }

    /// - Parameter site: the last one looked at, for places that ascend.
    @inline(__always)
    private static func isMeasured(
        _ place: Int, _ beats: StretchBeats, _ sites: [BeatFault], _ site: inout Int
    ) -> Bool {
        while site < sites.count, sites[site].intervals.upperBound <= place { site += 1 }
        let isInSite = site < sites.count && sites[site].intervals.lowerBound <= place
        return !isInSite && beats.origins[place] == .measured
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
