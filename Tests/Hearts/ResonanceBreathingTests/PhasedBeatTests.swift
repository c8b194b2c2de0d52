import Foundation
import PhysioTypes
@testable import ResonanceBreathing
import TestSupport
import Testing

/// Samples that beats keep are those that would be computed anew.
@Suite struct PhasedBeatTests {
    /// A stream with everything that changes the phase of a beat after it came, or the beats.
    private struct Stream {
        var live = LiveHarmonicCoherence()
        private var random: SplitMix64
        private var time = 0.0
        private var nextBreath = 0.0

        init(seed: UInt64) { random = SplitMix64(seed: seed) }

        private mutating func makeBeat(endSeconds: Double) -> NNBeat {
            NNBeat(
                intervalMs: 850 + 60 * sin(0.6 * endSeconds) + 20 * random.gaussian(),
                endSeconds: endSeconds, isAdjacentToPrevious: true,
                isCorrected: random.uniform(in: 0...1) < 0.03, rawIndex: 0)
        }

        /// Breaths that come late, cut the one before short, follow a pause, or all come at once.
        private mutating func breathe() {
            guard time > nextBreath else { return }
            let many = random.uniform(in: 0...1) < 0.02 ? 70 : 1
            for _ in 0..<many {
                let start = max(nextBreath, live.breathing.breaths.last?.startSeconds.nextUp ?? 0)
                let length = random.uniform(in: 4...14)
                live.begin(
                    BreathCycle(
                        startSeconds: start, inhaleSeconds: 0.4 * length,
                        exhaleSeconds: 0.6 * length))
                nextBreath = start + length
            }
            let what = random.uniform(in: 0...1)
            if what < 0.1 { nextBreath -= 2 }
            if what > 0.95 { nextBreath += 5 }
        }

        mutating func step() {
            time += 0.85
            if random.uniform(in: 0...1) < 0.8 { breathe() }
            let what = random.uniform(in: 0...1)
            var revision = NNRevision()
            if what < 0.1 {
                revision.withdrawnCount = Int(random.uniform(in: 1...4))
                revision.beats = (0..<3).map { _ in makeBeat(endSeconds: time) }
            } else if what > 0.997 {
                live.reset()
                nextBreath = time - 1
            } else {
                revision.beats = [makeBeat(endSeconds: time)]
            }
            live.revise(revision)
        }

        /// The same made of what would be saved: every sample is computed anew.
        func anew() throws -> LiveHarmonicCoherence {
            try JSONDecoder().decode(
                LiveHarmonicCoherence.self, from: JSONEncoder().encode(live))
        }
    }

    private static func value(_ live: inout LiveHarmonicCoherence)
        -> Result<HarmonicCoherence, MissingReason>
    {
        do throws(MissingReason) { return .success(try live.coherence()) } catch {
            return .failure(error)
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func scoresDoNotDependOnWhenTheBreathsCame(seed: UInt64) throws {
        var stream = Stream(seed: seed)
        var scores = 0
        for index in 0..<1500 {
            stream.step()
            guard index.isMultiple(of: 4) else { continue }
            var anew = try stream.anew()
            let (found, expected) = (Self.value(&stream.live), Self.value(&anew))
            // To the last bit.
            #expect(found == expected, "beat \(index)")
            if case .success = found { scores += 1 }
        }
        #expect(scores > 100, "\(scores)")
    }

    @Test func aSampleFollowsTheBreathsThatComeAfterIt() throws {
        var breathing = CommandedBreathing(capacity: 2)
        breathing.begin(BreathCycle(startSeconds: 0, inhaleSeconds: 4, exhaleSeconds: 6))
        let beat = NNBeat(
            intervalMs: 1000, endSeconds: 12.5, isAdjacentToPrevious: true, isCorrected: false,
            rawIndex: 0)
        var phased = PhasedBeat(beat, breathing: breathing)
        #expect(phased.sample == nil)
        breathing.begin(BreathCycle(startSeconds: 10, inhaleSeconds: 4, exhaleSeconds: 4))
        phased.updateSample(breathing)
        let sample = try #require(phased.sample)
        #expect(sample.phase == 1.25 && sample.heartRate.time == 12)
        #expect(sample.heartRate.value == 60 && abs(sample.heartRate.phasor.imaginary - 1) < 1e-15)
        // One breath is cut short by another, then forgotten for a third.
        breathing.begin(BreathCycle(startSeconds: 11, inhaleSeconds: 2, exhaleSeconds: 2))
        phased.updateSample(breathing)
        #expect(phased.sample?.phase == 2.25)
        for start in [20.0, 30] {
            breathing.begin(BreathCycle(startSeconds: start, inhaleSeconds: 2, exhaleSeconds: 2))
        }
        phased.updateSample(breathing)
        #expect(phased.sample == nil)
    }

    @Test func onlyTheBeatIsSaved() throws {
        let beat = NNBeat(
            intervalMs: 1000, endSeconds: 12.5, isAdjacentToPrevious: true, isCorrected: false,
            rawIndex: 7)
        let breathing = CommandedBreathing([
            BreathCycle(startSeconds: 0, inhaleSeconds: 10, exhaleSeconds: 10)
        ])
        var phased = PhasedBeat(beat, breathing: breathing)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(try encoder.encode(phased) == encoder.encode(beat))
        phased = try JSONDecoder().decode(PhasedBeat.self, from: encoder.encode(phased))
        #expect(phased.beat == beat && phased.sample == nil)
        phased.updateSample(breathing)
        #expect(phased.sample?.phase == 0.6)
    }
}
