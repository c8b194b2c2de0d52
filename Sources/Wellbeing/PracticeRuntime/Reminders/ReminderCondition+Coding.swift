package import PracticePlans

/// The JSON form: `{"kind": "always"}`, `{"kind": "unless", "of": "any", "hours": 6}`, where no hours mean the day, or
/// `{"kind": "streak", "of": "mindful", "days": 3}`.
extension ReminderCondition: Codable {
    private enum Keys: String, CodingKey, CaseIterable { case kind, of, hours, days }

    private static let kinds = "always, unless or streak"
    private static let measures = "mindful, workout or any"

    package init(from decoder: any Decoder) throws {
        let allFields = try StrictFields(decoder, fieldNames: Keys.allCases.map(\.rawValue))
        let kind: String = try allFields.value("kind", Self.kinds)
        switch kind {
        case "always":
            _ = try StrictFields(decoder, fieldNames: ["kind"])
            self = .always
        case "unless":
            let fields = try StrictFields(decoder, fieldNames: ["kind", "of", "hours"])
            let hours: Int? = try fields.optionalValue("hours", "a whole number of hours")
            self = .unlessDone(try Self.measures(fields), within: hours.map(Period.hours) ?? .day)
        case "streak":
            let fields = try StrictFields(decoder, fieldNames: ["kind", "of", "days"])
            let days: Int = try fields.value("days", "a whole number of days")
            self = .whileStreakOpen(try Self.measures(fields), atLeast: days)
        default: throw PlanError(field: "kind", range: Self.kinds, found: kind)
        }
    }

    private static func measures(_ fields: StrictFields) throws -> Set<PracticeMeasure> {
        let word: String = try fields.value("of", measures)
        guard let found = Set<PracticeMeasure>(word: word) else {
            throw PlanError(field: "of", range: measures, found: word)
        }
        return found
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        switch self {
        case .always: try values.encode("always", forKey: .kind)
        case .unlessDone(let measures, let period):
            try values.encode("unless", forKey: .kind)
            try values.encode(measures.word, forKey: .of)
            if case .hours(let hours) = period {
                try values.encode(hours, forKey: .hours)
            } else {
                try values.encodeNil(forKey: .hours)
            }
        case .whileStreakOpen(let measures, let days):
            try values.encode("streak", forKey: .kind)
            try values.encode(measures.word, forKey: .of)
            try values.encode(days, forKey: .days)
        }
    }

    /// The condition in a few words; empty where there is none.
    package var words: String {
        switch self {
        case .always: ""
        case .unlessDone(let measures, .day): "unless \(measures.word) today"
        case .unlessDone(let measures, .hours(let hours)):
            "unless \(measures.word) within \(hours) h"
        case .whileStreakOpen(let measures, let days):
            "while a streak (\(measures.word)) of \(days) days is open"
        }
    }
}

extension Set<PracticeMeasure> {
    /// `mindful`, `workout` or `any`; nil for another word.
    package init?(word: String) {
        if word == "any" {
            self.init(PracticeMeasure.allCases)
        } else if let measure = PracticeMeasure(rawValue: word) {
            self = [measure]
        } else {
            return nil
        }
    }

    package var word: String {
        count == PracticeMeasure.allCases.count ? "any" : first?.rawValue ?? ""
    }
}
