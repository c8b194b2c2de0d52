import Foundation
import PhysioTypes
import PracticePlans
import SessionHistory

/// Both streaks as the page shows them.
struct StreaksResponse: Encodable {
    /// The status of today.
    enum DayStatus: String, Encodable {
        /// No streak is there to keep.
        case none
        /// Today has not enough yet, and still can have.
        case open
        case active
        /// Nothing is expected today.
        case rest
    }

    struct StreakResponse: Encodable {
        let measure: String
        let length: Int
        let run: Int
        let best: Int
        let rewards: Int
        let daysToNextReward: Int?
        let today: DayStatus
        let todaySeconds: Double
        /// The time until which the streak is open, with the offset of the zone in use, such as
        /// `2026-11-25T00:00:00+01:00`.
        let openUntil: String?

        private enum CodingKeys: String, CodingKey {
            case measure, length, run, best, rewards, daysToNextReward, today, todaySeconds
            case openUntil
        }

        /// Writes nil values as null.
        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(measure, forKey: .measure)
            try values.encode(length, forKey: .length)
            try values.encode(run, forKey: .run)
            try values.encode(best, forKey: .best)
            try values.encode(rewards, forKey: .rewards)
            try values.encode(daysToNextReward, forKey: .daysToNextReward)
            try values.encode(today, forKey: .today)
            try values.encode(todaySeconds, forKey: .todaySeconds)
            try values.encode(openUntil, forKey: .openUntil)
        }
    }

    let today: String
    /// The practice time that makes a day active.
    let activeSeconds: Double
    let streaks: [StreakResponse]

    init(_ days: PracticeDays) {
        today = days.today.text
        activeSeconds = Double(days.settings.minActiveMs) / 1000
        streaks = PracticeMeasure.allCases.map { StreakResponse(Streak(days, $0), days) }
    }
}

extension StreaksResponse.StreakResponse {
    fileprivate init(_ streak: Streak, _ days: PracticeDays) {
        measure = streak.measure.rawValue
        length = streak.length
        run = streak.run
        best = streak.best
        rewards = streak.rewards
        daysToNextReward = streak.daysToNextReward
        todaySeconds = Double(days.day(days.today)?.timeMs(streak.measure) ?? 0) / 1000
        let last = days.days.last { days.isActive($0, streak.measure) }
        // After a flight to the west, the last active day may lie after today; then it is today.
        if let last, last.date >= days.today {
            today = .active
        } else if streak.openUntilMs != nil {
            today = .open
        } else {
            today = days.rest.contains(days.today) ? .rest : .none
        }
        openUntil = streak.openUntilMs.map {
            LocalTime.text(
                Date(timeIntervalSince1970: Double($0) / 1000),
                utcOffsetSeconds: 60 * days.zone.offsetMinutes($0))
        }
    }
}
