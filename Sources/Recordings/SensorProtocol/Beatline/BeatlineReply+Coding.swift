extension BeatlineReply {
    /// Reads one line of the toolkit, as a bridge does.
    ///
    /// - Parameter text: the line, without its end.
    /// - Throws: why the line is left out: `bad_json`, `bad_field`, `unknown_type`.
    /// - Complexity: linear in the line.
    public init(parsing text: String) throws(BeatlineError) {
        var fields = try BeatlineFields(text)
        switch fields.type {
        case "hello": self = .hello(try Hello(&fields))
        case "pace": self = .pace(try Pace(&fields))
        case "haptic": self = .haptic(try Haptic(&fields))
        case "beat": self = .beat(try Beat(&fields))
        case "metric": self = .metric(try BeatlineMetric(&fields))
        case "cmd":
            self = .command(
                Command(
                    id: try fields.required("id", try fields.integer("id")),
                    name: try fields.string("cmd"), device: try fields.string("dev")))
        case "pong":
            let id = try fields.required("id", try fields.integer("id"))
            self = .pong(id: id, timeMicroseconds: try fields.integer("t"))
        case "warn":
            self = .warning(
                Warning(
                    line: try fields.integer("line"),
                    code: try fields.required("code", try fields.string("code")),
                    text: try fields.string("msg")))
        case "bye": self = .bye(reason: try fields.string("reason"))
        case "go":
            self = .go(timeMicroseconds: try fields.required("t", try fields.integer("t")))
        case "breathingParams": self = .breath(try BreathParameters(&fields))
        case "command":
            self = .workout(try fields.required("command", try fields.word("command")))
        default: throw .unknownType(fields.type)
        }
    }

    /// The line as it is sent, without its line feed: equal replies give equal bytes.
    public var text: String {
        var line = JSONLineWriter(type: typeName)
        switch self {
        case .hello(let hello):
            line.string("proto", BeatlineMessage.protocolName)
            line.integer("v", hello.version)
            line.string("app", hello.application)
            line.integer("t", hello.timeMicroseconds)
        case .pace(let pace): pace.write(to: &line)
        case .haptic(let haptic): haptic.write(to: &line)
        case .beat(let beat):
            line.integer("t", beat.timeMicroseconds)
            line.number("rr_ms", beat.intervalMs)
            line.string("flag", beat.flag.rawValue)
        case .metric(let metric): metric.write(to: &line)
        case .command(let command):
            line.integer("id", command.id)
            line.string("cmd", command.name)
            line.string("dev", command.device)
        case .pong(let id, let time):
            line.integer("id", id)
            line.integer("t", time)
        case .warning(let warning):
            line.integer("line", warning.line)
            line.string("code", warning.code)
            line.string("msg", warning.text)
        case .bye(let reason): line.string("reason", reason)
        case .go(let time): line.integer("t", time)
        case .breath(let breath): breath.write(to: &line)
        case .workout(let workout): line.string("command", workout.rawValue)
        }
        return line.line
    }

    /// The value of `type`.
    public var typeName: String {
        switch self {
        case .hello: "hello"
        case .pace: "pace"
        case .haptic: "haptic"
        case .beat: "beat"
        case .metric: "metric"
        case .command: "cmd"
        case .pong: "pong"
        case .warning: "warn"
        case .bye: "bye"
        case .go: "go"
        case .breath: "breathingParams"
        case .workout: "command"
        }
    }
}

extension BeatlineReply.Hello {
    fileprivate init(_ fields: inout BeatlineFields) throws(BeatlineError) {
        version = try fields.helloVersion()
        application = try fields.string("app")
        timeMicroseconds = try fields.integer("t")
    }
}

extension BeatlineReply.Pace {
    fileprivate init(_ fields: inout BeatlineFields) throws(BeatlineError) {
        id = try fields.integer("id")
        timeMicroseconds = try fields.integer("t")
        leadMs = try fields.real("in_ms")
        phase = try fields.required("phase", try fields.word("phase"))
        durationMs = try fields.real("dur_ms")
        breathsPerMinute = try fields.real("bpm")
        cycle = try fields.integer("cycle")
    }

    fileprivate func write(to line: inout JSONLineWriter) {
        line.integer("id", id)
        line.integer("t", timeMicroseconds)
        line.number("in_ms", leadMs)
        line.string("phase", phase.rawValue)
        line.number("dur_ms", durationMs)
        line.real("bpm", breathsPerMinute)
        line.integer("cycle", cycle)
    }
}

extension BeatlineReply.Haptic {
    fileprivate init(_ fields: inout BeatlineFields) throws(BeatlineError) {
        id = try fields.integer("id")
        timeMicroseconds = try fields.integer("t")
        leadMs = try fields.real("in_ms") ?? 0
        durationMs = try fields.required("dur_ms", try fields.real("dur_ms"))
        level = try fields.required("level", try fields.real("level"))
        guard (0...1).contains(level) else { throw fields.error("level") }
        shape = try fields.required("shape", try fields.word("shape"))
        timeToLiveMs = try fields.real("ttl_ms")
    }

    fileprivate func write(to line: inout JSONLineWriter) {
        line.integer("id", id)
        line.integer("t", timeMicroseconds)
        line.number("in_ms", leadMs)
        line.number("dur_ms", durationMs)
        line.real("level", level)
        line.string("shape", shape.rawValue)
        line.number("ttl_ms", timeToLiveMs)
    }
}

extension BeatlineReply.Beat {
    fileprivate init(_ fields: inout BeatlineFields) throws(BeatlineError) {
        timeMicroseconds = try fields.integer("t")
        intervalMs = try fields.real("rr_ms")
        flag = try fields.required("flag", try fields.word("flag"))
    }
}

extension BeatlineReply.BreathParameters {
    fileprivate init(_ fields: inout BeatlineFields) throws(BeatlineError) {
        inhaleSeconds = try fields.required("inhaleDuration", try fields.real("inhaleDuration"))
        holdSeconds = try fields.real("holdDuration")
        exhaleSeconds = try fields.required("exhaleDuration", try fields.real("exhaleDuration"))
        breathsPerMinute = try fields.real("bpm")
        timeMicroseconds = try fields.integer("t")
        leadMs = try fields.real("in_ms")
        cycle = try fields.integer("cycle")
    }

    fileprivate func write(to line: inout JSONLineWriter) {
        line.number("inhaleDuration", inhaleSeconds)
        line.number("holdDuration", holdSeconds)
        line.number("exhaleDuration", exhaleSeconds)
        line.real("bpm", breathsPerMinute)
        line.integer("t", timeMicroseconds)
        line.number("in_ms", leadMs)
        line.integer("cycle", cycle)
    }
}
