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
}
