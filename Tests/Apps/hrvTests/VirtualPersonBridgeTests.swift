import Foundation
import TestSupport
import Testing

/// `hrv simulate person` behind the line protocol, by scripted conversations.
@Suite struct VirtualPersonBridgeTests {
    private typealias Line = [String: Any]

    private static func converse(
        _ arguments: [String] = [], _ input: [String]
    ) throws -> (lines: [Line], errors: String, status: Int32) {
        let output = try SimulatePersonCommandTests.person(
            arguments, input: input.map { $0 + "\n" }.joined())
        let lines = try output.text.split(separator: "\n").map { line -> Line in
            #expect(!line.contains(" \""), "no space is wasted")
            return try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? Line)
        }
        return (lines, output.errors, output.status)
    }

    private static func go(_ ticks: ClosedRange<Int>) -> [String] {
        ticks.map { #"{"type":"go","t":\#(250_000 * $0)}"# }
    }

    private static func ofType(_ type: String, _ lines: [Line]) -> [Line] {
        lines.filter { $0["type"] as? String == type }
    }

    @Test func theBridgeIdentifiesItselfFirst() throws {
        let (lines, errors, status) = try Self.converse([], [])
        #expect(status == 0 && errors == "")
        #expect(lines.map { $0["type"] as? String }.prefix(3) == ["hello", "device", "state"])
        #expect(lines[0]["proto"] as? String == "beatline" && lines[0]["v"] as? Int == 1)
        #expect(lines[0]["caps"] as? [String] == ["rr", "lockstep", "params"])
        #expect(lines[2]["state"] as? String == "subscribed")
    }

    @Test(arguments: [0, 1, 40])
    func eachGoAdvancesOneTick(goes: Int) throws {
        let (lines, _, status) = try Self.converse([], goes == 0 ? [] : Self.go(1...goes))
        let ticks = Self.ofType("tick", lines).compactMap { $0["t"] as? Int }
        #expect(status == 0 && ticks == (1...goes + 1).map { $0 * 250_000 })
        #expect(lines.last?["type"] as? String == "tick")
    }

    @Test func aGoOfAnotherTimeIsNone() throws {
        let wrong = [
            #"{"type":"go","t":0}"#, #"{"type":"go","t":500000}"#, #"{"type":"go","t":249999}"#,
            "", #"{"type":"hello","proto":"beatline","v":1,"t":0}"#, #"{"type":"metric","t":1}"#,
        ]
        let (lines, errors, _) = try Self.converse([], wrong)
        #expect(Self.ofType("tick", lines).count == 1 && errors == "")
    }

    @Test func beatsLieInTheirTickAndAreThoseOfTheFile() throws {
        let (lines, _, _) = try Self.converse(["--ignore-pacer", "15"], Self.go(1...239))
        var last = 0
        for line in lines where ["rr", "tick"].contains(line["type"] as? String ?? "") {
            let time = try #require(line["t"] as? Int)
            #expect(time >= last)
            last = time
        }
        let intervals = Self.ofType("rr", lines).flatMap { $0["rr_ms"] as? [Double] ?? [] }
        // The same person for the same minute, whose pacer is ignored.
        let file = try SimulatePersonCommandTests.person([
            "--ignore-pacer", "15", "--rate", "6", "--duration", "1",
        ])
        #expect(intervals == SimulatePersonCommandTests.intervals(file.text))
        #expect(intervals.count > 40)
    }

    @Test func straps1024SendTheirTicks() throws {
        let (lines, _, _) = try Self.converse(["--clock", "1024"], Self.go(1...40))
        let beats = Self.ofType("rr", lines)
        #expect(!beats.isEmpty)
        #expect(beats.allSatisfy { $0["rr1024"] is [Int] && $0["rr_ms"] == nil })
    }

    /// Breaths of 10 s from 1 s on: 4 s in, 1 s hold, 5 s out, announced 250 ms ahead.
    private static func session(whole: Bool, ticks: Int) -> [String] {
        (1...ticks).flatMap { tick -> [String] in
            let now = 250_000 * tick
            var lines: [String] = []
            if (now - 750_000) % 10_000_000 == 0 {
                let cycle = (now - 750_000) / 10_000_000
                lines.append(
                    #"{"type":"pace","id":\#(cycle),"t":\#(now),"in_ms":250,"phase":"in","#
                        + #""dur_ms":4000,"bpm":6,"cycle":\#(cycle)}"#)
                if whole {
                    lines.append(
                        #"{"type":"breathingParams","inhaleDuration":4,"holdDuration":1,"#
                            + #""exhaleDuration":5,"bpm":6,"t":\#(now),"in_ms":250,"#
                            + #""cycle":\#(cycle)}"#)
                }
            }
            return lines + Self.go(tick...tick)
        }
    }

    private static func volumes(_ lines: [Line]) -> [Double] {
        ofType("sig", lines).flatMap { $0["y"] as? [Double] ?? [] }
    }

    /// A person who follows has full lungs at the end of the inhalation, later by the lag of up to
    /// 0.5 s, and empty ones at the end of the breath.
    @Test(arguments: [true, false])
    func theLungsFollowTheCommands(whole: Bool) throws {
        let (lines, errors, _) = try Self.converse(
            ["--scenario", "clean", "--respiration"], Self.session(whole: whole, ticks: 480))
        #expect(errors == "")
        let signals = Self.ofType("sig", lines)
        #expect(signals.count == 481)
        #expect(signals.allSatisfy { ($0["y"] as? [Any])?.count == 5 && $0["fs"] as? Int == 20 })
        let volumes = Self.volumes(lines)
        func mean(_ second: Double) -> Double {
            let values = (2..<11).map { volumes[Int((10 * Double($0) + 1 + second) * 20)] }
            return values.reduce(0, +) / 9
        }
        // With the hold the mean lies at 0.55 of the height, and full lungs at 0.9 of 2.
        let full = whole ? 0.9 : 1.0
        #expect(abs(mean(whole ? 4.8 : 4.3) - full) < 0.2, "\(mean(4.8))")
        #expect(abs(mean(0.05) + 2 - full) < 0.2, "\(mean(0.05))")
        // A hold, or the exhalation's first second.
        #expect((mean(4.9) - mean(5.6) < 0.1) == whole || mean(5.6) < 0.9 * full)
    }

    @Test func aSecondHoldIsWhatTheRateLeaves() throws {
        let commands = (1...480).flatMap { tick -> [String] in
            let now = 250_000 * tick
            guard (now - 750_000) % 16_000_000 == 0 else { return Self.go(tick...tick) }
            return [
                #"{"type":"breathingParams","inhaleDuration":4,"holdDuration":4,"#
                    + #""exhaleDuration":4,"bpm":3.75,"t":\#(now),"in_ms":250}"#
            ] + Self.go(tick...tick)
        }
        let (lines, _, _) = try Self.converse(
            ["--scenario", "clean", "--respiration"], commands)
        let volumes = Self.volumes(lines)
        // From 13.5 s to 16 s of each breath, longer than any person waits unless asked to.
        for breath in 1..<6 {
            let start = 1 + 16 * breath
            let hold = volumes[(start * 20 + 275)..<(start * 20 + 315)]
            #expect(Set(hold).count == 1, "breath \(breath)")
        }
    }

    @Test func stopAndSilenceLetThePersonBreatheFreely() throws {
        let stop = [#"{"type":"pace","id":9,"t":120000000,"in_ms":0,"phase":"stop"}"#]
        let (lines, errors, _) = try Self.converse(
            ["--respiration"],
            Self.session(whole: true, ticks: 120) + stop + Self.go(121...480))
        #expect(errors == "")
        let free = Self.volumes(lines).suffix(60 * 20)
        let breaths = zip(free, free.dropFirst()).count { $0 < 0 && $1 >= 0 }
        #expect((11...19).contains(breaths), "\(breaths)")
    }

    @Test func invalidLinesAreSkippedAndReported() throws {
        let broken: [(String, String)] = [
            ("{", "bad_json"), ("[1]", "bad_json"), ("7", "bad_json"), ("{}", "bad_field"),
            (#"{"type":7}"#, "bad_field"), (#"{"type":"go"}"#, "bad_field"),
            (#"{"type":"go","t":"250000"}"#, "bad_field"),
            (#"{"type":"breathingParams","inhaleDuration":-4,"exhaleDuration":5}"#, "bad_field"),
            (#"{"type":"pace","phase":"in","dur_ms":4000,"bpm":0}"#, "bad_field"),
            (String(repeating: "x", count: 70_000), "too_long"),
        ]
        let (lines, errors, status) = try Self.converse(
            [], broken.map(\.0) + [#"{"type":"bad"#] + Self.go(1...2))
        #expect(status == 0 && Self.ofType("tick", lines).count == 3)
        let warnings = errors.split(separator: "\n")
        #expect(warnings.count == 10)
        for (index, (line, expected)) in zip(warnings, broken).enumerated() {
            #expect(line.hasPrefix("input:\(index + 1): warning:"))
            #expect(line.hasSuffix("[\(expected.1)]"), "\(line)")
        }
    }

    /// A byte order mark, a carriage return, bytes that are no text, and no line feed at the end.
    @Test func linesComeInEveryDress() throws {
        let output = try CommandRunner.shell(
            #"printf '\357\273\277{"type":"go","t":250000}\r\n\377\n{"type":"go","t":500000}'"#
                + #" | "$HRV" simulate person --seed 5"#)
        #expect(output.status == 0)
        #expect(output.text.split(separator: "\n").count { $0.contains("tick") } == 3)
        #expect(output.errors == "input:2: warning: not UTF-8 [bad_utf8]\n")
    }

    @Test func aClosedPipeIsAQuietEnd() throws {
        let output = try CommandRunner.shell(
            #"(for i in $(seq 1 5000); do echo '{"type":"go","t":'$((i*250000))'}'; done)"#
                + #" | "$HRV" simulate person --seed 5 | head -n 3; echo ${PIPESTATUS[1]}"#)
        #expect(output.text.split(separator: "\n").last == "0" && output.errors == "")
    }

    @Test func commandsAreRefusedPolitely() throws {
        let (lines, _, _) = try Self.converse(
            [], [#"{"type":"cmd","id":17,"cmd":"start_ecg","dev":"0"}"#])
        let replies = Self.ofType("ack", lines)
        #expect(replies.count == 1 && replies[0]["id"] as? Int == 17)
        #expect(replies[0]["ok"] as? Bool == false)
    }

    @Test func theEndIsSaid() throws {
        let (lines, _, status) = try Self.converse(["--duration", "0.1"], Self.go(1...100))
        #expect(status == 0 && Self.ofType("tick", lines).count == 24)
        #expect(lines.last?["type"] as? String == "bye")
        let (short, _, _) = try Self.converse([], [#"{"type":"bye"}"#] + Self.go(1...5))
        #expect(Self.ofType("tick", short).count == 1)
    }

    /// The same conversation over a socket.
    @Test func aConversationWorksOverASocket() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/s"
        let listener = try TestSocket(path: path)
        let process = Process()
        process.executableURL = try CommandRunner.tool
        process.arguments = [
            "simulate", "person", "--seed", "5", "--duration", "0.05", "--to", "unix:\(path)",
        ]
        try process.run()
        let text = try listener.converse(Self.go(1...12).map { $0 + "\n" }.joined())
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let piped = try SimulatePersonCommandTests.person(
            ["--duration", "0.05"], input: Self.go(1...12).map { $0 + "\n" }.joined())
        #expect(text == piped.text && text.hasSuffix("\"reason\":\"end\"}\n"))
    }
}

/// A listening Unix socket that takes one guest.
private final class TestSocket {
    private let descriptor: Int32

    init(path: String) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        #if canImport(Darwin)
            descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
        #else
            descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(status == 0 && listen(descriptor, 1) == 0)
    }

    deinit { close(descriptor) }

    /// Says something to the guest, and hears them out.
    func converse(_ text: String) throws -> String {
        let guest = accept(descriptor, nil, nil)
        try #require(guest >= 0)
        let handle = FileHandle(fileDescriptor: guest, closeOnDealloc: true)
        try handle.write(contentsOf: Data(text.utf8))
        return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
    }
}
