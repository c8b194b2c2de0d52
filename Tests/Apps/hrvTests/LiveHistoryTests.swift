import Foundation
import LiveSession
import PhysioTypes
import SessionHistory
import TestSupport
import Testing

/// The records that `hrv live` leaves in the history.
@Suite struct LiveHistoryTests {
    private static let simulated = ["live", "--simulate", "--seed", "7", "--duration", "12"]

    private static func store(_ home: TemporaryFolder) throws -> SessionStore {
        try SessionStore(
            path: SessionStore.defaultPath(environment: [
                "HOME": home.path, "XDG_DATA_HOME": home.path,
            ]))
    }

    private static func sessions(
        _ home: TemporaryFolder, _ kind: SessionQuery.Kind
    ) throws -> [BreathingSession] {
        try store(home).sessions(SessionQuery(kind)).sessions
    }

    /// The lines of a heart that follows six breaths a minute.
    private static func lines(minutes: Double) -> String {
        var lines = [
            #"{"type":"hello","proto":"beatline","v":1,"bridge":"b","t":0,"caps":["rr","lockstep"]}"#
        ]
        var time = 0
        for line in OscillatingHeart.intervals(minutes: minutes).split(separator: "\n") {
            time += 1000 * (Int(line) ?? 0)
            lines.append(#"{"type":"rr","t":\#(time),"rr_ms":[\#(line)]}"#)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    @Test func aSimulatedSessionIsExcluded() throws {
        let home = try TemporaryFolder()
        let output = try CommandRunner.run(Self.simulated, home: home)
        #expect(output.status == 0)
        #expect(try Self.sessions(home, .own).isEmpty)
        let session = try #require(try Self.sessions(home, .excluded).first)
        #expect(output.errors.contains("kept in the history as \(session.id.uuidString)"))
        #expect(session.source == .simulated && session.state == .ended)
        #expect(session.durationSeconds == 720 && session.beatCount > 500)
        #expect(try Self.store(home).details(session.id).points.count == 720)
        #expect(try Self.store(home).earlierResonance() == nil)
    }

    @Test func whatIsDiscardedLeavesNothing() throws {
        let home = try TemporaryFolder()
        _ = try CommandRunner.run(Self.simulated + ["--discard"], home: home)
        let bridged = try CommandRunner.run(
            ["live", "--bridge", "-", "--clock", "bridge", "--discard"],
            input: Self.lines(minutes: 1), home: home)
        #expect(bridged.status == 0)
        #expect(try Self.sessions(home, .own).isEmpty && Self.sessions(home, .excluded).isEmpty)
        #expect(!FileManager.default.fileExists(atPath: home.path + "/resonance/logs"))
    }

    @Test func aReplayIsStoredOnlyOnRequest() throws {
        let home = try TemporaryFolder()
        let log = try home.write("a.beatline", Self.lines(minutes: 2))
        _ = try CommandRunner.run(["live", "--replay", log], home: home)
        #expect(try Self.sessions(home, .excluded).isEmpty)
        _ = try CommandRunner.run(["live", "--replay", log, "--keep"], home: home)
        #expect(try Self.sessions(home, .excluded).map(\.source) == [.replay])
    }

    @Test func aBridgedSessionHasItsLog() throws {
        let home = try TemporaryFolder()
        let output = try CommandRunner.run(
            ["live", "--bridge", "-", "--clock", "bridge", "--duration", "2"],
            input: Self.lines(minutes: 1.5), home: home)
        #expect(output.status == 0)
        let session = try #require(try Self.sessions(home, .own).first)
        let name = try #require(session.rawLogName)
        let log = try LoggedSession(path: home.path + "/resonance/logs/" + name)
        #expect(log.start.id == session.id && log.start.minutes == 2)
    }

    /// The next session begins at what the last one found, unless it is to look anew, and knows the
    /// latency of its strap; a replay begins as the session did.
    @Test func theNextSessionBeginsAtWhatWasFound() throws {
        let home = try TemporaryFolder()
        var found = BreathingSession(
            startedAt: Date() - 86_400, utcOffsetSeconds: 0, source: .strap, deviceName: "H10")
        found.state = .ended
        found.latency = LatencyEstimate(seconds: 2.625, deviationSeconds: 0.25)
        found.resonance = StoredResonance(
            kind: .estimate, breathsPerMinute: 6.2, low: 6, high: 6.4, deviation: 0.1)
        try Self.store(home).makeRecorder(found).finish(found)
        let bridged = ["live", "--bridge", "-", "--clock", "bridge"]
        func begins(_ arguments: [String]) throws -> String {
            let output = try CommandRunner.run(
                arguments, input: Self.lines(minutes: 0.5), home: home)
            #expect(output.status == 0, "\(output.errors)")
            return try #require(
                output.text.split(separator: "\n").first { $0.contains(#""type":"metric""#) }
                    .map(String.init))
        }
        #expect(try begins(bridged).contains(#""rate_bpm":6.2"#))
        let logs = home.path + "/resonance/logs"
        let log = try #require(try FileManager.default.contentsOfDirectory(atPath: logs).first)
        let known = try LoggedSession(path: "\(logs)/\(log)").start.settings.knownLatencies
        #expect(known == ["H10": LatencyEstimate(seconds: 2.625, deviationSeconds: 0.25)])
        #expect(try begins(bridged + ["--find-rate", "--discard"]).contains(#""rate_bpm":7."#))
        // The log says what was known then, whatever the history says now.
        #expect(try Self.store(home).forgetLatency(ofDevice: "H10") == 1)
        let replay = try CommandRunner.run(
            ["live", "--replay", "\(logs)/\(log)", "--ndjson", "--keep"], home: home)
        #expect(replay.text.contains(#""rate_bpm":6.2"#))
        let replayed = try #require(try Self.sessions(home, .excluded).first)
        #expect(replayed.recipe.contains(#""knownLatencies":{"H10":{"#))
    }

    @Test func anotherDatabaseIsUsedWhenItIsNamed() throws {
        let home = try TemporaryFolder()
        let path = home.path + "/else/where.sqlite"
        _ = try CommandRunner.run(Self.simulated + ["--database", path], home: home)
        #expect(try SessionStore(path: path).sessions(SessionQuery(.excluded)).total == 1)
        #expect(try Self.sessions(home, .excluded).isEmpty)
    }

    /// Each history has logs of its own.
    @Test func whatIsDeletedInOneHistoryStaysInAnother() throws {
        let home = try TemporaryFolder()
        let bridged = ["live", "--bridge", "-", "--clock", "bridge"]
        let databaseOption = ["--database", home.path + "/other.sqlite"]
        let input = Self.lines(minutes: 0.5)
        #expect(try CommandRunner.run(bridged, input: input, home: home).status == 0)
        #expect(
            try CommandRunner.run(bridged + databaseOption, input: input, home: home).status == 0)
        func logs(_ folder: String) -> Int {
            (try? FileManager.default.contentsOfDirectory(atPath: home.path + folder))?.count ?? 0
        }
        #expect(logs("/resonance/logs") == 1 && logs("/other.sqlite-logs") == 1)
        let output = try CommandRunner.run(
            ["history", "delete", "--everything", "--yes"] + databaseOption, home: home)
        #expect(output.status == 0)
        #expect(logs("/resonance/logs") == 1 && logs("/other.sqlite-logs") == 0)
        #expect(try Self.sessions(home, .own).count == 1)
    }

    /// Seconds that the history has of the only session; 0 where there is none yet.
    private static func storedSeconds(_ home: TemporaryFolder) -> Int {
        guard let store = try? store(home),
            let session = try? store.sessions(SessionQuery()).sessions.first
        else { return 0 }
        return (try? store.details(session.id).points.count) ?? 0
    }

    /// Killed at a known second, the history lacks that second at most, and its log nothing.
    @Test(arguments: TestEffort.pick(2...2, all: 1...3)) func aKilledSessionWasInterrupted(
        seconds: Int
    ) throws {
        let live = try LiveProcess(["live", "--bridge", "-"])
        live.send(
            #"{"type":"hello","proto":"beatline","v":1,"bridge":"b","t":0,"caps":["rr"]}"# + "\n")
        let start = ContinuousClock.now
        var time = Duration.zero
        var sent = 0
        try live.wait(for: "seconds") { live in
            time += .milliseconds(500)
            let microseconds = Int(time / .microseconds(1))
            live.send(#"{"type":"rr","t":\#(microseconds),"rr_ms":[500]}"# + "\n")
            sent += 1
            let wait = Int((start + time - .now) / .microseconds(1))
            usleep(UInt32(max(0, wait)))
            return Self.storedSeconds(live.data) >= 1 + seconds
        }
        live.send(signal: SIGKILL)
        #expect(try live.end() == 128 + SIGKILL)
        let store = try Self.store(live.data)
        let session = try #require(try store.sessions(SessionQuery()).sessions.first)
        #expect(session.state == .interrupted && session.beatCount > 0)
        let details = try store.details(session.id)
        #expect(details.points.map(\.seconds) == (1...details.points.count).map(Double.init))
        // What the log has had arrived: of that the last second may be missing.
        let name = try #require(session.rawLogName)
        let path = live.data.path + "/resonance/logs/" + name
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        let logged = lines.count { $0.contains(#""type":"rr""#) }
        #expect(logged >= 2 * (1 + seconds) && logged <= sent)
        #expect(
            details.points.count >= logged / 2 - 1, "\(details.points.count) of \(logged) halves")
        let log = try LoggedSession(path: path)
        #expect(try log.rebuild(into: store, as: .interrupted) == session.id)
        #expect(try store.session(session.id).beatCount >= logged - 1)
    }

    /// Processes that begin at once, where there is no history yet.
    @Test func severalSessionsAreStoredAtOnce() throws {
        let home = try TemporaryFolder()
        let processes = try (0..<6).map { number in
            let process = Process()
            process.executableURL = try CommandRunner.tool
            process.arguments = [
                "live", "--simulate", "--seed", "\(number)", "--duration", "0.5", "--quiet",
            ]
            process.environment = ProcessInfo.processInfo.environment.merging([
                "XDG_DATA_HOME": home.path, "HOME": home.path,
            ]) { $1 }
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            return process
        }
        for process in processes {
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
        let sessions = try Self.sessions(home, .excluded)
        #expect(sessions.count == 6 && sessions.allSatisfy { $0.state == .ended })
    }

    /// A history that is no history keeps no user from breathing, unless it was asked for by name.
    @Test func withoutAHistoryTheSessionContinues() throws {
        let home = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: home.path + "/resonance", withIntermediateDirectories: true)
        let path = try home.write("resonance/history.sqlite", "this is no database at all\n")
        let input = Self.lines(minutes: 0.5)
        let bridged = ["live", "--bridge", "-", "--clock", "bridge", "--no-raw-log"]
        let output = try CommandRunner.run(bridged, input: input, home: home)
        #expect(output.status == 0 && output.text.contains(#""type":"metric""#))
        #expect(output.errors.contains("is damaged"))
        let named = try CommandRunner.run(bridged + ["--database", path], input: input, home: home)
        #expect(named.status == 65 && named.text == "")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "this is no database at all\n")
    }
}
