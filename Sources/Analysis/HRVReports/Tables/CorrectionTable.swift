import HRVFeatures
public import PhysioTypes

/// One corrected recording under the name it goes by in reports.
public struct CorrectionEntry: Sendable {
    /// Path or name of the input, as the person gave it.
    public let name: String
    public let result: CorrectionResult

    public init(name: String, result: CorrectionResult) {
        self.name = name
        self.result = result
    }
}

/// Corrected beats as CSV, JSON and SVG.
public struct CorrectionTable: Sendable {
    /// True if a csv begins with the name of the file.
    public let hasFileColumn: Bool

    public init(hasFileColumn: Bool) {
        self.hasFileColumn = hasFileColumn
    }

    /// A line for each raw interval and each beat that was put in, in the order of the beats.
    ///
    /// - Complexity: O(n + e) for n intervals and e changes.
    public static func correctedRows(_ record: CorrectionRecord) -> [CorrectedSeriesRow] {
        record.correctedRows
    }

    // MARK: CSV

    /// The line of column names.
    public var csvHeader: String { (hasFileColumn ? "file," : "") + "t_s,rr_ms,nn_ms,flag" }

    /// A line for each raw interval and each beat that was put in, in the order of the beats.
    ///
    /// `rr_ms` is empty for a beat that was put in, `nn_ms` where no NN interval ends: so each
    /// column adds up to the length of its series. `flag` is empty for an interval left alone.
    public func csvLines(_ entry: CorrectionEntry) -> [String] {
        let prefix = hasFileColumn ? ResultTable.field(entry.name) + "," : ""
        return entry.result.record.correctedRows.map { step in
            prefix + OrderedJSON.plain(step.timeSeconds) + ","
                + (step.rrMs.map(OrderedJSON.plain) ?? "") + ","
                + (step.nnMs.map(OrderedJSON.plain) ?? "") + "," + step.flag
        }
    }

    // MARK: JSON

    /// Shares, counts by kind, SDNN and RMSSD before and after, the log of every change, the lines
    /// of the csv as one array a column, rhythms of an ECG, recipe and warnings.
    public static func object(_ entry: CorrectionEntry) -> OrderedJSON {
        let record = entry.result.record
        let tally = record.artefacts
        let correctedRows = record.correctedRows
        let columns: [(String, OrderedJSON)] = [
            ("file", .text(entry.name)), ("format", .text(entry.result.format)),
            ("n_rr", .integer(record.raw.count)), ("n_nn", .integer(record.nn.count)),
            ("coverage", .number(record.nn.coverage)),
            ("artefact_pct", .number(tally.artefactPercent)),
            ("artefacts", ResultTable.counts(tally)),
            ("irregular_pct", .number(tally.irregularPercent)),
            ("gaps", .integer(record.events.count { $0.kind == .gap })),
            ("before", metrics(NNSeries(record.raw))), ("after", metrics(record.nn)),
            ("events", .array(record.events.map { event($0, record) })),
            ("irregular", .array(record.irregularSegments.map { segment($0, record) })),
            ("t_s", .array(correctedRows.map { .number($0.timeSeconds) })),
            ("rr_ms", .array(correctedRows.map { number($0.rrMs) })),
            ("nn_ms", .array(correctedRows.map { number($0.nnMs) })),
            ("nn_made", .array(correctedRows.map { flag($0.isCorrected) })),
            ("nn_adjacent", .array(correctedRows.map { flag($0.isAdjacent) })),
            ("flag", .array(correctedRows.map { .text($0.flag) })),
        ]
        let rhythms = entry.result.rhythms.map(DetectionTable.rhythmColumns) ?? []
        return .object(
            columns + rhythms + [
                ("recipe", OrderedJSON(entry.result.recipe)),
                ("warnings", .array(entry.result.notices.map(OrderedJSON.init))),
            ])
    }

    private static func metrics(_ nn: NNSeries) -> OrderedJSON {
        let domain = TimeDomain(nn)
        return .object([
            ("HRV_SDNN", number(domain.sdnnMs)), ("HRV_RMSSD", number(domain.rmssdMs)),
        ])
    }

    private static func event(_ event: CorrectionEvent, _ record: CorrectionRecord) -> OrderedJSON {
        .object([
            ("beat", .integer(event.beatIndex)),
            ("t_s", .number(record.raw.endTimesSeconds[event.beatIndex])),
            ("kind", .text(event.kind.rawValue)), ("rule", .text(event.rule)),
            ("pass", .integer(event.pass)),
            ("old_ms", .array(event.oldIntervalsMs.map { .number($0) })),
            ("new_ms", .array(event.newIntervalsMs.map { .number($0) })),
        ])
    }

    private static func segment(_ range: Range<Int>, _ record: CorrectionRecord) -> OrderedJSON {
        let seconds = record.seconds(of: range)
        return .object([
            ("first_beat", .integer(range.lowerBound)), ("n_beats", .integer(range.count)),
            ("start_s", .number(seconds.lowerBound)), ("end_s", .number(seconds.upperBound)),
        ])
    }

    private static func flag(_ value: Bool?) -> OrderedJSON {
        value.map { .flag($0) } ?? .null
    }

    private static func number(_ value: Double?) -> OrderedJSON {
        value.map { .number($0) } ?? .null
    }

    // MARK: SVG

    /// A drawing of the raw and the corrected intervals with every change, complete in itself.
    ///
    /// - Returns: nil for a recording without an interval.
    public static func svg(_ entry: CorrectionEntry) -> String? {
        let record = entry.result.record
        let figure = Tachogram.figure(record.nn, correction: record, shape: .sheet)
        guard !figure.isEmpty else { return nil }
        return SVGSheet(
            title: "Beat correction", subject: entry.name == "-" ? "standard input" : entry.name,
            figures: [figure]
        ).source
    }
}

extension CorrectionRecord {
    /// The time that raw intervals take, from the beat before the first to the last; s.
    func seconds(of range: Range<Int>) -> ClosedRange<Double> {
        let first = range.lowerBound
        let end = raw.endTimesSeconds[range.upperBound - 1]
        let begin = raw.endTimesSeconds[first] - raw.intervalsMs[first] / 1000
        return min(begin, end)...end
    }
}
