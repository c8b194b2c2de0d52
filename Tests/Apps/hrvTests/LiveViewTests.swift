import Foundation
import TestSupport
import Testing

/// The view of `hrv live` in a terminal, as a person meets it.
@Suite(.serialized) struct LiveViewTests {
    private static let simulated = [
        "live", "--simulate", "--clock", "wall", "--seed", "1", "--duration",
    ]

    /// A terminal in which a session has begun; the notice has been read, unless it is the first run.
    private static func started(
        _ arguments: [String], columns: Int = 80, rows: Int = 24, home: TemporaryFolder,
        isFirst: Bool = false, environment: [String: String] = [:]
    ) throws -> PseudoTerminal {
        if !isFirst {
            try FileManager.default.createDirectory(
                atPath: home.path + "/resonance", withIntermediateDirectories: true)
            try home.write("resonance/notice-read", "")
        }
        let terminal = try PseudoTerminal(columns: columns, rows: rows)
        try terminal.run(
            try CommandRunner.tool, arguments,
            environment: environment.merging(["XDG_DATA_HOME": home.path]) { $1 })
        return terminal
    }

    /// The terminal is as it was, with the summary on its own screen.
    private static func expectGivenBack(_ terminal: PseudoTerminal) {
        let screen = terminal.screen
        #expect(!screen.isAlternate && screen.hasCursor && terminal.isCooked)
        #expect(screen.contains("breaths,"), "\(screen.rows)")
        #expect(screen.unknown.isEmpty && !screen.hasOverflown)
    }

    @Test func aSessionFillsTheScreenAndEndsByItself() throws {
        let home = try TemporaryFolder()
        let terminal = try Self.started(Self.simulated + ["0.1"], home: home)
        try terminal.wait("figures") { terminal in
            let screen = terminal.screen
            return screen.isAlternate && !screen.hasCursor && screen.contains("Signal")
                && screen.contains("Breath") && screen.contains(" /min")
                && (screen.contains("INHALE") || screen.contains("EXHALE"))
        }
        #expect(!terminal.isCooked)
        #expect(!terminal.screen.colours.isEmpty)
        #expect(try terminal.finish() == 0)
        Self.expectGivenBack(terminal)
        #expect(terminal.screen.contains("0:06 min"))
    }

    @Test(arguments: TestEffort.pick(["q"], all: ["q", "\u{1B}"]))
    func aKeyEndsIt(key: String) throws {
        let home = try TemporaryFolder()
        let terminal = try Self.started(Self.simulated + ["10"], home: home)
        try terminal.wait("the view") { $0.screen.contains("q end") }
        terminal.press(key)
        #expect(try terminal.finish() == 0)
        Self.expectGivenBack(terminal)
    }

    @Test func keysPauseAndMark() throws {
        let home = try TemporaryFolder()
        let terminal = try Self.started(Self.simulated + ["10"], home: home)
        try terminal.wait("the breath") { $0.screen.contains("INHALE") }
        terminal.press("m")
        try terminal.wait("the mark") { $0.screen.contains("marked: mark 1") }
        terminal.press("p")
        try terminal.wait("the pause") { $0.screen.contains("PAUSED") }
        terminal.press(" ")
        try terminal.wait("going on") { !$0.screen.contains("PAUSED") }
        terminal.press("?")
        try terminal.wait("help") { $0.screen.contains("twice: at once") }
        terminal.press("q")
        #expect(try terminal.finish() == 0)
    }

    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
    func signalsEndItWithTheSummary(number: Int32, code: Int32) throws {
        let home = try TemporaryFolder()
        let terminal = try Self.started(Self.simulated + ["10"], home: home)
        try terminal.wait("the view") { $0.screen.contains("q end") }
        kill(terminal.processID, number)
        #expect(try terminal.finish() == code)
        Self.expectGivenBack(terminal)
    }

    /// A crash of the program leaves no summary, and the terminal as it was.
    @Test(arguments: TestEffort.pick([SIGILL], all: [SIGILL, SIGTRAP, SIGABRT, SIGSEGV]))
    func afterASignalTheTerminalIsRestored(number: Int32) throws {
        let home = try TemporaryFolder()
        let terminal = try Self.started(Self.simulated + ["10"], home: home)
        try terminal.wait("the view") { $0.screen.contains("q end") && !$0.isCooked }
        kill(terminal.processID, number)
        #expect(try terminal.finish() == 128 + number)
        #expect(!terminal.screen.isAlternate && terminal.screen.hasCursor && terminal.isCooked)
    }

    /// Stopped, the terminal is the shell's; going on, everything is drawn anew.
    @Test func ctrlZGivesTheTerminalBackMeanwhile() throws {
        let home = try TemporaryFolder()
        let terminal = try Self.started(Self.simulated + ["10"], home: home)
        try terminal.wait("the view") { $0.screen.contains("q end") }
        kill(terminal.processID, SIGTSTP)
        try terminal.wait("the stop") { !$0.screen.isAlternate && $0.isCooked }
        kill(terminal.processID, SIGCONT)
        try terminal.wait("the view again") { terminal in
            terminal.screen.isAlternate && terminal.screen.contains("Signal") && !terminal.isCooked
        }
        terminal.press("q")
        #expect(try terminal.finish() == 0)
        Self.expectGivenBack(terminal)
    }

    @Test(.slow) func noColourIsNoColour() throws {
        let home = try TemporaryFolder()
        let terminal = try Self.started(
            Self.simulated + ["0.1"], home: home, environment: ["NO_COLOR": "1"])
        #expect(try terminal.finish() == 0)
        #expect(terminal.text.contains("Signal") && terminal.screen.colours.isEmpty)
    }

    @Test(.slow) func aNarrowTerminalIsEnough() throws {
        let home = try TemporaryFolder()
        let terminal = try Self.started(
            Self.simulated + ["0.1"], columns: 20, rows: 6, home: home)
        try terminal.wait("the breath") { $0.screen.contains("INHALE") }
        #expect(try terminal.finish() == 0)
        #expect(!terminal.screen.hasOverflown && terminal.screen.unknown.isEmpty)
    }

    @Test func anotherSizeIsDrawnAnew() throws {
        let home = try TemporaryFolder()
        let terminal = try Self.started(Self.simulated + ["10"], home: home)
        try terminal.wait("the view") { $0.screen.contains("Signal") }
        terminal.resize(columns: 40, rows: 12)
        try terminal.wait("the view again") { terminal in
            terminal.text.contains("\u{1B}[2J") && terminal.screen.contains("Signal")
                && terminal.screen.rows.last?.contains("q end") == true
        }
        terminal.press("q")
        #expect(try terminal.finish() == 0)
        #expect(!terminal.screen.hasOverflown)
    }

    /// A terminal that takes nothing holds nothing up, and is given back when it takes something again.
    @Test(.slow) func aStuckTerminalDropsFrames() throws {
        let home = try TemporaryFolder()
        let terminal = try Self.started(Self.simulated + ["0.1"], home: home)
        // The system keeps less than half a second of frames.
        usleep(6_500_000)
        #expect(try terminal.finish() == 0)
        Self.expectGivenBack(terminal)
        // At 15 kB a second everything would be a hundred.
        #expect(terminal.text.utf8.count < 40_000)
    }

    @Test func theNoticeIsReadOnce() throws {
        let home = try TemporaryFolder()
        let first = try Self.started(Self.simulated + ["10"], home: home, isFirst: true)
        try first.wait("the notice") { $0.screen.contains("not a medical device") }
        #expect(first.screen.contains("light-headed") && !first.screen.contains("INHALE"))
        first.press("\r")
        try first.wait("the session") { $0.screen.contains("INHALE") }
        first.press("q")
        #expect(try first.finish() == 0)
        #expect(FileManager.default.fileExists(atPath: home.path + "/resonance/notice-read"))
        let second = try Self.started(Self.simulated + ["10"], home: home)
        try second.wait("the session") { $0.screen.contains("INHALE") }
        #expect(!second.text.contains("medical"))
        second.press("q")
        #expect(try second.finish() == 0)
    }

    /// Lines on a terminal, as of a simulation by its own clock: the notice comes before them, once.
    @Test(.slow) func linesStayLines() throws {
        let home = try TemporaryFolder()
        let arguments = ["live", "--simulate", "--seed", "1", "--duration", "1"]
        let terminal = try Self.started(arguments, home: home, isFirst: true)
        #expect(try terminal.finish() == 0)
        #expect(!terminal.text.contains("\u{1B}"))
        #expect(terminal.text.contains("not a medical device"))
        #expect(terminal.text.contains("0:05  heart"))
        let output = try CommandRunner.run(arguments)
        #expect(!output.errors.contains("medical") && !output.text.contains("\u{1B}"))
        let watched = try CommandRunner.run(Self.simulated + ["0.1"])
        #expect(watched.status == 0 && watched.text.contains("0:05  heart"))
    }

    #if os(Linux)
        /// Beats come through a pipe, keys from the terminal; the session waits for a good signal, and its
        /// log can be replayed: what was before the session is a pause there.
        @Test func aBridgeIsCheckedAndPausedByKey() throws {
            let home = try TemporaryFolder()
            try FileManager.default.createDirectory(
                atPath: home.path + "/resonance", withIntermediateDirectories: true)
            try home.write("resonance/notice-read", "")
            // Ten beats a second in the bridge's time: its lines have none.
            let script = """
                echo '{"type":"hello","proto":"beatline","v":1,"bridge":"b","caps":["rr"]}'
                echo '{"type":"device","dev":"0","name":"Tester","kind":"rr"}'
                echo '{"type":"rr","dev":"0","rr1024":[],"hr":null,"contact":false}'
                while [ ! -e "$GO" ]; do sleep 0.1; done
                while true; do
                  echo '{"type":"rr","dev":"0","rr1024":[1024],"contact":true}' || exit
                  sleep 1
                done
                """
            let feeder = try home.write("feeder.sh", script)
            let terminal = try PseudoTerminal(columns: 80, rows: 24)
            let go = home.path + "/go"
            try terminal.run(
                URL(fileURLWithPath: "/usr/bin/setsid"),
                [
                    "--ctty", "--wait", "/bin/bash", "-c",
                    "bash \(feeder) | \"$HRV\" live --bridge - --duration 5; exit ${PIPESTATUS[1]}",
                ],
                environment: [
                    "HRV": try CommandRunner.tool.path, "GO": go, "XDG_DATA_HOME": home.path,
                ])
            try terminal.wait("the wet electrodes") {
                $0.screen.contains("Connected to Tester") && $0.screen.contains("No skin contact")
            }
            #expect(terminal.screen.contains("Wet the electrodes"))
            try home.write("go", "")
            try terminal.wait("the session") { $0.screen.contains("INHALE") }
            terminal.press("m")
            try terminal.wait("the mark") { $0.screen.contains("marked") }
            terminal.press("q")
            #expect(try terminal.finish() == 0)
            Self.expectGivenBack(terminal)

            let logs = home.path + "/resonance/logs"
            let name = try #require(try FileManager.default.contentsOfDirectory(atPath: logs).first)
            let log = try String(contentsOfFile: logs + "/" + name, encoding: .utf8)
            let own = log.split(separator: "\n").filter { $0.contains(#""dev":"person""#) }
            #expect(own.count == 3 && own.last?.contains("mark 1") == true, "\(own)")
            let replay = try CommandRunner.run(["live", "--replay", logs + "/" + name, "--ndjson"])
            #expect(replay.status == 0)
            // Ten seconds of signal were waited for, and count for nothing.
            let seconds = replay.text.split(separator: "\n").count {
                $0.contains(#""type":"metric""#)
            }
            let beats = log.split(separator: "\n").count { $0.contains("[1024]") }
            #expect(beats >= 10 && seconds <= beats - 9, "\(seconds) of \(beats)")
        }
    #endif
}
