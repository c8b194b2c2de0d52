import PhysioTypes

/// The intervals of one segment on their way from raw to corrected.
struct SegmentBeats {
    /// The origin of an interval.
    enum Origin: UInt8 {
        case measured
        /// A repair made it what it is.
        case repaired
        /// An interval that is no NN interval, and that nothing replaces.
        case leftOut
        /// Its length is not known yet.
        case pending

        var isValid: Bool { self == .measured || self == .repaired }
    }

    /// The reason that an interval cannot stand as NN.
    enum ExclusionReason {
        case leftOut, notNormal, implausible
    }

    private(set) var intervalsMs: [Double]
    /// Time of the beat that ends each; s.
    private(set) var endTimesSeconds: [Double]
    private(set) var origins: [Origin]
    /// The raw interval in which that beat lies.
    private(set) var rawIndices: [Int]
    /// Time of the beat that begins the segment, or of the last one known before it; s.
    private let beginSeconds: Double

    var count: Int { intervalsMs.count }

    init(_ raw: RRSeries, _ segment: Range<Int>) {
        let previousIndex = segment.lowerBound - 1
        self.init(
            intervalsMs: raw.intervalsMs[segment], endTimesSeconds: raw.endTimesSeconds[segment],
            firstRawIndex: segment.lowerBound,
            beginSeconds: previousIndex < 0 ? raw.startSeconds : raw.endTimesSeconds[previousIndex])
    }

    /// Intervals that follow one another, as they were measured.
    init(
        intervalsMs: ArraySlice<Double>, endTimesSeconds: ArraySlice<Double>,
        firstRawIndex: Int, beginSeconds: Double
    ) {
        self.intervalsMs = Array(intervalsMs)
        self.endTimesSeconds = Array(endTimesSeconds)
        origins = [Origin](repeating: .measured, count: intervalsMs.count)
        rawIndices = Array(firstRawIndex..<(firstRawIndex + intervalsMs.count))
        self.beginSeconds = beginSeconds
    }

    /// - Parameter marks: of the raw interval.
    func exclusionReason(at index: Int, marks: RRSeries.Marks) -> ExclusionReason? {
        if origins[index] == .leftOut { return .leftOut }
        if origins[index] == .measured, marks.contains(.notNormal) { return .notNormal }
        return RRSeries.plausibleRangeMs.contains(intervalsMs[index]) ? nil : .implausible
    }

    /// Takes intervals out: nothing is known of them.
    mutating func leaveOut(_ indices: Range<Int>) {
        for index in indices { origins[index] = .leftOut }
    }

    /// Becomes what the plan makes of other beats of the same segment, in the memory it has.
    ///
    /// - Returns: where each site of the plan begins.
    mutating func repair(_ beats: Self, _ plan: RepairPlan, by repair: BeatRepair) -> [Int] {
        removeAll(reserving: beats.count + plan.sites.count)
        var starts: [Int] = []
        var next = 0
        for site in plan.sites {
            append(beats, next..<site.intervals.lowerBound)
            starts.append(count)
            append(beats, site, repair)
            next = site.intervals.upperBound
        }
        append(beats, next..<beats.count)
        fillPending(plan, starts, old: beats, repair)
        return starts
    }

    private mutating func removeAll(reserving capacity: Int) {
        intervalsMs.removeAll(keepingCapacity: true)
        endTimesSeconds.removeAll(keepingCapacity: true)
        origins.removeAll(keepingCapacity: true)
        rawIndices.removeAll(keepingCapacity: true)
        guard intervalsMs.capacity < capacity else { return }
        // Later passes need a little more than the first.
        let reservedCount = capacity + capacity / 16
        intervalsMs.reserveCapacity(reservedCount)
        endTimesSeconds.reserveCapacity(reservedCount)
        origins.reserveCapacity(reservedCount)
        rawIndices.reserveCapacity(reservedCount)
    }

    private mutating func append(_ beats: Self, _ range: Range<Int>) {
        intervalsMs += beats.intervalsMs[range]
        endTimesSeconds += beats.endTimesSeconds[range]
        origins += beats.origins[range]
        rawIndices += beats.rawIndices[range]
    }

    /// Appends space for the new intervals of a site, or the old ones where nothing replaces them.
    private mutating func append(_ beats: Self, _ site: BeatArtefact, _ repair: BeatRepair) {
        let isContentUnknown = site.newCount == 0 && !site.keepsTime
        let isFilled =
            repair.replacesIntervals && !isContentUnknown
            && !(site.kind == .range && repair.keepsTime)
        guard isFilled else {
            append(beats, site.intervals)
            for index in (count - site.intervals.count)..<count { origins[index] = .leftOut }
            return
        }
        let last = site.intervals.upperBound - 1
        for part in 0..<site.newCount {
            intervalsMs.append(0)
            endTimesSeconds.append(beats.endTimesSeconds[last])
            origins.append(.pending)
            let keepsCount = site.newCount == site.intervals.count
            rawIndices.append(
                beats.rawIndices[keepsCount ? site.intervals.lowerBound + part : last])
        }
    }

    /// Finds the length of every pending interval; none stands on another one that is pending.
    private mutating func fillPending(
        _ plan: RepairPlan, _ starts: [Int], old: Self, _ repair: BeatRepair
    ) {
        for (index, site) in plan.sites.enumerated() {
            let start = starts[index]
            guard site.newCount > 0, origins[start] == .pending else { continue }
            let indices = start..<(start + site.newCount)
            let totalMs = old.intervalsMs[site.intervals].reduce(0, +)
            var newLengths = lengths(indices, totalMs: totalMs, site, repair)
            if repair.keepsTime, let loss = plan.lossSquares?[index] {
                if newLengths.count > 1 {
                    addVariability(&newLengths, at: indices, squares: loss.ofPair)
                } else if !site.keepsTime {
                    addSingleLengthVariability(&newLengths, at: indices, squares: loss.ofOne)
                }
            }
            intervalsMs.replaceSubrange(indices, with: newLengths)
            setBeatTimes(from: start, lengths: newLengths, totalMs: totalMs)
        }
        for position in origins.indices where origins[position] == .pending {
            origins[position] = .repaired
        }
    }

    private func lengths(
        _ indices: Range<Int>, totalMs: Double, _ site: BeatArtefact, _ repair: BeatRepair
    ) -> [Double] {
        let keepsTime = repair.keepsTime && site.keepsTime
        // Of an extra beat the sum is what was measured, whatever the repair.
        let keepsSum = keepsTime || site.kind == .extra && site.keepsTime
        guard indices.count > 1 || !keepsSum else { return [totalMs] }
        let neighbours = ValidNeighbours(of: indices, in: intervalsMs, origins)
        return neighbours.lengths(
            indices, totalMs: totalMs, keepsTime ? .timeKeeping : repair.keepsTime ? .cubic : repair
        )
    }

    /// Gives pairs of new lengths the beat-to-beat variability that a smooth curve lacks; their sum
    /// stays.
    private func addVariability(_ lengths: inout [Double], at indices: Range<Int>, squares: Double)
    {
        for first in stride(from: 0, to: lengths.count - 1, by: 2) {
            let (b, c) = (lengths[first], lengths[first + 1])
            let shift = InterpolationLoss.shift(
                first > 0 ? lengths[first - 1] : validInterval(indices.lowerBound - 1) ?? b, b, c,
                first + 2 < lengths.count
                    ? lengths[first + 2] : validInterval(indices.upperBound) ?? c,
                squares: squares)
            let largest = InterpolationLoss.maxShiftShare * min(b, c)
            lengths[first] += min(max(shift, -largest), largest)
            lengths[first + 1] -= min(max(shift, -largest), largest)
        }
    }

    /// The same of one new length, which changes.
    private func addSingleLengthVariability(
        _ lengths: inout [Double], at indices: Range<Int>, squares: Double
    ) {
        let b = lengths[0]
        let shift = InterpolationLoss.shift(
            validInterval(indices.lowerBound - 1) ?? b, b, validInterval(indices.upperBound) ?? b,
            squares: squares)
        let largest = InterpolationLoss.maxShiftShare * b
        lengths[0] += min(max(shift, -largest), largest)
    }

    private func validInterval(_ index: Int) -> Double? {
        guard origins.indices.contains(index), origins[index].isValid else { return nil }
        return intervalsMs[index]
    }

    /// The beats inside a site divide its time as their intervals do; none comes before the one
    /// ahead of it, however little the times of a recording may fit its lengths.
    private mutating func setBeatTimes(from start: Int, lengths: [Double], totalMs: Double) {
        let sum = lengths.reduce(0, +)
        let end = endTimesSeconds[start]
        var remainingMs = sum
        var earliest = min(end, start > 0 ? endTimesSeconds[start - 1] : beginSeconds)
        for part in 0..<(lengths.count - 1) {
            remainingMs -= lengths[part]
            earliest = max(earliest, end - remainingMs / sum * totalMs / 1000)
            endTimesSeconds[start + part] = earliest
        }
    }
}
