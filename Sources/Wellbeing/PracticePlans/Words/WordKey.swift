package import PhysioTypes

/// Names of the words that a timeline says and that its states are shown with.
package enum WordKey: String, Sendable, Hashable, CaseIterable {
    case getReady = "practice.getReady"
    /// Arguments `n`, `of`.
    case round = "practice.round"
    case rest = "practice.rest"
    case lastRound = "practice.lastRound"
    case done = "practice.done"
    case halfway = "practice.halfway"
    case thirtySeconds = "practice.thirtySeconds"
    /// Argument `n`.
    case number = "practice.number"

    case inhale = "phase.inhale"
    case hold = "phase.hold"
    case exhale = "phase.exhale"
    case secondHold = "phase.secondHold"

    case idle = "practice.state.idle"
    case preparing = "practice.state.preparing"
    case phase1 = "practice.state.phase1"
    case phase2 = "practice.state.phase2"
    case breathing = "practice.state.breathing"
    case work = "practice.state.work"
    case resting = "practice.state.rest"
    case finished = "practice.state.finished"
    case cancelled = "practice.state.cancelled"
    case paused = "practice.state.paused"

    /// The message to a person who requests what is not possible now.
    case notPossible = "practice.notPossible"
    case muted = "practice.muted"
    /// The text that explains the keys of the terminal.
    case keys = "practice.keys"

    case timerKind = "practice.kind.timer"
    case breatheKind = "practice.kind.breathe"
    case intervalKind = "practice.kind.interval"

    /// Argument `n`.
    case minutes = "practice.minutes"
    /// Argument `n`.
    case seconds = "practice.seconds"
    /// Argument `n`.
    case rounds = "practice.rounds"
    /// Argument `n`.
    case breaths = "practice.breaths"

    /// The word with which a phase of a breath begins.
    package static func of(_ phase: BreathPhase) -> WordKey {
        switch phase {
        case .inhale: .inhale
        case .hold: .hold
        case .exhale: .exhale
        case .secondHold: .secondHold
        }
    }
}

/// Words with the numbers in them.
package struct PracticePhrase: Sendable, Hashable {
    package let key: WordKey
    package let arguments: [String: Int]

    package init(_ key: WordKey, _ arguments: [String: Int] = [:]) {
        self.key = key
        self.arguments = arguments
    }

    package func text(_ language: PracticeLanguage) -> String {
        PracticeWords.text(key.rawValue, language, arguments)
    }
}
