import Foundation
import LiveSession
import Synchronization

/// Messages to standard error that wait while a full-screen view has the terminal.
package enum HeldMessages {
    private static let lines = Mutex<[String]?>(nil)
    /// The number of messages above which the oldest are dropped.
    private static let limit = 200
    /// A terminal has so long to take them.
    private static let timeoutMs = 500

    /// Makes messages wait from now on, where they would be written across the view.
    static func hold() {
        guard isatty(STDERR_FILENO) == 1 else { return }
        lines.withLock { $0 = $0 ?? [] }
    }

    /// - Returns: whether the line waits now, and is written later.
    package static func enqueue(_ line: String) -> Bool {
        lines.withLock { lines in
            guard lines != nil else { return false }
            lines?.append(line)
            if let count = lines?.count, count > limit { lines?.removeFirst(count - limit) }
            return true
        }
    }

    /// Writes what waits, and what comes from now on at once.
    static func release() {
        let heldLines = lines.withLock { lines in
            defer { lines = nil }
            return lines ?? []
        }
        guard !heldLines.isEmpty else { return }
        let channel = LineChannel(input: -1, output: STDERR_FILENO, waitsForTerminal: false)
        for line in heldLines { try? channel.write([line]) }
        channel.drain(withinMs: timeoutMs)
    }
}
