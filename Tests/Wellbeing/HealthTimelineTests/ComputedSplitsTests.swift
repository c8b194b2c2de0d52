import HealthRecords
import TestSupport
import Testing

@testable import HealthTimeline

@Suite struct ComputedSplitsTests {
    private let start = ms("2025-12-28T18:00:00+01:00")

    private func sample(
        _ from: Double, _ to: Double, _ metres: Double,
        _ quantity: HealthQuantity = .distanceWalkingRunning, source: Int = watch
    ) -> HealthSample {
        HealthSample(
            quantity, sourceIndex: source,
            start: HealthInstant(unixMs: start + Int64(from * 1000)),
            end: HealthInstant(unixMs: start + Int64(to * 1000)), value: metres)
    }

    private func workout(
        _ seconds: Double, pauses: [(Double, Double)] = [], track: [TrackPoint] = []
    ) -> HealthWorkout {
        HealthWorkout(
            sourceIndex: watch, type: "HKWorkoutActivityTypeRunning",
            start: HealthInstant(unixMs: start),
            end: HealthInstant(unixMs: start + Int64(seconds * 1000)),
            pauses: pauses.map {
                WorkoutPause(
                    startMs: start + Int64($0.0 * 1000), endMs: start + Int64($0.1 * 1000))
            }, track: track)
    }

    @Test func anEvenPaceIsSplitEvenly() throws {
        let chains = SegmentChainsTests.chains(workout(1050), samples: [sample(0, 1050, 3500)])
        try #require(chains.map(\.kind) == [.computed, .computed])
        #expect(chains.map(\.unitMetres) == [1000, 1609.344])
        #expect(chains[0].splits.map(\.durationSeconds) == [300, 300, 300, 150])
        #expect(chains[0].splits.map(\.isPartial) == [false, false, false, true])
        #expect(chains[0].count == 3)
        #expect(chains[1].splits.map(\.durationSeconds) == [482.803, 482.803, 84.394])
    }

    @Test func anExactMultipleHasNoRest() {
        let samples = (0..<30).map { sample(Double($0), Double($0 + 1), 100) }
        let chains = SegmentChainsTests.chains(workout(30), samples: samples)
        #expect(chains.first?.splits.map(\.durationSeconds) == [10, 10, 10])
        #expect(chains.first?.splits.contains(where: \.isPartial) == false)
    }

    @Test func lessThanAUnitHasNoChain() {
        #expect(SegmentChainsTests.chains(workout(600), samples: [sample(0, 600, 999)]).isEmpty)
    }

    @Test func theLargestSumOfOneSourceCounts() {
        let samples = [
            sample(0, 600, 2000), sample(0, 600, 3000, .distanceCycling),
            sample(0, 600, 9000, .distanceCycling, source: phone),
        ]
        #expect(SegmentChainsTests.chains(workout(600), samples: samples).first?.count == 3)
    }

    @Test func imperialUnitsPutMilesFirst() {
        let chains = SegmentChainsTests.chains(
            workout(600), units: .imperial, samples: [sample(0, 600, 3000)])
        #expect(chains.map(\.unitMetres) == [1609.344, 1000])
    }

    @Test func aTrackCountsFromItsFirstPoint() {
        let track = (0...10).map {
            TrackPoint(
                unixMs: start + Int64($0) * 60_000, distanceMetres: 5000 + Double($0) * 250)
        }
        let chains = SegmentChainsTests.chains(workout(600, track: track))
        #expect(chains.first?.splits.map(\.durationSeconds) == [240, 240, 120])
    }

    /// Time of [0, until) that lies in a range and in no pause; s.
    private func running(
        _ from: Double, _ to: Double, _ pauses: [(Double, Double)]
    ) -> Double {
        pauses.reduce(max(0, to - from)) { $0 - max(0, min(to, $1.1) - max(from, $1.0)) }
    }

    @Test func crossingsOfRandomWorkoutsAreThoseOfDirectSums() throws {
        var random = SplitMix64(seed: 11)
        for seed in 0..<100 {
            let length = 3000.0
            var pauses: [(Double, Double)] = []
            var time = random.uniform(in: 60...900)
            while time < length - 300 {
                let end = (time + random.uniform(in: 1...200)).rounded()
                pauses.append((time.rounded(), end))
                time = end + random.uniform(in: 30...900)
            }
            var samples: [HealthSample] = []
            var spans: [(Double, Double, Double)] = []
            time = -20
            while time < length + 20 {
                // Some overlap, some leave a hole, some have no length.
                let end = time + Double(Int.random(in: 0...40, using: &random))
                let metres = random.uniform(in: 0...120)
                samples.append(sample(time, end, metres))
                spans.append((time, end, metres))
                time = end + Double(Int.random(in: -2...5, using: &random))
            }
            func metres(until moment: Double) -> Double {
                spans.reduce(0) { sum, span in
                    let (from, to, metres) = span
                    if from == to {
                        let counts =
                            from >= 0 && from < length && from <= moment
                            && !pauses.contains { $0.0 <= from && from < $0.1 }
                        return sum + (counts ? metres : 0)
                    }
                    let inside = (max(from, 0), min(to, length))
                    let all = running(inside.0, inside.1, pauses)
                    guard all > 0 else { return sum }
                    let part = running(inside.0, min(inside.1, moment), pauses)
                    return sum + metres * (inside.1 - inside.0) / (to - from) * part / all
                }
            }
            let chain = SegmentChainsTests.chains(
                workout(length, pauses: pauses), samples: samples
            ).first
            let splits = try #require(chain?.splits)
            #expect(chain?.count == Int(metres(until: length) / 1000), "seed \(seed)")
            for split in splits where !split.isPartial {
                let end = Double(split.endMs - start) / 1000
                let goal = 1000 * Double(split.index)
                // A crossing is rounded to a millisecond, in which at most 1 m is covered.
                #expect(metres(until: end - 0.001) <= goal, "seed \(seed)")
                #expect(metres(until: end + 0.001) >= goal, "seed \(seed)")
                let begin = Double(split.startMs - start) / 1000
                #expect(abs(split.durationSeconds - running(begin, end, pauses)) < 1e-6)
            }
            let rest = metres(until: length) - 1000 * Double(chain?.count ?? 0)
            #expect(abs((splits.last?.distanceMetres ?? 0) - rest) < 1e-6, "seed \(seed)")
        }
    }
}
