import HRVFeatures
import PhysioTypes
import TestSupport
import Testing

/// Segments of a recording at a rate whose ticks are no doubles, against whole-number arithmetic.
@Suite struct SegmentEdgeTests {
    /// Ticks of 1/125.44 s; every 37,632nd tick is a 300 s edge, and many beats lie on one.
    private static let rateTimes25 = 3136

    @Test(arguments: [0, 42_003, 99_991])
    func beatsOnAnEdgeBelongToTheLaterSegment(startTick: Int) throws {
        var generator = SplitMix64(seed: UInt64(startTick))
        var ticks = [startTick]
        let edge = 37_632
        while ticks.count < 4000 {
            let last = ticks[ticks.count - 1]
            let step = Int.random(in: 80...140, using: &generator)
            // Steer onto the next edge where it is near.
            let ahead = edge - (last - startTick) % edge
            ticks.append(last + ((80...140).contains(ahead) ? ahead : step))
        }
        let rate = Double(Self.rateTimes25) / 25
        var rr = RRSeries(startSeconds: Double(startTick) / rate)
        for (tick, previous) in zip(ticks.dropFirst(), ticks) {
            rr.append(
                intervalMs: Double(tick - previous) * 1000 / rate, endSeconds: Double(tick) / rate)
        }
        let nn = NNSeries(rr)
        for minutes in [1, 2, 5] {
            // Segment of a tick by integers: (tick - start) / (60 minutes 3136 / 25).
            var segments: [Int: [Double]] = [:]
            for (tick, previous) in zip(ticks.dropFirst(), ticks) {
                let segment = (tick - startTick) * 25 / (minutes * 60 * Self.rateTimes25)
                segments[segment, default: []].append(Double(tick - previous) * 1000 / rate)
            }
            let full = segments.values.filter {
                $0.reduce(0, +) / 1000 >= 30 * Double(minutes) && $0.count >= 2
            }
            let means = full.map { $0.reduce(0, +) / Double($0.count) }
            let mean = means.reduce(0, +) / Double(means.count)
            let squares = means.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            let expected = (squares / Double(means.count - 1)).squareRoot()
            let found = try #require(SegmentStatistics(nn, segmentMinutes: minutes).sdannMs)
            #expect(relativeError(found, expected) < 1e-9, "\(minutes) min")
        }
    }

    /// A last segment of 299 s counts as one of 300 s does: PhysioNet's statnn counts it too.
    @Test(arguments: [(299.0, 5), (151, 5), (149, 4)])
    func aLastSegmentCutShortCountsWhereItIsHalfFull(lastSeconds: Double, count: Int) throws {
        // Constant segments; all end 0.1 s before an edge, so that every beat lies in its own.
        let lengths = [(800.0, 299.9), (850, 300), (900, 300), (820, 300), (1000, lastSeconds)]
        let parts = lengths.map { mean, seconds in
            let beatCount = Int(seconds * 1000 / mean)
            return [Double](repeating: seconds * 1000 / Double(beatCount), count: beatCount)
        }
        let found = SegmentStatistics(
            NNSeries(intervalsMs: parts.flatMap(\.self)), segmentMinutes: 5)
        #expect(found.segmentCount == count)
        let means = parts.prefix(count).map { $0[0] }
        let mean = means.reduce(0, +) / Double(count)
        let squares = means.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        let expected = (squares / Double(count - 1)).squareRoot()
        #expect(relativeError(try #require(found.sdannMs), expected) < 1e-9)
    }
}
