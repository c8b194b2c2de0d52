extension BeatlineMessage {
    /// The value of `type`.
    public var typeName: String {
        switch self {
        case .hello: "hello"
        case .device: "device"
        case .state: "state"
        case .gatt: "gatt"
        case .rr: "rr"
        case .heartRate: "hr"
        case .ppi: "ppi"
        case .beat: "beat"
        case .signal: "sig"
        case .battery: "battery"
        case .gap: "gap"
        case .mark: "mark"
        case .ping: "ping"
        case .ack: "ack"
        case .error: "error"
        case .bye: "bye"
        case .tick: "tick"
        }
    }
}

extension BeatlineLine {
    /// The line as it is sent, without its line feed: equal lines give equal bytes.
    ///
    /// Reading it back gives the same line, but for breaks in a chain of intervals, which are
    /// written as null and so also reported.
    public var text: String {
        var line = JSONLineWriter(type: message.typeName)
        switch message {
        case .hello(let hello):
            line.string("proto", BeatlineMessage.protocolName)
            line.integer("v", hello.version)
            line.string("bridge", hello.bridge)
            line.string("dev", device)
            writeTime(&line)
            line.array("caps", hello.capabilities, JSONLineWriter.quoted)
        case .ping(let id):
            line.integer("id", id)
            writeCommonFields(&line)
        case .ack(let ack):
            line.integer("id", ack.id)
            writeCommonFields(&line)
            line.bool("ok", ack.isDone)
            line.string("err", ack.error)
        case .signal(let signal):
            line.string("dev", device)
            signal.write(to: &line, writeTime)
        default:
            writeCommonFields(&line)
            message.write(to: &line)
        }
        return line.line
    }

    private func writeCommonFields(_ line: inout JSONLineWriter) {
        line.string("dev", device)
        writeTime(&line)
    }

    private func writeTime(_ line: inout JSONLineWriter) {
        line.integer("t", timeMicroseconds)
        line.integer("utc", utcMicroseconds)
        line.integer("seq", sequence)
    }
}

extension BeatlineMessage {
    /// The fields of messages that follow what every line has.
    fileprivate func write(to line: inout JSONLineWriter) {
        switch self {
        case .device(let device): device.write(to: &line)
        case .state(let state, let reason):
            line.string("state", state.rawValue)
            line.string("reason", reason)
        case .gatt(let gatt):
            line.string("chr", gatt.characteristic)
            line.string("hex", HexText.text(gatt.value))
        case .rr(let rr): rr.write(to: &line)
        case .heartRate(let bpm): line.raw("hr", JSONLineWriter.number(bpm ?? 0))
        case .ppi(let ppi): ppi.write(to: &line)
        case .beat(let confidence): line.real("conf", confidence)
        case .battery(let percent): line.integer("pct", percent)
        case .gap(let gap):
            line.integer("from", gap.fromMicroseconds)
            line.integer("to", gap.toMicroseconds)
            line.raw("lost", gap.lostBeatCount.map { String($0) } ?? "null")
            line.string("reason", gap.reason)
        case .mark(let label): line.string("label", label)
        case .error(let code, let message):
            line.string("code", code)
            line.string("msg", message)
        case .bye(let reason): line.string("reason", reason)
        case .hello, .ping, .ack, .signal, .tick: break
        }
    }
}

extension BeatlineMessage.Device {
    fileprivate func write(to line: inout JSONLineWriter) {
        line.string("name", name)
        line.string("maker", manufacturer)
        line.string("model", model)
        line.string("fw", firmware)
        line.string("location", location)
        line.string("kind", kind)
        line.string("addr", address)
    }
}

extension BeatlineMessage.RR {
    fileprivate func write(to line: inout JSONLineWriter) {
        switch values {
        case .ticks(let ticks):
            let json = GappedValues<UInt16>.json(ticks.map { String($0) }, breaks: gapIndices)
            line.array("rr1024", json) { $0 }
        case .milliseconds(let values):
            let json = GappedValues<Double>.json(
                values.map(JSONLineWriter.number), breaks: gapIndices)
            line.array("rr_ms", json) { $0 }
        }
        line.number("hr", heartRateBpm)
        line.bool("contact", hasContact)
        line.integer("energy", energyKilojoules)
    }
}

extension BeatlineMessage.PPI {
    fileprivate func write(to line: inout JSONLineWriter) {
        /// A column is there where any pulse has a value.
        func column<Value>(
            _ name: String, _ key: KeyPath<PulseInterval, Value?>, _ json: (Value) -> String
        ) {
            let values = pulses.map { $0[keyPath: key].map(json) }
            guard values.contains(where: { $0 != nil }) else { return }
            line.array(
                name,
                GappedValues<PulseInterval>.json(values.map { $0 ?? "null" }, breaks: gapIndices)
            ) { $0 }
        }
        let intervals = pulses.map { JSONLineWriter.number($0.intervalMs) }
        line.array("pp_ms", GappedValues<PulseInterval>.json(intervals, breaks: gapIndices)) { $0 }
        column("err_ms", \.errorMs, JSONLineWriter.number)
        column("blocked", \.isBlocked) { $0 ? "true" : "false" }
        column("contact", \.hasContact) { $0 ? "true" : "false" }
    }
}
