import Foundation
import LiveSession
import PhysioTypes
import RecordingFiles
import Synchronization
import TerminalView

/// Messages for the person, on standard error: `file:line: error|warning|note: text [code]`.
struct Diagnostics: Sendable {
    /// Whether only errors are shown.
    let isQuiet: Bool

    func error(_ file: String, _ error: RecordingError) {
        write(file, error.line, "error", error.text, error.code)
    }

    func error(_ file: String, _ text: String, code: String) {
        write(file, nil, "error", text, code)
    }

    func error(_ text: String, code: String) {
        Self.line("hrv: error: \(text) [\(code)]")
    }

    func notice(_ file: String, _ notice: Notice) {
        guard !isQuiet else { return }
        write(file, notice.line, notice.kind.rawValue, notice.text, notice.code)
    }

    func summary(_ text: String) {
        guard !isQuiet else { return }
        Self.line("hrv: \(text)")
    }

    private func write(_ file: String, _ line: Int?, _ kind: String, _ text: String, _ code: String)
    {
        let place = line.map { "\(file):\($0)" } ?? file
        Self.line("\(place): \(kind): \(text) [\(code)]")
    }

    private static func line(_ text: String) {
        // A control character in a file's name must not steer the terminal.
        let safe = text.map { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } ? $0 : "?" }
        if HeldMessages.take(String(safe)) { return }
        guard Interruption.isInSession else {
            try? FileHandle.standardError.write(contentsOf: Data((String(safe) + "\n").utf8))
            return
        }
        // A terminal that takes nothing holds no session up, and neither its end.
        output.withLock { output in
            let channel =
                output
                ?? LineChannel(input: -1, output: STDERR_FILENO, waitsForTerminal: false)
            let wasStuck = output != nil && !channel.isWritable
            output = channel
            try? channel.write([String(safe)])
            if !wasStuck { channel.drain(withinMs: patienceMs) }
        }
    }

    /// Where a session tells its messages.
    private static let output = Mutex<LineChannel?>(nil)
    /// A terminal is waited for once, for so long.
    private static let patienceMs = 500
}
