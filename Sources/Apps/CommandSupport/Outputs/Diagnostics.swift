package import PhysioTypes
package import RecordingFiles
import Synchronization

/// Messages for the person, on standard error: `file:line: error|warning|note: text [code]`.
package struct Diagnostics: Sendable {
    /// True if only errors are shown.
    package let isQuiet: Bool

    package init(isQuiet: Bool) { self.isQuiet = isQuiet }

    package func error(_ file: String, _ error: RecordingError) {
        write(file, error.line, "error", error.text, error.code)
    }

    package func error(_ file: String, _ text: String, code: String) {
        write(file, nil, "error", text, code)
    }

    package func error(_ text: String, code: String) {
        Self.line("hrv: error: \(text) [\(code)]")
    }

    package func warning(_ text: String, code: String) {
        guard !isQuiet else { return }
        Self.line("hrv: warning: \(text) [\(code)]")
    }

    package func notice(_ file: String, _ notice: Notice) {
        guard !isQuiet else { return }
        write(file, notice.line, notice.kind.rawValue, notice.text, notice.code)
    }

    package func summary(_ text: String) {
        guard !isQuiet else { return }
        Self.line("hrv: \(text)")
    }

    private func write(_ file: String, _ line: Int?, _ kind: String, _ text: String, _ code: String)
    {
        let location = line.map { "\(file):\($0)" } ?? file
        Self.line("\(location): \(kind): \(text) [\(code)]")
    }

    private static func line(_ text: String) {
        // A control character in a file's name must not steer the terminal.
        let safeText = text.map { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } ? $0 : "?" }
        if let receiver = lineReceiver.withLock({ $0 }), receiver(String(safeText)) { return }
        POSIXFiles.writeToStandardError(String(safeText) + "\n")
    }

    /// Receives each line before it is written; nil for none.
    private static let lineReceiver = Mutex<(@Sendable (String) -> Bool)?>(nil)

    /// Hands lines to a receiver from now on.
    ///
    /// - Parameter receiver: called with each line without its end, from any thread; returns whether it took care of
    ///   the line. Lines it does not want go to standard error.
    package static func divert(to receiver: @escaping @Sendable (String) -> Bool) {
        lineReceiver.withLock { $0 = receiver }
    }
}
