import HRVFeatures
import PhysioTypes
import TestSupport
import Testing

@Suite struct PhaseRectifiedAveragingTests {
    @Test(arguments: TestSeries.kinds, PhaseRectifiedAveraging.AnchorKind.allCases)
    func averagesAgreeWithTheirDefinition(
        kind: String, anchors: PhaseRectifiedAveraging.AnchorKind
    ) {
        for (seed, count) in [(1, 20), (2, 300), (3, 2000)] {
            let nn = TestSeries.ofKind(kind, seed: UInt64(seed), count: count)
            for halfLength in [2, 5, 30] {
                let found = PhaseRectifiedAveraging(nn, anchors: anchors, halfLength: halfLength)
                let windows = referenceWindows(nn, anchors, halfLength)
                #expect(found.anchorCount == windows.count)
                #expect(found.averagedIntervalsMs.count == (windows.isEmpty ? 0 : 2 * halfLength))
                for (offset, value) in found.averagedIntervalsMs.enumerated() {
                    let mean = windows.reduce(0) { $0 + $1[offset] } / Double(windows.count)
                    #expect(relativeError(value, mean) < 1e-12, "\(kind) \(count) \(offset)")
                }
                let capacities = windows.map { w in
                    let l = halfLength
                    return (w[l] + w[l + 1] - w[l - 1] - w[l - 2]) / 4
                }
                let mean = capacities.reduce(0, +) / Double(capacities.count)
                // A difference of intervals of 1000 ms: absolute.
                let error = abs((found.capacityMs ?? 0) - (windows.isEmpty ? 0 : mean))
                #expect(error < 1e-9, "\(kind) \(count) \(halfLength)")
            }
        }
    }

    @Test func theCapacityOfARampIsItsStep() {
        let rising = TestSeries.ramp(count: 40, stepMs: 4)
        let deceleration = PhaseRectifiedAveraging(rising, anchors: .decelerations)
        #expect(deceleration.capacityMs == 4)
        // Whole windows begin at the third interval and end at the last but one.
        #expect(deceleration.anchorCount == 37)
        let acceleration = PhaseRectifiedAveraging(rising, anchors: .accelerations)
        #expect(acceleration.capacityMs == nil && acceleration.anchorCount == 0)
        let falling = TestSeries.ramp(count: 40, stepMs: -4)
        #expect(PhaseRectifiedAveraging(falling, anchors: .accelerations).capacityMs == -4)
    }

    @Test func alternationHasNoCapacity() {
        // X(0) = X(-2) and X(1) = X(-1).
        let average = PhaseRectifiedAveraging(
            TestSeries.alternating(count: 20), anchors: .decelerations)
        #expect(average.averagedIntervalsMs == [830, 800, 830, 800])
        #expect(average.capacityMs == 0)
    }

    @Test func changesAboveFivePercentAreNoAnchors() {
        for (last, count) in [(840.0, 1), (840.5, 0)] {
            let nn = NNSeries(intervalsMs: [800, 800, last, last])
            #expect(
                PhaseRectifiedAveraging(nn, anchors: .decelerations).anchorCount == count)
        }
        for (last, count) in [(760.0, 1), (759.5, 0)] {
            let nn = NNSeries(intervalsMs: [800, 800, last, last])
            #expect(
                PhaseRectifiedAveraging(nn, anchors: .accelerations).anchorCount == count)
        }
    }

    @Test func windowsLieWhollyInOneSegment() {
        // A step in the middle of four: an anchor only while nothing is missing there.
        let whole = NNSeries(intervalsMs: [800, 800, 810, 810])
        #expect(PhaseRectifiedAveraging(whole, anchors: .decelerations).capacityMs == 5)
        for gapped in [
            TestSeries.joined([[800], [800, 810, 810]]),
            TestSeries.joined([[800, 800], [810, 810]]),
            TestSeries.joined([[800, 800, 810], [810]]),
        ] {
            let average = PhaseRectifiedAveraging(gapped, anchors: .decelerations)
            #expect(average.anchorCount == 0 && average.capacityMs == nil)
            #expect(average.averagedIntervalsMs.isEmpty)
        }
    }

    @Test func constantsAndShortSeriesHaveNoAnchor() {
        for nn in [
            TestSeries.constant(count: 30), NNSeries(intervalsMs: []),
            NNSeries(intervalsMs: [800, 805, 810]),
        ] {
            for anchors in PhaseRectifiedAveraging.AnchorKind.allCases {
                #expect(PhaseRectifiedAveraging(nn, anchors: anchors).capacityMs == nil)
            }
        }
    }
}

/// Every window, cut out around its anchor.
private func referenceWindows(
    _ nn: NNSeries, _ anchors: PhaseRectifiedAveraging.AnchorKind, _ l: Int
) -> [[Double]] {
    let x = nn.intervalsMs
    return x.indices.compactMap { i in
        guard i >= l, i + l <= x.count else { return nil }
        guard (i - l + 1..<i + l).allSatisfy({ nn.isAdjacentToPrevious[$0] }) else { return nil }
        let change = (x[i] - x[i - 1]) / x[i - 1]
        let isAnchor =
            anchors == .decelerations
            ? change > 0 && change <= 0.05 : change < 0 && change >= -0.05
        return isAnchor ? Array(x[i - l..<i + l]) : nil
    }
}
