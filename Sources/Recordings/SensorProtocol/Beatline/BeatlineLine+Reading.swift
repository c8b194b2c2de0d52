extension BeatlineMessage {
    /// The name that a watch gives its lines of intervals; read as `rr`.
    static let watchLineType = "heartRateData"
    /// The name of the protocol in a hello.
    public static let protocolName = "beatline"
    /// The version that is spoken.
    public static let version = 1
}

extension BeatlineLine {
    /// Reads one line of a bridge by itself.
    ///
    /// - Parameters:
    ///   - text: the line, without its end.
    ///   - errors: what was repaired (`bad_rr`) is appended.
    /// - Throws: why the line is left out: `bad_json`, `bad_field`, `bad_hex`, `bad_b64`,
    ///   `unknown_type`.
    /// - Complexity: linear in the line.
    public init(
        parsing text: String, errors: inout [BeatlineError]
    ) throws(BeatlineError) {
        var fields = try BeatlineFields(text)
        var line = try BeatlineLine(commonFields: &fields)
        line.message = try BeatlineMessage(&fields, line, &errors)
        self = line
    }

    /// Returns two flags: if a line has a time, and if it is a hello, whatever else it states and
    /// of whatever type.
    public static func peek(at text: String) -> (hasTime: Bool, isHello: Bool) {
        guard var fields = try? BeatlineFields(text) else { return (false, false) }
        let commonFieldsLine = try? BeatlineLine(commonFields: &fields)
        return (commonFieldsLine?.timeMicroseconds != nil, fields.type == "hello")
    }

    /// Reads the fields that every line may have; the message is still to be read.
    init(commonFields fields: inout BeatlineFields) throws(BeatlineError) {
        self.init(.tick)
        device = try fields.string("dev")
        timeMicroseconds = try fields.integer("t")
        utcMicroseconds = try fields.integer("utc")
        sequence = try fields.integer("seq")
        guard sequence ?? 0 >= 0 else { throw fields.error("seq") }
    }
}

extension BeatlineFields {
    /// - Throws: `bad_json`, or `bad_field` for a line without a type.
    init(_ text: String) throws(BeatlineError) {
        let object: JSONObject
        do throws(JSONScanner.Failure) {
            object = try JSONScanner.object(text)
        } catch {
            throw .badJSON(byteOffset: error.byteOffset)
        }
        try self.init(object)
    }
}

extension BeatlineMessage {
    /// - Throws: `unknown_type` for a type that is not read.
    init(
        _ fields: inout BeatlineFields, _ line: BeatlineLine, _ errors: inout [BeatlineError]
    ) throws(BeatlineError) {
        switch fields.type {
        case "hello": self = .hello(try Hello(&fields))
        case "device": self = .device(try Device(&fields))
        case "state":
            let state = try fields.required(
                "state", try fields.word("state", as: ConnectionState.self))
            self = .state(state, reason: try fields.string("reason"))
        case "gatt": self = .gatt(try GATT(&fields))
        case "rr", Self.watchLineType: self = .rr(try fields.rr(&errors))
        case "hr":
            guard fields.contains("hr") else { throw fields.error("hr") }
            self = .heartRate(bpm: try fields.heartRate("hr"))
        case "ppi": self = .ppi(try fields.ppi(&errors))
        case "beat":
            let confidence = try fields.real("conf")
            guard (0...1).contains(confidence ?? 0) else { throw fields.error("conf") }
            self = .beat(confidence: confidence)
        case "sig": self = .signal(try fields.signal())
        case "battery":
            let percent = try fields.required("pct", try fields.integer("pct"))
            guard (0...100).contains(percent) else { throw fields.error("pct") }
            self = .battery(percent: percent)
        case "gap": self = .gap(try Gap(&fields))
        case "mark":
            self = .mark(label: try fields.required("label", try fields.string("label")))
        case "ping": self = .ping(id: try fields.required("id", try fields.integer("id")))
        case "ack": self = .ack(try Ack(&fields))
        case "error":
            let code = try fields.required("code", try fields.string("code"))
            self = .error(code: code, message: try fields.string("msg"))
        case "bye": self = .bye(reason: try fields.string("reason"))
        case "tick":
            _ = try fields.required("t", line.timeMicroseconds)
            self = .tick
        default: throw .unknownType(fields.type)
        }
    }
}

extension BeatlineMessage.Hello {
    fileprivate init(_ fields: inout BeatlineFields) throws(BeatlineError) {
        version = try fields.helloVersion()
        bridge = try fields.string("bridge")
        capabilities =
            try fields.array("caps") { if case .string(let name) = $0 { name } else { nil } } ?? []
    }
}

extension BeatlineFields {
    /// - Throws: for another protocol and for a version below 1.
    mutating func helloVersion() throws(BeatlineError) -> Int {
        guard try string("proto") == BeatlineMessage.protocolName else { throw error("proto") }
        guard let version = try integer("v"), version >= 1 else { throw error("v") }
        return version
    }
}

extension BeatlineMessage.Device {
    fileprivate init(_ fields: inout BeatlineFields) throws(BeatlineError) {
        name = try fields.string("name")
        manufacturer = try fields.string("maker")
        model = try fields.string("model")
        firmware = try fields.string("fw")
        location = try fields.string("location")
        kind = try fields.string("kind")
        address = try fields.string("addr")
    }
}

extension BeatlineMessage.GATT {
    fileprivate init(_ fields: inout BeatlineFields) throws(BeatlineError) {
        characteristic = try fields.required("chr", try fields.string("chr"))
        let hex = try fields.required("hex", try fields.string("hex"))
        guard let bytes = HexText.bytes(hex) else { throw .badHex }
        value = bytes
    }
}

extension BeatlineMessage.Gap {
    fileprivate init(_ fields: inout BeatlineFields) throws(BeatlineError) {
        fromMicroseconds = try fields.required("from", try fields.integer("from"))
        toMicroseconds = try fields.required("to", try fields.integer("to"))
        guard toMicroseconds >= fromMicroseconds else { throw fields.error("to") }
        lostBeatCount = try fields.integer("lost")
        guard lostBeatCount ?? 0 >= 0 else { throw fields.error("lost") }
        reason = try fields.string("reason")
    }
}

extension BeatlineMessage.Ack {
    fileprivate init(_ fields: inout BeatlineFields) throws(BeatlineError) {
        id = try fields.required("id", try fields.integer("id"))
        isDone = try fields.required("ok", try fields.bool("ok"))
        error = try fields.string("err")
    }
}
