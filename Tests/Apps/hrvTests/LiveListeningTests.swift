import Foundation
import TestSupport
import Testing

/// `hrv live --bridge tcp://...` and `unix:...`, with bridges of the test.
@Suite struct LiveListeningTests {
    private static let hello =
        #"{"type":"hello","proto":"beatline","v":1,"bridge":"b","t":0}"# + "\n"

    /// Each differs from the one before, which it would be taken for otherwise.
    private static func beat(_ second: Int) -> String {
        #"{"type":"rr","t":\#(1_000_000 * second),"rr_ms":[\#(1000 + second % 10)]}"# + "\n"
    }

    /// Beats that come at once, as a strap hands over what it kept: 20 s are the most that are believed.
    private static func beats(_ seconds: ClosedRange<Int>) -> String {
        seconds.map { beat($0) }.joined()
    }

    private static func port(_ address: String) throws -> UInt16 {
        try #require(address.split(separator: ":").last.flatMap { UInt16($0) })
    }

    @Test func aBridgeComesByTCPAndFiguresGoToStandardOutput() throws {
        let live = try LiveProcess(["live", "--bridge", "tcp://127.0.0.1:0", "--ndjson"])
        let bridge = try TestBridge(port: try Self.port(try live.address()))
        bridge.send(Self.hello + #"{"type":"ping","id":5,"t":1}"# + "\n" + Self.beat(1))
        let replies = bridge.lines(until: #""pong""#)
        #expect(replies.contains { $0.hasPrefix(#"{"type":"hello""#) })
        #expect(replies.last?.contains(#""id":5"#) == true)
        // The same line goes to the bridge and to standard output, which has figures alone; each in its own time.
        let metric = try #require(bridge.lines(until: #"{"type":"metric""#).last)
        try live.wait(for: "figures") { $0.output.contains("\n") }
        let shown = try #require(live.output.split(separator: "\n").first)
        func rest(_ line: some StringProtocol) throws -> Substring {
            Substring(line)[try #require(line.range(of: #""session_s""#)).lowerBound...]
        }
        #expect(try rest(shown) == rest(metric) && shown.hasPrefix(#"{"type":"metric","t":"#))
        live.send(signal: SIGTERM)
        let rest = bridge.everything()
        #expect(try live.end() == 143)
        #expect(rest.last == #"{"type":"bye"}"#)
        #expect(rest.contains { $0.contains(#""phase":"stop""#) })
        #expect(
            live.output.split(separator: "\n").allSatisfy { $0.hasPrefix(#"{"type":"metric""#) })
        #expect(live.beatCount == 1)
    }

    @Test func theSocketFileIsPrivateAndGoes() throws {
        let folder = try SocketFolder()
        let live = try LiveProcess(["live", "--bridge", "unix:" + folder.socket])
        #expect(try live.address() == "unix:" + folder.socket)
        let mode =
            try FileManager.default.attributesOfItem(atPath: folder.socket)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        let second = try CommandRunner.run(["live", "--bridge", "unix:" + folder.socket])
        #expect(second.status == 69 && second.errors.contains("somebody listens"))
        live.send(signal: SIGINT)
        #expect(try live.end() == 130)
        #expect(!FileManager.default.fileExists(atPath: folder.socket))
    }

    /// Killed, it leaves its socket file behind; the next one replaces it.
    @Test func aKilledOnesSocketIsReplaced() throws {
        let folder = try SocketFolder()
        let first = try LiveProcess(["live", "--bridge", "unix:" + folder.socket])
        _ = try first.address()
        first.send(signal: SIGKILL)
        #expect(try first.end() == 137)
        #expect(FileManager.default.fileExists(atPath: folder.socket))
        let second = try LiveProcess(["live", "--bridge", "unix:" + folder.socket])
        _ = try second.address()
        let bridge = try TestBridge(path: folder.socket)
        bridge.send(Self.hello)
        #expect(bridge.lines(until: #"{"type":"hello""#).isEmpty == false)
        second.send(signal: SIGTERM)
        #expect(try second.end() == 143)
    }

    @Test func whatCannotBeListenedAtIsNamed() throws {
        let folder = try SocketFolder()
        try "".write(toFile: folder.socket, atomically: false, encoding: .utf8)
        for (address, status, word) in [
            ("tcp://0.0.0.0:0", Int32(64), "other machines"), ("tcp://:1", 64, "neither"),
            ("tcp://192.0.2.1:9", 64, "other machines"), ("unix:" + folder.socket, 73, "no socket"),
            ("unix:/no/such/folder/s", 73, "cannot listen"), ("udp://localhost:1", 64, "neither"),
        ] {
            let output = try CommandRunner.run(["live", "--bridge", address])
            #expect(output.status == status, "\(address) \(output.errors)")
            #expect(output.errors.contains(word) && output.text.isEmpty, "\(address)")
        }
    }

    /// A bridge is killed in the middle of a line; the session goes on, and a new one goes on for it.
    @Test func aBridgeThatDiesMayComeBack() throws {
        let folder = try SocketFolder()
        let live = try LiveProcess(["live", "--bridge", "unix:" + folder.socket])
        _ = try live.address()
        let other = try TestBridge(path: folder.socket)
        let bridge = Process()
        bridge.executableURL = URL(fileURLWithPath: "/bin/cat")
        let pipe = Pipe()
        bridge.standardInput = pipe
        let socket = try TestBridge(path: folder.socket)
        bridge.standardOutput = socket.handle
        try bridge.run()
        socket.close()
        try pipe.fileHandleForWriting.write(
            contentsOf: Data((Self.hello + Self.beats(1...20) + #"{"type":"rr","t":21"#).utf8))
        try live.wait(for: "the half line's forerunner") {
            try $0.log().contains(#""t":20000000"#)
        }
        kill(bridge.processIdentifier, SIGKILL)
        bridge.waitUntilExit()
        try live.wait(for: "the end of the bridge") { $0.errors.contains("bridge 2 has gone") }
        // Pacing continues, and the link is reported lost.
        #expect(other.lines(until: #""state":"lost""#).last?.contains(#""rate_bpm":null"#) == false)
        let next = try TestBridge(path: folder.socket)
        next.send(Self.hello + Self.beats(1...10))
        #expect(other.lines(until: #""state":"ok""#).isEmpty == false)
        live.send(signal: SIGTERM)
        let rest = other.everything()
        #expect(try live.end() == 143)
        #expect(rest.count { $0.contains(#""phase":"stop""#) } == 1)
        #expect(live.beatCount == 30)
        // The half line is there too, as it came.
        #expect(try live.log().contains("{\"type\":\"rr\",\"t\":21\n"))
    }

    /// A simulated person connects; its clock is the session's, so that half an hour takes no longer than the
    /// arithmetic.
    @Test func aBridgeInLockstepIsTheSession() throws {
        let folder = try SocketFolder()
        let live = try LiveProcess([
            "live", "--bridge", "unix:" + folder.socket, "--clock", "bridge", "--ndjson",
            "--pacer", "fixed", "--rate", "6",
        ])
        _ = try live.address()
        let person = try LiveProcess([
            "simulate", "person", "--seed", "4711", "--index", "1", "--duration", "30", "--to",
            "unix:" + folder.socket,
        ])
        #expect(try person.end() == 0 && live.end() == 0)
        let metrics = live.output.split(separator: "\n")
        #expect((1795...1800).contains(metrics.count))
        #expect(live.errors.contains("30:00 min") || live.errors.contains("29:59 min"))
    }

    @Test func onlyOneBridgesTimeCanBeTheSessions() throws {
        let folder = try SocketFolder()
        let live = try LiveProcess(
            ["live", "--bridge", "unix:" + folder.socket, "--clock", "bridge"])
        _ = try live.address()
        let first = try TestBridge(path: folder.socket)
        first.send(Self.hello)
        _ = first.lines(1)
        let second = try TestBridge(path: folder.socket)
        #expect(second.everything().map { $0.contains(#""too_many""#) } == [true])
        // Its end is the session's.
        first.close()
        #expect(try live.end() == 0)
    }

    /// A bridge asks and asks, and never reads: it is disconnected at last, no client waits for it, and memory does not
    /// grow with what it misses.
    @Test func aBridgeThatNeverReadsHarmsNoOtherClient() throws {
        let folder = try SocketFolder()
        let live = try LiveProcess(["live", "--bridge", "unix:" + folder.socket, "--no-raw-log"])
        _ = try live.address()
        let deaf = try TestBridge(path: folder.socket)
        try live.wait(for: "the first") { $0.errors.contains("bridge 1 has come") }
        let bridge = try TestBridge(path: folder.socket)
        bridge.send(Self.hello)
        func ping(_ id: Int) -> String { #"{"type":"ping","id":\#(id),"t":1}"# + "\n" }
        var replies = 0
        var early: Int?
        for round in 0..<1200 {
            deaf.send((0..<10).map { ping(10 * round + $0) }.joined())
            bridge.send(ping(round))
            replies += bridge.lines(until: #""pong""#).count { $0.contains(#""id":\#(round),"#) }
            if round == 100 { early = live.residentBytes }
        }
        #expect(replies == 1200)
        try live.wait(for: "the end of patience") { $0.errors.contains("bridge 1 has gone") }
        if let early, let late = live.residentBytes { #expect(late - early < 30 << 20) }
        bridge.send(Self.beats(1...20) + ping(5000))
        _ = bridge.lines(until: #""id":5000"#)
        live.send(signal: SIGTERM)
        #expect(bridge.everything().last == #"{"type":"bye"}"#)
        #expect(try live.end() == 143)
        #expect(live.beatCount == 20)
    }

    @Test func aLogOfSeveralBridgesIsReplayedAndAnalysed() throws {
        let folder = try SocketFolder()
        let live = try LiveProcess(["live", "--bridge", "unix:" + folder.socket])
        _ = try live.address()
        let bridges = try (1...2).map { _ in try TestBridge(path: folder.socket) }
        for bridge in bridges { bridge.send(Self.hello) }
        bridges[0].send(Self.beats(1...20))
        try live.wait(for: "the first device") { try $0.log().contains(#""t":20000000"#) }
        // Another device by another clock, under the same name.
        bridges[1].send(
            (1...30).map { #"{"type":"rr","t":\#(7 * $0),"rr_ms":[700]}"# + "\n" }.joined())
        try live.wait(for: "the second device") { try $0.log().contains(#""t":210,"#) }
        bridges[0].close()
        try live.wait(for: "its end") { try $0.log().contains(#""left":1"#) }
        live.send(signal: SIGTERM)
        #expect(try live.end() == 143)
        let log = try live.data.write("log.beatline", try live.log())
        let replayed = try CommandRunner.run(["live", "--replay", log])
        #expect(LiveProcess.beatCount(replayed.errors) == 20 && live.beatCount == 20)
        let analysed = try CommandRunner.run(["analyze", log, "--ndjson"])
        let json = try JSONSerialization.jsonObject(with: Data(analysed.text.utf8))
        let mean = try #require((json as? [String: Any])?["HRV_MeanNN"] as? Double)
        // 1001 to 1009, 1000, and the same again.
        #expect(abs(mean - 1004.5) < 1)
    }
}
