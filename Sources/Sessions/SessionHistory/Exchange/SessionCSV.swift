import Foundation

/// A session with all that belongs to it, as one table: the first column says what a row is.
///
///     record,seconds,heart_rate_bpm,rmssd_ms,coherence,breaths_per_minute,interval_ms,density,text
///     session,,,,,,,,"{""id"":...}"
///     point,1,64.2,,0.31,5.5,,,
///     beat,0.912,,,,,912,,
///     beat,1.5,,,,,588,,ectopic
///     mark,12,,,,,,,a bell
///     decision,0.5,,,,,,,Slowly from 7.2 ...
///     density,,,,,5.5,,0.8,
///
/// Cells of what there is none of are empty. Written and read again, it is the same to the last bit.
package enum SessionCSV {
    static let header =
        "record,seconds,heart_rate_bpm,rmssd_ms,coherence,breaths_per_minute,interval_ms,density,text"
    private static let columnCount = 9

    private enum Kind: String {
        case session, point, beat, mark, decision, density
    }

    /// The table with a line of names.
    package static func text(of details: SessionDetails) -> String {
        var lines = [header]
        lines.append(row(.session, text: SessionExportFormat.json(details.session)))
        for point in details.points {
            lines.append(
                row(
                    .point,
                    [
                        point.seconds, point.heartRate, point.rmssd, point.coherence,
                        point.breathsPerMinute, nil, nil,
                    ]))
        }
        for beat in details.beats {
            lines.append(
                row(
                    .beat, [beat.seconds, nil, nil, nil, nil, beat.intervalMs, nil],
                    text: beat.artefact))
        }
        for mark in details.marks {
            lines.append(row(.mark, [mark.seconds], text: mark.label))
        }
        for decision in details.decisions {
            lines.append(row(.decision, [decision.seconds], text: decision.text))
        }
        for density in details.resonanceDensityCurve ?? [] {
            lines.append(
                row(.density, [nil, nil, nil, nil, density.breathsPerMinute, nil, density.density]))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func row(
        _ kind: Kind, _ numbers: [Double?] = [], text: String? = nil
    ) -> String {
        var cells = [kind.rawValue]
        cells += numbers.map { $0.map(number) ?? "" }
        cells += [String](repeating: "", count: columnCount - 1 - cells.count)
        cells.append(text.map(quoted) ?? "")
        return cells.joined(separator: ",")
    }

    /// The shortest decimals that read back as the same number; whole ones without a point.
    static func number(_ value: Double) -> String {
        Int(exactly: value).flatMap { $0.magnitude < 1 << 53 ? String($0) : nil }
            ?? value.description
    }

    /// An empty text is quoted too, so that it is one.
    private static func quoted(_ text: String) -> String {
        let isPlain =
            !text.isEmpty
            && text.unicodeScalars.allSatisfy { !",\"\n\r".unicodeScalars.contains($0) }
        return isPlain ? text : "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }

    // MARK: Reading

    /// - Throws: `notASession`, with the row.
    static func details(_ text: String) throws(HistoryError) -> SessionDetails {
        var details: SessionDetails?
        for (index, cells) in rows(text).enumerated().dropFirst() {
            let error = HistoryError.notASession("no session of ours: row \(index + 1)")
            guard cells.count == columnCount, let kind = Kind(rawValue: cells[0] ?? "") else {
                throw error
            }
            if kind == .session, details == nil {
                let decoder = JSONDecoder()
                guard
                    let session = try? decoder.decode(
                        BreathingSession.self, from: Data((cells[8] ?? "").utf8))
                else { throw error }
                details = SessionDetails(session: session)
                continue
            }
            guard var known = details else { throw error }
            details = nil
            guard add(kind, cells, to: &known) else { throw error }
            details = known
        }
        guard let details else { throw .notASession("no session of ours: no row of a session") }
        return details
    }

    private static func add(
        _ kind: Kind, _ cells: [String?], to details: inout SessionDetails
    ) -> Bool {
        var numbers: [Double?] = []
        for cell in cells[1..<8] {
            guard let cell else {
                numbers.append(nil)
                continue
            }
            guard let number = Double(cell) else { return false }
            numbers.append(number)
        }
        let (seconds, text) = (numbers[0], cells[8])
        switch (kind, seconds, text) {
        case (.point, let seconds?, _):
            details.points.append(
                SessionDataPoint(
                    seconds: seconds, heartRate: numbers[1], rmssd: numbers[2],
                    coherence: numbers[3], breathsPerMinute: numbers[4]))
        case (.beat, let seconds?, let artefact):
            guard let interval = numbers[5] else { return false }
            details.beats.append(
                StoredBeat(seconds: seconds, intervalMs: interval, artefact: artefact))
        case (.mark, let seconds?, let label?):
            details.marks.append(StoredMark(seconds: seconds, label: label))
        case (.decision, let seconds?, let text?):
            details.decisions.append(StoredDecision(seconds: seconds, text: text))
        case (.density, _, _):
            guard let rate = numbers[4], let density = numbers[6] else { return false }
            details.resonanceDensityCurve =
                (details.resonanceDensityCurve ?? []) + [
                    StoredDensity(breathsPerMinute: rate, density: density)
                ]
        default: return false
        }
        return true
    }

    /// Cells by rows; an empty one without quotes is nil.
    private static func rows(_ text: String) -> [[String?]] {
        var (rows, row): ([[String?]], [String?]) = ([], [])
        var cell = String.UnicodeScalarView()
        var (isQuoted, wasQuoted) = (false, false)
        func value() -> String? { cell.isEmpty && !wasQuoted ? nil : String(cell) }
        var scalars = text.unicodeScalars.makeIterator()
        var next = scalars.next()
        while let scalar = next {
            next = scalars.next()
            switch scalar {
            case "\"" where isQuoted && next == "\"":
                cell.append("\"")
                next = scalars.next()
            case "\"":
                isQuoted.toggle()
                wasQuoted = true
            case "," where !isQuoted:
                row.append(value())
                (cell, wasQuoted) = (String.UnicodeScalarView(), false)
            case "\r" where !isQuoted && next == "\n": break
            case "\n" where !isQuoted:
                rows.append(row + [value()])
                (row, cell, wasQuoted) = ([], String.UnicodeScalarView(), false)
            default: cell.append(scalar)
            }
        }
        if !row.isEmpty || !cell.isEmpty { rows.append(row + [value()]) }
        return rows
    }
}
