/// MPD's protocol as a state machine: bytes in, messages out; no socket and no clock inside.
///
/// Where the bytes are cut makes no difference. Memory is bounded whatever comes: a value keeps its first
/// ``maxStoredByteCount`` bytes, an answer ``maxResponseByteCount``; nothing is reserved for a stated length.
///
/// Source: the protocol of MPD 0.23, "Responses", "Command lists" and "Binary Responses".
package struct MPDProtocol: Sendable {
    /// Longest line that is read, in bytes; titles of a megabyte occur.
    static let maxLineByteCount = 2 << 20
    /// The number of bytes of a line that are stored; a path has 4,096 at most.
    package static let maxStoredByteCount = 8 << 10
    static let maxGreetingByteCount = 64
    static let maxKeyByteCount = 64
    /// Largest binary chunk, in bytes; MPD's own limit is 8,192 unless another is set.
    static let maxChunkByteCount = 1 << 20
    /// Largest answer with all its pairs and chunks, in bytes as kept.
    static let maxResponseByteCount = 32 << 20
    /// The number of bytes that a pair counts beyond its own.
    private static let pairOverheadByteCount = 64

    /// A command or list that was sent and is not answered yet.
    private struct PendingResponse: Sendable {
        /// 0: a single command, which ends with OK alone.
        let commandCount: Int
        let expectsBinary: Bool
    }

    private enum Phase: Sendable {
        case greeting
        case lines
        /// A chunk of which this number of bytes is still to come, and its line end.
        case binary(rest: Int)
        case binaryLineEnd
        case failed
    }

    private var phase = Phase.greeting
    private var line: [UInt8] = []
    private var lineByteCount = 0
    private var pendingResponses: [PendingResponse] = []
    private var completedParts: [MPDResponsePart] = []
    private var part = MPDResponsePart()
    private var responseByteCount = 0

    package init() {}

    /// True if no answer is expected, so that a byte would break the protocol.
    package var isIdle: Bool {
        if case .lines = phase { return pendingResponses.isEmpty }
        return false
    }

    // MARK: Sending

    /// - Returns: the bytes to send for one command.
    package mutating func send(_ command: MPDCommand) -> [UInt8] {
        pendingResponses.append(
            PendingResponse(commandCount: 0, expectsBinary: command.expectsBinary))
        return command.line + [10]
    }

    /// - Returns: the bytes to send for a list of commands, which MPD performs without others between them.
    package mutating func send(list commands: [MPDCommand]) -> [UInt8] {
        pendingResponses.append(
            PendingResponse(
                commandCount: commands.count, expectsBinary: commands.contains { $0.expectsBinary })
        )
        return Array("command_list_ok_begin\n".utf8) + commands.flatMap { $0.line + [10] }
            + Array("command_list_end\n".utf8)
    }

    /// Ends an `idle` that is under way, whose answer then comes; it has no answer of its own.
    package func interruptIdle() -> [UInt8] { MPDCommand.noIdle.line + [10] }

    // MARK: Receiving

    /// - Returns: what became complete; nothing after a breach.
    package mutating func receive(_ bytes: some Sequence<UInt8>) -> [MPDMessage] {
        var messages: [MPDMessage] = []
        for byte in bytes {
            let outcome = receive(byte)
            if let outcome { messages.append(outcome) }
            if case .violation = outcome { break }
        }
        return messages
    }

    private mutating func receive(_ byte: UInt8) -> MPDMessage? {
        switch phase {
        case .failed: return nil
        case .greeting, .lines:
            if byte == 10 { return endLine() }
            lineByteCount += 1
            if lineByteCount > currentMaxByteCount {
                return fail(isGreeting ? .wrongGreeting : .longLine)
            }
            if line.count < Self.maxStoredByteCount { line.append(byte) }
            return nil
        case .binary(let rest):
            part.binaryChunk?.append(byte)
            phase = rest > 1 ? .binary(rest: rest - 1) : .binaryLineEnd
            return nil
        case .binaryLineEnd:
            phase = .lines
            return byte == 10 ? nil : fail(.badBinary)
        }
    }

    private var isGreeting: Bool { if case .greeting = phase { true } else { false } }

    private var currentMaxByteCount: Int {
        isGreeting ? Self.maxGreetingByteCount : Self.maxLineByteCount
    }

    private mutating func fail(_ violation: MPDProtocolViolation) -> MPDMessage {
        self = MPDProtocol()
        phase = .failed
        return .violation(violation)
    }

    // MARK: Lines

    private mutating func endLine() -> MPDMessage? {
        let isWhole = lineByteCount == line.count
        let line = line
        self.line.removeAll(keepingCapacity: line.count < 256)
        lineByteCount = 0
        if isGreeting { return parseGreeting(line) }
        guard let expected = pendingResponses.first else { return fail(.unexpectedResponse) }
        if line.elementsEqual("OK".utf8) { return end(expected) }
        if line.elementsEqual("list_OK".utf8) { return endPart(expected) }
        if line.starts(with: "ACK ".utf8) { return parseErrorResponse(line) }
        return addPair(line, isWhole: isWhole, expected)
    }

    private mutating func parseGreeting(_ line: [UInt8]) -> MPDMessage? {
        let start = Array("OK MPD ".utf8)
        let numbers = line.dropFirst(start.count).split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false
        ).map { Self.number($0, upTo: 9_999) }
        guard line.starts(with: start), numbers.count == 3, let major = numbers[0],
            let minor = numbers[1], let patch = numbers[2]
        else { return fail(.wrongGreeting) }
        phase = .lines
        return .greeting(major: major, minor: minor, patch: patch)
    }

    private mutating func end(_ expected: PendingResponse) -> MPDMessage? {
        if expected.commandCount == 0 {
            completedParts.append(part)
        } else if completedParts.count != expected.commandCount || part != MPDResponsePart() {
            return fail(.wrongResponseCount)
        }
        defer { resetResponse() }
        return .response(MPDResponse(parts: completedParts))
    }

    private mutating func endPart(_ expected: PendingResponse) -> MPDMessage? {
        guard completedParts.count < expected.commandCount else { return fail(.wrongResponseCount) }
        completedParts.append(part)
        part = MPDResponsePart()
        return nil
    }

    private mutating func resetResponse() {
        pendingResponses.removeFirst()
        completedParts = []
        part = MPDResponsePart()
        responseByteCount = 0
    }

    private mutating func addPair(
        _ line: [UInt8], isWhole: Bool, _ expected: PendingResponse
    ) -> MPDMessage? {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
            (1...Self.maxKeyByteCount).contains(colon), line.count > colon + 1,
            line[colon + 1] == UInt8(ascii: " ")
        else { return fail(.badLine) }
        responseByteCount += line.count + Self.pairOverheadByteCount
        guard responseByteCount <= Self.maxResponseByteCount else { return fail(.responseTooLong) }
        let value = line[(colon + 2)...]
        if line[..<colon].elementsEqual("binary".utf8) { return beginBinary(value, expected) }
        let exact = String(validating: value, as: UTF8.self)
        part.pairs.append(
            MPDPair(
                key: String(decoding: line[..<colon], as: UTF8.self),
                value: exact ?? String(decoding: value, as: UTF8.self),
                isExact: isWhole && exact != nil))
        return nil
    }

    private mutating func beginBinary(
        _ value: ArraySlice<UInt8>, _ expected: PendingResponse
    ) -> MPDMessage? {
        guard expected.expectsBinary, part.binaryChunk == nil,
            let count = Self.number(value, upTo: Self.maxChunkByteCount)
        else { return fail(.badBinary) }
        responseByteCount += count
        guard responseByteCount <= Self.maxResponseByteCount else { return fail(.responseTooLong) }
        part.binaryChunk = []
        phase = count > 0 ? .binary(rest: count) : .binaryLineEnd
        return nil
    }

    // MARK: Refusals

    /// `ACK [50@0] {playlistid} No such song`
    private mutating func parseErrorResponse(_ line: [UInt8]) -> MPDMessage? {
        guard let errorResponse = Self.errorResponse(line) else { return fail(.badErrorResponse) }
        resetResponse()
        return .refusal(errorResponse)
    }

    private static func errorResponse(_ line: [UInt8]) -> MPDErrorResponse? {
        guard let open = line.firstIndex(of: UInt8(ascii: "[")), open == 4,
            let at = line.firstIndex(of: UInt8(ascii: "@")),
            let close = line.firstIndex(of: UInt8(ascii: "]")), at < close,
            let code = number(line[(open + 1)..<at], upTo: 9_999),
            let index = number(line[(at + 1)..<close], upTo: 999_999)
        else { return nil }
        let rest = line[(close + 1)...]
        guard rest.starts(with: " {".utf8), let end = rest.firstIndex(of: UInt8(ascii: "}"))
        else { return nil }
        let words = rest[(end + 1)...].drop { $0 == UInt8(ascii: " ") }
        return MPDErrorResponse(
            code: code, index: index,
            command: String(decoding: rest[(rest.startIndex + 2)..<end], as: UTF8.self),
            words: String(decoding: words.prefix(1_024), as: UTF8.self))
    }

    /// Decimal digits alone; nil for anything else, and beyond `limit`.
    private static func number(_ digits: some Collection<UInt8>, upTo limit: Int) -> Int? {
        guard (1...10).contains(digits.count) else { return nil }
        var number = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return number <= limit ? number : nil
    }
}
