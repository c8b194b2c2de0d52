/// The content of a line of a bridge, and the problems of the line.
public struct BeatlineReading: Sendable, Equatable {
    /// The position of a line in time.
    public enum Time: Sendable, Equatable {
        /// The time by the sender's clock; µs.
        case sender(Int)
        /// The line has none: by the clock of the reader; µs.
        case arrival(Int)
    }

    /// The number of the line in its connection, counted from 1.
    public let lineNumber: Int
    /// Nil for a line that is blank, left out, or a repetition.
    public let line: BeatlineLine?
    /// The line's own time, or its arrival.
    public let time: Time
    /// The errors in the order of their weight; also those of which no warning is sent.
    public let errors: [BeatlineError]
    /// Warnings to send to the bridge now: none or one about this line, and sometimes one that counts
    /// those that were held back.
    public let warnings: [BeatlineReply.Warning]

    /// True if beats may be missing before this line, so that no chain of NN intervals crosses it.
    public var opensGap: Bool {
        errors.contains {
            switch $0 {
            case .sequenceGap, .timeJump, .timeBackwards: true
            default: false
            }
        }
    }

    /// The same for the beats of one device: times of others say nothing of it, missing lines may be its.
    ///
    /// - Parameter device: nil where it is not known yet.
    public func opensGap(for device: String?) -> Bool {
        if line.map({ $0.deviceKey == device ?? $0.deviceKey }) ?? true { return opensGap }
        return errors.contains { if case .sequenceGap = $0 { true } else { false } }
    }

    /// True if the sender's time went back, so that what was known of its clock is void.
    public var restartsClock: Bool {
        errors.contains { if case .timeBackwards = $0 { true } else { false } }
    }
}

/// Reads the lines of one bridge: each gives a message or says why not, and none ends the stream.
///
/// It knows what belongs to the connection: whether there was a hello, which lines are missing or
/// repeated, where time goes back or jumps, what was already warned of. Time is watched for each
/// sensor by itself, and for its beats separately from its other lines, as beats are reported after
/// they were. Sensors, silence and clocks are left to the session.
///
/// ```swift
/// var reader = BeatlineReader()
/// framer.push(bytes) { line in
///     let reading = reader.read(line, arrivalMicroseconds: now)
///     if let line = reading.line { session.receive(line, reading.time) }
///     for warning in reading.warnings { send(BeatlineReply.warning(warning).text) }
/// }
/// ```
public struct BeatlineReader: Sendable {
    /// Maximum time of a sensor without a line; more is a gap; µs.
    public static let maxStepMicroseconds = 30_000_000

    /// Lines so far, blank ones too.
    public private(set) var lineCount = 0
    /// Lines that were left out for an error.
    public private(set) var skippedLineCount = 0
    /// Lines of types that are not known.
    public private(set) var unknownLineCount = 0
    /// Fields, of lines that were read, that are not asked for.
    public private(set) var unknownFieldCount = 0
    /// Lines that came twice.
    public private(set) var repeatedLineCount = 0

    private var isFirst = true
    private var hasWarnedMissingTime = false
    private var unknownTypes: Set<String> = []
    private var sequenceCheck = BeatlineSequenceCheck()
    private var timeCheck = BeatlineTimeCheck()
    private var limiter = WarningLimiter()

    /// Unknown types beyond it are only counted.
    static let namedTypeLimit = 64

    /// Makes a reader for a new connection.
    public init() {}

    /// Takes the next line in.
    ///
    /// - Parameter arrivalMicroseconds: when it came, by the reader's own clock that does not go
    ///   back.
    /// - Returns: what it is; also for a blank line, which only says that the bridge lives.
    /// - Complexity: linear in the line; what is kept does not grow with their number.
    public mutating func read(
        _ line: LineFramer.Line, arrivalMicroseconds arrival: Int
    ) -> BeatlineReading {
        lineCount += 1
        var errors: [BeatlineError] = []
        var message: BeatlineLine?
        var isBlank = false
        switch line {
        case .tooLong: skipLine(.tooLong, &errors)
        case .notUTF8: skipLine(.badUTF8, &errors)
        case .text(let text):
            isBlank = text.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
            if !isBlank { message = read(text, &errors) }
        }
        if !isBlank { checkHello(message, &errors) }
        return reading(message, arrival, errors)
    }

    /// Takes the next line in as a value, of a sender in this process.
    ///
    /// - Precondition: the line has no sequence number, which shows lines that were lost on their way.
    /// - Returns: what ``read(_:arrivalMicroseconds:)`` gives of the line's text.
    package mutating func read(
        _ line: BeatlineLine, arrivalMicroseconds arrival: Int
    ) -> BeatlineReading {
        precondition(line.sequence == nil, "a value is not lost on its way")
        lineCount += 1
        var errors: [BeatlineError] = []
        checkHello(line, &errors)
        return reading(line, arrival, errors)
    }

    private mutating func reading(
        _ message: BeatlineLine?, _ arrival: Int, _ parseErrors: [BeatlineError]
    ) -> BeatlineReading {
        var errors = parseErrors
        let time = time(of: message, arrival, &errors)
        let warning = errors.isEmpty ? nil : Self.warning(lineCount, errors)
        return BeatlineReading(
            lineNumber: lineCount, line: message, time: time, errors: errors,
            warnings: limiter.filter(warning, line: lineCount, at: arrival))
    }

    /// Warnings that are left at the end: how many were held back.
    public mutating func finish() -> [BeatlineReply.Warning] { limiter.finish(line: lineCount) }

    private static func warning(_ line: Int, _ errors: [BeatlineError]) -> BeatlineReply.Warning {
        BeatlineReply.Warning(
            line: line, code: errors[0].code, text: errors.map(\.text).joined(separator: "; "))
    }

    private mutating func read(_ text: String, _ errors: inout [BeatlineError]) -> BeatlineLine? {
        do throws(BeatlineError) {
            var fields = try BeatlineFields(text)
            var line = try BeatlineLine(commonFields: &fields)
            if let number = line.sequence {
                switch sequenceCheck.check(number, text) {
                case .repetition:
                    repeatedLineCount += 1
                    return nil
                case .error(let error): errors.append(error)
                case .next: break
                }
            }
            line.message = try BeatlineMessage(&fields, line, &errors)
            unknownFieldCount += fields.unreadFieldCount
            return line
        } catch {
            skipLine(error, &errors)
            return nil
        }
    }

    /// Puts why a line is left out first; an unknown type is named once.
    private mutating func skipLine(_ error: BeatlineError, _ errors: inout [BeatlineError]) {
        if case .unknownType(let type) = error {
            unknownLineCount += 1
            guard unknownTypes.count < Self.namedTypeLimit, unknownTypes.insert(type).inserted
            else { return }
        } else {
            skippedLineCount += 1
        }
        errors.insert(error, at: 0)
    }

    private mutating func checkHello(_ line: BeatlineLine?, _ errors: inout [BeatlineError]) {
        if case .hello(let hello)? = line?.message {
            if hello.version > BeatlineMessage.version { errors.append(.version(hello.version)) }
        } else if isFirst {
            errors.append(.noHello)
        }
        isFirst = false
    }

    private mutating func time(
        of line: BeatlineLine?, _ arrival: Int, _ errors: inout [BeatlineError]
    ) -> BeatlineReading.Time {
        guard let line else { return .arrival(arrival) }
        guard let time = line.timeMicroseconds else {
            if line.message.needsTime, !hasWarnedMissingTime {
                hasWarnedMissingTime = true
                errors.append(.missingTime)
            }
            return .arrival(arrival)
        }
        if let error = timeCheck.check(line, time) { errors.append(error) }
        return .sender(time)
    }
}

extension BeatlineMessage {
    /// True if the message states something about a moment.
    fileprivate var needsTime: Bool {
        switch self {
        case .state, .gatt, .rr, .heartRate, .ppi, .beat, .signal, .battery, .mark, .tick: true
        case .hello, .device, .gap, .ping, .ack, .error, .bye: false
        }
    }
}
