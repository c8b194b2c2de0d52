import HealthRecords
import TestSupport
import Testing

@testable import HealthTimeline

/// Nights recomputed second by second, by counting.
@Suite struct NightSweepTests {
    static let origin = ms("2025-12-27T19:00:00+01:00")
    static let seconds = 14 * 3600
    static let sources = [
        HealthSource(name: "Phone", kind: .phone), HealthSource(name: "Ring", kind: .other),
        HealthSource(name: "Watch", kind: .watch), HealthSource(name: "App", kind: .other),
    ]

    /// A sample in seconds from the origin.
    struct Sample {
        let stage: SleepStage
        let source: Int
        let start: Int
        let end: Int
    }

    /// The result of the sweep for a block.
    struct Swept: Equatable {
        var seconds: [SleepStage: Int] = [:]
        var inBed = 0
        var first: Int?
        var last: Int?
        var leader = 0
        var isInBedOnly = false
    }

    static func samples(_ random: inout SplitMix64) -> [Sample] {
        var samples: [Sample] = []
        for source in sources.indices where Bool.random(using: &random) || source == 2 {
            let stages: [SleepStage] =
                Bool.random(using: &random)
                ? [.awake, .rem, .core, .deep, .inBed] : [.unspecified, .inBed, .awake]
            var time = Int.random(in: 0..<4 * 3600, using: &random)
            while time < seconds - 10 {
                let length = Int.random(in: 1...5400, using: &random)
                let end = min(seconds, time + length)
                if let stage = stages.randomElement(using: &random) {
                    samples.append(Sample(stage: stage, source: source, start: time, end: end))
                }
                // Mostly on, sometimes back, sometimes after a long pause.
                switch Int.random(in: 0..<12, using: &random) {
                case 0: time = max(0, end - Int.random(in: 0...1800, using: &random))
                case 1: time = end + Int.random(in: 0...16_000, using: &random)
                case 2: time = end + 10_800 + Int.random(in: -1...1, using: &random)
                default: time = end + Int.random(in: 0...60, using: &random)
                }
            }
        }
        return samples
    }

    /// Blocks by counting uncovered seconds: more than 10,800 in a row part two.
    static func blocks(_ samples: [Sample]) -> [[Sample]] {
        var isCovered = [Bool](repeating: false, count: seconds)
        for sample in samples { for time in sample.start..<sample.end { isCovered[time] = true } }
        var block = 0
        var uncovered = 0
        var number = [Int](repeating: 0, count: seconds)
        for time in 0..<seconds {
            if isCovered[time] {
                if uncovered > 10_800 { block += 1 }
                uncovered = 0
            } else {
                uncovered += 1
            }
            number[time] = block
        }
        // An uncovered beginning is no pause.
        return Dictionary(grouping: samples) { number[$0.start] }.sorted { $0.key < $1.key }
            .map(\.value)
    }

    static func sweep(_ samples: [Sample]) -> Swept {
        let order: [SleepStage] = [.awake, .rem, .deep, .core, .unspecified]
        var said: [Int: [SleepStage?]] = [:]
        var hasAny: [Int: [Bool]] = [:]
        var bed = [Bool](repeating: false, count: seconds)
        for source in Set(samples.map(\.source)) {
            var stages = [SleepStage?](repeating: nil, count: seconds)
            var any = [Bool](repeating: false, count: seconds)
            for sample in samples where sample.source == source {
                for time in sample.start..<sample.end {
                    any[time] = true
                    if sample.stage == .inBed {
                        bed[time] = true
                    } else if let old = stages[time], let a = order.firstIndex(of: old),
                        let b = order.firstIndex(of: sample.stage), a <= b
                    {
                        continue
                    } else {
                        stages[time] = sample.stage
                    }
                }
            }
            said[source] = stages
            hasAny[source] = any
        }
        let ranked = ranks(samples, said)
        var swept = Swept(leader: ranked[0])
        var counted = said[ranked[0]] ?? []
        for source in ranked.dropFirst() {
            var run: [Int] = []
            for time in 0...seconds {
                if time < seconds, said[source]?[time] != nil, hasAny[ranked[0]]?[time] == false {
                    run.append(time)
                    continue
                }
                if run.count >= 1800 {
                    for time in run where counted[time] == nil {
                        counted[time] = said[source]?[time]
                    }
                }
                run = []
            }
        }
        swept.isInBedOnly = counted.allSatisfy { $0 == nil }
        for time in 0..<seconds {
            if let stage = counted[time] { swept.seconds[stage, default: 0] += 1 }
            if bed[time] || counted[time] != nil { swept.inBed += 1 }
            guard counted[time] != nil || swept.isInBedOnly && bed[time] else { continue }
            swept.first = swept.first ?? time
            swept.last = time + 1
        }
        return swept
    }

    private static func ranks(_ samples: [Sample], _ said: [Int: [SleepStage?]]) -> [Int] {
        func key(_ source: Int) -> [Int] {
            let own = samples.filter { $0.source == source }
            let asleep = SleepStage.allCases.filter { $0 != .awake && $0 != .inBed }
            let isStaged = own.contains { [.rem, .core, .deep].contains($0.stage) }
            // Awake over asleep of one source is still time of a sample asleep.
            var seconds = [Bool](repeating: false, count: Self.seconds)
            for sample in own where asleep.contains(sample.stage) {
                for time in sample.start..<sample.end { seconds[time] = true }
            }
            return [
                own.allSatisfy { $0.stage == .inBed } ? 1 : 0, isStaged ? 0 : 1,
                sources[source].kind.rawValue, -seconds.count { $0 },
            ]
        }
        return said.keys.map { ($0, key($0)) }.sorted {
            $0.1 != $1.1
                ? $0.1.lexicographicallyPrecedes($1.1) : sources[$0.0].name < sources[$1.0].name
        }.map(\.0)
    }

    @Test func twoHundredRandomNightsAreThoseOfASweep() {
        var random = SplitMix64(seed: 25)
        for night in 0..<200 {
            let samples = Self.samples(&random)
            func moment(_ time: Int) -> HealthInstant {
                HealthInstant(unixMs: Self.origin + 1000 * Int64(time))
            }
            let data = HealthData(
                sources: Self.sources,
                sleep: samples.map {
                    SleepSample(
                        $0.stage, sourceIndex: $0.source, start: moment($0.start),
                        end: moment($0.end))
                })
            let ranking = SourceRanking(data)
            let clock = WallClock(data, options: options())
            let found = SleepBlock.blocks(of: data.sleep).compactMap {
                NightBuilder($0, ranking: ranking, clock: clock).entry()
            }.map(Self.figures)
            let expected = Self.blocks(samples).map(Self.sweep)
            guard found == expected else {
                Issue.record("night \(night): \(found) is not \(expected)")
                return
            }
        }
    }

    private static func figures(_ entry: SleepEntry) -> Swept {
        var figures = Swept(leader: entry.sourceIndex, isInBedOnly: entry.isInBedOnly)
        let stages: [(SleepStage, Double)] = [
            (.awake, entry.awakeSeconds), (.rem, entry.remSeconds), (.core, entry.coreSeconds),
            (.deep, entry.deepSeconds), (.unspecified, entry.unspecifiedSeconds),
        ]
        for (stage, seconds) in stages where seconds > 0 { figures.seconds[stage] = Int(seconds) }
        figures.inBed = Int(entry.inBedSeconds)
        figures.first = Int((entry.start.unixMs - origin) / 1000)
        figures.last = Int((entry.end.unixMs - origin) / 1000)
        return figures
    }
}
