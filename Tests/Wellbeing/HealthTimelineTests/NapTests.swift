import HealthRecords
import PhysioTypes
import Testing

@testable import HealthTimeline

@Suite struct NapTests {
    /// A sleep between two moments of 2025-12-28 in Berlin's winter.
    private func sample(
        _ start: String, _ end: String, _ stage: SleepStage = .core
    ) -> SleepSample {
        SleepSample(
            stage, sourceIndex: watch, start: instant("2025-12-28T\(start)+01:00"),
            end: instant("2025-12-28T\(end)+01:00"))
    }

    private func recovery(of samples: [SleepSample]) -> RecoveryEntry? {
        HealthTimelineTests.recovery(
            HealthData(sources: threeSources, sleep: samples), "2025-12-28", options())
    }

    @Test(arguments: [
        ("10:00:00", "12:59:59", true), ("10:00:00", "13:00:00", false),
        ("09:59:59", "11:00:00", false), ("19:59:59", "21:00:00", true),
        ("20:00:00", "21:00:00", false),
    ])
    func aNapIsShortAndStartsByDay(start: String, end: String, isNap: Bool) throws {
        let day = try #require(recovery(of: [sample(start, end)]))
        #expect((day.sleep == nil) == isNap)
        #expect(day.naps.count == (isNap ? 1 : 0))
    }

    @Test func theSleepOfMaximumLengthIsTheNightAndTheOthersAreNaps() throws {
        let day = try #require(
            recovery(of: [
                sample("00:00:00", "04:00:00"), sample("08:00:00", "13:00:00"),
                sample("17:00:00", "17:45:00"),
            ]))
        #expect(day.sleep?.start.clockText == "08:00")
        #expect(day.sleep?.totalSeconds == 18_000)
        #expect(day.naps.map(\.start.clockText) == ["00:00", "17:00"])
    }

    @Test func ofEqualNightsTheLaterCounts() throws {
        let day = try #require(
            recovery(of: [sample("00:00:00", "02:00:00"), sample("06:00:00", "08:00:00")]))
        #expect(day.sleep?.start.clockText == "06:00")
        #expect(day.naps.map(\.start.clockText) == ["00:00"])
    }

    @Test func anEveningWithoutSleepIsLessThanAnyNight() throws {
        let day = try #require(
            recovery(of: [
                sample("01:00:00", "02:00:00"), sample("05:30:00", "09:59:00", .inBed),
            ]))
        #expect(day.sleep?.start.clockText == "01:00")
        #expect(day.naps.first?.isInBedOnly == true)
    }
}
