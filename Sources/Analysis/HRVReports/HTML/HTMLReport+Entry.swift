import PhysioTypes

extension HTMLReport {
    /// Everything about one recording.
    static func section(_ entry: ReportEntry, id: String) -> Markup {
        let result = entry.result
        var parts = [
            Markup("h2", ["id": "\(id)-name"], [Markup("bdi", text: entry.name)]), facts(result),
            notices(result),
        ]
        if let row = wholeRecordingRow(result) { parts.append(highlights(row)) }
        if let figures = result.figures {
            parts.append(self.figures(figures, of: result, id: id))
            parts.append(strips(figures.ecgStrips, id: id))
        }
        switch result.rows.count {
        case 0: parts.append(Markup("p", ["class": "nothing"], text: "There are no metrics."))
        case 1: parts.append(metrics(result.rows[0]))
        default:
            parts.append(windows(result.rows))
            if let row = wholeRecordingRow(result) { parts.append(metrics(row)) }
        }
        parts.append(recipe(result.recipe))
        return Markup(
            "section", ["class": "recording", "id": id, "aria-labelledby": "\(id)-name"], parts)
    }

    /// The row of the whole recording: the only one, or the first where it is split by the clock.
    static func wholeRecordingRow(_ result: AnalysisResult) -> AnalysisRow? {
        guard let first = result.rows.first else { return nil }
        return result.rows.count == 1 || first.segment != nil ? first : nil
    }

    // MARK: - Facts

    private static func facts(_ result: AnalysisResult) -> Markup {
        let items = [("Format", result.format)] + extentFacts(result)
        return Markup(
            "dl", ["class": "facts"],
            items.map { name, value in
                Markup("div", [:], [Markup("dt", text: name), Markup("dd", text: value)])
            })
    }

    private static func extentFacts(_ result: AnalysisResult) -> [(String, String)] {
        guard let first = result.rows.first else { return [] }
        guard wholeRecordingRow(result) == nil else {
            return [
                ("Start", ReportNumber.clock(first.startSeconds)),
                ("Duration", ReportNumber.duration(first.durationSeconds)),
                ("Beats", "\(first.beatCount)"),
                ("Coverage", ReportNumber.percent(share: first.coverage)),
            ] + artefacts(first.artefacts)
        }
        // Windows may overlap: only the series itself knows the beats of the whole.
        let end = result.rows.map { $0.startSeconds + $0.durationSeconds }.max() ?? 0
        let span = [
            ("Windows", "\(result.rows.count)"), ("Start", ReportNumber.clock(first.startSeconds)),
            ("Duration", ReportNumber.duration(end - first.startSeconds)),
        ]
        guard let nn = result.figures?.nn else { return span }
        return span + [
            ("Beats", "\(nn.count)"), ("Coverage", ReportNumber.percent(share: nn.coverage)),
        ] + artefacts(result.figures?.correction?.artefacts)
    }

    private static func artefacts(_ tally: ArtefactTally?) -> [(String, String)] {
        guard let tally else { return [("Artefacts", "not corrected")] }
        var text = ReportNumber.percent(share: tally.artefactShare)
        if !tally.counts.isEmpty {
            let kinds = tally.kinds.map { "\($0.count) \($0.kind.rawValue)" }
            text += " (" + kinds.joined(separator: ", ") + ")"
        }
        let irregularPercentText = ReportNumber.percent(share: tally.irregularShare)
        return [("Artefacts", text)]
            + (tally.irregularCount > 0 ? [("Irregular", irregularPercentText)] : [])
    }

    // MARK: - Notices

    /// Lines of one kind before the rest is only counted.
    private static let maxNoticesPerKind = 5

    private static func notices(_ result: AnalysisResult) -> Markup {
        let lines = recordingNotices(result.notices) + windowNotices(result.rows)
        guard !lines.isEmpty else { return .nothing }
        let sortedLines = lines.filter { $0.0 == .warning } + lines.filter { $0.0 == .note }
        return Markup("ul", ["class": "notices"], sortedLines.map(\.1))
    }

    private static func recordingNotices(_ notices: [Notice]) -> [(Notice.Kind, Markup)] {
        grouped(notices) { "\($0.kind) \($0.code)" }.flatMap { group in
            let shownLines = group.prefix(maxNoticesPerKind).map {
                ($0.kind, line($0, after: $0.line.map { "line \($0)" }))
            }
            guard group.count > maxNoticesPerKind else { return shownLines }
            let omittedNotice = Notice(
                group[0].kind, code: group[0].code,
                "And \(group.count - maxNoticesPerKind) more of this kind.")
            return shownLines + [(omittedNotice.kind, line(omittedNotice, after: nil))]
        }
    }

    /// One line a kind of notice, however many windows carry it.
    private static func windowNotices(_ rows: [AnalysisRow]) -> [(Notice.Kind, Markup)] {
        let rowNotices = rows.flatMap { row in row.notices.map { (row: row, notice: $0) } }
        return grouped(rowNotices) { "\($0.notice.kind) \($0.notice.code)" }.map { group in
            let first = group[0]
            guard rows.count > 1 else { return (first.notice.kind, line(first.notice, after: nil)) }
            let location =
                group.count == 1
                ? "window at \(ReportNumber.clock(first.row.startSeconds))"
                : "\(group.count) of \(rows.count) windows, the first at "
                    + ReportNumber.clock(first.row.startSeconds)
            return (first.notice.kind, line(first.notice, after: location))
        }
    }

    private static func line(_ notice: Notice, after location: String?) -> Markup {
        let isWarning = notice.kind == .warning
        var parts = [
            Markup("strong", text: isWarning ? "Warning" : "Note"),
            Markup("span", text: " \(notice.text) "),
        ]
        if let location { parts.append(Markup("span", ["class": "place"], text: "(\(location)) ")) }
        parts.append(Markup("code", text: notice.code))
        return Markup("li", ["class": isWarning ? "warning" : "note"], parts)
    }

    /// The elements by key, groups in the order of their first element.
    static func grouped<Element>(
        _ elements: [Element], by key: (Element) -> String
    ) -> [[Element]] {
        var groups: [[Element]] = []
        var indices: [String: Int] = [:]
        for element in elements {
            let name = key(element)
            if let index = indices[name] {
                groups[index].append(element)
            } else {
                indices[name] = groups.count
                groups.append([element])
            }
        }
        return groups
    }
}
