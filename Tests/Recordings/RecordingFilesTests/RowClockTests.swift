import PhysioTypes
import TestSupport
import Testing

@testable import RecordingFiles

/// The start of a recording, and its clock, as stamps state them.
@Suite struct RowClockTests {
    /// Intervals in ms that no step of a clock makes.
    private static let intervals: [Int] = {
        var random = SplitMix64(seed: 57)
        return (0..<300).map { _ in Int.random(in: 780...840, using: &random) }
    }()

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// A date by whole-number arithmetic: ms since the midnight that begins 28 March 2026.
    private static func date(_ ms: Int, _ zone: String = "") -> String {
        let (day, rest) = ms.quotientAndRemainder(dividingBy: 86_400_000)
        let time = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map(two)
        let fraction = rest % 1000
        let zeros = fraction < 10 ? "00" : fraction < 100 ? "0" : ""
        return "2026-03-\(28 + day)T\(time.joined(separator: ":")).\(zeros)\(fraction)\(zone)"
    }

    private static func text(_ head: String, _ stamp: (Int) -> String) -> String {
        var ms = 0
        return head + "\n"
            + intervals.map { interval in
                ms += interval
                return "\(stamp(ms)),\(interval)"
            }.joined(separator: "\n")
    }

    /// 28 March 2026, 20:00 UTC; ms.
    private static let epochMs = 1_774_728_000_000
    private static let evening = 20 * 3_600_000

    /// Beat times and days of a spreadsheet of which one is beyond any calendar.
    @Test func timesBeyondAnyCalendarAreNoDates() throws {
        let beats = (0..<20).map { "\(300_000_000_000_000_000_000.0 + Double($0))" }
        let first = "333333333333333333337624\n" + beats.joined(separator: "\n")
        #expect(throws: RecordingError.self) {
            var reader = RRTextReader(
                options: RRTextOptions(), fileName: nil, format: RecordingFormat.beatTimes)
            try reader.consume(Array(first.utf8))
            _ = try reader.finish()
        }
        var days = 46_000.0
        let rows = Self.intervals.enumerated().map { index, interval -> String in
            days += Double(interval) / 86_400_000
            return "\(index == 290 ? 3e24 : days);\(interval)"
        }
        let read = try TextReading.read("date;rr\n" + rows.joined(separator: "\n"))
        var truth = Self.intervals.map(Double.init)
        truth.remove(at: 290)
        #expect(read.rr.intervalsMs == truth)
        #expect(read.notices.map(\.code).contains("bad_rr"))
    }

    @Test func everyKindOfStampGivesTheSameBeats() throws {
        func seconds(_ ms: Int) -> String {
            "\(ms / 1000)." + String(1000 + ms % 1000).dropFirst()
        }
        let plain = try TextReading.read(
            Self.intervals.map { "\($0)" }.joined(separator: "\n"))
        let kinds: [(text: String, start: String?)] = [
            (Self.text("time,rr") { seconds($0) }, nil),
            (Self.text("time,rr") { seconds($0 + 500_000) }, nil),
            (Self.text("time,rr") { "\($0 + 37_123)" }, nil),
            (Self.text("timestamp,rr") { seconds($0 + Self.epochMs) }, "2026-03-28T20:00:00Z"),
            (Self.text("timestamp,rr") { "\($0 + Self.epochMs)" }, "2026-03-28T20:00:00Z"),
            (Self.text("date,rr") { Self.date($0 + Self.evening) }, "2026-03-28T20:00:00"),
            (Self.text("date,rr") { Self.date($0 + Self.evening, "Z") }, "2026-03-28T20:00:00Z"),
            (
                Self.text("date,rr") { Self.date($0 + Self.evening, "+01:00") },
                "2026-03-28T20:00:00+01:00"
            ),
        ]
        for (text, start) in kinds {
            let recording = try TextReading.read(text)
            #expect(recording.rr == plain.rr, "\(text.prefix(40))")
            #expect(recording.startDate == start)
            #expect(recording.clockChanges.isEmpty)
        }
    }

    @Test func anElapsedClockThatStartedWithTheRecordingIsUsed() throws {
        let recording = try TextReading.read("time,rr\n1.2,800\n2.0,800\n2.81,810\n")
        #expect(abs(recording.rr.startSeconds - 0.4) < 1e-12)
        #expect(recording.notices.isEmpty)
    }

    @Test func aLaterStartIsStated() throws {
        let recording = try TextReading.read("time,rr\n500.8,800\n501.6,800\n502.41,810\n")
        #expect(recording.rr.startSeconds == 0 && recording.rr.endSeconds == 2.41)
        #expect(recording.recipe["input_start_s"] == .number(500))
        #expect(recording.notices.map(\.code) == ["start_time"])
    }

    @Test func aColumnOfDatesBesideElapsedTimesIsTheClock() throws {
        // HRV Logger cuts its dates to whole seconds.
        let text = Self.text("date,rr,since start") { Self.date($0 + Self.evening) }
        var ms = 0
        let lines = text.split(separator: "\n").enumerated().map { index, line -> String in
            guard index > 0 else { return String(line) }
            ms += Self.intervals[index - 1]
            let cells = line.split(separator: ",")
            let date = cells[0].prefix(19).split(separator: "T").joined(separator: " ")
            return "\(date) +0100,\(cells[1]),\(Double(ms) / 1000)"
        }
        let recording = try TextReading.read(lines.joined(separator: "\n"))
        #expect(recording.format == "hrv-logger")
        let start = try #require(recording.startDate.flatMap { TimeOfDay(start: $0) })
        // The latest of 75 starts, each up to a second early.
        #expect(start.seconds > 72_000 - 0.1 && start.seconds <= 72_000)
    }

    // MARK: Summer time

    /// Dates of a clock that jumps `jump` hours at an hour, from two minutes before it on.
    private static func changing(hour: Int, jump: Int, zone: (Bool) -> String) -> String {
        text("date,rr") { ms in
            let begin = 86_400_000 + hour * 3_600_000 - 120_000
            let isAfter = ms >= 120_000
            return date(begin + ms + (isAfter ? jump * 3_600_000 : 0), zone(isAfter))
        }
    }

    @Test(arguments: [(2, 1), (3, -1), (1, 1), (2, -1)])
    func datesWithoutAZoneShowTheChange(hour: Int, jump: Int) throws {
        let plain = try TextReading.read(Self.intervals.map { "\($0)" }.joined(separator: "\n"))
        let recording = try TextReading.read(Self.changing(hour: hour, jump: jump) { _ in "" })
        #expect(recording.rr == plain.rr)
        #expect(recording.startDate == "2026-03-29T0\(hour - 1):58:00")
        #expect(
            recording.clockChanges == [ClockChange(seconds: 120, shiftSeconds: Double(3600 * jump))]
        )
        #expect(recording.notices.map(\.code) == ["clock_change"])
    }

    @Test func datesWithAZoneStateTheChange() throws {
        let recording = try TextReading.read(
            Self.changing(hour: 2, jump: 1) { $0 ? "+02:00" : "+01:00" })
        #expect(recording.rr.durationSeconds == Double(Self.intervals.reduce(0, +)) / 1000)
        #expect(recording.startDate == "2026-03-29T01:58:00+01:00")
        #expect(recording.clockChanges == [ClockChange(seconds: 120, shiftSeconds: 3600)])
        #expect(recording.notices.isEmpty)
    }

    /// An hour without beats is a gap wherever no clock is changed.
    @Test(arguments: [(14, 0), (2, 1200)])
    func anHourWithoutBeatsIsAGap(hour: Int, seconds: Int) throws {
        let text = Self.text("date,rr") { ms in
            let begin = 86_400_000 + hour * 3_600_000 + seconds * 1000 - 120_000
            return Self.date(begin + ms + (ms >= 120_000 ? 3_600_000 : 0))
        }
        let recording = try TextReading.read(text)
        #expect(recording.clockChanges.isEmpty)
        #expect(
            recording.rr.durationSeconds == 3600 + Double(Self.intervals.reduce(0, +)) / 1000)
        #expect(recording.rr.marks.count { $0.contains(.afterGap) } == 1)
    }

    @Test func anOffsetOfZeroThroughoutIsUTC() throws {
        let recording = try TextReading.read(
            Self.text("date,rr") { Self.date($0 + Self.evening, "+00:00") })
        #expect(recording.startDate == "2026-03-28T20:00:00Z")
        // London: summer time shows that the dates are local.
        let london = try TextReading.read(
            Self.changing(hour: 1, jump: 1) { $0 ? "+01:00" : "+00:00" })
        #expect(london.startDate == "2026-03-29T00:58:00+00:00")
        #expect(london.clockChanges == [ClockChange(seconds: 120, shiftSeconds: 3600)])
    }

    @Test func anUnknownOffsetIsUTC() throws {
        let stamp = try #require(CivilTime.stamp("2026-03-28T20:00:00-00:00"))
        #expect(stamp.zone == .utc)
        #expect(CivilTime.stamp("2026-03-28T20:00:00+00:00")?.zone == .offset(minutes: 0))
        #expect(CivilTime.stamp("2026-03-28T20:00:00")?.zone == .unstated)
        let text = "2026-03-28T20:00:00.250-03:30"
        #expect(CivilTime.stamp(text).map(CivilTime.text) == text)
    }

    /// A unit that was stated is not believed against all values.
    @Test func theOtherUnitIsRefused() {
        for (unit, values) in [
            (RRTextOptions.Unit.seconds, "812\n805\n799\n820"),
            (.milliseconds, "0.812\n0.805\n0.799\n0.820"),
        ] {
            #expect(throws: RecordingError.self) {
                try TextReading.read(values, options: RRTextOptions(unit: unit))
            }
        }
    }
}
