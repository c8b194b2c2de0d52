import HealthRecords
import TestSupport
import Testing

@testable import HealthTimeline

/// The changes that must not alter a night, and the relations between sums.
@Suite struct NightInvariantsTests {
    private func samples(_ random: inout SplitMix64) -> [SleepSample] {
        NightSweepTests.samples(&random).map { sample in
            func moment(_ time: Int) -> HealthInstant {
                HealthInstant(unixMs: NightSweepTests.origin + 1000 * Int64(time))
            }
            return SleepSample(
                sample.stage, sourceIndex: sample.source, start: moment(sample.start),
                end: moment(sample.end))
        }
    }

    private func sleeps(_ samples: [SleepSample]) -> [SleepEntry] {
        let data = HealthData(sources: NightSweepTests.sources, sleep: samples)
        let clock = WallClock(data, options: options(homeZone: "UTC"))
        return SleepBlock.blocks(of: samples).compactMap {
            NightBuilder($0, ranking: SourceRanking(data), clock: clock).entry()
        }
    }

    private func changed(
        _ samples: [SleepSample], _ change: (SleepSample) -> [SleepSample]
    ) -> [SleepEntry] {
        sleeps(samples.flatMap(change))
    }

    @Test func repeatedHalvedAndShuffledSamplesChangeNothing() {
        var random = SplitMix64(seed: 31)
        for _ in 0..<100 {
            let samples = samples(&random)
            let expected = sleeps(samples)
            #expect(changed(samples) { [$0, $0] } == expected)
            #expect(sleeps(samples.shuffled(using: &random)) == expected)
            let halved = changed(samples) { sample in
                var (first, second) = (sample, sample)
                first.end.unixMs = (sample.start.unixMs + sample.end.unixMs) / 2
                second.start.unixMs = first.end.unixMs
                return [first, second]
            }
            #expect(halved == expected)
        }
    }

    @Test func aNightADayLaterIsTheSameNight() {
        var random = SplitMix64(seed: 32)
        for _ in 0..<50 {
            let samples = samples(&random)
            let later = changed(samples) { sample in
                var sample = sample
                sample.start.unixMs += 86_400_000
                sample.end.unixMs += 86_400_000
                return [sample]
            }
            for (a, b) in zip(sleeps(samples), later) {
                #expect(b.start.unixMs - a.start.unixMs == 86_400_000)
                #expect(a.totalSeconds == b.totalSeconds)
                #expect(a.inBedSeconds == b.inBedSeconds)
                #expect(a.segments.map(\.stage) == b.segments.map(\.stage))
            }
        }
    }

    @Test func piecesAscendWithoutOverlapAndAddUp() {
        var random = SplitMix64(seed: 33)
        for _ in 0..<100 {
            for sleep in sleeps(samples(&random)) {
                let segments = sleep.segments
                #expect(segments.allSatisfy { $0.startMs < $0.endMs })
                #expect(zip(segments, segments.dropFirst()).allSatisfy { $0.endMs <= $1.startMs })
                #expect(segments.first?.startMs == sleep.start.unixMs)
                #expect(segments.last?.endMs == sleep.end.unixMs)
                let seconds =
                    segments.reduce(0) { $0 + Double($1.endMs - $1.startMs) } / 1000
                if let total = sleep.totalSeconds {
                    #expect(abs(seconds - total - sleep.awakeSeconds) < 1e-6)
                    #expect(sleep.inBedSeconds >= seconds - 1e-6)
                } else {
                    #expect(abs(seconds - sleep.inBedSeconds) < 1e-6)
                }
            }
        }
    }

    @Test func theReferenceIsThePlainSumOfEveryDay() {
        var random = SplitMix64(seed: 34)
        var options = options(homeZone: "UTC")
        options.rules = .reference
        for _ in 0..<50 {
            let samples = samples(&random)
            let data = HealthData(sources: NightSweepTests.sources, sleep: samples)
            let found = ReferenceNights.nights(
                data.sleep, clock: WallClock(data, options: options))
            var sums: [Int64: Int64] = [:]
            var awake: [Int64: Int64] = [:]
            for sample in samples {
                let day = sample.end.unixMs / 86_400_000
                let length = sample.end.unixMs - sample.start.unixMs
                if sample.stage == .awake {
                    awake[day, default: 0] += length
                } else {
                    sums[day, default: 0] += length
                }
            }
            #expect(Set(found.keys.map { Int64($0.dayNumber) }) == Set(sums.keys))
            for (date, night) in found {
                let day = Int64(date.dayNumber)
                #expect(night.totalSeconds == Double(sums[day] ?? 0) / 1000)
                #expect(night.awakeSeconds == Double(awake[day] ?? 0) / 1000)
            }
        }
    }
}
