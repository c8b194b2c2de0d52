import LiveSession
import PhysioTypes

/// Layout of the screen: parts from top to bottom, of which the weightier ones stay when there is
/// little space.
extension LiveScreen {
    /// Some lines that belong together.
    private struct Part {
        /// 0 stays longest.
        let priorityRank: Int
        var lines: [ScreenLine]
        /// True if no blank line comes before it.
        var isJoined = false
    }

    /// Returns at most `rows` lines of at most `columns` cells.
    func lines(columns: Int, rows: Int, style: ScreenStyle, atSeconds now: Double) -> [String] {
        guard columns > 0, rows > 0 else { return [] }
        let margin = columns >= 60 ? 2 : columns >= 30 ? 1 : 0
        let width = columns - 2 * margin
        let parts =
            switch prompt {
            case .notice: notice(width, rows)
            case .checks(let checks): self.checks(checks, width, now)
            case nil: session(width, rows, now)
            }
        return Self.fittedLines(parts, width, rows).map { line in
            var paddedLine = ScreenLine()
            if line.width > 0 { paddedLine.fill(to: margin) }
            paddedLine.add(line.clipped(to: width))
            return paddedLine.text(style)
        }
    }

    // MARK: Arranging

    /// Parts that fit, weightier first; the last one at the bottom, and what space is left between them.
    private static func fittedLines(_ parts: [Part], _ width: Int, _ rows: Int) -> [ScreenLine] {
        var freeRows = rows
        var chosenIndices: [Int] = []
        for index in parts.indices.sorted(by: { parts[$0].priorityRank < parts[$1].priorityRank })
        where !parts[index].lines.isEmpty && freeRows > 0 {
            chosenIndices.append(index)
            freeRows -= parts[index].lines.count
        }
        // The last one chosen may be too long.
        var fittedParts = parts
        if freeRows < 0, let last = chosenIndices.last {
            fittedParts[last].lines.removeLast(-freeRows)
            freeRows = 0
        }
        chosenIndices.sort()
        var lines: [ScreenLine] = []
        for (position, index) in chosenIndices.enumerated() {
            if position > 0, freeRows > 0, !fittedParts[index].isJoined {
                let isLast = position == chosenIndices.count - 1
                let blankCount = isLast ? freeRows : 1
                lines += Array(repeating: ScreenLine(), count: blankCount)
                freeRows -= blankCount
            }
            lines += fittedParts[index].lines
        }
        return lines
    }

    /// Pieces side by side, as many in a line as fit.
    private static func wrapPieces(_ pieces: [ScreenLine], _ width: Int) -> [ScreenLine] {
        var lines: [ScreenLine] = []
        for piece in pieces {
            guard var line = lines.last, line.width + 3 + piece.width <= width else {
                lines.append(piece)
                continue
            }
            line.add("   ")
            line.add(piece)
            lines[lines.count - 1] = line
        }
        return lines
    }

    // MARK: The session

    private func session(_ width: Int, _ rows: Int, _ now: Double) -> [Part] {
        let isTall = rows >= 14
        var parts = [
            Part(priorityRank: 7, lines: [header(width)]),
            Part(priorityRank: 1, lines: figures(width, isTall, now)),
            Part(priorityRank: 0, lines: breath(width, rows, now)),
            Part(
                priorityRank: 2,
                lines: Self.wrapPieces(
                    rate(atSeconds: now, isNarrow: width < Self.minFullLabelColumns), width)),
            Part(priorityRank: 6, lines: reason(width, isTall), isJoined: true),
            Part(priorityRank: 5, lines: []),
            Part(priorityRank: 3, lines: signal(width, now)),
            Part(priorityRank: 4, lines: [footer(width, now)]),
        ]
        if showsHelp {
            parts[5].lines = Self.help
        } else {
            let usedRowCount = parts.reduce(0) { sum, part in
                sum + part.lines.count + (part.lines.isEmpty || part.isJoined ? 0 : 1)
            }
            parts[5].lines = stripLines(width, rows - usedRowCount, now)
        }
        return parts
    }

    /// The width below which labels are short.
    private static let minFullLabelColumns = 24

    /// Returns the explanation of the pacer; on a tall screen always two lines, so that nothing
    /// moves.
    private func reason(_ width: Int, _ isTall: Bool) -> [ScreenLine] {
        let lines = ScreenText.wrapped(isPaused ? "" : explanation, to: width).prefix(2)
            .map { ScreenLine($0, .secondary) }
        return isTall ? lines + Array(repeating: ScreenLine(), count: 2 - lines.count) : lines
    }

    /// Name and time.
    private func header(_ width: Int) -> ScreenLine {
        let lengthText = durationSeconds.map { " / " + Self.clock($0) } ?? ""
        let timeText = Self.clock(activeSeconds) + lengthText
        let availableWidth = width - timeText.count - 2
        var line = ScreenLine(
            ScreenText.clipped(ScreenText.sanitized(title), to: max(0, availableWidth)), .secondary)
        line.fill(to: width - timeText.count)
        line.add(timeText)
        return line
    }

    static func clock(_ seconds: Double) -> String {
        let wholeSeconds = Int(max(0, seconds))
        return "\(wholeSeconds / 60):\(wholeSeconds % 60 < 10 ? "0" : "")\(wholeSeconds % 60)"
    }

    /// Quality of the signal; the latency of its beats only where it needs no line more.
    private func signal(_ width: Int, _ now: Double) -> [ScreenLine] {
        let pieces = signal(atSeconds: now)
        let lines = Self.wrapPieces(pieces, width)
        guard let latency = latency(atSeconds: now) else { return lines }
        let linesWithLatency = Self.wrapPieces(pieces + [latency], width)
        return linesWithLatency.count > lines.count ? lines : linesWithLatency
    }

    /// Figures beside each other where there is space: label, value, and the reason for its absence below.
    private func figures(_ width: Int, _ isTall: Bool, _ now: Double) -> [ScreenLine] {
        let cells = cells(atSeconds: now)
        let columnWidth = width / cells.count
        guard columnWidth >= 18, isTall else {
            if width >= 54, !isTall {
                return [
                    Self.row(cells, columnWidth) { cell in
                        var line = ScreenLine(cell.label + " ", .secondary)
                        line.add(cell.value)
                        return line
                    }
                ]
            }
            return cells.map { $0.line(labelColumns: width < Self.minFullLabelColumns ? 6 : 10) }
        }
        var lines = [
            Self.row(cells, columnWidth) { ScreenLine($0.label, .secondary) },
            Self.row(cells, columnWidth) { $0.value },
        ]
        // Always there, so that nothing moves when a figure comes.
        lines.append(Self.row(cells, columnWidth) { ScreenLine($0.reason ?? "", .secondary) })
        return lines
    }

    private static func row(
        _ cells: [Cell], _ columnWidth: Int, _ content: (Cell) -> ScreenLine
    ) -> ScreenLine {
        var line = ScreenLine()
        for (index, cell) in cells.enumerated() {
            line.fill(to: index * columnWidth)
            line.add(content(cell).clipped(to: columnWidth - 2))
        }
        return line
    }

    /// Phase, seconds left, and the bar.
    private func breath(_ width: Int, _ rows: Int, _ now: Double) -> [ScreenLine] {
        let position = position(atSeconds: now)
        let label =
            isPaused
            ? "PAUSED" : position?.text ?? (breaths.isEmpty ? "get ready" : "breathe as you like")
        let filledShare = isPaused ? 0 : position.map(BreathBar.filledShare) ?? 0
        if rows >= 14 || width < 34 {
            let bar = BreathBar.line(fill: filledShare, columns: width)
            return [ScreenLine(label, .strong)]
                + Array(repeating: bar, count: rows >= 20 ? 2 : 1)
        }
        var line = ScreenLine(label, .strong)
        line.fill(to: max(13, line.width + 2))
        line.add(BreathBar.line(fill: filledShare, columns: width - line.width))
        return [line]
    }

    private static let minStripRows = 2
    private static let maxStripRows = 12

    /// The rhythm of the last minute with its range beside it.
    private func stripLines(_ width: Int, _ availableRows: Int, _ now: Double) -> [ScreenLine] {
        let labelWidth = 4
        // One line for what it is.
        let rows = min(Self.maxStripRows, availableRows - 1)
        guard rows >= Self.minStripRows, width >= labelWidth + 12 else { return [] }
        let strip = HeartRateStrip(beats, atSeconds: now, columnCount: min(120, width - labelWidth))
        let range = strip.range
        var lines = strip.rows(rows).enumerated().map { index, row in
            let value =
                index == 0 ? range?.upperBound : index == rows - 1 ? range?.lowerBound : nil
            var line = ScreenLine(
                ScreenText.padded(value.map { "\(Int($0.rounded()))" } ?? "", to: labelWidth - 1)
                    + " ",
                .secondary)
            line.add(row, .teal)
            return line
        }
        var axis = ScreenLine(String(repeating: " ", count: labelWidth), .secondary)
        axis.add(
            range == nil ? "heart rate, 60 s: no sound beats yet" : "heart rate, 60 s", .secondary)
        lines.append(axis)
        return lines
    }

    /// Returns the last message, else the keys.
    private func footer(_ width: Int, _ now: Double) -> ScreenLine {
        if let message = message(atSeconds: now) {
            return ScreenLine(ScreenText.clipped(message, to: width), .fair)
        }
        let helpTexts = [
            "\(isPaused ? "p resume" : "p pause")   m mark   q end   ? help",
            "p pause  m mark  q end", "p m q ?",
        ]
        return ScreenLine(
            helpTexts.first { $0.count <= width } ?? ScreenText.clipped("q", to: width), .secondary)
    }

    private static var help: [ScreenLine] {
        [
            "p, space   pause and go on", "m          mark this moment in the log",
            "q, Esc     end with the summary", "Ctrl-C     end; twice: at once",
        ].map { ScreenLine($0) }
    }

    // MARK: Before the session

    private func notice(_ width: Int, _ rows: Int) -> [Part] {
        let sentences = FirstRunNotice.sentences
        let count = sentences.reduce(0) { $0 + ScreenText.wrapped($1, to: width).count }
        let paragraphs = (count < rows ? sentences : [FirstRunNotice.shortText]).map { sentence in
            Part(
                priorityRank: 0,
                lines: ScreenText.wrapped(sentence, to: width).map { ScreenLine($0) })
        }
        return [Part(priorityRank: 2, lines: [ScreenLine("Before your first session", .strong)])]
            + paragraphs
            + [Part(priorityRank: 1, lines: [ScreenLine("Enter go on   q end", .secondary)])]
    }

    private func checks(
        _ checks: [SessionReadiness.Check], _ width: Int, _ now: Double
    ) -> [Part] {
        var parts = [Part(priorityRank: 3, lines: [ScreenLine("Before the session", .strong)])]
        parts.append(Part(priorityRank: 0, lines: checks.flatMap { Self.lines($0, width) }))
        let heartRateCell = cells(atSeconds: now)[0]
        if heartRateCell.reason == nil {
            parts.append(Part(priorityRank: 2, lines: [heartRateCell.line(labelColumns: 6)]))
        }
        let closingLine =
            message(atSeconds: now).map { ScreenLine($0, .fair) }
            ?? ScreenLine("s begin now   q end", .secondary)
        parts.append(Part(priorityRank: 1, lines: [closingLine]))
        return parts
    }

    private static func lines(_ check: SessionReadiness.Check, _ width: Int) -> [ScreenLine] {
        let (sign, colour): (String, ScreenColour) =
            switch check.state {
            case .waiting: ("·", .secondary)
            case .open: ("○", .strong)
            case .done: ("✓", .good)
            case .warning: ("!", .fair)
            }
        let text = ScreenText.sanitized(check.text)
        return ScreenText.wrapped(text, to: width - 2).enumerated().map { index, text in
            var line = ScreenLine(index == 0 ? sign + " " : "  ", colour)
            line.add(text, check.state == .done ? .plain : colour)
            return line
        }
    }
}
