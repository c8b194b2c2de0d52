import Foundation
import TestSupport
import Testing

@testable import SessionDashboard

/// The values of the log that the screen Practice shows.
@Suite(.timeLimit(.minutes(1))) struct PracticeGoalFeatureTests {
    /// The log on Tuesday 24 November: 20 min on Monday and 39 min 59 s today, of 30 min on 3 days.
    @Test func theGoalAndTheMilestonesAreThoseOfTheLog() async throws {
        let page = try PracticeLogPage()
        let none = try await page.call(.GET, "goal")
        #expect(none.object["goal"] == nil && none.object["newest"] == nil)
        #expect(none.list("next").map { $0["number"] as? Int } == [1, 7])
        try await page.add("2026-11-23T07:00", minutes: 20)
        try await page.add("2026-11-24T07:00", minutes: 39.983)
        let settings = #"{"goalMinutes":30,"goalDays":3}"#
        #expect(try await page.call(.PUT, "settings", settings).status == .ok)
        let found = try await page.call(.GET, "goal")
        let goal = try #require(found.object["goal"] as? [String: Any])
        #expect(goal["requiredSeconds"] as? Double == 1800 && goal["isTodayMet"] as? Bool == true)
        #expect(goal["metDayCount"] as? Int == 1 && goal["daysPerWeek"] as? Int == 3)
        // 59.983 min are no hour; 15 s more are.
        #expect(found.object["newest"] == nil)
        try await page.add("2026-11-24T09:00", minutes: 1)
        let newest = try #require(
            try await page.call(.GET, "goal").object["newest"] as? [String: Any])
        #expect(newest["number"] as? Int == 1 && newest["date"] as? String == "2026-11-24")
    }

    @Test func theLastPracticeHasItsPlan() async throws {
        let page = try PracticePage()
        #expect(try await page.call(.GET, "/last").practice == nil)
        let sit = """
            {"title": "Evening", "plan": {"version": 1, "kind": "timer", "prepare": 0, "phase1": 600, \
            "phase2": 60, "bells": [{"at": 2.5}]}}
            """
        _ = try await page.call(.POST, "", sit)
        page.clock.pass(30)
        _ = try await page.call(.POST, "/end")
        _ = try await page.wait { $0 == nil }
        let last = try #require(try await page.call(.GET, "/last").practice)
        #expect(last["title"] as? String == "Evening" && last["kind"] as? String == "timer")
        let plan = try #require(last["plan"] as? [String: Any])
        #expect(plan["phase1"] as? Double == 600 && plan["phase2"] as? Double == 60)
        #expect(plan["bells"] as? [[String: Double]] == [["at": 2.5]])
        await page.close()
    }
}
