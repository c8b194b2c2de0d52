import ArgumentParser
import CommandSupport
import PracticePlans
import PracticeRuntime
import SessionHistory

/// `hrv practice milestones`: what the log has added up to.
struct PracticeMilestonesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "milestones",
        abstract: "Show round numbers of mindful hours and active days, and the next ones.",
        discussion: "Missed days take nothing away. A day is active as it counts for a streak.")

    @OptionGroup var options: HistoryOptions

    func run() throws {
        try options.run { store, _ in
            let log = try PracticeLog(store, clock: SystemPracticeClock())
            try options.write(text(Self.rows(PracticeMilestones(log.days))))
        }
    }

    private struct Row: Encodable {
        let kind: String
        let number: Int
        /// nil for one that is not reached.
        let date: String?
        let done: Int

        private enum CodingKeys: String, CodingKey, CaseIterable { case kind, number, date, done }

        static var columns: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// Encodes all values; nil is written as null.
        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(kind, forKey: .kind)
            try values.encode(number, forKey: .number)
            try values.encode(date, forKey: .date)
            try values.encode(done, forKey: .done)
        }
    }

    private static func rows(_ milestones: PracticeMilestones) -> [Row] {
        milestones.reached.map {
            Row(kind: $0.kind.rawValue, number: $0.number, date: $0.date.text, done: $0.number)
        }
            + milestones.next.map {
                Row(kind: $0.kind.rawValue, number: $0.number, date: nil, done: $0.doneCount)
            }
    }

    private func text(_ rows: [Row]) -> String {
        let cells = rows.map { [$0.kind, "\($0.number)", $0.date ?? "", "\($0.done)"] }
        switch options.shape {
        case .json: return PracticeJSON.text(rows, isPretty: true) + "\n"
        case .ndjson: return rows.map { PracticeJSON.text($0) + "\n" }.joined()
        case .csv: return PracticeTable.csv(Row.columns, cells)
        case .table:
            return TextColumns.text(
                titles: ["", "number", "reached", "done"],
                rows: cells.map { cells in
                    [
                        cells[0].replacing("_", with: " "), cells[1],
                        cells[2].isEmpty ? "next" : cells[2], cells[3],
                    ]
                }, rightAligned: [false, true, false, true])
        }
    }
}
