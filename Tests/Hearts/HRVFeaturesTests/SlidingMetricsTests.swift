import PhysioDSP
import PhysioTypes
import TestSupport
import Testing

@testable import HRVFeatures

/// The batch metrics of the same window are the oracle.
@Suite struct SlidingMetricsTests {
    /// A stream, and the series it makes.
    private struct Stream {
        var lengths: [Double] = []
        var ends: [Double] = []
        var adjacency: [Bool] = []

        /// Lengths that stray, with gaps, jumps and constant segments.
        init(count: Int, isWhole: Bool, random: inout SplitMix64) {
            var time = 100.0
            var level = 800.0
            for _ in 0..<count {
                let draw = random.uniform(in: 0...1)
                if draw < 0.02 { level = random.uniform(in: 300...1800) }
                let isGap = draw > 0.97
                if isGap { time += random.uniform(in: 0...(draw > 0.995 ? 500 : 5)) }
                let isLevel = draw > 0.4 && draw < 0.6
                let length = isLevel ? level : level + random.uniform(in: -90...90)
                lengths.append(isWhole ? length.rounded() : length)
                time += lengths[lengths.count - 1] / 1000
                ends.append(time)
                adjacency.append(!isGap)
            }
        }

        func beat(_ index: Int) -> NNBeat {
            NNBeat(
                intervalMs: lengths[index], endSeconds: ends[index],
                isAdjacentToPrevious: adjacency[index], isCorrected: false, rawIndex: index)
        }

        /// The window up to beat `last`: it ends a little after it.
        func window(_ last: Int, _ seconds: Double, from first: Int = 0) -> NNSeries {
            let whole = NNSeries(
                intervalsMs: Array(lengths[first...last]),
                endTimesSeconds: Array(ends[first...last]),
                isAdjacentToPrevious: (first...last).map { $0 > first && adjacency[$0] },
                startSeconds: 0, endSeconds: ends[last] + 1)
            let after = ends[last] + 1e-6
            return whole.window(startSeconds: ends[last] - seconds, endSeconds: after)
        }
    }

    private static func agree(_ found: Double?, _ expected: Double?, _ slack: Double) -> Bool {
        guard let found, let expected else { return found == nil && expected == nil }
        return abs(found - expected) <= slack * max(abs(expected), abs(found))
    }

    private static func expectAgreement(
        _ live: inout SlidingMetrics, _ nn: NNSeries, isWhole: Bool,
        _ workspace: inout TemplateWorkspace, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let time = TimeDomain(nn)
        let plot = Poincare(nn)
        // Exact: order statistics, counts, and what sums of whole numbers make.
        let exact: [(String, Double?, Double?)] = [
            ("count", Double(live.count), Double(nn.count)),
            ("differences", Double(live.differenceCount), Double(time.differenceCount)),
            ("min", live.minNNMs, time.minNNMs), ("max", live.maxNNMs, time.maxNNMs),
            ("median", live.medianNNMs, time.medianNNMs), ("mad", live.madNNMs, time.madNNMs),
            ("iqr", live.iqrNNMs, time.iqrNNMs), ("20 %", live.quantileMs(0.2), time.prc20NNMs),
            ("pnn50", live.pnn50Percent, time.pnn50Percent),
            ("pnn20", live.pnn20Percent, time.pnn20Percent),
            ("minHR", live.minHeartRateBpm, time.minHeartRateBpm),
            ("maxHR", live.maxHeartRateBpm, time.maxHeartRateBpm),
            ("sampEn", live.sampleEntropy(using: &workspace), SampleEntropy(nn).value),
        ]
        let sums: [(String, Double?, Double?)] = [
            ("mean", live.meanNNMs, time.meanNNMs), ("rmssd", live.rmssdMs, time.rmssdMs),
        ]
        let close: [(String, Double?, Double?)] = [
            ("sdnn", live.sdnnMs, time.sdnnMs), ("sdsd", live.sdsdMs, time.sdsdMs),
            ("meanHR", live.meanHeartRateBpm, time.meanHeartRateBpm),
            ("sdHR", live.sdHeartRateBpm, time.sdHeartRateBpm), ("sd1", live.sd1Ms, plot.sd1Ms),
            ("sd2", live.sd2Ms, plot.sd2Ms), ("sd1sd2", live.sd1sd2, plot.sd1sd2),
            ("csi", live.csi, plot.csi), ("cvi", live.cvi, plot.cvi),
            // A slope of logarithms, itself a sum of terms near 1.
            (
                "alpha1 + 2", live.dfaAlpha1().map { $0 + 2 },
                DetrendedFluctuation(nn).alpha1.map { $0 + 2 }
            ),
        ]
        for (name, found, expected) in exact {
            #expect(found == expected, "\(name)", sourceLocation: sourceLocation)
        }
        for (name, found, expected) in sums {
            #expect(
                isWhole ? found == expected : agree(found, expected, 1e-12), "\(name)",
                sourceLocation: sourceLocation)
        }
        for (name, found, expected) in close {
            #expect(
                agree(found, expected, 1e-12),
                "\(name) \(String(describing: found)) \(String(describing: expected))",
                sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: [0.0, 5, 30, 120], [true, false])
    func afterEveryBeatItIsWhatTheWindowGives(seconds: Double, isWhole: Bool) {
        var random = SplitMix64(seed: 40 + UInt64(seconds) + (isWhole ? 1 : 0))
        let stream = Stream(count: 500, isWhole: isWhole, random: &random)
        var live = SlidingMetrics(windowSeconds: seconds)
        var workspace = TemplateWorkspace()
        for index in stream.lengths.indices {
            let isAccepted = live.push(
                intervalMs: stream.lengths[index], endSeconds: stream.ends[index],
                isAdjacent: stream.adjacency[index])
            #expect(isAccepted)
            Self.expectAgreement(
                &live, stream.window(index, seconds), isWhole: isWhole, &workspace)
        }
    }

    /// Up to eight intervals are taken back, and as much time comes again, divided otherwise.
    @Test(arguments: [5.0, 60], [true, false])
    func revisedItIsWhatTheRevisedWindowGives(seconds: Double, isWhole: Bool) {
        var random = SplitMix64(seed: 60 + UInt64(seconds) + (isWhole ? 1 : 0))
        var stream = Stream(count: 300, isWhole: isWhole, random: &random)
        var live = SlidingMetrics(windowSeconds: seconds)
        var workspace = TemplateWorkspace()
        let rest = stream
        stream.lengths = []
        stream.ends = []
        stream.adjacency = []
        var index = 0
        for next in rest.lengths.indices {
            stream.lengths.append(rest.lengths[next])
            stream.ends.append(rest.ends[next])
            stream.adjacency.append(rest.adjacency[next])
            var revision = NNRevision(beats: [stream.beat(index)])
            if next % 7 == 6 {
                let number = min(Int.random(in: 1...8, using: &random), index + 1)
                live.revise(revision)
                for position in (index + 1 - number)..<index {
                    let shift = isWhole ? 3.0 : random.uniform(in: -5...5)
                    stream.lengths[position] += shift
                    stream.lengths[position + 1] -= shift
                    stream.ends[position] += shift / 1000
                }
                revision = NNRevision(
                    withdrawnCount: number,
                    beats: ((index + 1 - number)...index).map { stream.beat($0) })
            }
            live.revise(revision)
            Self.expectAgreement(
                &live, stream.window(index, seconds), isWhole: isWhole, &workspace)
            index += 1
        }
    }

    @Test func resetForgetsEverything() {
        var random = SplitMix64(seed: 3)
        let stream = Stream(count: 300, isWhole: false, random: &random)
        var live = SlidingMetrics(windowSeconds: 60)
        var workspace = TemplateWorkspace()
        var first = 0
        for index in stream.lengths.indices {
            if index.isMultiple(of: 70) {
                live.reset()
                #expect(live.count == 0 && live.meanNNMs == nil && live.nn50Count == 0)
                first = index
            }
            live.push(
                intervalMs: stream.lengths[index], endSeconds: stream.ends[index],
                isAdjacent: stream.adjacency[index])
            Self.expectAgreement(
                &live, stream.window(index, 60, from: first), isWhole: false, &workspace)
        }
    }

    /// A million beats of all lengths, then the window against its batch.
    @Test func aMillionBeatsLeaveNoDrift() {
        var random = SplitMix64(seed: 77)
        var live = SlidingMetrics(windowSeconds: 20)
        var workspace = TemplateWorkspace()
        var recent = Stream(count: 0, isWhole: false, random: &random)
        var time = 0.0
        for index in 0..<1_000_000 {
            // Every so often the lengths hardly differ, so that the sums cancel.
            let width = index / 1000 % 2 == 0 ? 1300.0 : 0.001
            let length = 1500 + width * random.uniform(in: -1...1)
            time += length / 1000
            live.push(intervalMs: length, endSeconds: time)
            if index % 100_000 >= 99_800 {
                recent.lengths.append(length)
                recent.ends.append(time)
                recent.adjacency.append(true)
            }
            if index % 100_000 == 99_999 {
                let window = recent.window(recent.lengths.count - 1, 20)
                Self.expectAgreement(&live, window, isWhole: false, &workspace)
                recent = Stream(count: 0, isWhole: false, random: &random)
            }
        }
    }

    @Test func equalBeatsAfterUnequalOnesHaveNoDispersion() {
        var live = SlidingMetrics(windowSeconds: 10)
        var time = 0.0
        for index in 0..<200 {
            let length = index < 150 ? 500.1 + Double(index * 37 % 900) : 812.3
            time += length / 1000
            live.push(intervalMs: length, endSeconds: time)
        }
        #expect(live.count >= 10)
        #expect(live.sdnnMs == 0 && live.sdsdMs == 0 && live.rmssdMs ?? 1 < 1e-12)
        #expect(live.sd2Ms == 0 && live.sdHeartRateBpm == 0 && live.csi == nil && live.cvi == nil)
    }

    @Test func anIntervalThatIsNoBeatBreaksTheChain() {
        var live = SlidingMetrics(windowSeconds: 60)
        live.push(intervalMs: 800, endSeconds: 1)
        let refused = [5000, .nan].map { live.push(intervalMs: $0, endSeconds: 6) }
        #expect(refused == [false, false])
        live.push(intervalMs: 900, endSeconds: 7)
        #expect(live.count == 2 && live.differenceCount == 0)
        live.push(intervalMs: 910, endSeconds: 8)
        #expect(live.rmssdMs == 10)
    }

    /// The oldest intervals are dropped where new ones come without time passing.
    @Test func memoryIsBoundedWhateverTheTimesSay() {
        var live = SlidingMetrics(windowSeconds: 10)
        for index in 0..<1000 { live.push(intervalMs: 300 + Double(index % 100), endSeconds: 1) }
        #expect(live.count == 52)
        #expect(live.beats.intervals.count <= 104)
        // The last 52 are 348 ... 399.
        #expect(live.meanNNMs == 373.5)
    }

    @Test func buffersDoNotGrowOnceMade() {
        var live = SlidingMetrics(windowSeconds: 30)
        let before = live.beats.intervals.capacity
        let sortedIntervals = live.beats.sortedIntervals.capacity
        var time = 0.0
        for index in 0..<5000 {
            let length = 210 + Double(index % 5)
            time += length / 1000
            live.push(intervalMs: length, endSeconds: time)
        }
        #expect(
            live.beats.intervals.capacity == before
                && live.beats.sortedIntervals.capacity == sortedIntervals)
    }
}
