import PhysioTypes
import Testing

@testable import PracticePlans

@Suite struct ReminderSuggestionTests {
    @Test func theUsualTimeIsTheMedianOfFourWeeks() throws {
        let day: Int64 = 86_400_000
        let midnight = 20_600 * day
        func days(_ minutes: [(daysBack: Int64, minute: Int64)], dayStart: Int = 0) throws
            -> PracticeDays
        {
            PracticeDays(
                minutes.map {
                    CountedEntry(
                        start: CivilInstant(
                            unixMs: midnight - $0.daysBack * day + $0.minute * 60_000,
                            offsetMinutes: 0), mindfulMs: 60_000, workoutMs: 0, kind: .timer,
                        origin: .own)
                }, settings: try DaySettings(dayStartMinutes: dayStart), nowMs: midnight + day - 1,
                zone: .fixed(0))
        }
        #expect(try days([]).suggestedTime() == nil)
        #expect(try days([(1, 400), (2, 420), (3, 1000)]).suggestedTime()?.text == "07:00")
        #expect(try days([(1, 400), (2, 420)]).suggestedTime()?.text == "06:50")
        #expect(try days([(27, 400), (28, 900)]).suggestedTime()?.text == "06:40")
        // 23:50 and 00:30 of the same evening lie around midnight.
        #expect(try days([(1, 1430), (2, 30)], dayStart: 180).suggestedTime()?.text == "00:10")
    }
}
