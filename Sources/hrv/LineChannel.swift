import Foundation

/// Lines of text from one file descriptor, and to another.
final class LineChannel {
    /// Nobody reads any more.
    struct Closed: Error {}

    private let input: Int32
    private let output: Int32
    private var buffer: [UInt8] = []
    private var isTooLong = false
    private var hasEnded = false

    /// A longer line is left out; bytes.
    static let longestLine = 65_536

    enum Line: Equatable {
        case text(String)
        case tooLong
        case notUTF8
    }

    init(input: Int32, output: Int32) {
        self.input = input
        self.output = output
    }

    /// Waits for a line; nil at the end. The last one need not end in a line feed.
    func next() -> Line? {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                let bytes = buffer[..<end]
                buffer.removeSubrange(...end)
                return line(bytes)
            }
            if buffer.count > Self.longestLine {
                isTooLong = true
                buffer.removeAll(keepingCapacity: true)
            }
            guard !hasEnded else { return nil }
            guard read() else {
                hasEnded = true
                guard !buffer.isEmpty || isTooLong else { return nil }
                buffer.append(UInt8(ascii: "\n"))
                continue
            }
        }
    }

    private func line(_ bytes: ArraySlice<UInt8>) -> Line {
        defer { isTooLong = false }
        guard !isTooLong, bytes.count <= Self.longestLine else { return .tooLong }
        guard var text = String(validating: bytes, as: UTF8.self) else { return .notUTF8 }
        if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        if text.unicodeScalars.last == "\r" { text.unicodeScalars.removeLast() }
        return .text(text)
    }

    /// - Returns: whether there was anything.
    private func read() -> Bool {
        var block = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = systemRead(input, &block)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            buffer += block[..<count]
            return true
        }
    }

    /// Writes lines, each with its line feed, at once.
    func write(_ lines: [String]) throws(Closed) {
        let bytes = Array(lines.joined(separator: "\n").utf8) + [UInt8(ascii: "\n")]
        var offset = 0
        while offset < bytes.count, !lines.isEmpty {
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
