import Foundation
import TestSupport
import Testing

/// The errors around `hrv live --bridge -`, from end to end.
@Suite struct LiveErrorTests {
    private static let hello =
        #"{"type":"hello","proto":"beatline","v":1,"bridge":"b","t":0}"# + "\n"

    private static func beat(_ second: Int) -> String {
        #"{"type":"rr","t":\#(1_000_000 * second),"rr_ms":[\#(1000 + second % 10)]}"# + "\n"
    }

    /// The bytes that a bridge sends between valid beats.
    struct Hostile: CustomTestStringConvertible, Sendable {
        let number: Int
        let bytes: [UInt8]
        /// The code of the warning.
        let code: String
        /// The number of its beats that count.
        let beatCount: Int

        init(_ number: Int, _ text: String, _ code: String, beats: Int = 0) {
            self.init(number, Array(text.utf8), code, beats: beats)
        }

        init(_ number: Int, _ bytes: [UInt8], _ code: String, beats: Int = 0) {
            self.number = number
            self.bytes = bytes
            self.code = code
            beatCount = beats
        }

        var testDescription: String { "\(number) \(code) \(bytes.count) bytes" }
    }

    private static func packet(_ hex: String) -> String {
        #"{"type":"gatt","t":11000000,"chr":"2a37","hex":"\#(hex)"}"#
    }

    private static func polar(_ hex: String) -> String {
        let data = "fb005c82-02e7-f387-1cad-8acd2d8df0c8"
        return #"{"type":"gatt","t":11000000,"chr":"\#(data)","hex":"\#(hex)"}"#
    }

    /// The numbers are those of the list of hostile inputs.
    private static let hostile = [
        Hostile(1, packet(""), "hr_short"), Hostile(1, packet("16"), "hr_short"),
        Hostile(2, packet("193c00"), "hr_short"),
        Hostile(3, packet("103c000400"), "hr_odd_tail", beats: 1),
        Hostile(4, packet("103c" + String(repeating: "0004", count: 119)), "over"),
        Hostile(5, packet("103c0004") + "\n" + packet("103c0004"), "dup", beats: 1),
        Hostile(7, polar("00" + String(repeating: "00", count: 8)), "pmd_short"),
        Hostile(7, polar("00" + String(repeating: "00", count: 8) + "ff00"), "unsupported_frame"),
        // Acceleration: a reference of three values, then a block of 255 with 32 bits in 4 bytes.
        Hostile(
            7, polar("02" + String(repeating: "00", count: 8) + "8000000000000020ff00000000"),
            "pmd_delta"),
        Hostile(10, String(repeating: "x", count: 10_000_000), "too_long"),
        Hostile(11, String(repeating: "[", count: 100_000), "too_long"),
        Hostile(11, String(repeating: "[", count: 60_000), "bad_json"),
        Hostile(12, #"{"type":"rr","t":11000000,"rr_ms":[1e400,-5,"800",null]}"#, "bad_rr"),
        Hostile(12, #"{"type":"rr","t":11000000,"rr_ms":[-5,0,70000]}"#, "bad_rr"),
        Hostile(13, [0x7B, 0xFF, 0xFE, 0x7D], "bad_utf8"),
        Hostile(13, [0x7B, 0x00, 0x7D], "bad_json"),
        Hostile(13, #"{"type":"mark","t":11000000,"label":"\ud800"}"#, "bad_json"),
    ]

    /// Each is named, and costs nothing but itself.
    @Test(arguments: hostile) func hostileInputEndsNothing(_ hostile: Hostile) throws {
        let live = try LiveProcess([
            "live", "--bridge", "-", "--clock", "bridge", "--no-raw-log",
        ])
        // As beats with a packet for a kind, where the input has packets: the other kind would not count.
        let isPacket = hostile.number <= 5
        func beats(_ seconds: ClosedRange<Int>) -> String {
            seconds.map { second in
                let low = String(0x10 + second, radix: 16)
                return isPacket
                    ? #"{"type":"gatt","t":\#(1_000_000 * second),"chr":"2a37","hex":"103c\#(low)04"}"#
                        + "\n"
                    : Self.beat(second)
            }.joined()
        }
        live.send(Self.hello + beats(1...10))
        live.send(hostile.bytes + [0x0A])
        live.send(beats(12...40) + #"{"type":"ping","id":9,"t":40000001}"# + "\n")
        live.endInput()
        #expect(try live.end() == 0)
        let warnings = live.output.split(separator: "\n").filter { $0.contains(#""warn""#) }
        #expect(warnings.contains { $0.contains(#""code":"\#(hostile.code)""#) }, "\(warnings)")
        #expect(live.output.contains(#"{"type":"pong","id":9"#))
        // What follows too many is left out until 20 s were right.
        if hostile.number == 4 {
            #expect((10...39).contains(try #require(live.beatCount)))
        } else {
            #expect(live.beatCount == 39 + hostile.beatCount)
        }
    }

    /// The program whose output is read is killed in the middle of a line.
    @Test func aBridgeThatIsKilledEndsTheSessionInOrder() throws {
        let live = try LiveProcess(["live", "--bridge", "-"])
        let bridge = Process()
        bridge.executableURL = URL(fileURLWithPath: "/bin/cat")
        let pipe = Pipe()
        bridge.standardInput = pipe
        bridge.standardOutput = live.inputHandle
        try bridge.run()
        live.endInput()
        let text = Self.hello + (1...20).map(Self.beat).joined() + #"{"type":"rr","t":21"#
        try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try live.wait(for: "the last whole line") { try $0.log().contains(#""t":20000000"#) }
        kill(bridge.processIdentifier, SIGKILL)
        bridge.waitUntilExit()
        #expect(try live.end() == 0)
        #expect(live.beatCount == 20)
        let last = live.output.split(separator: "\n").suffix(3)
        #expect(last.last == #"{"type":"bye"}"#)
        #expect(last.contains { $0.contains(#""phase":"stop""#) })
        // The first line says whose log it is.
        let log = try live.log()
        #expect(log.hasPrefix(#"{"type":"log","session":"#))
        #expect(log.drop { $0 != "\n" }.dropFirst() == text + "\n")
    }

    /// Killed at any moment, it leaves a log that has everything that was answered.
    @Test(arguments: 1...4) func aKilledSessionCanBeReplayed(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let live = try LiveProcess(["live", "--bridge", "-"])
        live.send(Self.hello)
        let count = Int.random(in: 3...20, using: &random)
        for second in 1...count {
            live.send(Self.beat(second) + #"{"type":"ping","id":\#(second),"t":\#(second)}"# + "\n")
            usleep(UInt32.random(in: 0...50_000, using: &random))
        }
        let lastPong = Int.random(in: 1...count, using: &random)
        try live.wait(for: "an answer") { $0.output.contains(#""pong","id":\#(lastPong),"#) }
        live.send(signal: SIGKILL)
        #expect(try live.end() == 137)
        let log = try live.data.write("log.beatline", try live.log())
        let replayed = try CommandRunner.run(["live", "--replay", log])
        #expect(replayed.status == 0)
        let beatCount = try #require(LiveProcess.beatCount(replayed.errors))
        #expect((lastPong...count).contains(beatCount))
        let analysed = try CommandRunner.run(["analyze", log, "--ndjson"])
        #expect(analysed.status == 0, "\(analysed.errors)")
    }

    /// A limit on the size of files is a disk that fills up.
    @Test func aFullDiskEndsTheLogAndNotTheSession() throws {
        let folder = try TemporaryFolder()
        let lines = Self.hello + (1...400).map(Self.beat).joined()
        let input = try folder.write("lines", lines + #"{"type":"ping","id":1,"t":0}"# + "\n")
        let output = try CommandRunner.shell(
            "trap '' XFSZ; ulimit -f 8; XDG_DATA_HOME=\(folder.path) \"$HRV\" live --bridge - "
                + "--clock bridge < \(input)")
        #expect(output.status == 74, "\(output.errors)")
        #expect(output.text.contains(#"{"type":"pong","id":1"#))
        #expect(LiveProcess.beatCount(output.errors) == 400)
        let cut = output.errors.split(separator: "\n").filter { $0.contains("is cut") }
        #expect(cut.count == 1 && cut[0].hasPrefix("hrv: error: "))
    }

    /// Two devices by turns on one stream: the first counts, or the one that is asked for.
    @Test(arguments: [([], 20, 1000.0...1010.0), (["--dev", "b"], 25, 700...710)])
    func oneOfTwoDevicesCounts(
        options: [String], count: Int, range: ClosedRange<Double>
    ) throws {
        let input =
            Self.hello
            + (1...25).map { second in
                let other =
                    #"{"type":"rr","dev":"b","t":\#(700_000 * second),"rr_ms":[\#(700 + second % 10)]}"#
                return (second <= 20 ? Self.beat(second) : "") + other + "\n"
            }.joined()
        let output = try CommandRunner.run(
            ["live", "--bridge", "-", "--clock", "bridge", "--no-raw-log"] + options, input: input)
        #expect(output.status == 0)
        #expect(LiveProcess.beatCount(output.errors) == count)
        let beatLines = output.text.split(separator: "\n").filter {
            $0.hasPrefix(#"{"type":"beat""#)
        }
        #expect(beatLines.count == count)
        for line in beatLines {
            let json = try JSONSerialization.jsonObject(with: Data(line.utf8))
            let interval = try #require((json as? [String: Any])?["rr_ms"] as? Double)
            #expect(range.contains(interval))
        }
    }
}
