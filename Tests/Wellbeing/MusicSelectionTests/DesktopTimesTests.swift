import Testing

@testable import MusicSelection

@Suite struct DesktopTimesTests {
    /// Reports at 0, 30, 60, 300 and 330 s; now is 345 s. Mail holds for 60 s, the editor from 60 s for a minute at most, what
    /// came at 300 s for 30 s, and the idle one for 15 s.
    @Test func aReportHoldsUntilTheNextOneButNoLongerThanAMinute() {
        func report(_ seconds: Double, _ category: String?, idle: Double = 0) -> DesktopReport {
            DesktopReport(timeSeconds: seconds, category: category, idleSeconds: idle)
        }
        let reports = [
            report(330, "social", idle: 300), report(0, "Social"), report(30, "social"),
            report(60, "productivity"), report(300, nil), report(400, "later"),
        ]
        let times = DesktopTimes(reports, nowSeconds: 345)
        #expect(
            times.secondsByCategory == [
                "social": 60, "productivity": 60, "other": 30, "idle": 15,
            ])
        #expect(times.minutes.map(\.category) == ["productivity", "social", "other", "idle"])
        #expect(times.minutes.map(\.minutes) == [1, 1, 0.5, 0.25])
        #expect(DesktopTimes([], nowSeconds: 0).secondsByCategory.isEmpty)
    }

    /// The report of 100 s is half an hour old and left out, the one of 1900 s has lasted for nothing yet.
    @Test func onlyTheLastHalfHourCounts() {
        let reports = [100.0, 101, 1900].map {
            DesktopReport(timeSeconds: $0, category: "creative")
        }
        let times = DesktopTimes(reports, nowSeconds: 1900)
        #expect(times.secondsByCategory == ["creative": 60])
    }
}
