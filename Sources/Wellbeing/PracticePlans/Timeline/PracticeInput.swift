/// A request that a person, or a program for them, makes to an activity.
package enum PracticeInput: Sendable, Hashable {
    case start
    case pause
    case resume
    /// The next phase or part begins now; breathing ends with the breath in progress.
    case next
    case extend(minutes: Double)
    /// The activity ends, and is kept as far as it counts.
    case end
    /// The activity ends, and nothing is kept.
    case cancel

    static let minutes = PlanRange(0.1...1440, "0.1 to 1440 min")

    /// The same input, where its minutes can be added.
    ///
    /// - Throws: ``PlanError`` with the range.
    package func checked() throws(PlanError) -> PracticeInput {
        if case .extend(let minutes) = self { try Self.minutes.check(minutes, "extend") }
        return self
    }
}

/// The result of an input.
package enum InputResult: String, Sendable, Hashable {
    case accepted
    /// Things are as they were.
    case noEffect = "no effect"
    /// Something else goes on that forbids it.
    case conflict
    case notRunning = "not_running"
}

/// An input and when it came.
package struct TimedInput: Sendable, Hashable {
    package let input: PracticeInput
    /// The time on the clock of the timeline; s.
    package let timeSeconds: Double

    package init(_ input: PracticeInput, timeSeconds: Double) {
        self.input = input
        self.timeSeconds = timeSeconds
    }
}

/// `{"at": 12.5, "input": "extend", "minutes": 5}`; `minutes` only where something is extended.
extension TimedInput: Codable {
    private enum Keys: String, CodingKey, CaseIterable { case at, input, minutes }

    /// - Throws: ``PlanError`` for an input that is not known, and for minutes outside their range.
    package init(from decoder: any Decoder) throws {
        let fields = try StrictFields(decoder, fieldNames: Keys.allCases.map(\.rawValue))
        let name: String = try fields.value("input", "the name of an input")
        let plain: [PracticeInput] = [.start, .pause, .resume, .next, .end, .cancel]
        if name == PracticeInput.extend(minutes: 0).name {
            input = try PracticeInput.extend(minutes: try fields.number("minutes")).checked()
        } else if let found = plain.first(where: { $0.name == name }) {
            input = found
        } else {
            throw PlanError(field: "input", range: "the name of an input", found: name)
        }
        timeSeconds = try fields.number("at")
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        try values.encode(timeSeconds, forKey: .at)
        try values.encode(input.name, forKey: .input)
        if case .extend(let minutes) = input { try values.encode(minutes, forKey: .minutes) }
    }
}

extension PracticeInput {
    /// The name in commands and in the JSON form.
    package var name: String {
        switch self {
        case .start: "start"
        case .pause: "pause"
        case .resume: "resume"
        case .next: "next"
        case .extend: "extend"
        case .end: "end"
        case .cancel: "cancel"
        }
    }
}
