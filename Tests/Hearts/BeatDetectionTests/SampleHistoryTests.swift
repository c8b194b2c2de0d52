import TestSupport
import Testing

@testable import BeatDetection

@Suite struct SampleHistoryTests {
    /// Whatever the blocks, a window holds the samples of its positions, as long as they are kept.
    @Test func windowsAreAlignedWhateverTheBlockSizes() {
        var random = SplitMix64(seed: 11)
        let all = (0..<3000).map(Double.init)
        for _ in 0..<20 {
            var history = SampleHistory(capacity: 200)
            var pushed = 0
            while pushed < all.count {
                let size = min(all.count - pushed, Int(random.next() % 400))
                all[pushed..<(pushed + size)].withUnsafeBufferPointer { block in
                    let start = max(0, pushed - 200) + Int(random.next() % 100)
                    var window = [Double](repeating: 0, count: 60)
                    history.copy(from: start, followedBy: block, to: &window)
                    for (index, value) in window.enumerated() {
                        if start + index < pushed + size {
                            #expect(value == all[start + index])
                        } else {
                            #expect(value.isNaN)
                        }
                    }
                    history.append(block)
                }
                pushed += size
            }
            #expect(history.count == all.count)
        }
    }

    @Test func samplesBeyondTheCapacityAreMissing() {
        var history = SampleHistory(capacity: 4)
        [1, 2, 3, 4, 5, 6].map(Double.init).withUnsafeBufferPointer { history.append($0) }
        var window = [Double](repeating: 0, count: 8)
        [7.0].withUnsafeBufferPointer { history.copy(from: -1, followedBy: $0, to: &window) }
        #expect(window[..<3].count(where: { $0.isNaN }) == 3)
        #expect(window[3...] == [3, 4, 5, 6, 7])
    }
}
