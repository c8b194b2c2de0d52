import SensorProtocol
import Testing
import TestSupport

@Suite struct BeatlineLineTests {
    struct Example: Sendable {
        let text: String
        let line: BeatlineLine
        /// The written line where it differs from the text.
        var written: String?

        init(_ text: String, _ line: BeatlineLine, written: String? = nil) {
            self.text = text
            self.line = line
            self.written = written
        }
    }

    private static func sent(_ message: BeatlineMessage, _ time: Int?, sequence: Int? = nil)
        -> BeatlineLine
    {
        BeatlineLine(message, device: "0", timeMicroseconds: time, sequence: sequence)
    }

    /// The lines of the protocol's description, and what they mean.
    static let examples = [
        Example(
            #"{"type":"hello","proto":"beatline","v":1,"bridge":"mybridge 0.3","t":1000000,"#
                + #""utc":1763690000000000,"caps":["rr","gatt","ecg","haptic"]}"#,
            BeatlineLine(
                .hello(
                    .init(bridge: "mybridge 0.3", capabilities: ["rr", "gatt", "ecg", "haptic"])),
                timeMicroseconds: 1_000_000, utcMicroseconds: 1_763_690_000_000_000)),
        Example(
            #"{"type":"device","dev":"0","name":"Polar H10 1234","maker":"Polar","model":"H10","#
                + #""fw":"5.0.0","location":"chest","kind":"ecg","addr":"A0:9E:.."}"#,
            sent(
                .device(
                    .init(
                        name: "Polar H10 1234", manufacturer: "Polar", model: "H10",
                        firmware: "5.0.0",
                        location: "chest", kind: "ecg", address: "A0:9E:..")), nil)),
        Example(
            #"{"type":"state","dev":"0","t":1200000,"state":"connected"}"#,
            sent(.state(.connected, reason: nil), 1_200_000)),
        Example(
            #"{"type":"gatt","dev":"0","t":2000000,"seq":4,"chr":"2a37","hex":"103eb103"}"#,
            sent(
                .gatt(.init(characteristic: "2a37", value: [0x10, 0x3E, 0xB1, 3])), 2_000_000,
                sequence: 4)),
        Example(
            #"{"type":"rr","dev":"0","t":3000000,"rr1024":[945,1008],"hr":62,"contact":true,"#
                + #""energy":null}"#,
            sent(.rr(.init(.ticks([945, 1008]), heartRateBpm: 62, hasContact: true)), 3_000_000),
            written: #"{"type":"rr","dev":"0","t":3000000,"rr1024":[945,1008],"hr":62,"#
                + #""contact":true}"#),
        Example(
            #"{"type":"rr","dev":"0","t":3000000,"rr_ms":[922.85]}"#,
            sent(.rr(.init(.milliseconds([922.85]))), 3_000_000)),
        Example(
            #"{"type":"hr","dev":"0","t":3000000,"hr":62}"#, sent(.heartRate(bpm: 62), 3_000_000)),
        Example(
            #"{"type":"ppi","dev":"1","t":3000000,"pp_ms":[968],"err_ms":[12],"blocked":[false],"#
                + #""contact":[true]}"#,
            BeatlineLine(
                .ppi(
                    .init([
                        .init(intervalMs: 968, errorMs: 12, isBlocked: false, hasContact: true)
                    ])),
                device: "1", timeMicroseconds: 3_000_000)),
        Example(
            #"{"type":"beat","dev":"0","t":3912000,"conf":0.98}"#,
            sent(.beat(confidence: 0.98), 3_912_000)),
        Example(
            #"{"type":"sig","dev":"0","name":"ecg","unit":"uV","fs":130,"t":4100000,"#
                + #""dev_ns":"599616000561538461","y":[0,-1,1500]}"#,
            sent(
                .signal(
                    .init(
                        name: "ecg", unit: "uV", sampleRateHz: 130,
                        deviceNanoseconds: 599_616_000_561_538_461,
                        samples: .integers([0, -1, 1500]))), 4_100_000)),
        Example(
            #"{"type":"sig","dev":"0","name":"ecg","unit":"uV","fs":130,"t":4660000,"#
                + #""enc":"i16le","b64":"AADAAA=="}"#,
            sent(
                .signal(
                    .init(
                        name: "ecg", unit: "uV", sampleRateHz: 130, samples: .integers([0, 192]),
                        packing: .i16le)), 4_660_000)),
        Example(
            #"{"type":"sig","dev":"0","name":"acc","unit":"mG","fs":50,"ch":3,"t":4100000,"#
                + #""y":[[1,-2,1000],[2,-3,1007]]}"#,
            sent(
                .signal(
                    .init(
                        name: "acc", unit: "mG", sampleRateHz: 50, channelCount: 3,
                        samples: .integers([1, -2, 1000, 2, -3, 1007]))), 4_100_000)),
        Example(
            #"{"type":"battery","dev":"0","t":5000000,"pct":87}"#,
            sent(.battery(percent: 87), 5_000_000)),
        Example(
            #"{"type":"gap","dev":"0","from":5000000,"to":9000000,"lost":5,"reason":"link"}"#,
            sent(
                .gap(
                    .init(
                        fromMicroseconds: 5_000_000, toMicroseconds: 9_000_000, lostBeatCount: 5,
                        reason: "link")), nil)),
        Example(
            #"{"type":"gap","dev":"0","from":5000000,"to":9000000,"lost":null}"#,
            sent(.gap(.init(fromMicroseconds: 5_000_000, toMicroseconds: 9_000_000)), nil)),
        Example(
            #"{"type":"mark","t":9100000,"label":"start reading"}"#,
            BeatlineLine(.mark(label: "start reading"), timeMicroseconds: 9_100_000)),
        Example(
            #"{"type":"ping","id":3,"t":9500000}"#,
            BeatlineLine(.ping(id: 3), timeMicroseconds: 9_500_000)),
        Example(
            #"{"type":"ack","id":17,"ok":false,"err":"no ecg"}"#,
            BeatlineLine(.ack(.init(id: 17, isDone: false, error: "no ecg")))),
        Example(
            #"{"type":"error","code":"adapter_off","msg":".."}"#,
            BeatlineLine(.error(code: "adapter_off", message: ".."))),
        Example(#"{"type":"bye","reason":"user"}"#, BeatlineLine(.bye(reason: "user"))),
        Example(#"{"type":"tick","t":250000}"#, BeatlineLine(.tick, timeMicroseconds: 250_000)),
        Example(
            #"{"type":"heartRateData","t":5,"rr_ms":[800,810.5],"hr":75}"#,
            BeatlineLine(
                .rr(.init(.milliseconds([800, 810.5]), heartRateBpm: 75)), timeMicroseconds: 5),
            written: #"{"type":"rr","t":5,"rr_ms":[800,810.5],"hr":75}"#),
        Example(
            #"{"type":"heartRateData","hr":75,"rrIntervals":[800]}"#,
            BeatlineLine(.rr(.init(.milliseconds([800]), heartRateBpm: 75))),
            written: #"{"type":"rr","rr_ms":[800],"hr":75}"#),
    ]

    private static func read(_ text: String) throws -> (BeatlineLine, [BeatlineError]) {
        var errors: [BeatlineError] = []
        return (try BeatlineLine(parsing: text, errors: &errors), errors)
    }

    @Test(arguments: examples.indices) func examplesAreReadAndWritten(index: Int) throws {
        let example = Self.examples[index]
        let (line, errors) = try Self.read(example.text)
        #expect(line == example.line && errors == [])
        #expect(line.text == example.written ?? example.text)
        #expect(try Self.read(line.text).0 == line)
    }

    @Test(arguments: BeatlineMessage.ConnectionState.allCases)
    func statesHaveTheirWords(state: BeatlineMessage.ConnectionState) throws {
        let line = BeatlineLine(.state(state, reason: "out of reach"), timeMicroseconds: 1)
        #expect(line.text.contains("\"state\":\"\(state)\",\"reason\":\"out of reach\""))
        #expect(try Self.read(line.text).0 == line)
    }

    /// Integers of every width, negative ones too, and numbers with a fraction.
    @Test(arguments: [
        ("i16le", "/38AgP//", BeatlineSignal.Samples.integers([32_767, -32_768, -1])),
        ("i24le", "//9/AACA////", .integers([8_388_607, -8_388_608, -1])),
        ("i32le", "////fwAAAID/////", .integers([.max, .min, -1])),
        ("f32le", "AACAPwAAAL8AAAAA", .reals([1, -0.5, 0])),
    ])
    func packedSamplesAreRead(packing: String, base64: String, samples: BeatlineSignal.Samples)
        throws
    {
        let text = #"{"type":"sig","name":"ecg","fs":250.5,"enc":"\#(packing)","b64":"\#(base64)"}"#
        let (line, _) = try Self.read(text)
        guard case .signal(let signal) = line.message else { return }
        #expect(signal.samples == samples && signal.packing?.rawValue == packing)
        #expect(signal.sampleCount == 3 && signal.sampleRateHz == 250.5)
        #expect(line.text == text)
    }

    @Test func missingSamplesAreNull() throws {
        let text = #"{"type":"sig","name":"resp","unit":"1","fs":20,"y":[0.5,null,2.0]}"#
        let (line, _) = try Self.read(text)
        guard case .signal(let signal) = line.message, case .reals(let values) = signal.samples
        else {
            Issue.record("no reals")
            return
        }
        #expect(values[0] == 0.5 && values[1].isNaN && values[2] == 2)
        #expect(line.text == text)
        // As a packed number, what is not finite is missing too.
        let packed = #"{"type":"sig","name":"x","fs":1,"enc":"f32le","b64":"AACAfwAAwH8="}"#
        guard case .signal(let other) = try Self.read(packed).0.message,
            case .reals(let reals) = other.samples
        else { return }
        #expect(reals.count == 2 && reals.allSatisfy(\.isNaN))
    }

    /// A value too wide for 32 bits makes them reals; all are kept.
    @Test func wideNumbersAreReals() throws {
        let (line, _) = try Self.read(#"{"type":"sig","name":"x","fs":1,"y":[1,3000000000]}"#)
        guard case .signal(let signal) = line.message else { return }
        #expect(signal.samples == .reals([1, 3e9]))
    }

    @Test func aPacketIsAnRRLine() throws {
        let packet = try HeartRateMeasurement([0x16, 60, 0, 4, 0xFF, 0xFF])
        let rr = BeatlineMessage.RR(packet)
        #expect(rr == .init(.ticks([1024, 65_535]), heartRateBpm: 60, hasContact: true))
        #expect(rr.milliseconds == [1000, 63_999.0234375])
        #expect(rr.statuses == [.beat, .noBeat])
        let other = BeatlineMessage.RR(.milliseconds([150, 800]))
        #expect(other.statuses == [.outOfRange, .beat] && other.milliseconds == [150, 800])
    }

    /// Breaks of a chain survive a log.
    @Test func breaksAreWrittenAsNull() throws {
        let rr = BeatlineMessage.RR(.ticks([800, 810]), gapIndices: [0, 1, 2])
        let line = BeatlineLine(.rr(rr))
        #expect(line.text == #"{"type":"rr","rr1024":[null,800,null,810,null]}"#)
        #expect(try Self.read(line.text).0 == line)
        let ppi = BeatlineMessage.PPI(
            [.init(intervalMs: 900, errorMs: 5), .init(intervalMs: 910.5)], gapIndices: [1])
        let other = BeatlineLine(.ppi(ppi))
        #expect(
            other.text == #"{"type":"ppi","pp_ms":[900,null,910.5],"err_ms":[5,null,null]}"#)
        #expect(try Self.read(other.text).0 == other)
    }

    @Test func keysOfEveryLineAreRead() throws {
        let (line, _) = try Self.read(
            #" { "seq" : 7 , "type":"battery","utc":-5,"pct":1.0e2,"dev":"äö","t":9007199254740991}"#
        )
        #expect(line.sequence == 7 && line.utcMicroseconds == -5 && line.device == "äö")
        #expect(line.timeMicroseconds == 9_007_199_254_740_991)
        #expect(line.message == .battery(percent: 100))
        #expect(BeatlineLine(.tick).deviceKey == "0" && line.deviceKey == "äö")
        // Of equal names the last counts; null is as good as missing.
        let twice = try Self.read(#"{"type":"x","t":1,"type":"battery","pct":5,"t":null}"#).0
        #expect(twice.timeMicroseconds == nil && twice.message == .battery(percent: 5))
    }
}
