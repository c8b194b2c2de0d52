import PhysioDSP

/// The sound intervals next to a site, two on either side, and what they let expect inside it.
struct ValidNeighbours {
    /// Further away than this nothing is looked for: an interval there says little.
    static let reach = 8
    static let intervalCountPerSide = 2
    /// A predicted length is believed within half of the mean or the line.
    static let maxDeviationShare = 0.5

    /// Positions in the series, ascending, and the lengths there.
    private var positions = SIMD4<Double>.zero
    private var lengthsMs = SIMD4<Double>.zero
    private var count = 0
    private var leftCount = 0

    init(of site: Range<Int>, in intervals: [Double], _ origins: [SegmentBeats.Origin]) {
        var index = site.lowerBound - 1
        while index >= max(0, site.lowerBound - Self.reach), count < Self.intervalCountPerSide {
            if origins[index].isValid { add(index, intervals[index]) }
            index -= 1
        }
        leftCount = count
        // Found outwards from the site.
        if leftCount == 2 {
            (positions[0], positions[1]) = (positions[1], positions[0])
            (lengthsMs[0], lengthsMs[1]) = (lengthsMs[1], lengthsMs[0])
        }
        index = site.upperBound
        while index < min(intervals.count, site.upperBound + Self.reach),
            count < leftCount + Self.intervalCountPerSide
        {
            if origins[index].isValid { add(index, intervals[index]) }
            index += 1
        }
    }

    private mutating func add(_ position: Int, _ length: Double) {
        positions[count] = Double(position)
        lengthsMs[count] = length
        count += 1
    }

    private var hasNeighboursOnOneSide: Bool { leftCount == 0 || leftCount == count }

    /// The new lengths of a site; ms.
    func lengths(_ site: Range<Int>, totalMs: Double, _ repair: BeatRepair) -> [Double] {
        let equalPart = totalMs / Double(site.count)
        if repair.keepsTime {
            guard !hasNeighboursOnOneSide else { return site.map { _ in equalPart } }
            let predictedLengths = site.map { interpolatedLength(at: Double($0)) }
            let missing = (totalMs - predictedLengths.reduce(0, +)) / Double(site.count)
            let lengths = predictedLengths.map { $0 + missing }
            let isPlausible = lengths.allSatisfy {
                abs($0 - equalPart) <= Self.maxDeviationShare * equalPart
            }
            return isPlausible ? lengths : site.map { _ in equalPart }
        }
        guard !hasNeighboursOnOneSide else {
            let nearest = count > 0 ? lengthsMs[max(0, leftCount - 1)] : equalPart
            return site.map { _ in nearest }
        }
        return site.map { interpolation(at: Double($0), repair) }
    }

    private func interpolation(at position: Double, _ repair: BeatRepair) -> Double {
        if repair == .monotone {
            return MonotoneCubic(
                times: (0..<count).map { positions[$0] }, values: (0..<count).map { lengthsMs[$0] }
            ).value(at: position)
        }
        let (left, right) = (leftCount - 1, leftCount)
        let slope = (lengthsMs[right] - lengthsMs[left]) / (positions[right] - positions[left])
        let line = lengthsMs[left] + slope * (position - positions[left])
        guard repair == .cubic else { return line }
        let cubic = interpolatedLength(at: position)
        return abs(cubic - line) <= Self.maxDeviationShare * line ? cubic : line
    }

    /// The polynomial through all neighbours, of Lagrange's form.
    private func interpolatedLength(at position: Double) -> Double {
        var sum = 0.0
        for i in 0..<count {
            var weight = 1.0
            for j in 0..<count where j != i {
                weight *= (position - positions[j]) / (positions[i] - positions[j])
            }
            sum += weight * lengthsMs[i]
        }
        return sum
    }
}
