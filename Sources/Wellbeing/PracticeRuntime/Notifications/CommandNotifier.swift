package import PracticePlans

/// A reminder by a program of the person's own, without a shell.
///
/// The text is the program's last argument, so that `espeak-ng` or `wall` can be used as they are; the id of the reminder and
/// the time that it is for are in the environment.
enum CommandNotifier {
    private static let timeoutSeconds = 10.0

    static func deliver(
        _ note: ReminderNote, _ words: [String], _ environment: [String: String]
    ) -> DeliveryResult {
        var environment = environment
        environment["RESONANCE_RULE"] = note.rule ?? ""
        environment["RESONANCE_TIME"] = note.timestampText
        let name = words.first ?? ""
        switch ChildProgram.run(
            words + [note.text], environment: environment, timeoutSeconds: timeoutSeconds)
        {
        case .ended(0): return .delivered
        case .ended(let status): return .failed("\(name) ended with code \(status)")
        case .notFound: return .failed("there is no program \(name)")
        case .timedOut: return .failed("\(name) took more than \(Int(timeoutSeconds)) s")
        }
    }
}

extension ReminderChannel {
    /// The program of a command that is not on the PATH, or is no program; nil where there is nothing to find.
    package func missingProgram(_ environment: [String: String]) -> String? {
        guard case .command(let words) = self, let name = words.first,
            PlayerProcess.path(of: name, environment: environment) == nil
        else { return nil }
        return name
    }
}
