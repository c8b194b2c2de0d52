import CResonance
import Resonance

/// Rows of metrics, or rows that carry an error, as columns.
///
/// A row is the object that `hrv analyze --json` writes, field by field: so the two cannot differ.
struct RowTable {
    /// Fields that some rows have only, and behind which they stand.
    static let rare = [("corrected_pct", "reason_details"), ("forced", "reason_details")]
    /// Fields that are texts; all others are numbers, or JSON.
    private static let texts: Set<String> = ["file", "format", "stretch"]
    private static let integers: Set<String> = ["n_beats"]
    private static let json: Set<String> = [
        "artefacts", "reasons", "reason_details", "forced", "corrected_pct", "ci", "ci_reasons",
        "recipe", "warnings",
    ]

    /// One recording: its rows, or why it has none.
    enum Outcome: Sendable {
        case rows([OrderedJSON])
        case failed(file: String?, code: String, text: String)
    }

    /// - Parameter names: the fields of a row, in their order.
    /// - Parameter outcomes: of each recording, numbered as they are.
    static func columns(
        _ names: [String], _ outcomes: [Outcome], adding rare: [(String, String)] = rare,
        metadata: (String) -> [(String, String)]
    ) -> ColumnTable {
        let names = complete(names, rare)
        var index: [Int64?] = []
        var rows: [[String: OrderedJSON]?] = []
        var files: [String?] = []
        var errors: [(code: String, text: String)?] = []
        for (recording, outcome) in outcomes.enumerated() {
            switch outcome {
            case .rows(let objects):
                for case .object(let pairs) in objects {
                    index.append(Int64(recording))
                    rows.append(Dictionary(pairs) { first, _ in first })
                    files.append(nil)
                    errors.append(nil)
                }
            case .failed(let file, let code, let text):
                index.append(Int64(recording))
                rows.append(nil)
                files.append(file)
                errors.append((code, text))
            }
        }
        var columns = [ColumnTable.Column(name: "recording", values: .integers(index))]
        columns += names.map { name in
            let fields = rows.map { $0?[name] }
            var values = Self.values(name, fields)
            if name == "file", case .texts(let texts) = values {
                values = .texts(zip(texts, files).map { $0 ?? $1 })
            }
            return ColumnTable.Column(name: name, values: values, metadata: metadata(name))
        }
        columns.append(.init(name: "error_code", values: .texts(errors.map { $0?.code })))
        columns.append(.init(name: "error", values: .texts(errors.map { $0?.text })))
        var table = ColumnTable(columns: columns, rowCount: rows.count)
        let recipe = rows.lazy.compactMap { $0?["recipe"] }.first
        if let recipe { table.metadata = [("recipe", recipe.compactText)] }
        return table
    }

    private static func complete(_ names: [String], _ rare: [(String, String)]) -> [String] {
        var names = names
        for (name, before) in rare where !names.contains(name) {
            let index = names.firstIndex(of: before).map { $0 + 1 } ?? names.count
            names.insert(name, at: index)
        }
        return names
    }

    private static func values(_ name: String, _ fields: [OrderedJSON?]) -> ColumnTable.Values {
        if json.contains(name) {
            return .texts(fields.map { $0.flatMap { $0 == .null ? nil : $0.compactText } })
        }
        if texts.contains(name) {
            return .texts(
                fields.map { field in
                    if case .text(let text)? = field { text } else { nil }
                })
        }
        if integers.contains(name) {
            return .integers(
                fields.map { field in
                    if case .integer(let number)? = field { Int64(number) } else { nil }
                })
        }
        return .numbers(
            fields.map { field in
                switch field {
                case .number(let number)? where number.isFinite: number
                case .integer(let number)?: Double(number)
                default: nil
                }
            })
    }
}
