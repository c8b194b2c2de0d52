import Foundation
import LiveSession

/// The notice that every person reads once before their first session.
package struct FirstRunNotice {
    package static let sentences = [
        "This is not a medical device. It diagnoses nothing and treats nothing.",
        "Stop when you feel light-headed or unwell, and breathe as you like.",
        "Breathe gently: no deeper than is comfortable.",
    ]

    /// The same for a screen with no space for it.
    static let shortText = "Not a medical device. Stop when light-headed. Breathe gently."

    /// A file that is there once the notice was read.
    private let path: String

    /// - Parameter environment: of the process.
    package init(environment: [String: String]) {
        let logs = URL(fileURLWithPath: RawLog.folder(environment: environment))
        path = logs.deletingLastPathComponent().appendingPathComponent("notice-read").path
    }

    package var isDue: Bool { access(path, F_OK) != 0 }

    /// Records that the notice was shown. If the file cannot be made, the notice comes again next
    /// time.
    package func markShown() {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        if file >= 0 { close(file) }
    }
}
