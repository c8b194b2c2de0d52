import ArgumentParser
import CommandSupport
import Foundation
import PracticePlans
import PracticeRuntime
import ResonanceBreathing
import SessionHistory

/// `hrv practice presets`: plans with a name.
struct PracticePresetsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "presets",
        abstract: "List presets, keep breathing patterns of your own, and remove presets.",
        discussion: """
            hrv practice presets
            hrv practice presets --import patterns.json
            hrv practice presets --export > patterns.json
            hrv practice presets --remove my-pattern

            Sits and intervals are kept by --keep-as of hrv practice timer and hrv practice interval.

            A file has the form {"format": "resonance-breaths", "version": 1, "presets": [{"id": "slow", \
            "name": {"en": "Slow", "de": "Langsam"}, "inhale": 4, "hold": 0, "exhale": 6, "secondHold": 0, \
            "repetitions": 30, "cues": ["tones"]}]}.
            """)

    @Option(
        name: .customLong("import"),
        help: ArgumentHelp("Keep the breathing presets of a file; all or none.", valueName: "file"))
    var file: String?

    @Flag(help: "Write one's own breathing presets as such a file.")
    var export = false

    @Option(help: ArgumentHelp("Remove a preset of one's own.", valueName: "id"))
    var remove: String?

    @OptionGroup var options: HistoryOptions

    func run() throws {
        try options.run { store, diagnostics in
            if let file { try importPresets(file, store, diagnostics) }
            if let remove { try self.remove(remove, store, diagnostics) }
            if export {
                let ownPresets = try store.practicePresets(.breathe)
                return try options.write(
                    PracticeJSON.text(BreathDocument(ownPresets), isPretty: true) + "\n")
            }
            guard file == nil, remove == nil else { return }
            var ownPresets: [PracticePreset] = []
            for kind in PracticeKind.allCases { ownPresets += try store.practicePresets(kind) }
            try options.write(text(ownPresets))
        }
    }

    private func importPresets(
        _ file: String, _ store: SessionStore, _ diagnostics: Diagnostics
    ) throws {
        guard let data = FileManager.default.contents(atPath: file) else {
            diagnostics.error("\(file): it cannot be read", code: "not_found")
            throw ExitStatus.noInput.exitCode
        }
        do {
            let document = try JSONDecoder().decode(BreathDocument.self, from: data)
            try store.save(items: document.presets.map(StoredPreset.item))
            diagnostics.summary("\(document.presets.count) presets are kept")
        } catch let error as PlanError {
            diagnostics.error("\(file): \(error.message); nothing is kept", code: "preset")
            throw ExitStatus.badData.exitCode
        } catch is DecodingError {
            diagnostics.error("\(file): it is no JSON; nothing is kept", code: "preset")
            throw ExitStatus.badData.exitCode
        }
    }

    private func remove(
        _ id: String, _ store: SessionStore, _ diagnostics: Diagnostics
    ) throws {
        var isRemoved = false
        for kind in PracticeKind.allCases {
            let removed = try store.deleteItem(kind: kind.rawValue, id: id)
            isRemoved = isRemoved || removed
        }
        guard isRemoved else {
            diagnostics.error("no preset of your own is called \(id)", code: "not_found")
            throw ExitStatus.noInput.exitCode
        }
    }

    private func text(_ own: [PracticePreset]) -> String {
        let names = ["id", "kind", "name", "pattern_s", "repetitions", "own"]
        let rows =
            (own.map { ($0, true) } + PracticePreset.builtIn.map { ($0, false) }).map {
                preset, own in
                var cells = [preset.id, preset.plan.kind.rawValue, preset.name.en, "", ""]
                switch preset.plan {
                case .timer(let plan):
                    cells[3] = [plan.phase1Seconds, plan.phase2Seconds]
                        .map { $0.map { SecondsText.text($0) } ?? "open" }.joined(separator: "-")
                case .interval(let plan):
                    cells[3] = [plan.workSeconds, plan.restSeconds]
                        .map { SecondsText.text($0) }.joined(separator: "-")
                    cells[4] = "\(plan.rounds)"
                case .breathing(let plan):
                    let pattern = plan.pattern
                    cells[3] = [
                        pattern.inhaleSeconds, pattern.holdSeconds, pattern.exhaleSeconds,
                        pattern.secondHoldSeconds,
                    ].map { SecondsText.text($0) }.joined(separator: "-")
                    cells[4] = "\(plan.repetitions)"
                }
                return cells + ["\(own)"]
            }
        let objects = rows.map { Dictionary(uniqueKeysWithValues: zip(names, $0)) }
        switch options.shape {
        case .csv: return PracticeTable.csv(names, rows)
        case .json: return PracticeJSON.text(objects, isPretty: true) + "\n"
        case .ndjson: return objects.map { PracticeJSON.text($0) + "\n" }.joined()
        case .table:
            return TextColumns.text(
                titles: ["id", "kind", "name", "lengths, s", "times", ""],
                rows: rows.map { Array($0[..<5]) + [$0[5] == "true" ? "own" : ""] },
                rightAligned: [false, false, false, false, true, false])
        }
    }
}

/// Numbers of seconds as people write them.
enum SecondsText {
    static func text(_ value: Double) -> String {
        Int(exactly: value).map(String.init) ?? "\(value)"
    }
}
