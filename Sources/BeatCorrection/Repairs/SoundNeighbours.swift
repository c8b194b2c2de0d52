import PhysioDSP

/// The sound intervals next to a site, two on either side, and what they let expect inside it.
struct SoundNeighbours {
    /// Further away than this nothing is looked for: an interval there says little.
    static let reach = 8
    static let sideCount = 2
    /// A predicted length is believed within half of the mean or the line.
    static let largestShare = 0.5

    /// Places in the series, ascending, and the lengths there.
    private var places: [Double] = []
    private var lengthsMs: [Double] = []
    private var leftCount = 0

    init(of site: Range<Int>, in intervals: [Double], _ origins: [StretchBeats.Origin]) {
        var index = site.lowerBound - 1
        while index >= max(0, site.lowerBound - Self.reach), places.count < Self.sideCount {
            if origins[index].isSound {
                places.insert(Double(index), at: 0)
                lengthsMs.insert(intervals[index], at: 0)
            }
            index -= 1
        }
        leftCount = places.count
        index = site.upperBound
        while index < min(intervals.count, site.upperBound + Self.reach),
            places.count < leftCount + Self.sideCount
        {
            if origins[index].isSound {
                places.append(Double(index))
                lengthsMs.append(intervals[index])
            }
            index += 1
        }
    }

    private var isOneSided: Bool { leftCount == 0 || leftCount == places.count }

    /// The new lengths of a site; ms.
    func lengths(_ site: Range<Int>, totalMs: Double, _ repair: BeatRepair) -> [Double] {
        let equalPart = totalMs / Double(site.count)
        if repair.keepsTime {
            guard !isOneSided else { return site.map { _ in equalPart } }
            let predicted = site.map { cubic(at: Double($0)) }
            let missing = (totalMs - predicted.reduce(0, +)) / Double(site.count)
            let lengths = predicted.map { $0 + missing }
            let isBelieved = lengths.allSatisfy {
                abs($0 - equalPart) <= Self.largestShare * equalPart
            }
            return isBelieved ? lengths : site.map { _ in equalPart }
        }
        guard !isOneSided else {
            let nearest = leftCount > 0 ? lengthsMs.last : lengthsMs.first
            return site.map { _ in nearest ?? equalPart }
        }
        return site.map { interpolation(at: Double($0), repair) }
    }

    private func interpolation(at place: Double, _ repair: BeatRepair) -> Double {
        if repair == .monotone {
            return MonotoneCubic(times: places, values: lengthsMs).value(at: place)
        }
        let (left, right) = (leftCount - 1, leftCount)
        let slope = (lengthsMs[right] - lengthsMs[left]) / (places[right] - places[left])
        let line = lengthsMs[left] + slope * (place - places[left])
        guard repair == .cubic else { return line }
        let cubic = cubic(at: place)
        return abs(cubic - line) <= Self.largestShare * line ? cubic : line
    }

    /// The polynomial through all neighbours, of Lagrange's form.
    private func cubic(at place: Double) -> Double {
        var sum = 0.0
        for i in places.indices {
            var weight = 1.0
            for j in places.indices where j != i {
                weight *= (place - places[j]) / (places[i] - places[j])
            }
            sum += weight * lengthsMs[i]
        }
        return sum
    }
}
