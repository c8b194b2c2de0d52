import Foundation
import HealthRecords
import TestSupport
import Testing

@testable import HealthTimeline

@Suite struct SegmentChainsTests {
    /// The example of the rules: kilometres and miles of a run of 4101 m, interleaved.
    static func segment(_ clock: String, _ minutes: Double) -> WorkoutPart {
        WorkoutPart(
            .segment, startMs: ms("2025-12-28T\(clock)+01:00"), durationSeconds: minutes * 60)
    }

    static let example = [
        segment("18:44:41", 7.332), segment("18:44:41", 11.955), segment("18:52:01", 7.277),
        segment("18:56:38", 11.129), segment("18:59:18", 7.020), segment("19:06:19", 6.891),
        segment("19:07:46", 6.121),
    ]

    /// A run with parts.
    static func run(
        _ parts: [WorkoutPart], metres: Double?, seconds: Double = 1752,
        pauses: [WorkoutPause] = []
    ) -> HealthWorkout {
        let start = ms("2025-12-28T18:44:41+01:00")
        return HealthWorkout(
            sourceIndex: watch, type: "HKWorkoutActivityTypeRunning",
            start: HealthInstant(unixMs: start),
            end: HealthInstant(unixMs: start + Int64(seconds * 1000)), distanceMetres: metres,
            pauses: pauses, parts: parts)
    }

    static func chains(
        _ workout: HealthWorkout, units: TimelineOptions.Units = .metric,
        sources: [HealthSource] = threeSources, samples: [HealthSample] = []
    ) -> [SplitChain] {
        var options = options()
        options.units = units
        let data = HealthData(sources: sources, samples: samples)
        return WorkoutEntryBuilder(
            ranking: SourceRanking(data), index: SampleIndex(samples),
            clock: WallClock(data, options: options), options: options
        ).entry(workout).chains
    }

    @Test func theExampleIsFourKilometresAndThreeMiles() throws {
        let chains = Self.chains(Self.run(Self.example, metres: 4101))
        try #require(chains.map(\.kind) == [.kilometres, .miles])
        let minutes = chains.map { $0.splits.map { $0.durationSeconds / 60 } }
        #expect(minutes == [[7.332, 7.277, 7.020, 6.891], [11.955, 11.129, 6.121]])
        #expect(chains.map(\.count) == [4, 2])
        #expect(chains[0].splits.allSatisfy { $0.distanceMetres == 1000 && !$0.isPartial })
        #expect(chains[1].splits.map(\.isPartial) == [false, false, true])
        let rest = try #require(chains[1].splits[2].distanceMetres)
        #expect(abs(rest - (4101 - 2 * 1609.344)) < 1e-9)
    }

    @Test func imperialUnitsPutMilesFirst() {
        let chains = Self.chains(Self.run(Self.example, metres: 4101), units: .imperial)
        #expect(chains.map(\.kind) == [.miles, .kilometres])
    }

    @Test func theOrderInTheFileDoesNotMatter() {
        let forward = Self.chains(Self.run(Self.example, metres: 4101))
        #expect(Self.chains(Self.run(Self.example.reversed(), metres: 4101)) == forward)
    }

    @Test func withoutADistanceChainsAreSegments() {
        let chains = Self.chains(Self.run(Self.example, metres: nil))
        #expect(chains.map(\.kind) == [.segments, .segments])
        #expect(chains.map(\.count) == [4, 3])
        #expect(chains.allSatisfy { $0.splits.allSatisfy { $0.distanceMetres == nil } })
    }

    @Test func aChainThatFitsNoUnitIsSegments() {
        #expect(
            Self.chains(Self.run(Self.example, metres: 9000)).map(\.kind) == [.segments, .segments])
    }

    @Test(arguments: [
        // One split of 1700 m in 700 s, and none of a second: a unit by its pace alone.
        (1700.0, [400.0, 300], SplitChain.Kind.kilometres), (1700, [650, 50], .miles),
        // Only a kilometre fits two splits of 1500 m.
        (1500, [300, 300], .kilometres),
    ])
    func whereBothUnitsFitThePaceDecides(
        metres: Double, seconds: [Double], kind: SplitChain.Kind
    ) {
        var start = ms("2025-12-28T18:44:41+01:00")
        let parts = seconds.map { length in
            defer { start += Int64(length * 1000) }
            return WorkoutPart(.segment, startMs: start, durationSeconds: length)
        }
        let total = seconds.reduce(0, +)
        #expect(Self.chains(Self.run(parts, metres: metres, seconds: total)).map(\.kind) == [kind])
    }

    @Test func anEventMoreThanASecondOffBeginsAChain() {
        func count(_ second: String) -> Int {
            SegmentChains([Self.segment("18:00:00", 5), Self.segment(second, 5)]).chains.count
        }
        #expect(count("18:05:01") == 1)
        #expect(count("18:04:59") == 1)
        #expect(count("18:05:02") == 2)
        #expect(count("18:04:58") == 2)
        #expect(SegmentChains([WorkoutPart(.segment, startMs: 0)]).chains.isEmpty)
    }

    /// Returns the chains as the rules define them, with a search of all chains for each segment.
    private static func definition(_ parts: [WorkoutPart]) -> [[SegmentChains.Segment]] {
        var chains: [[SegmentChains.Segment]] = []
        let segments = parts.compactMap(SegmentChains.Segment.init)
        for segment in segments.sorted(by: { ($0.startMs, $0.endMs) < ($1.startMs, $1.endMs) }) {
            let distances = chains.map { abs(($0.last?.endMs ?? 0) - segment.startMs) }
            if let nearest = distances.filter({ $0 <= 1000 }).min(),
                let index = distances.firstIndex(of: nearest)
            {
                chains[index].append(segment)
            } else {
                chains.append([segment])
            }
        }
        return chains
    }

    @Test func chainsAreThoseOfTheRules() {
        var random = SplitMix64(seed: 8)
        for _ in 0..<300 {
            let parts = (0..<Int.random(in: 0...60, using: &random)).map { _ in
                let start = 500 * Int64.random(in: 0...60, using: &random)
                return WorkoutPart(
                    .segment, startMs: start,
                    endMs: start + 500 * Int64.random(in: 1...20, using: &random))
            }
            #expect(SegmentChains(parts).chains == Self.definition(parts))
        }
    }

    /// Segments that all begin a chain and end together: where each one is compared with all others, ten times as many
    /// take a hundred times as long.
    @Test func manyOpenChainsNeedTimeInProportion() {
        func seconds(_ count: Int) -> Double {
            let end = Int64(count) * 2000 + 100_000
            let parts = (0..<count).map {
                WorkoutPart(.segment, startMs: Int64($0) * 2000, endMs: end)
            }
            // Of this thread alone: what else the machine does takes none of it.
            return (0..<3).map { _ in
                let start = threadSeconds()
                #expect(SegmentChains(parts).chains.count == count)
                return threadSeconds() - start
            }.min() ?? 0
        }
        #expect(seconds(15_000) < 40 * seconds(1500))
    }

    /// Time that this thread had the processor; s.
    private func threadSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test func lapsWithALengthCountAsTheyAre() {
        let start = ms("2025-12-28T18:44:41+01:00")
        let laps = [
            WorkoutPart(.lap, startMs: start, endMs: start + 60_000, distanceMetres: 50),
            WorkoutPart(.lap, startMs: start + 70_000, durationSeconds: 65, distanceMetres: 50),
        ]
        let chains = Self.chains(Self.run(laps + Self.example, metres: 4101))
        #expect(chains.map(\.kind) == [.laps, .kilometres, .miles])
        #expect(chains[0].splits.map(\.durationSeconds) == [60, 65])
        #expect(chains[0].splits[0].speedMetresPerSecond == 50.0 / 60)
        #expect(Self.chains(Self.run([laps[0]], metres: nil)).map(\.count) == [1])
        let fit = [HealthSource(origin: .fit, name: "activity")]
        #expect(Self.chains(Self.run([laps[0]], metres: nil), sources: fit).isEmpty)
        #expect(Self.chains(Self.run(laps, metres: nil), sources: fit).map(\.count) == [2])
    }

    @Test func lapsWithoutALengthAreBoundaries() {
        let start = ms("2025-12-28T18:44:41+01:00")
        let marks = [300, 700].map { WorkoutPart(.lap, startMs: start + $0 * 1000) }
        let pause = WorkoutPause(startMs: start + 100_000, endMs: start + 130_000)
        let chains = Self.chains(Self.run(marks, metres: nil, seconds: 1000, pauses: [pause]))
        #expect(chains.map(\.kind) == [.laps])
        #expect(chains.first?.splits.map(\.durationSeconds) == [270, 400, 300])
        #expect(chains.first?.splits.map(\.isPartial) == [false, false, true])
    }

    /// Each lap in a pool has the distance divided by the number of laps; in other workouts, and
    /// where no pool is so long, none has.
    @Test(arguments: [
        ("HKWorkoutActivityTypeSwimming", 1000.0, 25.0),
        ("HKWorkoutActivityTypeSwimming", 4000, nil),
        ("HKWorkoutActivityTypeRunning", 1000, nil), ("sport 5", 1000, 25),
    ]) func lapsOfAPoolHaveADistance(type: String, metres: Double, lapMetres: Double?) {
        let start = ms("2025-12-28T18:44:41+01:00")
        let laps = (0..<40).map {
            WorkoutPart(.lap, startMs: start + $0 * 40_000, durationSeconds: 30)
        }
        var swim = Self.run(laps, metres: metres, seconds: 1600)
        swim.type = type
        let splits = Self.chains(swim).first?.splits ?? []
        #expect(splits.map(\.distanceMetres) == [Double?](repeating: lapMetres, count: 40))
        #expect(splits.first?.speedMetresPerSecond == lapMetres.map { $0 / 30 })
        // Boundaries alone: the last of them ends the workout.
        swim.parts = (1...40).map { WorkoutPart(.lap, startMs: start + $0 * 40_000) }
        let bounded = Self.chains(swim).first?.splits ?? []
        #expect(bounded.map(\.distanceMetres) == [Double?](repeating: lapMetres, count: 40))
        // What the file states of a lap counts; what follows the last boundary is no lap.
        swim.parts = (1...4).map {
            WorkoutPart(.lap, startMs: start + $0 * 40_000, distanceMetres: 50)
        }
        let stated = Self.chains(swim).first?.splits ?? []
        #expect(stated.map(\.distanceMetres) == [50, 50, 50, 50, nil])
        #expect(stated.map(\.isPartial) == [false, false, false, false, true])
    }

    /// The workout ends 1000 s after its start; its last boundary is at the end, or up to 1 s before.
    @Test(arguments: [1000, 999]) func aBoundaryAtTheEndClosesTheLastLap(second: Int64) {
        let start = ms("2025-12-28T18:44:41+01:00")
        let marks = [300, second].map { WorkoutPart(.lap, startMs: start + $0 * 1000) }
        let chains = Self.chains(Self.run(marks, metres: nil, seconds: 1000))
        #expect(chains.first?.splits.map(\.durationSeconds) == [300, 700])
        #expect(chains.first?.splits.map(\.isPartial) == [false, false])
    }

    @Test func twoActivitiesAreAChainAndTheEndlessOneEndsWithTheWorkout() {
        let start = ms("2025-12-28T18:44:41+01:00")
        let swim = WorkoutPart(.activity, startMs: start, endMs: start + 600_000)
        let ride = WorkoutPart(.activity, startMs: start + 660_000)
        let workout = Self.run([swim, ride], metres: nil, seconds: 1800)
        let chains = Self.chains(workout)
        #expect(chains.map(\.kind) == [.activities])
        #expect(chains.first?.splits.map(\.durationSeconds) == [600, 1140])
        #expect(chains.first?.splits.last?.endMs == workout.end.unixMs)
        #expect(Self.chains(Self.run([swim], metres: nil)).isEmpty)
    }
}
