import Foundation
import PhysioTypes
import TestSupport
import Testing

@testable import PracticePlans

/// Seeded histories against a walk in Python that goes from day to day.
@Suite struct StreakReferenceTests {
    private static let zones = [
        "Europe/Berlin", "America/New_York", "Asia/Tokyo", "Pacific/Honolulu",
        "Australia/Lord_Howe", "Asia/Kathmandu",
    ]

    private struct Question: Encodable {
        struct Entry: Encodable {
            let start: Int64
            let zone: String
            let mindful: Int64
            let workout: Int64
        }
        let ask = "days"
        var zone = ""
        var dayStart = 0
        var active = 2
        var now: Int64 = 0
        var rest: [[String]] = []
        var entries: [Entry] = []
    }

    private struct Response: Decodable {
        struct Streak: Decodable {
            let length: Int
            let run: Int
            let rewards: Int
            let best: Int
            let toNext: Int?
            let openUntil: Int64?
            let changes: [String: String]
        }
        let days: [String: [Int64]]
        let future: Int
        let mindful: Streak
        let workout: Streak
    }

    /// Some weeks around a change of the clocks, with flights, rests, overlaps and late nights.
    private static func history(seed: UInt64) -> Question {
        var random = SplitMix64(seed: seed)
        // Clocks change near these: 8 and 29 March, 5 April, 4 and 25 October, 1 November 2026.
        let changes: [Int64] = [20_520, 20_541, 20_548, 20_730, 20_751, 20_758]
        let length = Int64.random(in: 10...90, using: &random)
        let begin =
            (changes.randomElement(using: &random) ?? 0)
            - Int64.random(in: 1...length, using: &random)
        let diligence = Double.random(in: 0.5...0.98, using: &random)
        let flights = Double.random(in: 0...0.3, using: &random)
        let credits: [Int64] = [0, 9_999, 59_999, 60_000, 119_999, 120_000, 900_000, 7_200_000]
        var question = Question()
        question.dayStart = [0, 0, 180, 237, 360].randomElement(using: &random) ?? 0
        question.active = [2, 2, 1, 15].randomElement(using: &random) ?? 2
        question.zone = zones.randomElement(using: &random) ?? ""
        for day in begin..<begin + length {
            if random.uniform(in: 0...1) < flights {
                question.zone = zones.randomElement(using: &random) ?? ""
            }
            if random.uniform(in: 0...1) < 0.04 {
                let first = CivilDate(dayNumber: Int(day))
                let last = first.adding(days: Int.random(in: 0...4, using: &random))
                question.rest.append([first.text, last.text])
            }
            guard random.uniform(in: 0...1) < diligence else { continue }
            var start = day * 86_400_000 + Int64.random(in: 0..<86_400_000, using: &random)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                question.entries.append(
                    .init(
                        start: start, zone: question.zone,
                        mindful: random.uniform(in: 0...1) < diligence
                            ? 1_200_000 : credits.randomElement(using: &random) ?? 0,
                        workout: credits.randomElement(using: &random) ?? 0))
                start += Int64.random(in: 0...1_000_000, using: &random)
            }
        }
        question.now =
            (begin + length) * 86_400_000 + Int64.random(in: -3...2, using: &random) * 43_200_000
        return question
    }

    private static func days(_ question: Question) throws -> PracticeDays {
        let rules = Dictionary(uniqueKeysWithValues: zones.map { ($0, ZoneRules.named($0)) })
        let entries = try question.entries.map {
            CountedEntry(
                start: try #require(rules[$0.zone]).instant($0.start), mindfulMs: $0.mindful,
                workoutMs: $0.workout, kind: .timer, origin: .own)
        }
        let rest = try question.rest.map {
            try RestRange(
                stored: #require(CivilDate($0[0])), last: #require(CivilDate($0[1])))
        }
        var random = SplitMix64(seed: 1)
        return PracticeDays(
            entries.shuffled(using: &random), rest: RestDays(rest.shuffled(using: &random)),
            settings: try DaySettings(
                dayStartMinutes: question.dayStart, activeMinutes: question.active),
            nowMs: question.now, zone: try #require(rules[question.zone]))
    }

    private static func isEqual(_ streak: Streak, _ response: Response.Streak) -> Bool {
        let changes = streak.changes.map { ($0.key.text, $0.value == .earned ? "earned" : "spent") }
        return streak.length == response.length && streak.run == response.run
            && streak.rewards == response.rewards && streak.best == response.best
            && streak.daysToNextReward == response.toNext
            && streak.openUntilMs == response.openUntil
            && Dictionary(uniqueKeysWithValues: changes) == response.changes
    }

    @Test(.enabled(if: PracticeReference.isAvailable, "skipped: install python3"))
    func aThousandHistoriesAreThoseOfTheSlowWalk() throws {
        let questions = (1...1000).map { Self.history(seed: $0) }
        let responses = try PracticeReference.responses(questions, as: Response.self)
        try #require(responses.count == questions.count)
        for (index, (question, response)) in zip(questions, responses).enumerated() {
            let days = try Self.days(question)
            let tallies = days.days.map {
                ($0.date.text, [$0.timeMs(.mindful), $0.timeMs(.workout)])
            }
            let mindful = Streak(days, .mindful)
            let workout = Streak(days, .workout)
            #expect(Dictionary(uniqueKeysWithValues: tallies) == response.days, "seed \(index + 1)")
            #expect(days.future.count == response.future, "seed \(index + 1)")
            #expect(Self.isEqual(mindful, response.mindful), "seed \(index + 1): \(mindful)")
            #expect(Self.isEqual(workout, response.workout), "seed \(index + 1): \(workout)")
        }
        // The histories are worth asking about.
        #expect(responses.contains { $0.mindful.changes.values.contains("spent") })
        #expect(responses.contains { $0.mindful.rewards == 3 })
        #expect(responses.contains { $0.future > 0 })
        #expect(responses.count { $0.mindful.openUntil != nil } > 100)
    }
}
