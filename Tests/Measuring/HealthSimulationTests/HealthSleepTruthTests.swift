import HealthSimulation
import Testing

/// The nights of the truth against a sweep over the written samples, second by second.
@Suite struct HealthSleepTruthTests {
    private struct Sample {
        var stage: String
        var source: String
        var start: Int
        var end: Int
    }

    private struct Night: Equatable, CustomStringConvertible {
        var start: Int
        var end: Int
        var seconds: [String: Int]
        var inBed: Int

        var description: String { "\(start)-\(end) \(seconds.sorted { $0.key < $1.key }) \(inBed)" }
    }

    private static let sleepRecord = #"Record type="HKCategoryTypeIdentifierSleepAnalysis""#

    private static let ranks = [
        "Awake", "AsleepREM", "AsleepDeep", "AsleepCore", "AsleepUnspecified", "Asleep",
    ]

    private static func samples(_ scan: XMLScan) -> [Sample] {
        scan.all("HKCategoryTypeIdentifierSleepAnalysis").compactMap { element in
            let attributes = element.attributes
            guard let value = attributes["value"],
                let start = XMLScan.seconds(attributes["startDate"] ?? ""),
                let end = XMLScan.seconds(attributes["endDate"] ?? "")
            else { return nil }
            return Sample(
                stage: String(value.dropFirst("HKCategoryValueSleepAnalysis".count)),
                source: attributes["sourceName"] ?? attributes["source"] ?? "", start: start,
                end: end)
        }
    }

    /// Samples with at most 3 h between one and the latest end before it.
    private static func blocks(_ samples: [Sample]) -> [[Sample]] {
        var blocks: [[Sample]] = []
        var latest = Int.min
        for sample in samples.sorted(by: { $0.start < $1.start }) {
            if blocks.isEmpty || sample.start > latest + 3 * 3600 { blocks.append([]) }
            blocks[blocks.count - 1].append(sample)
            latest = max(latest, sample.end)
        }
        return blocks
    }

    private static func rank(_ source: String) -> Int {
        source.contains("Watch") ? 0 : source.contains("iPhone") ? 2 : 1
    }

    /// The whole of health.md 3.2 and 3.3, one second after the other.
    private static func night(_ block: [Sample]) -> Night {
        let first = block.map(\.start).min() ?? 0
        let count = (block.map(\.end).max() ?? 0) - first
        let sleeping = block.filter { $0.stage != "InBed" }
        let leader = sleeping.map(\.source).min { rank($0) < rank($1) }
        var own = [String?](repeating: nil, count: count)
        var other = own
        var inBed = [Bool](repeating: false, count: count)
        for sample in block {
            for second in (sample.start - first)..<(sample.end - first) {
                if sample.stage == "InBed" {
                    inBed[second] = true
                } else if sample.source == leader {
                    own[second] = first2(own[second], sample.stage)
                } else {
                    other[second] = first2(other[second], sample.stage)
                }
            }
        }
        var counted = own
        var second = 0
        while second < count {
            var end = second
            while end < count, own[end] == nil, other[end] != nil { end += 1 }
            if end - second >= 30 * 60 {
                counted.replaceSubrange(second..<end, with: other[second..<end])
            }
            second = max(end, second + 1)
        }
        var seconds: [String: Int] = [:]
        for stage in counted { if let stage { seconds[stage, default: 0] += 1 } }
        let marks = counted.indices.filter {
            sleeping.isEmpty ? inBed[$0] : counted[$0] != nil
        }
        return Night(
            start: first + (marks.first ?? 0), end: first + (marks.last ?? 0) + 1, seconds: seconds,
            inBed: inBed.indices.count { inBed[$0] || counted[$0] != nil })
    }

    private static func first2(_ a: String?, _ b: String) -> String {
        guard let a else { return b }
        let rank = (ranks.firstIndex(of: a) ?? 9, ranks.firstIndex(of: b) ?? 9)
        return rank.0 <= rank.1 ? a : b
    }

    private static func expected(
        _ sleep: SimulatedHealth.Sleep, _ era: HealthSimulation.Era
    ) -> Night {
        let names: [SimulatedStage: String] = [
            .awake: "Awake", .rem: "AsleepREM", .deep: "AsleepDeep", .core: "AsleepCore",
            .unspecified: era.rawValue < 16 ? "Asleep" : "AsleepUnspecified",
        ]
        var seconds: [String: Int] = [:]
        for (stage, value) in sleep.seconds where value > 0 {
            if let name = names[stage] { seconds[name] = value }
        }
        return Night(
            start: Int(sleep.startMs / 1000), end: Int(sleep.endMs / 1000), seconds: seconds,
            inBed: sleep.inBedSeconds)
    }

    @Test(arguments: HealthSimulation.Era.allCases, [1, 2] as [UInt64])
    func nightsAndNapsEqualASweepOverTheFile(era: HealthSimulation.Era, seed: UInt64) {
        let simulation = HealthFixture.simulation(seed: seed, days: 60, era: era)
        let truth = simulation.truth()
        let scan = XMLScan(HealthFixture.bytes(simulation), startingWith: Self.sleepRecord)
        let found = Self.blocks(Self.samples(scan)).map(Self.night)
        let planned = (truth.nights + truth.naps).sorted { $0.startMs < $1.startMs }
            .map { Self.expected($0, era) }
        #expect(found.count == planned.count)
        for (a, b) in zip(found.sorted { $0.start < $1.start }, planned) { #expect(a == b) }
        #expect(truth.nights.count > 45 && truth.naps.count > 2)
        let kinds = Set(truth.nights.map(\.leader))
        #expect(kinds.count >= 2, "\(kinds)")
    }

    @Test func holesAreFilledFromThirtyMinutesOn() {
        let truth = HealthFixture.simulation(seed: 5, days: 200).truth()
        let filled = truth.nights.filter { night in
            night.leader == .watch && night.pieces.contains { $0.device == .sleepApp }
        }
        #expect(filled.count > 5)
        for piece in filled.flatMap(\.pieces) where piece.device == .sleepApp {
            #expect(piece.endMs - piece.startMs >= 30 * 60_000)
        }
    }

    @Test func aNightBelongsToTheDateOnTheWall() {
        var simulation = HealthFixture.simulation(seed: 3, days: 30)
        let first = simulation.lastDay - 20
        simulation.trips = [
            .init(zone: HealthFixture.tokyo, firstDay: first, dayCount: 6),
            .init(zone: HealthFixture.honolulu, firstDay: first + 6, dayCount: 6),
        ]
        let truth = simulation.truth()
        #expect(Set(truth.nights.map(\.date)).count == truth.nights.count)
        let away = truth.nights.filter { $0.date >= first && $0.date < first + 6 }
        #expect(away.count >= 4 && away.allSatisfy { $0.endOffsetMinutes == 540 })
        for night in truth.nights {
            let wall = night.endMs + Int64(night.endOffsetMinutes) * 60_000
            let hour = Int(wall % 86_400_000) / 3_600_000
            #expect((4...11).contains(hour), "\(HealthCalendar.text(night.date)) \(hour)")
        }
    }

    @Test func withoutBeatsOrNamesOfZonesOnlyTheHomeIsKnown() {
        var simulation = HealthFixture.simulation(seed: 3, days: 30, era: .ios8)
        simulation.trips = [
            .init(zone: HealthFixture.tokyo, firstDay: simulation.lastDay - 20, dayCount: 6)
        ]
        #expect(simulation.truth().nights.allSatisfy { $0.endOffsetMinutes <= 120 })
        simulation.offsetStyle = .local
        #expect(simulation.truth().nights.contains { $0.endOffsetMinutes == 540 })
    }
}
