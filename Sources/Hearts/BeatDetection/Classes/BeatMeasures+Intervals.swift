import PhysioDSP

/// Intervals of the beats, with those not known replaced.
private struct BeatIntervals {
    /// Longer ones are not known; s.
    static let maxSeconds = 3.0

    let isKnown: [Bool]
    /// The interval that ends at each beat; s.
    let values: [Double]

    init(_ seconds: [Double]) {
        values = seconds.indices.map { $0 > 0 ? seconds[$0] - seconds[$0 - 1] : 0 }
        isKnown = values.map { $0 > 0 && $0 <= Self.maxSeconds }
    }

    /// The median of the known ones.
    var median: Double {
        var known = zip(values, isKnown).filter(\.1).map(\.0)
        return known.isEmpty ? 0.8 : middle(&known)
    }
}

extension BeatMeasures {
    /// Intervals against references from beats that are not set aside, and atrial fibrillation.
    mutating func measureIntervals() {
        let count = seconds.count
        let intervals = BeatIntervals(seconds)
        let isExcluded = (0..<count).map { beat in
            !isNormalShape[beat] && self[.cs, beat] < 0.8
                && (self[.early, beat] > 0.5 || self[.share, beat] < 0.05)
        }
        let isClean = (0..<count).map { beat in
            intervals.isKnown[beat] && !isExcluded[beat] && beat > 0 && !isExcluded[beat - 1]
        }
        let overallMedian = intervals.median
        let raw = (0..<count).map { intervals.isKnown[$0] ? intervals.values[$0] : overallMedian }
        let allMedians = windowMedians(raw, intervals.isKnown, within: 30, minCount: 1)
        let cleanMedians = windowMedians(raw, isClean, within: 30, minCount: 8)
        let minuteMedians = (0..<count).map { cleanMedians[$0] ?? allMedians[$0] ?? overallMedian }
        let rr = (0..<count).map {
            intervals.isKnown[$0] ? intervals.values[$0] : minuteMedians[$0]
        }
        let next = (0..<count).map { beat in
            beat + 1 < count && intervals.isKnown[beat + 1]
                ? intervals.values[beat + 1] : minuteMedians[beat]
        }
        let previous = [rr[0]] + rr.dropLast()
        let differences = (0..<count).map { abs(rr[$0] - previous[$0]) / minuteMedians[$0] }
        let isCleanPair = (0..<count).map { isClean[$0] && $0 > 0 && isClean[$0 - 1] }
        for beat in 0..<count {
            let localMedian =
                neighbourMedian(rr, isClean, beat, before: 7, after: 5) ?? minuteMedians[beat]
            self[.neighbourIrregularity, beat] = min(
                neighbourMedian(differences, isCleanPair, beat, before: 14, after: 9) ?? 0.05, 1)
            self[.neighbourLog2Ratio, beat] = log2Ratio(rr[beat], localMedian)
            self[.minuteLog2Ratio, beat] = log2Ratio(rr[beat], minuteMedians[beat])
            self[.nextMinuteLog2Ratio, beat] = log2Ratio(next[beat], minuteMedians[beat])
            self[.nextOwnLog2Ratio, beat] = log2Ratio(next[beat], rr[beat])
            self[.pairMinuteLog2Ratio, beat] = log2Ratio(
                rr[beat] + next[beat], 2 * minuteMedians[beat])
        }
        let means = ShapeMeans(seconds: seconds, labels: labels)
        self[.shapeShortIntervalShare] = means.means(
            of: self[.neighbourLog2Ratio].map { $0 < -0.16 ? 1 : 0 })
        self[.shapeNextLog2Ratio] = means.means(of: self[.nextOwnLog2Ratio])
        measureThreeBeforeRatio(raw)
        measureNeighbourNoise()
        measureFibrillation(rr, isClean)
    }

    /// Each interval against the median of the three before it; 0 where there are fewer.
    private mutating func measureThreeBeforeRatio(_ rr: [Double]) {
        self[.threeBeforeLog2Ratio] = seconds.indices.map { beat in
            guard beat >= 3 else { return 0 }
            let (a, b, c) = (rr[beat - 3], rr[beat - 2], rr[beat - 1])
            return log2Ratio(rr[beat], max(min(a, b), min(max(a, b), c)))
        }
    }

    /// Mean dissimilarity of the eight beats on either side that are not early.
    private mutating func measureNeighbourNoise() {
        for beat in seconds.indices {
            var (sum, count) = (0.0, 0)
            for other in max(0, beat - 8)..<min(seconds.count, beat + 9)
            where other != beat && self[.neighbourLog2Ratio, other] > -0.15 {
                sum += 1 - self[.similarity, other]
                count += 1
            }
            self[.neighbourDissimilarity, beat] = sum / Double(max(count, 1))
        }
    }

    /// Irregularity by one interval and by two, so that bigeminy does not count, where no P wave returns.
    private mutating func measureFibrillation(_ rr: [Double], _ isClean: [Bool]) {
        let count = seconds.count
        func difference(_ lag: Int) -> (values: [Double], isThere: [Bool]) {
            let values = (0..<count).map { beat in
                beat > 0 && beat >= lag
                    ? abs(rr[beat] - rr[beat - lag]) / max(rr[beat], rr[beat - 1]) : 0
            }
            return (values, (0..<count).map { $0 >= lag && isClean[$0] && isClean[$0 - lag] })
        }
        let (one, two) = (difference(1), difference(2))
        let first = windowMedians(one.values, one.isThere, within: 45, minCount: 10)
        let second = windowMedians(two.values, two.isThere, within: 45, minCount: 10)
        let pWaveCorrelations = windowMedians(
            self[.pWaveCorrelation], isNormalShape, within: 45, minCount: 10)
        for beat in 0..<count {
            let irregularity = [first[beat], second[beat]].compactMap(\.self).min() ?? 0.03
            let pWaveCorrelation = pWaveCorrelations[beat] ?? 0.5
            self[.air, beat] = irregularity
            self[.af, beat] =
                min(max((irregularity - 0.06) / 0.05, 0), 1)
                * min(max((0.65 - pWaveCorrelation) / 0.2, 0), 1)
        }
    }

    /// Median of the values that are there, within so many seconds of each beat; nil where they are too few.
    private func windowMedians(
        _ values: [Double], _ isThere: [Bool], within reach: Double, minCount: Int
    ) -> [Double?] {
        var window = SortedWindow()
        var (low, high) = (0, 0)
        return seconds.map { time in
            while high < seconds.count, seconds[high] <= time + reach {
                if isThere[high] { window.insert(values[high]) }
                high += 1
            }
            while low < high, seconds[low] < time - reach {
                if isThere[low] { window.remove(values[low]) }
                low += 1
            }
            return window.values.count >= minCount ? window.median : nil
        }
    }

    /// Median of the values that are there among the neighbours.
    private func neighbourMedian(
        _ values: [Double], _ isThere: [Bool], _ beat: Int, before: Int, after: Int
    ) -> Double? {
        let neighbours = max(0, beat - before)..<min(values.count, beat + after + 1)
        return withUnsafeTemporaryAllocation(of: Double.self, capacity: neighbours.count) { known in
            var count = 0
            for other in neighbours where other != beat && isThere[other] {
                known[count] = values[other]
                count += 1
            }
            return count > 0
                ? OrderStatistics.median(UnsafeMutableBufferPointer(rebasing: known[..<count]))
                : nil
        }
    }
}

/// The values of a moving window in ascending order.
private struct SortedWindow {
    private(set) var values: [Double] = []

    /// The median; the window must not be empty.
    var median: Double {
        let half = values.count / 2
        return values.count.isMultiple(of: 2) ? (values[half - 1] + values[half]) / 2 : values[half]
    }

    mutating func insert(_ value: Double) { values.insert(value, at: position(of: value)) }

    /// Removes a value that is there.
    mutating func remove(_ value: Double) { values.remove(at: position(of: value)) }

    /// Index of the first value that is not below.
    private func position(of value: Double) -> Int {
        var (low, high) = (0, values.count)
        while low < high {
            let half = (low + high) / 2
            if values[half] < value { low = half + 1 } else { high = half }
        }
        return low
    }
}

/// log2 of a ratio, which is limited to 1/4 ... 4.
func log2Ratio(_ a: Double, _ b: Double) -> Double { log2(min(max(a / b, 0.25), 4)) }

extension BeatMeasures {
    /// Measures how early each beat is against the intervals accepted before it, and
    /// supraventricular runs.
    ///
    /// A run begins with a beat that is early against the interval before it too, as those of breathing are not,
    /// and continues while its intervals stay short, for two minutes at most. It
    /// is supraventricular from three beats on above 100 beats a minute, where it is regular and no atrial
    /// fibrillation is within three minutes.
    mutating func measureRuns(isVentricular: [Bool]) {
        var walk = EarlyBeatScan(seconds: seconds, overallMedian: BeatIntervals(seconds).median)
        for beat in seconds.indices {
            walk.step(
                beat, isVentricular: isVentricular[beat], isFibrillation: self[.af, beat] > 0.5)
        }
        self[.acceptedMedianLog2Ratio] = walk.ratios
        self[.acceptedDeviationRatio] = walk.deviationRatios
        self[.acceptedMinLog2Ratio] = walk.minRatios
        self[.earlyFlag] = walk.positions.map { $0 > 0 ? 1 : 0 }
        let isNear = isFibrillationNear()
        var begin = 0
        while begin < seconds.count {
            var end = begin + 1
            if walk.positions[begin] > 0 {
                while end < seconds.count, walk.positions[end] == walk.positions[end - 1] + 1 {
                    end += 1
                }
                measureRun(begin..<end, isNear)
            } else {
                self[.run, begin] = 0
                self[.otherRun, begin] = 0
            }
            begin = end
        }
    }

    private mutating func measureRun(_ beats: Range<Int>, _ isNear: [Bool]) {
        let intervals = beats.map { $0 > 0 ? seconds[$0] - seconds[$0 - 1] : 0 }
        var sorted = intervals
        let median = middle(&sorted)
        var spread = 0.0
        if beats.count >= 4 {
            var differences = zip(intervals.dropFirst(2), intervals.dropFirst()).map {
                abs($0 - $1)
            }
            spread = middle(&differences) / median
        }
        let isLong = beats.count >= 6
        let isAbrupt = beats.count > Self.maxBreathBeatCount || beginsAbruptly(beats.lowerBound)
        let isRegular = spread <= (isLong ? 0.07 : 0.2)
        for beat in beats {
            let isRun = beats.count >= 3 && median <= 0.6 && isRegular && isAbrupt && !isNear[beat]
            let isRejectedRun =
                beats.count >= 3 && !isRun && (isLong || median > 0.6 || !isAbrupt || isNear[beat])
            self[.run, beat] = isRun ? 1 : 0
            self[.otherRun, beat] = isRejectedRun ? 1 : 0
        }
    }

    /// log2 of an interval against the one before, below which a run may begin. Breathing reaches -0.25 in
    /// simulated people with an SDNN of 80 ms; of 25 runs in the MIT-BIH records one begins above it.
    private static let maxRunOnsetLog2Ratio = -0.26
    /// A longer run is no half of a breath: more than 12 s at 100 beats a minute.
    private static let maxBreathBeatCount = 20

    private func beginsAbruptly(_ beat: Int) -> Bool {
        guard beat >= 2 else { return false }
        return log2Ratio(
            seconds[beat] - seconds[beat - 1], seconds[beat - 1] - seconds[beat - 2])
            < Self.maxRunOnsetLog2Ratio
    }

    /// Returns true for each beat if more than a tenth of the beats within three minutes are in
    /// atrial fibrillation.
    private func isFibrillationNear() -> [Bool] {
        var (low, high, count) = (0, 0, 0)
        return seconds.map { time in
            while high < seconds.count, seconds[high] <= time + 180 {
                if self[.af, high] > 0.5 { count += 1 }
                high += 1
            }
            while low < high, seconds[low] < time - 180 {
                if self[.af, low] > 0.5 { count -= 1 }
                low += 1
            }
            return Double(count) > 0.1 * Double(high - low)
        }
    }
}

/// Walks along the beats and accepts the intervals that are neither early nor part of a run.
private struct EarlyBeatScan {
    /// log2 of an interval, against those accepted, below which it is early.
    private static let maxEarlyLog2Ratio = -0.17
    private static let maxRunSeconds = 119.0
    /// log2 of an interval against the shortest of the three accepted last, below which it is abrupt.
    private static let maxAbruptLog2Ratio = -0.12
    /// Fewer intervals are no rhythm that a beat could be early in.
    private static let minAcceptedCount = 5

    private let seconds: [Double]
    /// Median interval of the recording.
    private let overallMedian: Double
    /// Position of each beat in its run, from 1 on; 0 outside.
    private(set) var positions: [Int]
    private(set) var ratios: [Double]
    private(set) var deviationRatios: [Double]
    private(set) var minRatios: [Double]
    /// The last nine.
    private var accepted: [Double] = []
    /// The last fifteen.
    private var deviations: [Double] = []
    private var length = 0
    private var beginSeconds = 0.0
    /// True if the beat before may begin an interval.
    private var isOpen = false

    init(seconds: [Double], overallMedian: Double) {
        self.seconds = seconds
        self.overallMedian = overallMedian
        positions = [Int](repeating: 0, count: seconds.count)
        ratios = [Double](repeating: 0, count: seconds.count)
        deviationRatios = ratios
        minRatios = ratios
    }

    mutating func step(_ beat: Int, isVentricular: Bool, isFibrillation: Bool) {
        let interval = beat > 0 ? seconds[beat] - seconds[beat - 1] : 0
        guard interval > 0, interval <= BeatIntervals.maxSeconds else {
            length = 0
            isOpen = !isVentricular
            return
        }
        let reference = median(accepted) ?? overallMedian
        let deviation = median(deviations) ?? 0.03
        let ratio = log2(max(interval / reference, 0.25))
        ratios[beat] = ratio
        deviationRatios[beat] = min(max(ratio / (0.04 + 2 * deviation), -8), 3)
        minRatios[beat] = log2Ratio(interval, accepted.suffix(3).min() ?? reference)
        guard !isVentricular, isOpen else {
            isOpen = !isVentricular
            if isOpen, ratio > -0.2 { length = 0 }
            positions[beat] = length
            return
        }
        let isShort = ratio < Self.maxEarlyLog2Ratio
        if isFibrillation {
            accept(interval)
            length = 0
        } else if length > 0, isShort, seconds[beat] - beginSeconds < Self.maxRunSeconds {
            length += 1
        } else if length > 0, isShort {
            accepted.removeAll(keepingCapacity: true)
            length = 0
        } else if accepted.count >= Self.minAcceptedCount, ratio < -max(0.17, 3 * deviation),
            minRatios[beat] < Self.maxAbruptLog2Ratio
        {
            length = 1
            beginSeconds = seconds[beat]
        } else {
            length = 0
            if let last = accepted.last {
                if deviations.count == 15 { deviations.removeFirst() }
                deviations.append(abs(interval - last) / reference)
            }
            accept(interval)
        }
        positions[beat] = length
    }

    private mutating func accept(_ interval: Double) {
        if accepted.count == 9 { accepted.removeFirst() }
        accepted.append(interval)
    }

    /// Median of the values; nil where they are fewer than five.
    private func median(_ values: [Double]) -> Double? {
        guard values.count >= Self.minAcceptedCount else { return nil }
        return withUnsafeTemporaryAllocation(of: Double.self, capacity: values.count) { copy in
            _ = copy.initialize(from: values)
            return OrderStatistics.median(copy)
        }
    }
}
