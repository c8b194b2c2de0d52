import HRVFeatures
import PhysioTypes

/// A quantity of the beats at even times: linear between the beats that end its intervals, none across
/// a gap. One lost beat is none: how long its interval was is known from the beats on both sides.
///
/// The times are whole multiples of 1 / rate, so that windows of one series share their samples.
struct ResampledWindow {
    /// Number of the first sample: its time is that many periods.
    let firstTick: Int
    let sampleRateHz: Double
    let values: [Double]

    var times: [Double] { values.indices.map { Double(firstTick + $0) / sampleRateHz } }

    enum Quantity {
        case heartRateBpm
        case intervalMs

        func value(_ intervalMs: Double) -> Double {
            self == .heartRateBpm ? 60_000 / intervalMs : intervalMs
        }
    }

    /// Number of the newest sample that is not after `time`.
    static func tick(notAfter time: Double, sampleRateHz: Double) -> Int {
        Int((time * sampleRateHz).rounded(.down))
    }

    /// The last `count` samples up to the last beat; the series must hold the window.
    ///
    /// - Parameter canBeShorter: whether a series that begins inside the window has the samples from
    ///   its first beat on.
    /// - Throws: `tooFew` where the series begins inside the window, `coverage` where it has a gap.
    init(
        _ nn: NNSeries, _ quantity: Quantity, sampleRateHz: Double, count: Int,
        canBeShorter: Bool = false
    ) throws(MissingReason) {
        let seconds = Double(count) / sampleRateHz
        guard let first = nn.endTimesSeconds.first, let end = nn.endTimesSeconds.last else {
            throw .tooFew(needed: seconds, found: 0, .seconds)
        }
        let lastTick = Self.tick(notAfter: end, sampleRateHz: sampleRateHz)
        let earliestTick = Int((first * sampleRateHz).rounded(.up))
        let windowStartTick = lastTick - count + 1
        guard earliestTick <= windowStartTick || canBeShorter else {
            throw .tooFew(needed: seconds, found: end - first, .seconds)
        }
        firstTick = max(windowStartTick, earliestTick)
        self.sampleRateHz = sampleRateHz
        var values: [Double] = []
        let expectedCount = max(0, lastTick - firstTick + 1)
        values.reserveCapacity(expectedCount)
        Self.forEachValue(nn, quantity, sampleRateHz, from: firstTick) { values.append($0) }
        guard values.count == expectedCount else {
            throw .coverage(needed: 1, found: Double(values.count) / Double(expectedCount))
        }
        self.values = values
        try Self.checkCorrectedShare(nn, from: Double(firstTick) / sampleRateHz)
    }

    /// Throws where many intervals are corrected: their figures are not reported.
    static func checkCorrectedShare(_ nn: NNSeries, from start: Double) throws(MissingReason) {
        var (count, correctedCount) = (0, 0)
        for index in 0..<nn.count where nn.endTimesSeconds[index] >= start {
            count += 1
            if nn.isCorrected[index] { correctedCount += 1 }
        }
        let share = count > 0 ? Double(correctedCount) / Double(count) : 0
        guard share <= HarmonicCoherence.maxCorrectedShare else {
            throw .corrected(limit: HarmonicCoherence.maxCorrectedShare, found: share)
        }
    }

    /// Calls with the value at every tick from `firstTick` on that has one.
    private static func forEachValue(
        _ nn: NNSeries, _ quantity: Quantity, _ rate: Double, from firstTick: Int,
        body: (Double) -> Void
    ) {
        var tick = firstTick
        func interpolate(from start: Double, _ startValue: Double, to end: Double, _ value: Double)
        {
            while Double(tick) / rate <= start { tick += 1 }
            while Double(tick) / rate <= end {
                let share = (Double(tick) / rate - start) / (end - start)
                body(startValue + (value - startValue) * share)
                tick += 1
            }
        }
        for index in 0..<nn.count where nn.endTimesSeconds[index] * rate >= Double(firstTick) {
            let end = nn.endTimesSeconds[index]
            let value = quantity.value(nn.intervalsMs[index])
            let last = index > 0 ? nn.beat(index - 1) : nil
            if let last, nn.isAdjacentToPrevious[index] {
                interpolate(from: last.endSeconds, quantity.value(last.intervalMs), to: end, value)
            } else if let last, let lostBeat = nn.beat(index).singleLostBeat(after: last) {
                let lostBeatValue = quantity.value(lostBeat.intervalMs)
                interpolate(
                    from: last.endSeconds, quantity.value(last.intervalMs), to: lostBeat.endSeconds,
                    lostBeatValue)
                interpolate(from: lostBeat.endSeconds, lostBeatValue, to: end, value)
            } else {
                while Double(tick) / rate < end { tick += 1 }
                if Double(tick) / rate == end {
                    body(value)
                    tick += 1
                }
            }
        }
    }
}

extension NNBeat {
    /// The beat between another and the beginning of this interval, where it is one beyond doubt
    /// (``GapFilling/single(gapMs:before:after:)``).
    func singleLostBeat(after last: NNBeat) -> NNBeat? {
        let end = endSeconds - intervalMs / 1000
        return GapFilling.singleIntervalMs(
            gapMs: (end - last.endSeconds) * 1000, before: last.intervalMs, after: intervalMs
        ).map {
            NNBeat(
                intervalMs: $0, endSeconds: end, isAdjacentToPrevious: true, isCorrected: true,
                rawIndex: rawIndex)
        }
    }
}
