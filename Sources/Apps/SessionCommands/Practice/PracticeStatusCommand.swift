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

/// The practice that runs now, as text.
struct PracticeStatus: Encodable {
    let id: String
    let title: String
    let kind: String
    let program: String
    let phase: String?
    let isPaused: Bool
    let startedAt: String
    /// The time that is left of the part that goes on; nil if it has no end, or only the row is
    /// known; s.
    let phaseRemainingSeconds: Double?
    /// The time that is left of the whole; s.
    let remainingSeconds: Double?
    /// The part in words; JSON has ``phase``.
    private let part: String?
    private let pausedText: String

    private enum CodingKeys: String, CodingKey {
        case id, title, kind, program, phase
        case isPaused = "is_paused"
        case startedAt = "started_at"
        case phaseRemainingSeconds = "phase_left_s"
        case remainingSeconds = "left_s"
    }

    /// A practice with an entry is where its plan says, also while its program does not run; of all others only the row
    /// is known, as its program wrote it last.
    init(
        _ activity: Activity, _ store: SessionStore,
        clock: any PracticeClock = SystemPracticeClock()
    ) {
        id = activity.id.uuidString
        title = activity.title
        kind = activity.kind
        program = activity.owner.rawValue
        startedAt = activity.startTimeText
        let language = store.practiceLanguage()
        pausedText = PracticeWords.text(WordKey.paused.rawValue, language).lowercased()
        let entry = activity.isPractice ? try? store.practice(activity.id) : nil
        func roundedToTenths(_ seconds: Double) -> Double { max(0, (seconds * 10).rounded() / 10) }
        if let timeline = entry.flatMap({ StoredPractice($0, clock: clock)?.timeline }) {
            let now = clock.seconds
            let moment = timeline.state(at: now)
            phase = moment.state.name
            part = moment.state.text(language)
            isPaused = moment.isPaused
            phaseRemainingSeconds = timeline.part(at: now)?.endSeconds.map {
                roundedToTenths($0 - now)
            }
            remainingSeconds = timeline.plannedEndSeconds(at: now).map { roundedToTenths($0 - now) }
        } else {
            phase = activity.phase
            part =
                activity.isPractice
                ? activity.phase.map { PracticeWords.text("practice.state.\($0)", language) }
                : activity.phase
            isPaused = activity.isPaused
            phaseRemainingSeconds = nil
            remainingSeconds =
                activity.isPaused
                ? nil : activity.endsAt.map { roundedToTenths($0.timeIntervalSince(clock.date)) }
        }
    }

    /// Encodes all values; nil is written as null.
    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(title, forKey: .title)
        try values.encode(kind, forKey: .kind)
        try values.encode(program, forKey: .program)
        try values.encode(phase, forKey: .phase)
        try values.encode(isPaused, forKey: .isPaused)
        try values.encode(startedAt, forKey: .startedAt)
        try values.encode(phaseRemainingSeconds, forKey: .phaseRemainingSeconds)
        try values.encode(remainingSeconds, forKey: .remainingSeconds)
    }

    func text(_ shape: HistoryShape, isLine: Bool) -> String {
        let phaseRemainingText = phaseRemainingSeconds.map { ClockText.text($0) }
        let totalRemainingText = remainingSeconds.map { ClockText.text($0) }
        let paused = isPaused ? pausedText : nil
        if isLine {
            // The whole stands beside the part where they differ.
            let whole =
                phaseRemainingText == nil
                ? totalRemainingText : totalRemainingText.map { "(\($0))" }
            let words = [
                title, part, paused, phaseRemainingText,
                phaseRemainingText == totalRemainingText ? nil : whole,
            ]
            return words.compactMap(\.self).joined(separator: " ") + "\n"
        }
        switch shape {
        case .json: return PracticeJSON.text(self, isPretty: true) + "\n"
        case .ndjson: return PracticeJSON.text(self) + "\n"
        case .csv:
            return PracticeTable.csv(
                [
                    "id", "title", "kind", "program", "phase", "is_paused", "started_at",
                    "phase_left_s", "left_s",
                ],
                [
                    [
                        id, title, kind, program, phase ?? "", "\(isPaused)", startedAt,
                        phaseRemainingSeconds.map { "\($0)" } ?? "",
                        remainingSeconds.map { "\($0)" } ?? "",
                    ]
                ])
        case .table:
            let words = [
                title, part, paused, phaseRemainingText.map { "\($0) left" },
                totalRemainingText.map { "\($0) left in all" },
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
