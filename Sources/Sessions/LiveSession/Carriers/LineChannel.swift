import Foundation
package import SensorProtocol

/// Lines of text from one file descriptor, and to another.
///
/// A terminal may take nothing for hours, after Ctrl-S or where no one reads. Where it is not waited for, what it does
/// not take now waits, up to ``maxPendingBytes`` bytes; what is shown beyond that is dropped.
package final class LineChannel {
    /// The other end is not read any more.
    package struct OutputClosedError: Error {}

    private let input: Int32
    private let output: Int32
    private var framer = LineFramer()
    /// Lines that were read and not yet asked for, the next one last.
    private var unreadLines: [LineFramer.Line] = []
    private var hasEnded = false
    /// The terminal behind the output once more, with a descriptor that does not wait; nil where it is waited for.
    private let terminalDescriptor: Int32?
    /// The bytes that the terminal has not taken.
    private var unsentBytes: [UInt8] = []

    private static let maxPendingBytes = 65_536

    /// - Parameter output: left out where nothing is written.
    /// - Parameter waitsForTerminal: false where the output may be a terminal that holds nothing up.
    package init(input: Int32, output: Int32 = -1, waitsForTerminal: Bool = true) {
        self.input = input
        self.output = output
        // The shell's own descriptor stays as it is.
        let opened = waitsForTerminal ? nil : ttyname(output).map { open($0, Self.openFlags) }
        terminalDescriptor = opened.flatMap { $0 >= 0 ? $0 : nil }
    }

    private static let openFlags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC

    deinit { if let terminalDescriptor { close(terminalDescriptor) } }

    /// Descriptors of the input for the wait of a caller; none after the end.
    var inputPollDescriptors: [pollfd] {
        hasEnded ? [] : [pollfd(fd: input, events: Int16(POLLIN), revents: 0)]
    }

    /// The same for what goes out.
    var outputPollDescriptors: [pollfd] { [pollfd(fd: output, events: Int16(POLLOUT), revents: 0)] }

    /// True if ``next(withinMs:)`` has a result without reading the input.
    var hasLines: Bool { !unreadLines.isEmpty || hasEnded }

    /// Waits for a line; nil at the end. The last one need not end in a line feed.
    package func next() -> LineFramer.Line? {
        while unreadLines.isEmpty, !hasEnded { receive() }
        return unreadLines.popLast()
    }

    /// The result of a wait of limited time.
    package enum WaitResult {
        case line(LineFramer.Line)
        case timedOut
        case end
    }

    /// Waits for a line, but no longer than that.
    package func next(withinMs limit: Int32) -> WaitResult {
        if unreadLines.isEmpty, !hasEnded {
            var pollRequest = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
            guard poll(&pollRequest, 1, limit) > 0 else { return .timedOut }
            receive()
        }
        if let line = unreadLines.popLast() { return .line(line) }
        return hasEnded ? .end : .timedOut
    }

    private func receive() {
        var lines: [LineFramer.Line] = []
        if let bytes = read() {
            framer.push(bytes) { lines.append($0) }
        } else {
            hasEnded = true
            framer.finish { lines.append($0) }
        }
        unreadLines = lines.reversed()
    }

    /// - Returns: nil at the end.
    private func read() -> [UInt8]? {
        var block = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = systemRead(input, &block)
            if count < 0, errno == EINTR { continue }
            return count > 0 ? Array(block[..<count]) : nil
        }
    }

    /// Writes lines, each with its line feed, at once.
    package func write(_ lines: [String]) throws(OutputClosedError) {
        guard !lines.isEmpty else { return }
        try writeText(lines.joined(separator: "\n") + "\n")
    }

    /// True if a line can be written without waiting.
    package var isWritable: Bool {
        if let terminalDescriptor {
            try? send(to: terminalDescriptor)
            return unsentBytes.isEmpty
        }
        var pollDescriptor = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        return poll(&pollDescriptor, 1, 0) > 0
    }

    /// Waits until a terminal that holds nothing up has taken all that was shown, but no longer than that.
    package func drain(withinMs limit: Int) {
        guard terminalDescriptor != nil else { return }
        let end = ContinuousClock.now + .milliseconds(limit)
        while !isWritable, ContinuousClock.now < end { usleep(10_000) }
    }

    /// Writes as much as the terminal takes now.
    private func send(to terminalDescriptor: Int32) throws(OutputClosedError) {
        while !unsentBytes.isEmpty {
            let count = unsentBytes.withUnsafeBytes {
                systemWrite(terminalDescriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                guard count == 0 || errno == EAGAIN else {
                    unsentBytes.removeAll()
                    throw OutputClosedError()
                }
                return
            }
            unsentBytes.removeFirst(count)
        }
    }

    /// Writes a text as it is.
    package func writeText(_ text: String) throws(OutputClosedError) {
        if let terminalDescriptor {
            if unsentBytes.count + text.utf8.count <= Self.maxPendingBytes {
                unsentBytes += text.utf8
            }
            return try send(to: terminalDescriptor)
        }
        let bytes = Array(text.utf8)
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes {
                systemWrite(output, $0.baseAddress?.advanced(by: offset), bytes.count - offset)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw OutputClosedError()
            }
            offset += count
        }
    }
}

/// `read(2)` and `write(2)`; inside the class the names mean its own methods.
private func systemRead(_ descriptor: Int32, _ block: inout [UInt8]) -> Int {
    read(descriptor, &block, block.count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
