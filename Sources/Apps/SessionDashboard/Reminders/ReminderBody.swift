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
    private let ways: [String]?

    init(from decoder: any Decoder) throws {
        let fields = try StrictFields(decoder, known: ReminderForm.fieldNames + ["id"])
        id = try fields.optional("id", StoredReminder.idRule)
        form = try ReminderForm(fields)
        ways = try fields.optional("via", "a list of ways")
    }

    var text: String { form.text }

    /// - Parameter before: the reminder that it changes; nil: a new one.
    /// - Throws: `ReminderError`, and `DashboardError` for a way that a page may not set.
    func rule(id: String, before: ReminderRule?, nowMs: Int64) throws -> ReminderRule {
        var form = form
        if let ways {
            form.via = try ways.map { try Self.way($0, before) }
        } else if let before {
            form.via = before.via
        }
        let rule = try form.rule(id: id, sinceMs: nowMs)
        return try before.map { try rule.following($0, nowMs: nowMs) } ?? rule
    }

    private static func way(_ name: String, _ before: ReminderRule?) throws -> ReminderChannel {
        switch name {
        case "desktop": return .desktop
        case "page": return .page
        default:
            guard let previous = before?.via.first(where: { $0.name == name }) else {
                throw DashboardError.invalid(
                    "via \(name): a page can set desktop and page; commands and webhooks are set by "
                        + "hrv practice remind")
            }
            return previous
        }
    }
}
