import Foundation
import MusicSelection
import TestSupport
import Testing

@testable import MusicSession

/// Reports of the desktop, from files and programs of a test's own.
@Suite struct ContextReporterTests {
    private let folder: TemporaryFolder
    private let clock = MovedMusicClock(Evening.begin)

    init() throws { folder = try TemporaryFolder() }

    private func program(_ name: String, _ lines: String) throws -> String {
        try folder.program(name, lines)
    }

    private func reporter(_ text: String) throws -> ContextReporter {
        let origin = try #require(ContextOrigin(text, environment: ["PATH": "/usr/bin:/bin"]))
        return ContextReporter(origin, clock: clock)
    }

    // MARK: Reports

    @Test func aReportIsRead() throws {
        let text = """
            {"focus": "Deep work", "app": "editor", "category": "productivity", "meeting": false,
             "idle_s": 12.5, "motion": "still", "other": [1]}
            """
        let report = try DesktopReportText.read(Array(text.utf8), nowSeconds: 5)
        #expect(
            report
                == DesktopReport(
                    timeSeconds: 5, focus: "Deep work", app: "editor", category: "productivity",
                    isInMeeting: false, idleSeconds: 12.5, motion: .still))
        let empty = try DesktopReportText.read(Array("{\"focus\": null}".utf8), nowSeconds: 5)
        #expect(empty == DesktopReport(timeSeconds: 5))
    }

    @Test(arguments: [
        "", "[]", "{", "null", "{\"meeting\": \"yes\"}", "{\"idle_s\": -1}",
        "{\"motion\": \"swimming\"}", "{\"focus\": 3}", "{\"idle_s\": 1e999}",
        String(repeating: "[", count: 5000),
    ]) func noReport(_ text: String) {
        #expect(throws: DesktopReportText.Failure.unreadable) {
            try DesktopReportText.read(Array(text.utf8), nowSeconds: 5)
        }
    }

    @Test func longReportsAndNames() throws {
        let long = "{\"focus\": \"" + String(repeating: "a", count: 60_000) + "\"}"
        let report = try DesktopReportText.read(Array(long.utf8), nowSeconds: 5)
        #expect(report.focus?.count == 256)
        let tooLong =
            [UInt8](repeating: 32, count: DesktopReportText.maxByteCount) + Array("{}".utf8)
        #expect(throws: DesktopReportText.Failure.tooLong) {
            try DesktopReportText.read(tooLong, nowSeconds: 5)
        }
    }

    // MARK: Where they come from

    @Test func commandsAreSplitWithoutAShell() throws {
        #expect(ContextOrigin.words("a 'b c' \"d\"e  f") == ["a", "b c", "de", "f"])
        #expect(ContextOrigin.words("a 'b") == nil)
        let file = try folder.write("context.txt", "{}")
        #expect(ContextOrigin(file, environment: [:]) == .file(path: file))
        let later = folder.path + "/later.json"
        #expect(ContextOrigin(later, environment: [:]) == .file(path: later))
        let found = ContextOrigin("echo $HOME ; ls", environment: ["PATH": "/usr/bin:/bin"])
        guard case .program(let path, let arguments) = found else {
            return #expect(Bool(false), "no program")
        }
        #expect(path.hasSuffix("/echo") && arguments == ["$HOME", ";", "ls"])
        #expect(ContextOrigin("no-such-program", environment: ["PATH": "/bin"]) == nil)
    }

    @Test func aProgramsOutputIsTheReport() throws {
        let script = try program("tell", "printf '{\"focus\": \"%s\"}' \"$1\"")
        let reporter = try reporter("\(script) 'Night work'")
        #expect(reporter.reports.map(\.focus) == ["Night work"])
        #expect(reporter.reports.map(\.timeSeconds) == [Evening.begin])
        #expect(reporter.drainNotices().isEmpty)
    }

    @Test(arguments: [
        ("exit 3", "code 3"), ("sleep 60", "2 s"), ("sleep 60 &", "2 s"), ("yes", "64 KiB"),
        ("echo hello", "JSON"),
    ]) func aBadProgramIsSaidOnceAndIgnored(_ lines: String, _ words: String) throws {
        let script = try program("bad", lines)
        let reporter = try reporter(script)
        #expect(reporter.reports.isEmpty)
        let notices = reporter.drainNotices()
        #expect(notices.count == 1 && notices[0].contains(words), "\(notices)")
        try folder.write("bad", "#!/bin/sh\nexit 4\n")
        reporter.read()
        #expect(reporter.drainNotices().isEmpty && reporter.reports.isEmpty)
        // One that is good again, and bad again, is said again.
        try folder.write("bad", "#!/bin/sh\necho '{\"idle_s\": 1}'\n")
        reporter.read()
        #expect(reporter.reports.count == 1 && reporter.drainNotices().isEmpty)
        try folder.write("bad", "#!/bin/sh\nexit 4\n")
        reporter.read()
        #expect(reporter.drainNotices().count == 1 && reporter.reports.count == 1)
    }

    @Test func aPipeInsteadOfAFileIsNotWaitedFor() throws {
        let path = folder.path + "/context.json"
        #expect(mkfifo(path, 0o600) == 0)
        let reporter = ContextReporter(.file(path: path), clock: clock)
        #expect(reporter.drainNotices().count == 1)
    }

    @Test func reportsAreRetainedForHalfAnHour() throws {
        let path = try folder.write("context.json", "{\"app\": \"a\"}")
        let reporter = try reporter(path)
        for _ in 0..<100 {
            clock.pass(30)
            reporter.read()
        }
        // From now back to half an hour ago, one every 30 s.
        #expect(reporter.reports.count == 61)
    }

    // MARK: The context

    private func context(_ surroundings: PersonSurroundings) async throws -> InferredContext {
        var options = MusicRunOptions()
        options.surroundings = surroundings
        let evening = try Evening(songs: Evening.songs(5, seed: 4), options: options)
        await evening.pass(2)
        return await evening.run.snapshot.context
    }

    @Test func calendarDesktopAndWorkoutMakeTheContext() async throws {
        // The evening begins at 18:00 UTC.
        let calendar = try folder.write(
            "a.ics",
            """
            BEGIN:VCALENDAR
            BEGIN:VEVENT
            DTSTART:20261124T173000Z
            DURATION:PT1H
            END:VEVENT
            END:VCALENDAR
            """)
        let meeting = PersonSurroundings(calendar: try CalendarFile(path: calendar, homeZone: .gmt))
        #expect(try await context(meeting) == InferredContext(.work, sources: [.calendar]))
        let desktop = try folder.write("context.json", "{\"focus\": \"Deep Work\"}")
        let focused = PersonSurroundings(reporter: try reporter(desktop))
        #expect(try await context(focused) == InferredContext(.deepWork, sources: [.desktop]))
        let workout = PersonSurroundings(
            calendar: try CalendarFile(path: calendar, homeZone: .gmt),
            workouts: { _ in WorkoutStatus(isRunning: true) })
        #expect(try await context(workout).context == .workout)
        let rest = PersonSurroundings(
            workouts: { WorkoutStatus(lastEndSeconds: $0 - 600) })
        #expect(try await context(rest).context == .postWorkout)
        #expect(try await context(PersonSurroundings()).context == .unknown)
    }
}
