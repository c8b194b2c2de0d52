import PracticePlans
import PracticeRuntime

/// A reminder as a page sends it.
///
/// A page names the ways of a notification only. What a command runs and where a webhook posts to is set on the command
/// line: a page can keep or drop them.
struct ReminderBody: Decodable {
    let id: String?
    private let form: ReminderForm
    /// nil: as they were.
    private let channelNames: [String]?

    init(from decoder: any Decoder) throws {
        let fields = try StrictFields(decoder, fieldNames: ReminderForm.fieldNames + ["id"])
        id = try fields.optionalValue("id", StoredReminder.idRule)
        form = try ReminderForm(fields)
        channelNames = try fields.optionalValue("via", "a list of ways")
    }

    var text: String { form.text }

    /// - Parameter previousRule: the reminder that it changes; nil: a new one.
    /// - Throws: `ReminderError`, and `DashboardError` for a way that a page may not set.
    func rule(id: String, previousRule: ReminderRule?, nowMs: Int64) throws -> ReminderRule {
        var form = form
        if let channelNames {
            form.channels = try channelNames.map { try Self.channel($0, previousRule) }
        } else if let previousRule {
            form.channels = previousRule.channels
        }
        let rule = try form.rule(id: id, sinceMs: nowMs)
        return try previousRule.map { try rule.ruleReplacing($0, nowMs: nowMs) } ?? rule
    }

    private static func channel(_ name: String, _ previousRule: ReminderRule?) throws
        -> ReminderChannel
    {
        switch name {
        case "desktop": return .desktop
        case "page": return .page
        default:
            guard let previous = previousRule?.channels.first(where: { $0.name == name }) else {
                throw DashboardError.invalid(
                    "via \(name): a page can set desktop and page; commands and webhooks are set by "
                        + "hrv practice remind")
            }
            return previous
        }
    }
}
