import BeatDetection
import PhysioTypes
import TestSupport
import Testing

@testable import HRVPipeline

/// Beats in the order of their times, whatever the order in which they are found.
@Suite struct BeatQueueTests {
    /// Unplaced, as only their times matter.
    private static func beats(_ samples: [Double]) -> [BeatShape] {
        var shapes = BeatShapeAnalyzer(sampleRateHz: 250)
        return samples.map { shapes.push([], position: $0, firstSample: 0) }
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func whatIsReleasedIsTheSortedWhole(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        // Each is found up to 10 s after it was.
        let found = (0..<2000).map { index in
            (sample: 250 * Double(index), at: Double(index) + .random(in: 0..<10, using: &random))
        }.sorted { $0.at < $1.at }
        #expect(found.map(\.sample) != found.map(\.sample).sorted())
        var queue = BeatQueue()
        var released: [Double] = []
        for (beat, at) in zip(Self.beats(found.map(\.sample)), found.map(\.at)) {
            queue.add(beat)
            released += queue.release(before: 250 * (at - 10)).map(\.sample)
        }
        #expect(released.count > 1980)
        released += queue.release(before: .infinity).map(\.sample)
        #expect(released == (0..<2000).map { 250 * Double($0) })
        #expect(queue.release(before: .infinity).isEmpty)
    }

    @Test func aBeatAtTheBorderWaits() {
        var queue = BeatQueue()
        Self.beats([10, 20, 30]).forEach { queue.add($0) }
        #expect(queue.release(before: 20).map(\.sample) == [10])
        #expect(queue.release(before: 20).isEmpty)
        #expect(queue.release(before: 31).map(\.sample) == [20, 30])
    }
}
