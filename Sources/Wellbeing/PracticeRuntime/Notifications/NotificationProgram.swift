/// The program of the system that shows a notification.
enum NotificationProgram {
    private static let timeoutSeconds = 5.0

    #if os(macOS)
        private static let name = "osascript"
    #else
        private static let name = "notify-send"
    #endif

    static func isInstalled(_ environment: [String: String]) -> Bool {
        PlayerProcess.path(of: name, environment: environment) != nil
    }

    static func deliver(
        _ note: ReminderNote, _ environment: [String: String]
    ) -> DeliveryResult {
        switch ChildProgram.run(
            arguments(note.text), environment: environment, timeoutSeconds: timeoutSeconds)
        {
        case .ended(0): return .delivered
        case .ended(let status): return .failed("\(name) ended with code \(status)")
        case .notFound: return .failed("there is no \(name) here")
        case .timedOut: return .unanswered("\(name) took more than \(Int(timeoutSeconds)) s")
        }
    }

    /// The text is the summary, which is never read as markup.
    private static func arguments(_ text: String) -> [String] {
        #if os(macOS)
            let script = "display notification (item 1 of argv) with title \"Resonance\""
            return [name, "-e", "on run argv", "-e", script, "-e", "end run", "--", text]
        #else
            return [name, "--app-name=Resonance", "--", text]
        #endif
    }
}
