import Foundation
import PhysioTypes
import ResonanceBreathing
import TestSupport
import Testing

@Suite struct LiveHarmonicCoherenceTests {
    private static func value(_ live: inout LiveHarmonicCoherence)
        -> Result<HarmonicCoherence, MissingReason>
    {
        do throws(MissingReason) { return .success(try live.coherence()) } catch {
            return .failure(error)
        }
    }

    static func beat(_ nn: NNSeries, _ index: Int) -> NNBeat {
        NNBeat(
            intervalMs: nn.intervalsMs[index], endSeconds: nn.endTimesSeconds[index],
            isAdjacentToPrevious: nn.isAdjacentToPrevious[index],
            isCorrected: nn.isCorrected[index], rawIndex: index)
    }

    /// Every breath is begun before the first beat that ends in it.
    private static func run(
        _ nn: NNSeries, _ breathing: CommandedBreathing,
        each: (Int, inout LiveHarmonicCoherence) throws -> Void
    ) rethrows {
        var live = LiveHarmonicCoherence()
        var breaths = breathing.breaths[...]
        for index in 0..<nn.count {
            while let next = breaths.first, next.startSeconds <= nn.endTimesSeconds[index] {
                live.begin(next)
                breaths.removeFirst()
            }
            live.push(beat(nn, index))
            try each(index, &live)
        }
    }

    private static func noisy(seconds: Double, seed: UInt64) -> NNSeries {
        var generator = SplitMix64(seed: seed)
        let noise = PacedHeart.colouredNoise(exponent: 1, &generator)
        return PacedHeart.intervals(seconds: seconds) {
            68 + 4 * sin(2 * .pi * 0.095 * $0) + 3 * noise[Int($0 * 4) % 1024]
        }
    }

    @Test(arguments: [(6.9, 4.3), (4.5, 4.5), (3.1, 2.0), (9, 12)])
    func everyScoreIsThatOfItsWindow(first: Double, last: Double) throws {
        let nn = Self.noisy(seconds: 300, seed: 4)
        let breathing = PacedHeart.breaths(seconds: 300) {
            first + (last - first) * min(1, $0 / 300)
        }
        var scores = 0
        Self.run(nn, breathing) { index, live in
            let end = nn.endTimesSeconds[index]
            // The last four breaths, by the inverse phase; at least 60 s, at most 120.
            let four = breathing.phase(atSeconds: end).flatMap {
                breathing.seconds(atPhase: max(0, $0 - 4))
            }
            let start = max(end - 120, min(end - 60, four ?? end - 60))
            let window = nn.window(startSeconds: start, endSeconds: end.nextUp + 1e-9)
            guard case .success(let found) = Self.value(&live) else { return }
            scores += 1
            let expected = try? HarmonicCoherence(window, breathing: breathing)
            #expect(abs(found.score - (expected?.score ?? -1)) <= 1e-9, "beat \(index)")
            #expect(abs(found.fit.pValue - (expected?.fit.pValue ?? -1)) <= 1e-9)
            #expect(found.fit.sampleCount == expected?.fit.sampleCount)
            #expect(found.lengthSeconds == expected?.lengthSeconds)
        }
        #expect(scores > 250)
    }

    @Test func thereIsNoScoreBeforeThirtySeconds() {
        let nn = PacedHeart.intervals(seconds: 90) { 70 + 5 * sin(2 * .pi * 0.1 * $0) }
        let breathing = PacedHeart.breaths(seconds: 90) { _ in 6 }
        Self.run(nn, breathing) { index, live in
            let end = nn.endTimesSeconds[index]
            switch Self.value(&live) {
            case .success(let coherence):
                #expect(end >= 30 && coherence.score > 0.99)
                // Midpoints reach half an interval beyond the window's first end.
                #expect(coherence.lengthSeconds < min(end, 60) + 1)
                #expect(coherence.lengthSeconds > min(end, 60) - 2)
            case .failure(let reason):
                #expect(end < 30)
                guard case .tooFew(30, let found, .seconds) = reason else {
                    Issue.record("\(reason)")
                    return
                }
                // Sums of milliseconds round.
                #expect(abs(found - end) < 1e-9)
            }
        }
    }

    @Test func slowBreathsWidenTheWindow() throws {
        let nn = PacedHeart.intervals(seconds: 400) { 70 + 5 * sin(2 * .pi * 2 / 60 * $0) }
        let breathing = PacedHeart.breaths(seconds: 400) { _ in 2 }
        try Self.run(nn, breathing) { index, live in
            guard nn.endTimesSeconds[index] > 130 else { return }
            let coherence = try live.coherence()
            #expect(coherence.lengthSeconds > 117 && coherence.lengthSeconds < 121)
            #expect(coherence.score > 0.99)
        }
    }

    @Test func revisedBeatsScoreAsIfTheyHadAlwaysBeenSo() throws {
        let nn = Self.noisy(seconds: 100, seed: 9)
        var (revised, plain) = (LiveHarmonicCoherence(), LiveHarmonicCoherence())
        for breath in PacedHeart.breaths(seconds: 100, breathsPerMinute: { _ in 5.7 }).breaths {
            revised.begin(breath)
            plain.begin(breath)
        }
        for index in 0..<nn.count {
            let beat = Self.beat(nn, index)
            plain.push(beat)
            let wrong = NNBeat(
                intervalMs: 400, endSeconds: beat.endSeconds, isAdjacentToPrevious: true,
                isCorrected: true, rawIndex: index)
            revised.push(wrong)
            revised.revise(NNRevision(withdrawnCount: 1, beats: [beat]))
        }
        #expect(try revised.coherence() == plain.coherence())
        revised.reset()
        #expect(revised.windowStartSeconds == nil && revised.breathing.breaths.isEmpty)
        if case .success = Self.value(&revised) { Issue.record("a score of nothing") }
    }

    @Test func hoursNeedNoMoreMemoryThanMinutes() throws {
        var live = LiveHarmonicCoherence()
        var time = 0.0
        for index in 0..<20_000 {
            if index % 12 == 0 {
                live.begin(BreathCycle(startSeconds: time, inhaleSeconds: 4, exhaleSeconds: 6))
            }
            time += 10.0 / 12
            live.push(
                NNBeat(
                    intervalMs: 10_000.0 / 12 + 40 * sin(2 * .pi * Double(index) / 12),
                    endSeconds: time, isAdjacentToPrevious: true, isCorrected: false,
                    rawIndex: index))
        }
        let coherence = try live.coherence()
        #expect(coherence.score > 0.99 && coherence.fit.sampleCount <= 73)
        #expect(live.breathing.breaths.count == CommandedBreathing.defaultCapacity)
    }
}
