import SensorProtocol
import Testing
import TestSupport

/// The effects of a broken line: every row of the protocol's table.
@Suite struct BeatlineReaderTests {
    private static let hello = #"{"type":"hello","proto":"beatline","v":1}"#

    /// Readings of lines that come at once, behind a hello.
    private static func readings(_ lines: [String]) -> [BeatlineReading] {
        var reader = BeatlineReader()
        _ = reader.read(.text(hello), arrivalMicroseconds: 0)
        return lines.map { reader.read(.text($0), arrivalMicroseconds: 0) }
    }

    private static func reading(_ line: String) throws -> BeatlineReading {
        try #require(readings([line]).first)
    }

    private static func codes(_ reading: BeatlineReading) -> [String] { reading.errors.map(\.code) }

    /// Lines, and the word for what is wrong with them.
    private static let broken: [(String, String)] = [
        // Not JSON, cut, or no object.
        ("{", "bad_json"), (#"{"type":"battery","pct":5"#, "bad_json"), ("[1]", "bad_json"),
        ("7", "bad_json"), ("hello", "bad_json"),
        ("{\"type\":\"mark\",\"label\":\"\u{0}\"}", "bad_json"),
        (#"{"type":"mark","label":"\ud800"}"#, "bad_json"), ("{}\u{0}", "bad_json"),
        // No type, and fields of another kind.
        ("{}", "bad_field"), (#"{"type":null}"#, "bad_field"), (#"{"type":["rr"]}"#, "bad_field"),
        (#"{"type":"hr","t":1,"hr":"62"}"#, "bad_field"), (#"{"type":"hr","t":1}"#, "bad_field"),
        (#"{"type":"hr","t":1,"hr":-1}"#, "bad_field"),
        (#"{"type":"hr","t":1,"hr":true}"#, "bad_field"),
        (#"{"type":"hr","t":1,"hr":1e400}"#, "bad_field"),
        (#"{"type":"hr","t":"1","hr":62}"#, "bad_field"),
        (#"{"type":"hr","t":0.5,"hr":62}"#, "bad_field"),
        (#"{"type":"hr","t":9007199254740992,"hr":62}"#, "bad_field"),
        (#"{"type":"hr","dev":0,"hr":62}"#, "bad_field"),
        (#"{"type":"hr","seq":-1,"hr":62}"#, "bad_field"),
        (#"{"type":"state","t":1,"state":"happy"}"#, "bad_field"),
        (#"{"type":"state","t":1}"#, "bad_field"), (#"{"type":"rr","t":1}"#, "bad_field"),
        (#"{"type":"rr","t":1,"rr_ms":800}"#, "bad_field"),
        (#"{"type":"rr","t":1,"rr_ms":[800],"contact":1}"#, "bad_field"),
        (#"{"type":"ppi","t":1}"#, "bad_field"),
        (#"{"type":"ppi","t":1,"pp_ms":[800],"err_ms":[]}"#, "bad_field"),
        (#"{"type":"ppi","t":1,"pp_ms":[800],"blocked":[0]}"#, "bad_field"),
        (#"{"type":"beat","t":1,"conf":1.5}"#, "bad_field"),
        (#"{"type":"battery","t":1,"pct":101}"#, "bad_field"),
        (#"{"type":"battery","t":1,"pct":5.5}"#, "bad_field"),
        (#"{"type":"gap","from":5,"to":4}"#, "bad_field"),
        (#"{"type":"gap","from":5,"to":6,"lost":-1}"#, "bad_field"),
        (#"{"type":"tick"}"#, "bad_field"), (#"{"type":"mark","t":1}"#, "bad_field"),
        (#"{"type":"ack","id":1}"#, "bad_field"), (#"{"type":"ping"}"#, "bad_field"),
        (#"{"type":"hello","proto":"other","v":1}"#, "bad_field"),
        (#"{"type":"hello","proto":"beatline","v":0}"#, "bad_field"),
        (#"{"type":"hello","proto":"beatline","v":1,"caps":[1]}"#, "bad_field"),
        // Bytes in text.
        (#"{"type":"gatt","t":1,"chr":"2a37","hex":"103"}"#, "bad_hex"),
        (#"{"type":"gatt","t":1,"chr":"2a37","hex":"1g"}"#, "bad_hex"),
        (#"{"type":"gatt","t":1,"chr":"2a37"}"#, "bad_field"),
        (#"{"type":"gatt","t":1,"hex":"10"}"#, "bad_field"),
        (#"{"type":"sig","t":1,"name":"ecg","fs":130,"enc":"i16le","b64":"AAA"}"#, "bad_b64"),
        (#"{"type":"sig","t":1,"name":"ecg","fs":130,"enc":"i16le","b64":"AAAA"}"#, "bad_b64"),
        (
            #"{"type":"sig","t":1,"name":"ecg","fs":130,"ch":2,"enc":"i16le","b64":"AAA="}"#,
            "bad_b64"
        ),
        (#"{"type":"sig","t":1,"name":"ecg","fs":130,"b64":"AAA="}"#, "bad_field"),
        (#"{"type":"sig","t":1,"name":"ecg","fs":130,"enc":"i8","b64":"AAA="}"#, "bad_field"),
        (
            #"{"type":"sig","t":1,"name":"ecg","fs":130,"y":[1],"enc":"i16le","b64":"AAA="}"#,
            "bad_field"
        ),
        (#"{"type":"sig","t":1,"name":"ecg","fs":130}"#, "bad_field"),
        (#"{"type":"sig","t":1,"name":"ecg","fs":0,"y":[1]}"#, "bad_field"),
        (#"{"type":"sig","t":1,"name":"ecg","y":[1]}"#, "bad_field"),
        (#"{"type":"sig","t":1,"fs":130,"y":[1]}"#, "bad_field"),
        (#"{"type":"sig","t":1,"name":"ecg","fs":130,"y":["1"]}"#, "bad_field"),
        (#"{"type":"sig","t":1,"name":"ecg","fs":130,"y":[1e400]}"#, "bad_field"),
        (#"{"type":"sig","t":1,"name":"acc","fs":50,"ch":3,"y":[[1,2,3],[1,2]]}"#, "bad_field"),
        (#"{"type":"sig","t":1,"name":"acc","fs":50,"ch":3,"y":[1,2,3]}"#, "bad_field"),
        (#"{"type":"sig","t":1,"name":"acc","fs":50,"y":[[1,2,3]]}"#, "bad_field"),
        (#"{"type":"sig","t":1,"name":"acc","fs":50,"ch":0,"y":[]}"#, "bad_field"),
        (#"{"type":"sig","t":1,"name":"acc","fs":50,"ch":1000000000000,"y":[]}"#, "bad_field"),
        (#"{"type":"sig","t":1,"name":"ecg","fs":130,"dev_ns":5,"y":[1]}"#, "bad_field"),
        (#"{"type":"sig","t":1,"name":"ecg","fs":130,"dev_ns":"+5","y":[1]}"#, "bad_field"),
    ]

    @Test(arguments: broken)
    func brokenLinesAreLeftOut(line: String, code: String) throws {
        let readings = Self.readings([line, #"{"type":"battery","t":5,"pct":87}"#])
        #expect(readings[0].line == nil && Self.codes(readings[0]) == [code])
        #expect(readings[0].warnings.map(\.code) == [code])
        #expect(readings[0].warnings.map(\.line) == [2])
        // The next line is fine.
        #expect(readings[1].line?.message == .battery(percent: 87) && readings[1].errors == [])
    }

    @Test func linesThatAreNoTextAreLeftOut() {
        var reader = BeatlineReader()
        _ = reader.read(.text(Self.hello), arrivalMicroseconds: 0)
        let long = reader.read(.tooLong(start: [], byteCount: 70_000), arrivalMicroseconds: 0)
        #expect(long.line == nil && long.errors == [.tooLong])
        #expect(long.warnings.map(\.code) == ["too_long"])
        let bytes = reader.read(.notUTF8([0xFF]), arrivalMicroseconds: 0)
        #expect(bytes.errors == [.badUTF8] && bytes.warnings.map(\.code) == ["bad_utf8"])
        #expect(reader.skippedLineCount == 2 && reader.lineCount == 3)
    }

    /// 100 000 levels end at the limit of depth.
    @Test(arguments: ["[", #"{"a":"#]) func deepLinesAreLeftOut(opening: String) throws {
        for prefix in ["", #"{"type":"rr","rr_ms":"#] {
            let reading = try Self.reading(prefix + String(repeating: opening, count: 100_000))
            #expect(Self.codes(reading) == ["bad_json"])
        }
    }

    @Test(arguments: ["", " ", "\t ", "\r"]) func blankLinesOnlySayThatTheBridgeLives(line: String)
    {
        var reader = BeatlineReader()
        let blank = reader.read(.text(line), arrivalMicroseconds: 5)
        #expect(blank.line == nil && blank.errors == [] && blank.warnings == [])
        #expect(blank.lineNumber == 1 && blank.time == .arrival(5))
        // It does not stand for the hello.
        let first = reader.read(.text(Self.hello), arrivalMicroseconds: 5)
        #expect(first.errors == [] && first.lineNumber == 2)
    }

    @Test func unknownTypesAreNamedOnce() {
        var reader = BeatlineReader()
        let names = ["hello", "a", "b", "a", "a", "b", "c"]
        let readings = names.map { name in
            reader.read(
                .text(name == "hello" ? Self.hello : #"{"type":"\#(name)","x":1}"#),
                arrivalMicroseconds: 0)
        }
        #expect(readings.dropFirst().allSatisfy { $0.line == nil })
        let codes = readings.map { $0.warnings.map(\.code) }
        #expect(codes == [[], ["unknown_type"], ["unknown_type"], [], [], [], ["unknown_type"]])
        #expect(reader.unknownLineCount == 6 && reader.skippedLineCount == 0)
    }

    @Test func unknownFieldsAreCounted() {
        var reader = BeatlineReader()
        _ = reader.read(.text(Self.hello), arrivalMicroseconds: 0)
        #expect(reader.unknownFieldCount == 0)
        let line = #"{"type":"battery","t":1,"pct":5,"volt":3.9,"x":{"y":[1]},"pct":6}"#
        let reading = reader.read(.text(line), arrivalMicroseconds: 0)
        #expect(reading.line?.message == .battery(percent: 6) && reading.errors == [])
        // Two that are unknown, and one that is said twice.
        #expect(reader.unknownFieldCount == 3)
        for example in BeatlineLineTests.examples {
            var other = BeatlineReader()
            _ = other.read(.text(example.text), arrivalMicroseconds: 0)
            #expect(other.unknownFieldCount == 0, "\(example.text)")
        }
    }

    @Test func aMissingHelloIsNamedOnce() {
        var reader = BeatlineReader()
        let first = reader.read(.text(#"{"type":"battery","t":1,"pct":5}"#), arrivalMicroseconds: 0)
        #expect(first.line?.message == .battery(percent: 5) && first.errors == [.noHello])
        #expect(first.warnings.map(\.code) == ["no_hello"])
        let second = reader.read(
            .text(#"{"type":"battery","t":2,"pct":5}"#), arrivalMicroseconds: 0)
        #expect(second.errors == [])
        // A broken first line is none either; one warning reports both.
        var other = BeatlineReader()
        let broken = other.read(.text("{"), arrivalMicroseconds: 0)
        #expect(Self.codes(broken) == ["bad_json", "no_hello"])
        #expect(broken.warnings.map(\.code) == ["bad_json"])
        #expect(broken.warnings.first?.text?.contains("no hello") == true)
    }

    @Test func laterVersionsAreReportedAndRead() {
        var reader = BeatlineReader()
        let line = #"{"type":"hello","proto":"beatline","v":2,"bridge":"b","caps":["rr"],"new":1}"#
        let reading = reader.read(.text(line), arrivalMicroseconds: 0)
        #expect(
            reading.line?.message
                == .hello(.init(version: 2, bridge: "b", capabilities: ["rr"])))
        #expect(reading.errors == [.version(2)])
        #expect(reading.warnings.map(\.code) == ["version"])
    }

    /// Values that are no intervals go one by one, and break the chain where they were.
    @Test(arguments: [
        ("[1e400,-5,\"800\",null]", [Double](), [0], 4),
        ("[800,0,810]", [800, 810], [1], 1), ("[65535,65536,1]", [65_535, 1], [1], 1),
        ("[[800],{},true,812.5]", [812.5], [0], 3), ("[800,801,-0.5]", [800, 801], [2], 1),
        ("[800,null,null,801,null]", [800, 801], [1, 2], 3), ("[]", [], [], 0),
    ])
    func badIntervalsAreDroppedSingly(
        json: String, values: [Double], breaks: [Int], dropped: Int
    ) throws {
        let readings = Self.readings([
            #"{"type":"rr","t":1,"rr_ms":\#(json),"hr":62}"#, #"{"type":"battery","t":2,"pct":5}"#,
        ])
        let expected = BeatlineMessage.RR(
            .milliseconds(values), gapIndices: breaks, heartRateBpm: 62)
        #expect(readings[0].line?.message == .rr(expected))
        let errors: [BeatlineError] =
            dropped == 0 ? [] : [.badIntervals(droppedCount: dropped, hasBothUnits: false)]
        #expect(readings[0].errors == errors)
        #expect(readings[0].warnings.map(\.code) == (dropped == 0 ? [] : ["bad_rr"]))
        #expect(readings[1].line?.message == .battery(percent: 5))
    }

    @Test func ticksAreWhole() throws {
        let reading = try Self.reading(#"{"type":"rr","t":1,"rr1024":[945,945.5,1008.0,0,65536]}"#)
        #expect(reading.line?.message == .rr(.init(.ticks([945, 1008]), gapIndices: [1, 2])))
        #expect(reading.errors == [.badIntervals(droppedCount: 3, hasBothUnits: false)])
        let pulses = try Self.reading(
            #"{"type":"ppi","t":1,"pp_ms":[900,0,910],"err_ms":[1,2,3]}"#)
        #expect(
            pulses.line?.message
                == .ppi(
                    .init(
                        [.init(intervalMs: 900, errorMs: 1), .init(intervalMs: 910, errorMs: 3)],
                        gapIndices: [1])))
        #expect(Self.codes(pulses) == ["bad_rr"])
    }

    @Test func ofTwoUnitsTheFinerCounts() throws {
        let reading = try Self.reading(#"{"type":"rr","t":1,"rr_ms":[900],"rr1024":[945]}"#)
        #expect(reading.line?.message == .rr(.init(.ticks([945]))))
        #expect(reading.errors == [.badIntervals(droppedCount: 0, hasBothUnits: true)])
        #expect(Self.codes(reading) == ["bad_rr"])
    }

    @Test func zeroIsAnUnknownRate() throws {
        #expect(
            try Self.reading(#"{"type":"hr","t":1,"hr":0}"#).line?.message == .heartRate(bpm: nil))
        #expect(
            try Self.reading(#"{"type":"hr","t":1,"hr":null}"#).line?.message
                == .heartRate(bpm: nil))
        #expect(
            try Self.reading(#"{"type":"rr","t":1,"rr_ms":[],"hr":0}"#).line?.message
                == .rr(.init(.milliseconds([]))))
    }

    /// Names and sensors that a hostile bridge invents do not pile up.
    @Test func storedNamesAndSensorsAreBounded() {
        var reader = BeatlineReader()
        var namedCount = 0
        for index in 0..<1000 {
            let time = 1_000_000 * index
            let unknown = reader.read(
                .text(#"{"type":"type \#(index)"}"#), arrivalMicroseconds: time)
            namedCount += unknown.errors.count { $0.code == "unknown_type" }
            let line = #"{"type":"battery","dev":"\#(index)","t":5,"pct":5}"#
            #expect(reader.read(.text(line), arrivalMicroseconds: time).line != nil)
        }
        #expect(namedCount == 64 && reader.unknownLineCount == 1000)
    }

    @Test func longNamesAreCutInWarnings() throws {
        let reading = try Self.reading(#"{"type":"\#(String(repeating: "x", count: 5000))"}"#)
        let text = try #require(reading.warnings.first?.text)
        #expect(text.utf8.count < 200)
        #expect(BeatlineReply.warning(reading.warnings[0]).text.utf8.count < 300)
    }

    /// Random and cut lines of every type, in random pieces: no error, and the same readings.
    @Test(arguments: [51, 52, 53]) func anyBytesAreAccepted(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var bytes: [UInt8] = []
        for _ in 0..<400 {
            var line = Array(
                (BeatlineLineTests.examples.randomElement(using: &random)?.text ?? "").utf8)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: line.removeLast(Int.random(in: 0...line.count, using: &random))
            case 1:
                line[Int.random(in: 0..<line.count, using: &random)] = .random(
                    in: 0...255, using: &random)
            case 2: line.removeSubrange(line.count / 3..<line.count / 2)
            default: break
            }
            bytes += line + [0x0A]
        }
        func readings(_ size: (inout SplitMix64) -> Int) -> [BeatlineReading] {
            var (framer, reader) = (LineFramer(), BeatlineReader())
            var readings: [BeatlineReading] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = rest.prefix(size(&random))
                framer.push(Array(piece)) {
                    readings.append(reader.read($0, arrivalMicroseconds: readings.count))
                }
                rest = rest.dropFirst(piece.count)
            }
            return readings
        }
        let whole = readings { _ in bytes.count }
        let pieces = readings { Int.random(in: 1...300, using: &$0) }
        #expect(whole == pieces && whole.count >= 400)
        #expect(whole.count { $0.line != nil } > 80)
        for reading in whole {
            guard let line = reading.line else { continue }
            var errors: [BeatlineError] = []
            // Written and read again, it is the same line.
            #expect((try? BeatlineLine(parsing: line.text, errors: &errors)) == line)
        }
    }
}
