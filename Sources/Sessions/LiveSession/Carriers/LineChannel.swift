import Foundation
package import SensorProtocol

/// Lines of text from one file descriptor, and to another.
package final class LineChannel {
    /// Nobody reads any more.
    package struct Closed: Error {}

    private let input: Int32
    private let output: Int32
    private var framer = LineFramer()
    /// Lines that were read and not yet asked for, the next one last.
    private var waiting: [LineFramer.Line] = []
    private var hasEnded = false

    /// - Parameter output: left out where nothing is written.
    package init(input: Int32, output: Int32 = -1) {
        self.input = input
        self.output = output
    }

    /// What a wait of somebody else's is to watch for what comes; nothing after the end.
    var readable: [pollfd] {
        hasEnded ? [] : [pollfd(fd: input, events: Int16(POLLIN), revents: 0)]
    }

    /// The same for what goes out.
    var writable: [pollfd] { [pollfd(fd: output, events: Int16(POLLOUT), revents: 0)] }

    /// Whether ``next(withinMs:)`` has something without looking.
    var hasLines: Bool { !waiting.isEmpty || hasEnded }

    /// Waits for a line; nil at the end. The last one need not end in a line feed.
    package func next() -> LineFramer.Line? {
        while waiting.isEmpty, !hasEnded { receive() }
        return waiting.popLast()
    }

    /// What came within some time.
    package enum Wait {
        case line(LineFramer.Line)
        case nothing
        case end
    }

    /// Waits for a line, but no longer than that.
    package func next(withinMs limit: Int32) -> Wait {
        if waiting.isEmpty, !hasEnded {
            var readable = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
            guard poll(&readable, 1, limit) > 0 else { return .nothing }
            receive()
        }
        if let line = waiting.popLast() { return .line(line) }
        return hasEnded ? .end : .nothing
    }

    private func receive() {
        var lines: [LineFramer.Line] = []
        if let bytes = read() {
            framer.push(bytes) { lines.append($0) }
        } else {
            hasEnded = true
            framer.finish { lines.append($0) }
        }
        waiting = lines.reversed()
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
    package func write(_ lines: [String]) throws(Closed) {
        guard !lines.isEmpty else { return }
        try show(lines.joined(separator: "\n") + "\n")
    }

    /// Whether a line can be written without waiting.
    package var isWritable: Bool {
        var writable = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        return poll(&writable, 1, 0) > 0
    }

    /// Writes a text as it is.
    package func show(_ text: String) throws(Closed) {
        let bytes = Array(text.utf8)
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes {
                systemWrite(output, $0.baseAddress?.advanced(by: offset), bytes.count - offset)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw Closed()
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
