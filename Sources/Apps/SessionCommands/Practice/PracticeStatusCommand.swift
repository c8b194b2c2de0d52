import ArgumentParser
import CommandSupport
import Foundation
import LiveSession
import PracticePlans
import PracticeRuntime
import SessionHistory

/// `hrv practice status`: what runs now, by whichever program.
struct PracticeStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show what runs now.",
        discussion: "Without --watch it ends with code 66 where nothing runs.")

    @Flag(help: "Show it again every second, until it is over.")
    var watch = false

    @Flag(help: "One short line, for a bar of the desktop.")
    var line = false

    @OptionGroup var options: HistoryOptions

    func run() throws {
        try options.run { store, diagnostics in
            var hasShown = false
            repeat {
                guard let activity = try store.activity() else {
                    if hasShown { return }
                    throw PracticeStatus.notRunningExitCode(store, diagnostics)
                }
                let status = PracticeStatus(activity, store)
                try options.write(status.text(options.shape, isLine: line))
                hasShown = true
                if watch { sleep(1) }
            } while watch
        }
    }
}

/// What runs now, as text.
struct PracticeStatus: Encodable {
    let id: String
    let title: String
    let kind: String
    let program: String
    let phase: String?
    let isPaused: Bool
    let startedAt: String
    let remainingSeconds: Double?
    /// The part in words; JSON has ``phase``.
    private let part: String?

    private enum CodingKeys: String, CodingKey {
        case id, title, kind, program, phase
        case isPaused = "is_paused"
        case startedAt = "started_at"
        case remainingSeconds = "left_s"
    }

    init(_ activity: Activity, _ store: SessionStore, now: Date = Date()) {
        id = activity.id.uuidString
        title = activity.title
        kind = activity.kind
        program = activity.owner.rawValue
        phase = activity.phase
        isPaused = activity.isPaused
        startedAt = activity.startTimeText
        remainingSeconds =
            activity.isPaused
            ? nil
            : activity.endsAt.map { max(0, ($0.timeIntervalSince(now) * 10).rounded() / 10) }
        let language = store.practiceLanguage()
        part =
            activity.isPractice
            ? activity.phase.map { PracticeWords.text("practice.state.\($0)", language) }
            : activity.phase
    }

    /// What is nil is written as null.
    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(title, forKey: .title)
        try values.encode(kind, forKey: .kind)
        try values.encode(program, forKey: .program)
        try values.encode(phase, forKey: .phase)
        try values.encode(isPaused, forKey: .isPaused)
        try values.encode(startedAt, forKey: .startedAt)
        try values.encode(remainingSeconds, forKey: .remainingSeconds)
    }

    func text(_ shape: HistoryShape, isLine: Bool) -> String {
        let remainingText = remainingSeconds.map { ClockText.text($0) }
        if isLine {
            return [title, part, remainingText].compactMap(\.self).joined(separator: " ") + "\n"
        }
        switch shape {
        case .json: return PracticeJSON.text(self, isPretty: true) + "\n"
        case .ndjson: return PracticeJSON.text(self) + "\n"
        case .csv:
            return PracticeTable.csv(
                ["id", "title", "kind", "program", "phase", "is_paused", "started_at", "left_s"],
                [
                    [
                        id, title, kind, program, phase ?? "", "\(isPaused)", startedAt,
                        remainingSeconds.map { "\($0)" } ?? "",
                    ]
                ])
        case .table:
            let words = [
                title, part, isPaused ? "paused" : nil, remainingText.map { "\($0) left in all" },
            ]
            return words.compactMap(\.self).joined(separator: ", ") + "\n"
        }
    }

    /// Says that nothing runs, and what could be taken up.
    static func notRunningExitCode(_ store: SessionStore, _ diagnostics: Diagnostics) -> ExitCode {
        var sentence = "nothing runs"
        let clock = SystemPracticeClock()
        if let entry = try? store.interruptedPractice(),
            let stored = StoredPractice(entry, clock: clock), stored.canResume(clock),
            stored.plannedEnd.map({ $0 > clock.date }) ?? true
        {
            sentence += ": \(entry.title) was interrupted, and hrv practice resume goes on with it"
        }
        diagnostics.error(sentence, code: "not_running")
        return ExitStatus.noInput.exitCode
    }
}
