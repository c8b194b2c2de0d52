import PhysioTypes

/// The drawing of a correction's changes, over a tachogram.
extension Tachogram {
    /// The values the axis has space for: those of the NN intervals, and of the raw ones that were
    /// replaced as far as `headroom` lets it grow.
    static func range(
        of nn: NNSeries, _ correction: CorrectionRecord?, headroom: RawHeadroom
    ) -> ClosedRange<Double>? {
        var values = nn.intervalsMs
        if values.isEmpty { values = correction?.raw.intervalsMs ?? [] }
        guard let minimum = values.min(), let maximum = values.max() else { return nil }
        let span = max(40, maximum - minimum)
        let limits =
            switch headroom {
            case .half: (minimum - span / 2)...(maximum + span / 2)
            case .wide: 0...(2.5 * maximum)
            }
        let raw = correction.map { record in
            record.shownIndices.map {
                min(max(record.raw.intervalsMs[$0], limits.lowerBound), limits.upperBound)
            }
        }
        return min(minimum, raw?.min() ?? minimum)...max(maximum, raw?.max() ?? maximum)
    }

    /// The extent to which raw intervals may widen the axis of the NN intervals.
    enum RawHeadroom {
        /// Half the axis's span on either side: the NN intervals are what matters.
        case half
        /// Down to 0 and up to two and a half times the longest NN interval: a beat that was missed
        /// is seen where it lies.
        case wide
    }

    // MARK: - Segments

    /// Returns the times in which no rhythm was found; s.
    static func irregularSeconds(_ correction: CorrectionRecord?) -> [ClosedRange<Double>] {
        correction.map { record in record.irregularSegments.map(record.seconds) } ?? []
    }

    func irregularSegments(_ record: CorrectionRecord) -> Markup {
        Markup(
            "g", ["class": "irregular-stretches"],
            Self.irregularSeconds(record).map { seconds in
                .rectangle(
                    from: SVGPoint(x: plot.x(seconds.lowerBound), y: plot.top),
                    // A few beats of a day must be seen too.
                    width: max(1, plot.x(seconds.upperBound) - plot.x(seconds.lowerBound)),
                    height: plot.bottom - plot.top, class: "irregular")
            })
    }

    // MARK: - Beats

    /// The raw intervals that were replaced or left out, each with those on either side of it.
    func rawLines(_ record: CorrectionRecord) -> [Markup] {
        record.changedRuns.map { run in
            .polyline(run.map { rawPoint(record, $0) }, class: "raw")
        }
    }

    /// The intervals that replace them.
    func replacementBeats(_ record: CorrectionRecord) -> [Markup] {
        let points = record.nn.intervalsMs.indices.filter { record.nn.isCorrected[$0] }.map {
            plot.point(record.nn.endTimesSeconds[$0], record.nn.intervalsMs[$0])
        }
        guard !points.isEmpty else { return [] }
        return [.dots(points, class: "made"), .dots(points, class: "made-core")]
    }

    /// A sign for every artefact, at the raw interval that its beat ends.
    func artefactSymbols(_ record: CorrectionRecord) -> [Markup] {
        ArtefactSymbol.all.compactMap { sign in
            let events = record.events.filter { $0.kind == sign.kind }
            guard !events.isEmpty else { return nil }
            let outlines = events.map { sign.outline(rawPoint(record, $0.beatIndex)) }
            return Markup(
                "g", ["class": "marks \(sign.kind.rawValue)", "data-events": "\(events.count)"],
                [Markup("path", ["d": outlines.joined()])])
        }
    }

    /// Raw intervals that were replaced or left out, where there is no space for lines: of those in
    /// a column of the drawing the longest and the shortest.
    func rawBeats(_ record: CorrectionRecord) -> [Markup] {
        let isChanged = record.isChanged
        let points = isChanged.indices.filter { isChanged[$0] }.map { rawPoint(record, $0) }
        return points.isEmpty ? [] : [.dots(Self.thinned(points), class: "raw-beats")]
    }

    /// Returns at most two points for each column: the highest and the lowest.
    private static func thinned(_ points: [SVGPoint]) -> [SVGPoint] {
        var retained: [SVGPoint] = []
        var column: [SVGPoint] = []
        func closeColumn() {
            guard let high = column.min(by: { $0.y < $1.y }),
                let low = column.max(by: { $0.y < $1.y })
            else { return }
            retained += high == low ? [high] : [high, low]
            column = []
        }
        for point in points {
            if let first = column.first, Int(first.x) != Int(point.x) { closeColumn() }
            column.append(point)
        }
        closeColumn()
        return retained
    }

    /// Returns a point inside the frame, also if the interval is longer or shorter than the axis
    /// allows.
    private func rawPoint(_ record: CorrectionRecord, _ index: Int) -> SVGPoint {
        let point = plot.point(record.raw.endTimesSeconds[index], record.raw.intervalsMs[index])
        return SVGPoint(x: point.x, y: min(max(point.y, plot.top), plot.bottom))
    }

    // MARK: - Words

    func correctionCaption(_ record: CorrectionRecord) -> String {
        let tally = record.artefacts
        guard tally.artefactCount + tally.irregularCount > 0 else {
            return " No beat was corrected."
        }
        var text = ""
        if tally.artefactCount > 0 {
            if drawsEnvelope {
                let column = nn.durationSeconds / Double(plot.columnCount)
                text += " Grey: raw intervals that were replaced or left out, of those side by "
                text += "side the longest and the shortest. Bars: how many beats are at fault in "
                text += "each \(ReportNumber.duration(column))."
            } else {
                text += " Signs: beats at fault, at the raw interval each of them ends; dashed: "
                text += "raw intervals that were replaced or left out; rings: what took their "
                text += "place."
            }
            let range = plot.y.range
            let hasIntervalsOutside = record.shownIndices.contains {
                !range.contains(record.raw.intervalsMs[$0])
            }
            if hasIntervalsOutside { text += " Raw intervals outside the axis lie on its edge." }
        }
        if tally.irregularCount > 0 {
            text += " Orange: \(ReportNumber.percent(share: tally.irregularShare)) of the beats "
            text += "follow no rhythm by which beats could be corrected, and are left out"
            text += drawsEnvelope ? "." : " (dashed)."
        }
        return text
    }

    func correctionSummary(_ record: CorrectionRecord) -> String {
        let tally = record.artefacts
        let kinds = tally.kinds.map { "\($0.count) \($0.kind.rawValue)" }
        guard !kinds.isEmpty else { return " No beat is at fault." }
        return " At fault: " + kinds.joined(separator: ", ") + "."
    }
}

extension CorrectionRecord {
    /// Raw intervals that are drawn: artefacts, or not NN as they were read.
    fileprivate var shownIndices: [Int] {
        let isChanged = self.isChanged
        var isShown = isChanged
        for event in events where event.kind != .gap { isShown[event.beatIndex] = true }
        return isShown.indices.filter { isShown[$0] }
    }

    /// Changed raw intervals with one on either side, where it follows without a gap.
    fileprivate var changedRuns: [ClosedRange<Int>] {
        var runs: [ClosedRange<Int>] = []
        let isChanged = self.isChanged
        func followsPrevious(_ index: Int) -> Bool {
            index > 0 && index < raw.count && !raw.marks[index].contains(.afterGap)
        }
        for index in isChanged.indices where isChanged[index] {
            let first = followsPrevious(index) ? index - 1 : index
            let last = followsPrevious(index + 1) ? index + 1 : index
            // Those that overlap follow one another.
            if let run = runs.last, first <= run.upperBound {
                runs[runs.count - 1] = run.lowerBound...max(run.upperBound, last)
            } else {
                runs.append(first...last)
            }
        }
        return runs
    }
}
