import PhysioTypes

/// Regions of a segment that the last pass changed: only near them can the next one find anything.
struct ChangedRegions {
    /// Share of a segment above which looking at all of it costs no more.
    private static let maxChangedShare = 0.75

    /// Ranges of intervals, each of which begins and ends further than the rule reaches from any
    /// change; ascending, none touching another.
    private var slices: [Range<Int>] = []
    private let reach: Int
    private let count: Int

    /// - Parameter changes: in the order of the series, of `count` intervals.
    init(_ changes: [Range<Int>], reach: Int, count: Int) {
        self.reach = reach
        self.count = count
        for change in changes {
            let begin = max(0, change.lowerBound - 2 * reach)
            let end = min(count, change.upperBound + 2 * reach)
            if let last = slices.last, last.upperBound >= begin {
                slices[slices.count - 1] = last.lowerBound..<max(end, last.upperBound)
            } else {
                slices.append(begin..<end)
            }
        }
    }

    /// The artefacts of the whole segment, found from the slices alone: put together to one series,
    /// they are judged, and what lies next to a seam is passed over.
    ///
    /// nil where it would be as much work as to look at all, or where the beginning is among them,
    /// whose verdict may depend on the whole.
    func artefacts(in intervalsMs: [Double], by rule: any BeatRule) -> [CorrectionEvent.Kind?]? {
        let length = slices.reduce(0) { $0 + $1.count }
        guard slices.first?.lowerBound != 0, Double(length) < Self.maxChangedShare * Double(count)
        else { return nil }
        var joined: [Double] = []
        joined.reserveCapacity(length)
        for slice in slices { joined += intervalsMs[slice] }
        let found = rule.artefacts(in: joined)
        var kinds = [CorrectionEvent.Kind?](repeating: nil, count: count)
        var begin = 0
        for slice in slices {
            let last = slice.upperBound == count ? slice.count : slice.count - reach
            for offset in reach..<last {
                kinds[slice.lowerBound + offset] = found[begin + offset]
            }
            begin += slice.count
        }
        return kinds
    }
}
