import PhysioTypes

/// The NN intervals over time.
///
/// The line breaks wherever two intervals are not neighbours, and the segments without intervals
/// are shaded. Where there are more than two intervals a column of the drawing, each column shows
/// the range from its shortest to its longest interval and the line runs through the means: every
/// extreme stays visible, and a day of beats takes no more space than an hour. A gap narrower than
/// a column then disappears between the beats on both sides of it.
///
/// Where a correction made the intervals, the drawing says what it changed.
struct Tachogram {
    /// The shape of the drawing: for pages on screens and paper, for phones, and for a sheet whose
    /// subject is the correction.
    enum Shape {
        case wide, narrow, sheet

        fileprivate var size: (width: Double, height: Double) {
            switch self {
            case .wide: (1000, 290)
            case .narrow: (400, 230)
            case .sheet: (SVGSheet.width, 340)
            }
        }
        fileprivate var tickCount: Int { self == .wide ? 10 : self == .sheet ? 8 : 4 }
    }

    let nn: NNSeries
    private let correction: CorrectionRecord?
    private let isWithheld: Bool
    let plot: SVGPlot

    /// - Parameter correction: how the intervals came from raw ones; drawn over them.
    /// - Parameter isWithheld: whether the numbers of these intervals are withheld.
    /// - Complexity: O(n).
    static func figure(
        _ nn: NNSeries, correction: CorrectionRecord? = nil, shape: Shape = .wide,
        isWithheld: Bool = false
    ) -> SVGFigure {
        guard let tachogram = Tachogram(nn, correction, isWithheld, shape: shape) else {
            return .empty(
                kind: "tachogram", title: "Tachogram",
                because: "There are no NN intervals to draw.")
        }
        return tachogram.figure()
    }

    private init?(
        _ nn: NNSeries, _ correction: CorrectionRecord?, _ isWithheld: Bool, shape: Shape
    ) {
        let headroom: RawHeadroom = shape == .sheet ? .wide : .half
        guard let range = Self.range(of: nn, correction, headroom: headroom),
            nn.endSeconds > nn.startSeconds
        else { return nil }
        // A constant series still needs an axis with a height.
        let margin = max(0, 40 - (range.upperBound - range.lowerBound)) / 2
        self.nn = nn
        self.correction = correction
        self.isWithheld = isWithheld
        plot = SVGPlot(
            width: shape.size.width, height: shape.size.height,
            x: SVGAxis(seconds: nn.startSeconds...nn.endSeconds, about: shape.tickCount),
            y: SVGAxis(
                enclosing: (range.lowerBound - margin)...(range.upperBound + margin), about: 5,
                title: "NN interval (ms)"))
    }

    var drawsEnvelope: Bool { max(nn.count, correction?.raw.count ?? 0) > 2 * plot.columnCount }

    private func figure() -> SVGFigure {
        var content = [Markup("g", ["class": "gaps"], gaps())]
        if let correction { content.append(irregularSegments(correction)) }
        content.append(plot.axes())
        let line = drawsEnvelope ? envelope() : beats()
        var height = plot.height
        if let correction {
            content += drawing(of: correction, around: line)
            let lanes = CorrectionLanes(record: correction, plot: plot)
            if drawsEnvelope {
                content += lanes.drawing(y: height)
                height += lanes.height
            }
            let legend = CorrectionLegend(
                record: correction, drawsEnvelope: drawsEnvelope, width: plot.width, left: plot.left
            )
            if legend.height > 0 { content.append(legend.drawing(y: height)) }
            height += legend.height
        } else {
            content += line
        }
        return SVGFigure(
            kind: "tachogram", title: "Tachogram",
            summary: summary + (correction.map(correctionSummary) ?? ""),
            caption: caption + (correction.map(correctionCaption) ?? ""),
            width: plot.width, height: height, content: content)
    }

    /// Returns the drawing with changed intervals under the line, and their replacements and signs
    /// above it.
    private func drawing(of correction: CorrectionRecord, around line: [Markup]) -> [Markup] {
        guard !drawsEnvelope else { return rawBeats(correction) + line }
        return rawLines(correction) + line + replacementBeats(correction)
            + artefactSymbols(correction)
    }

    // MARK: - Every beat

    private func beats() -> [Markup] {
        let points = zip(nn.endTimesSeconds, nn.intervalsMs).map { plot.point($0, $1) }
        var parts = nn.contiguousRanges.map { Markup.polyline(Array(points[$0]), class: "line") }
        // Beats are distinct where the distance between them exceeds the width of the dots.
        if nn.count * 9 < plot.columnCount { parts.append(.dots(points, class: "beats")) }
        return parts
    }

    // MARK: - Ranges

    /// The intervals that fall into one column of the drawing.
    private struct Column {
        let index: Int
        var minimum: Double
        var maximum: Double
        var sum: Double
        var count = 1.0
    }

    private func envelope() -> [Markup] {
        let runs = columnRuns()
        return runs.map { run in
            let upper = run.map { SVGPoint(x: middle(of: $0), y: plot.y($0.maximum)) }
            let lower = run.reversed().map { SVGPoint(x: middle(of: $0), y: plot.y($0.minimum)) }
            return .polygon(upper + lower, class: "envelope")
        }
            + runs.map { run in
                let means = run.map { SVGPoint(x: middle(of: $0), y: plot.y($0.sum / $0.count)) }
                return .polyline(means, class: "line")
            }
    }

    /// The columns that hold intervals, a new run after every gap that reaches another column.
    private func columnRuns() -> [[Column]] {
        var runs: [[Column]] = []
        var run: [Column] = []
        for index in 0..<nn.count {
            let column = self.column(at: index)
            if let last = run.last, last.index == column.index {
                run[run.count - 1] = merged(last, column)
                continue
            }
            if !nn.isAdjacentToPrevious[index], !run.isEmpty {
                runs.append(run)
                run = []
            }
            run.append(column)
        }
        return run.isEmpty ? runs : runs + [run]
    }

    private func column(at index: Int) -> Column {
        let share = (nn.endTimesSeconds[index] - nn.startSeconds) / nn.durationSeconds
        let position = Int(share * Double(plot.columnCount))
        let interval = nn.intervalsMs[index]
        return Column(
            index: min(max(0, position), plot.columnCount - 1), minimum: interval,
            maximum: interval, sum: interval)
    }

    private func merged(_ a: Column, _ b: Column) -> Column {
        Column(
            index: a.index, minimum: min(a.minimum, b.minimum),
            maximum: max(a.maximum, b.maximum), sum: a.sum + b.sum, count: a.count + b.count)
    }

    private func middle(of column: Column) -> Double { plot.left + Double(column.index) + 0.5 }

    // MARK: - Gaps

    /// Segments outside all intervals that are wide enough to be seen; s.
    private func gaps() -> [Markup] {
        var parts: [Markup] = []
        var end = nn.startSeconds
        var irregularRanges = Self.irregularSeconds(correction)[...]
        func shadeGaps(upTo time: Double) {
            // What is left out for its rhythm has a colour of its own.
            while let segment = irregularRanges.first, segment.lowerBound < time {
                irregularRanges.removeFirst()
                shadeRectangle(upTo: segment.lowerBound)
                end = max(end, segment.upperBound)
            }
            shadeRectangle(upTo: time)
        }
        func shadeRectangle(upTo time: Double) {
            let width = plot.x(time) - plot.x(end)
            guard width >= 1 else { return }
            parts.append(
                .rectangle(
                    from: SVGPoint(x: plot.x(end), y: plot.top), width: width,
                    height: plot.bottom - plot.top, class: "gap"))
        }
        for index in 0..<nn.count {
            shadeGaps(upTo: nn.endTimesSeconds[index] - nn.intervalsMs[index] / 1000)
            end = nn.endTimesSeconds[index]
        }
        shadeGaps(upTo: nn.endSeconds)
        return parts
    }

    // MARK: - Words

    private var summary: String {
        guard nn.count > 0 else { return "There are no NN intervals." }
        let mean = nn.intervalsMs.reduce(0, +) / Double(nn.count)
        let low = nn.intervalsMs.min() ?? mean
        let high = nn.intervalsMs.max() ?? mean
        let size =
            isWithheld
            ? ""
            : " between \(ReportNumber.fourSignificantDigits(low)) and \(ReportNumber.fourSignificantDigits(high)) ms,"
                + " mean \(ReportNumber.fourSignificantDigits(mean)) ms,"
        return ReportNumber.count(nn.count, "NN interval") + size + " from"
            + " \(ReportNumber.clock(nn.startSeconds)) to \(ReportNumber.clock(nn.endSeconds)),"
            + " in \(ReportNumber.count(nn.contiguousRanges.count, "unbroken stretch", "es"))."
    }

    private var caption: String {
        let gapCount = max(0, nn.contiguousRanges.count - 1)
        let gaps = ReportNumber.count(gapCount, "gap")
        guard drawsEnvelope else {
            let drawnText = "Every one of " + ReportNumber.count(nn.count, "NN interval") + "."
            guard gapCount > 0 else { return drawnText }
            return drawnText + " The line breaks at \(gaps); shaded: no NN intervals."
        }
        let columnDurationText = ReportNumber.duration(
            nn.durationSeconds / Double(plot.columnCount))
        let drawnText =
            "\(nn.count) NN intervals: the band runs from the shortest to the longest in each "
            + "\(columnDurationText), the line through their means."
        guard gapCount > 0 else { return drawnText }
        return drawnText + " Of \(gaps), the wide ones are shaded and break the line."
    }
}
