import Foundation
import TestSupport
import Testing

/// One session at a time on one history, whichever program runs it.
@Suite struct LiveActivityTests {
    private static let hello =
        #"{"type":"hello","proto":"beatline","v":1,"bridge":"b","t":0}"# + "\n"

    /// A folder of a history, and programs that compete for it.
    private struct Competition {
        let folder: TemporaryFolder
        var history: String { folder.path + "/history.sqlite" }

        init() throws { folder = try TemporaryFolder() }

        func start(_ number: Int = 0, _ options: [String] = []) throws -> LiveProcess {
            try LiveProcess(
                ["live", "--bridge", "unix:\(folder.path)/b\(number)", "--database", history]
                    + options)
        }

        /// One that has begun, with a beat a second in its history.
        func owner() throws -> (LiveProcess, TestBridge) {
            let live = try start()
            let address = try live.address()
            let bridge = try TestBridge(path: String(address.dropFirst("unix:".count)))
            bridge.send(LiveActivityTests.hello)
            for second in 1...3 {
                bridge.send(
                    #"{"type":"rr","t":\#(1_000_000 * second),"rr_ms":[\#(1000 + second)]}"# + "\n")
            }
            try live.wait(for: "a kept session") { _ in try list().contains("running") }
            return (live, bridge)
        }

        /// Stops a program while it is not writing: one that stops inside a transaction locks everybody out.
        func stop(_ live: LiveProcess) throws {
            let canWrite = """
                import sqlite3, sys
                sqlite3.connect(sys.argv[1], timeout=0.3).execute("BEGIN IMMEDIATE")
                """
            while true {
                live.send(signal: SIGSTOP)
                let tried = try CommandRunner.shell("python3 -c '\(canWrite)' \(history)")
                if tried.status == 0 { return }
                #expect(tried.errors.contains("locked"))
                live.send(signal: SIGCONT)
                usleep(20_000)
            }
        }

        func list() throws -> String {
            try CommandRunner.run(["history", "list", "--database", history]).text
        }
    }

    private static let sentence = "a session is running already"

    /// One of many programs that start at once listens; the others name it, and since when it runs.
    @Test func ofManyAtOnceOneBegins() throws {
        let competition = try Competition()
        let count = TestEffort.pick(6, all: 50)
        let started = try (1...count).map { try competition.start($0) }
        var owners = 0
        for live in started {
            try live.wait(for: "its fate") { $0.errors.hasSuffix("\n") }
            guard live.errors.contains(Self.sentence) else {
                owners += 1
                continue
            }
            #expect(try live.end() == 75)
            #expect(live.errors.contains("by hrv live, since ") && live.errors.contains("--force"))
        }
        #expect(owners == 1)
    }

    /// No program has to wait for one that was killed.
    @Test func aKilledOwnerHoldsNothing() throws {
        let competition = try Competition()
        let (owner, bridge) = try competition.owner()
        owner.send(signal: SIGKILL)
        _ = try owner.end()
        let next = try competition.start(1)
        #expect(try next.address().hasSuffix("/b1"))
        #expect(try competition.list().contains("interrupted"))
        withExtendedLifetime(bridge) {}
    }

    /// A program that wakes after another claimed and released its activity has lost it all the same.
    @Test func aStoppedOwnerStaysReplaced() throws {
        let competition = try Competition()
        let (owner, bridge) = try competition.owner()
        try competition.stop(owner)
        let forced = try competition.start(2, ["--force"])
        _ = try forced.address()
        forced.send(signal: SIGINT)
        #expect(try forced.end() == 130)
        owner.send(signal: SIGCONT)
        #expect(try owner.end() == 0)
        #expect(owner.errors.contains("another program has taken this session's place"))
        #expect(try competition.list().contains("interrupted"))
        withExtendedLifetime(bridge) {}
    }

    /// A program that stands still is there. Taken by force, it falls silent when it wakes, and loses nothing.
    @Test func aStoppedOwnerIsReplacedByForceAlone() throws {
        let competition = try Competition()
        let (owner, bridge) = try competition.owner()
        try competition.stop(owner)
        let refused = try competition.start(1)
        #expect(try refused.end() == 75 && refused.errors.contains(Self.sentence))
        let forced = try competition.start(2, ["--force"])
        #expect(try forced.address().hasSuffix("/b2"))
        let heard = owner.output
        owner.send(signal: SIGCONT)
        #expect(try owner.end() == 0)
        #expect(owner.output == heard, "it says no more")
        #expect(owner.errors.contains("another program has taken this session's place"))
        #expect(try competition.list().contains("interrupted"))
        // The one that holds the activity still holds it.
        let late = try competition.start(3)
        #expect(try late.end() == 75)
        withExtendedLifetime(bridge) {}
    }

    /// An owner whose disk is full continues, holds the activity, and says what is not kept. A program that would claim
    /// it by force, and cannot write that down, is notified of that.
    @Test func anOwnerOnAFullDiskKeepsItsReservation() throws {
        let competition = try Competition()
        let path = competition.folder.path
        // A limit on the size of files is a disk that fills up: 400 KB of marks are more than the limit, in either file.
        let output = try CommandRunner.shell(
            """
            trap '' XFSZ
            (ulimit -f 200
            exec "$HRV" live --quiet --bridge unix:\(path)/b0 --database \(competition.history)) &
            owner=$!
            python3 - \(path)/b0 <<'END'
            import json, os, socket, sys, time
            while not os.path.exists(sys.argv[1]):
                time.sleep(0.05)
            bridge = socket.socket(socket.AF_UNIX)
            bridge.connect(sys.argv[1])
            def say(**line):
                bridge.sendall((json.dumps(line) + "\\n").encode())
            say(type="hello", proto="beatline", v=1, bridge="b", t=0)
            for second in range(1, 4):
                say(type="rr", t=1000000 * second, rr_ms=[1000 + second])
            for number in range(400):
                say(type="mark", t=4000000 + number, label=1000 * "x")
                time.sleep(0.005)
            time.sleep(2)
            END
            timeout 60 "$HRV" live --bridge unix:\(path)/b1 --database \(competition.history)
            echo "second $?"
            (ulimit -f 1
            exec timeout 60 "$HRV" live --force --bridge unix:\(path)/b2 --database \(competition.history))
            echo "third $?"
            kill -TERM $owner
            wait $owner
            echo "first $?"
            """)
        #expect(output.text.contains("second 75"), "\(output.errors)")
        #expect(output.errors.contains(Self.sentence))
        #expect(output.text.contains("third 75"), "\(output.errors)")
        #expect(output.errors.contains("its place cannot be taken: the history at "))
        #expect(output.text.contains("first 143"))
        #expect(output.errors.contains("is cut"))
        #expect(output.errors.contains("the history keeps no more of it"))
    }

    /// One session begins although the disk is full from the start, and a second one is refused;
    /// also once there is space.
    @Test func onAFullDiskOneBegins() throws {
        let folder = try TemporaryFolder()
        let output = try CommandRunner.shell(
            """
            trap '' XFSZ
            export XDG_DATA_HOME=\(folder.path)
            (ulimit -f 0
            exec "$HRV" live --no-raw-log --bridge unix:\(folder.path)/b0) &
            owner=$!
            for step in $(seq 600); do [ -S \(folder.path)/b0 ] && break; sleep 0.1; done
            (ulimit -f 0
            exec timeout 60 "$HRV" live --no-raw-log --bridge unix:\(folder.path)/b1)
            echo "second $?"
            timeout 60 "$HRV" live --no-raw-log --force --bridge unix:\(folder.path)/b2
            echo "third $?"
            kill -TERM $owner
            wait $owner
            echo "first $?"
            """)
        #expect(output.text.contains("second 75"), "\(output.errors)")
        #expect(output.text.contains("third 75"), "\(output.errors)")
        #expect(output.text.contains("first 143"), "\(output.errors)")
        #expect(output.errors.contains("which could not write the history at "))
        #expect(output.errors.contains("other programs do not see what runs here"))
    }

    /// A terminal that takes nothing more holds neither the session nor its end up.
    @Test func aTerminalThatAcceptsNothingBlocksNothing() throws {
        let folder = try TemporaryFolder()
        let terminal = try PseudoTerminal(columns: 80, rows: 24)
        try terminal.run(
            CommandRunner.tool,
            ["pace", "--rate", "6", "--database", folder.path + "/history.sqlite"],
            environment: ["XDG_DATA_HOME": folder.path])
        // A pseudo terminal keeps some kilobytes for a reader that does not come.
        try eventually("it is full", within: 60) { terminal.isFull }
        usleep(300_000)
        terminal.terminate()
        try eventually("the end", within: 20) { !terminal.isRunning }
        #expect(terminal.status == 143)
    }

    /// A person at a terminal breathes with `hrv pace`, so that it takes part.
    @Test func pacingOnATerminalClaimsTheActivity() throws {
        let competition = try Competition()
        let terminal = try PseudoTerminal(columns: 80, rows: 24)
        try terminal.run(
            CommandRunner.tool,
            ["pace", "--rate", "6", "--database", competition.history],
            environment: ["XDG_DATA_HOME": competition.folder.path])
        try eventually("the bar") { terminal.text.contains("█") }
        let refused = try competition.start()
        #expect(try refused.end() == 75)
        #expect(refused.errors.contains(#""6.0 breaths/min", by hrv pace, since "#))
        let forced = try competition.start(1, ["--force"])
        #expect(try forced.address().hasSuffix("/b1"))
        try eventually("the pacer's end") {
            terminal.text.contains("another program has taken this session's place")
        }
    }

    /// Piped, simulated and replayed sessions are no one's breathing, and run beside any other.
    @Test(arguments: [
        "live --simulate --duration 1", "live --bridge - --clock bridge < /dev/null",
        "pace --rate 20 --duration 0.02 | cat",
    ])
    func sessionsWithoutABreathingUserRunBesideOthers(command: String) throws {
        let competition = try Competition()
        let (owner, bridge) = try competition.owner()
        let (program, rest) = (
            command.prefix { $0 != "<" && $0 != "|" }, command.drop { $0 != "<" && $0 != "|" }
        )
        let output = try CommandRunner.shell(
            "\"$HRV\" \(program) --database \(competition.history) \(rest)")
        #expect(!output.errors.contains(Self.sentence), "\(output.errors)")
        owner.send(signal: SIGINT)
        #expect(try owner.end() == 130)
        withExtendedLifetime(bridge) {}
    }
}
