package import PracticePlans

/// The JSON form: `"desktop"`, `"page"`, `{"command": ["notify", "--loud"]}` or `{"webhook": "https://..."}`.
extension ReminderChannel: Codable {
    private static let channelsText = "desktop, page, a command or a webhook"

    package init(from decoder: any Decoder) throws {
        if let word = try? decoder.singleValueContainer().decode(String.self) {
            switch word {
            case "desktop": self = .desktop
            case "page": self = .page
            default: throw PlanError(field: "via", range: Self.channelsText, found: word)
            }
            return
        }
        let fields = try StrictFields(decoder, fieldNames: ["command", "webhook"])
        let command: [String]? = try fields.optionalValue("command", "a list of words")
        let webhook: String? = try fields.optionalValue("webhook", "an address")
        switch (command, webhook) {
        case (let words?, nil): self = .command(words)
        case (nil, let address?): self = .webhook(address)
        default: throw PlanError(field: "via", range: Self.channelsText, found: "both or neither")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .desktop, .page:
            var value = encoder.singleValueContainer()
            try value.encode(name)
        case .command(let words): try [name: words].encode(to: encoder)
        case .webhook(let address): try [name: address].encode(to: encoder)
        }
    }

    /// One word, without what a command runs or where a webhook posts to.
    package var name: String {
        switch self {
        case .desktop: "desktop"
        case .page: "page"
        case .command: "command"
        case .webhook: "webhook"
        }
    }

    /// A way as the command line has it: `desktop`, `page`, `command:PROGRAM ARGUMENTS`, `webhook:ADDRESS`.
    ///
    /// - Returns: nil for any other text.
    package init?(text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        switch (parts[0], parts.count) {
        case ("desktop", 1): self = .desktop
        case ("page", 1): self = .page
        case ("command", 2):
            guard let command = PlayerCommand(String(parts[1])) else { return nil }
            self = .command(command.words)
        case ("webhook", 2): self = .webhook(String(parts[1]))
        default: return nil
        }
    }

    /// The way with what it runs or where it posts to, for its owner.
    package var text: String {
        switch self {
        case .desktop, .page: name
        case .command(let words): "command:" + words.joined(separator: " ")
        case .webhook(let address): "webhook:" + address
        }
    }
}
