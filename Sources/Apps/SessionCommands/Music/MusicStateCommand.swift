import ArgumentParser
import CommandSupport
import Foundation
import HRVReports
import MusicLibrary
import MusicSelection
import MusicSession
import SessionHistory

/// `hrv music state`: how the body is now, as far as the library knows.
struct MusicStateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "state",
        abstract: "Show the state, the context and the need that songs are chosen by.",
        discussion: """
            All values of the state are 0 to 1. What nobody knows is 0.5, with confidence 0: heart \
            values count for minutes, a mood for 15 minutes, a context that you say for an hour.

            hrv music state --calendar ~/work.ics
            """)

    @Option(help: "How songs are chosen.")
    var policy: PolicyOption = .standard

    @OptionGroup var surroundings: MusicSurroundingsOptions
    @OptionGroup var options: MusicOptions

    func run() throws {
        Interruption.install()
        try options.run { store, diagnostics in
            let moment = try SongChoiceInputs.moment(
                store, policy.policy, options, diagnostics, surroundings)
            let row = row(moment)
            switch options.shape {
            case .json: try options.write(OrderedJSON.object(row).prettyText + "\n")
            case .ndjson: try options.write(OrderedJSON.object(row).compactText + "\n")
            case .csv: try options.write(HealthRows(columns: [], rows: [row]).text(.csv) { "" })
            case .table: try options.write(table(moment))
            }
        }
    }

    private func row(_ moment: ListenerState) -> HealthRows.Row {
        let state = moment.state
        let timeText = LocalTime.text(
            Date(timeIntervalSince1970: moment.nowSeconds.rounded()),
            utcOffsetSeconds: moment.utcOffsetSeconds)
        let target = moment.choice.target
        return [
            ("time", .text(timeText)), ("arousal", .number(state.arousal)),
            ("stress", .number(state.stress)), ("energy", .number(state.energy)),
            ("focus", .number(state.focus)), ("valence", .number(state.valence)),
            ("confidence", .number(state.confidence)),
            ("arousal_confidence", .number(state.arousalConfidence)),
            ("stress_confidence", .number(state.stressConfidence)),
            ("sources", .array(state.sources.map { .text($0.rawValue) })),
            ("context", .text(moment.context.context.rawValue)),
            ("context_said", .flag(moment.context.isManual)),
            ("context_sources", .array(moment.context.sources.map { .text($0.rawValue) })),
            (
                "desktop_min",
                .object(
                    moment.desktopCategoryTimes.map { ($0.category, .number($0.minutes)) })
            ), ("next_event_min", OrderedJSON(moment.nextEventMinutes)),
            ("need", .text(moment.need.rawValue)), ("target_bpm", .number(target.bpm)),
            ("target_energy", .number(target.energy)),
            ("heart_bpm", OrderedJSON(moment.lastHeartRateBpm)),
            ("rest_bpm", .number(moment.range.restBpm)),
            ("rest_source", .text(moment.range.origin.rawValue)),
            ("max_bpm", .number(moment.range.maxBpm)),
            ("hrv_baseline_ms", .number(moment.baseline.valueMs)),
            ("hrv_baseline_source", .text(moment.baseline.origin.rawValue)),
            (
                "reasons",
                .object(
                    (moment.lastHeartRateBpm == nil ? [("heart_bpm", .text("no_heart"))] : [])
                        + (moment.nextEventMinutes == nil
                            ? [("next_event_min", .text(moment.nextEventAbsenceReason))] : []))
            ),
        ]
    }

    private func table(_ moment: ListenerState) -> String {
        let state = moment.state
        func shareText(_ value: Double) -> String { SongText.number(value, 2) }
        let sourceNames = state.sources.map(\.rawValue).joined(separator: ", ")
        let lines: [(String, String)] = [
            (
                "arousal",
                shareText(state.arousal) + ", confidence " + shareText(state.arousalConfidence)
            ),
            (
                "stress",
                shareText(state.stress) + ", confidence " + shareText(state.stressConfidence)
            ),
            ("energy", shareText(state.energy)), ("focus", shareText(state.focus)),
            ("valence", shareText(state.valence)), ("confidence", shareText(state.confidence)),
            ("known from", sourceNames.isEmpty ? "nothing" : sourceNames),
            (
                "context",
                MusicTexts.text(.nameKey(moment.context.context), .en)
                    + (moment.context.isManual ? " (you said so)" : "")
            ), ("next event", moment.nextEventText), ("desktop", moment.desktopText),
            ("need", MusicTexts.text(.naming(moment.need), .en)),
            ("tempo", "near \(SongText.number(moment.choice.target.bpm, 0)) bpm"),
            ("heart rate", moment.lastHeartRateBpm.map { SongText.number($0, 0) } ?? "not heard"),
            (
                "at rest",
                "\(SongText.number(moment.range.restBpm, 0)) (\(moment.range.origin.rawValue)), "
                    + "at most \(SongText.number(moment.range.maxBpm, 0))"
            ),
            (
                "HRV",
                "usually \(SongText.number(moment.baseline.valueMs, 0)) ms "
                    + "(\(moment.baseline.origin.rawValue))"
            ),
        ]
        return NameValueLines.text(lines)
    }
}

extension ListenerState {
    /// Time at the desktop of the last half hour by category, the longest first.
    fileprivate var desktopCategoryTimes: [(category: String, minutes: Double)] {
        DesktopTimes(surroundings.desktop, nowSeconds: nowSeconds).minutes
    }

    /// Time until the next event of the calendar begins; min.
    fileprivate var nextEventMinutes: Double? {
        surroundings.nextEventSeconds.map { ($0 - nowSeconds) / 60 }
    }

    /// The reason that there is no next event.
    fileprivate var nextEventAbsenceReason: String {
        surroundings.isBusy == nil ? "no_calendar" : "none_in_a_day"
    }

    fileprivate var nextEventText: String {
        nextEventMinutes.map { "in \(SongText.number($0, 0)) min" }
            ?? (surroundings.isBusy == nil ? "no calendar is read" : "none within a day")
    }

    fileprivate var desktopText: String {
        let parts = desktopCategoryTimes.map {
            "\($0.category) \(SongText.number($0.minutes, 0)) min"
        }
        return parts.isEmpty ? "not known" : parts.joined(separator: ", ")
    }
}

/// Names with their values, a line each.
enum NameValueLines {
    static func text(_ lines: [(String, String)]) -> String {
        let width = max(14, 2 + (lines.map(\.0.count).max() ?? 0))
        return lines.map { name, value in
            name + String(repeating: " ", count: width - name.count) + value + "\n"
        }.joined()
    }
}
