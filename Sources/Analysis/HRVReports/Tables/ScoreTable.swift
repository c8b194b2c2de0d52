/// The comparison of detected beats with annotated ones, as text, CSV and JSON.
public struct ScoreTable: Sendable {
    /// The figures of how often beats of one class are named correctly; in %.
    public struct ClassFigures: Sendable {
        let tp: Int?
        let fp: Int?
        let fn: Int?
        let sensitivity: Double?
        let ppv: Double?
        let fpr: Double?

        /// - Parameter tp: nil, as fp and fn, for the mean of several records.
        public init(
            tp: Int? = nil, fp: Int? = nil, fn: Int? = nil, sensitivity: Double?, ppv: Double?,
            fpr: Double?
        ) {
            self.tp = tp
            self.fp = fp
            self.fn = fn
            self.sensitivity = sensitivity
            self.ppv = ppv
            self.fpr = fpr
        }

        fileprivate var values: [OrderedJSON] {
            [tp, fp, fn].map { $0.map { .integer($0) } ?? .null }
                + [sensitivity, ppv, fpr].map { $0.map { .number($0) } ?? .null }
        }
    }

    /// One record, or several together.
    public struct Row: Sendable {
        let name: String
        let tp: Int?
        let fp: Int?
        let fn: Int?
        let sensitivity: Double?
        let ppv: Double?
        let f1: Double?
        let offsetMeanMs: Double?
        let offsetDeviationMs: Double?
        let ventricularFigures: ClassFigures?
        let supraventricularFigures: ClassFigures?

        /// - Parameter sensitivity: %, as ppv and F1; nil where there is none.
        public init(
            name: String, tp: Int? = nil, fp: Int? = nil, fn: Int? = nil, sensitivity: Double?,
            ppv: Double?, f1: Double?, offsetMeanMs: Double? = nil,
            offsetDeviationMs: Double? = nil,
            ventricularFigures: ClassFigures? = nil, supraventricularFigures: ClassFigures? = nil
        ) {
            self.name = name
            self.tp = tp
            self.fp = fp
            self.fn = fn
            self.sensitivity = sensitivity
            self.ppv = ppv
            self.f1 = f1
            self.offsetMeanMs = offsetMeanMs
            self.offsetDeviationMs = offsetDeviationMs
            self.ventricularFigures = ventricularFigures
            self.supraventricularFigures = supraventricularFigures
        }
    }

    private let records: [Row]
    private let grossRow: Row
    private let averageRow: Row

    public init(records: [Row], grossRow: Row, averageRow: Row) {
        self.records = records
        self.grossRow = grossRow
        self.averageRow = averageRow
    }

    private static let names = [
        "tp", "fp", "fn", "sensitivity", "ppv", "f1", "offset_ms_mean", "offset_ms_sd",
        "v_tp", "v_fp", "v_fn", "v_sensitivity", "v_ppv", "v_fpr",
        "s_tp", "s_fp", "s_fn", "s_sensitivity", "s_ppv", "s_fpr",
    ]

    /// The rows of the table; for one record its own row alone.
    private var rows: [Row] { records.count > 1 ? records + [grossRow, averageRow] : records }

    /// A line a record; of several, then `gross` and `average`.
    public var csv: String {
        let lines = rows.map { row in
            ([ResultTable.field(row.name)]
                + row.values.map { value in
                    switch value {
                    case .null: ""
                    default: value.compactText
                    }
                }).joined(separator: ",")
        }
        return ((["file"] + Self.names).joined(separator: ",") + "\n")
            + lines.map { $0 + "\n" }.joined()
    }

    public var json: OrderedJSON {
        .object([
            ("records", .array(records.map(\.object))), ("gross", grossRow.object),
            ("average", averageRow.object),
        ])
    }

    /// The rows of the csv, an object a line.
    public var ndjson: String { rows.map { $0.object.compactText + "\n" }.joined() }

    /// The text for a terminal: rounded.
    public var text: String {
        let columnTitles = [
            "", "TP", "FP", "FN", "Se %", "+P %", "F1 %", "offset ms", "SD ms", "V Se %", "V +P %",
            "V FPR %", "S Se %", "S +P %", "S FPR %",
        ]
        let cells = rows.map { row in
            [row.name.split(separator: "/").last.map(String.init) ?? row.name]
                + [row.tp, row.fp, row.fn].map { $0.map(String.init) ?? "" }
                + row.figures.map {
                    $0.map { SVGNumber.fixed($0, decimals: 2) } ?? ReportNumber.missing
                }
        }
        let widths = columnTitles.indices.map { column in
            ([columnTitles] + cells).map { $0[column].count }.max() ?? 0
        }
        return ([columnTitles] + cells).map { line in
            line.indices.map { TextTable.padded(line[$0], to: widths[$0], right: $0 > 0) }
                .joined(separator: "  ") + "\n"
        }.joined()
    }

    fileprivate static func namedValues(_ values: [OrderedJSON]) -> [(String, OrderedJSON)] {
        Array(zip(names, values))
    }
}

extension ScoreTable.Row {
    /// The figures that a terminal shows with decimals.
    fileprivate var figures: [Double?] {
        [sensitivity, ppv, f1, offsetMeanMs, offsetDeviationMs]
            + [ventricularFigures, supraventricularFigures].flatMap {
                [$0?.sensitivity, $0?.ppv, $0?.fpr]
            }
    }

    fileprivate var values: [OrderedJSON] {
        [tp, fp, fn].map { $0.map { .integer($0) } ?? .null }
            + [sensitivity, ppv, f1, offsetMeanMs, offsetDeviationMs]
            .map { $0.map { .number($0) } ?? .null }
            + [ventricularFigures, supraventricularFigures].flatMap {
                $0?.values ?? [OrderedJSON](repeating: .null, count: 6)
            }
    }

    fileprivate var object: OrderedJSON {
        .object([("file", .text(name))] + ScoreTable.namedValues(values))
    }
}
