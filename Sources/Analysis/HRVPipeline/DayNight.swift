public import PhysioTypes

/// The hours that count as night, and what is known of the recording's clock.
public struct DayNight: Sendable, Equatable {
    /// The night begins and ends at these times; the day is the rest.
    public let nightStart: TimeOfDay
    public let nightEnd: TimeOfDay
    /// Time of day at second 0 of every recording; what the file says where nil.
    public var recordingStart: TimeOfDay?

    /// - Returns: nil where the two are equal.
    public init?(from start: TimeOfDay, to end: TimeOfDay, recordingStart: TimeOfDay? = nil) {
        guard start != end else { return nil }
        nightStart = start
        nightEnd = end
        self.recordingStart = recordingStart
    }

    var text: String { "\(nightStart.text)-\(nightEnd.text)" }

    /// The stretches of [`begin`, `end`] that lie in the night, and those that do not; s.
    ///
    /// A day has 24 hours: the changes to and from summer time are not known.
    ///
    /// - Parameter clock: time of day at 0 s.
    func stretches(
        of range: ClosedRange<Double>, clock: TimeOfDay
    ) -> (day: [ClosedRange<Double>], night: [ClosedRange<Double>]) {
        let day = TimeOfDay.daySeconds
        let length = (nightEnd.seconds - nightStart.seconds + day)
            .truncatingRemainder(dividingBy: day)
        let offset = nightStart.seconds - clock.seconds
        var nights: [ClosedRange<Double>] = []
        var days: [ClosedRange<Double>] = []
        var reached = range.lowerBound
        // The first night that ends after the start.
        var index = ((range.lowerBound - offset - length) / day).rounded(.down)
        while true {
            let begin = max(range.lowerBound, offset + index * day)
            let end = min(range.upperBound, offset + index * day + length)
            index += 1
            guard begin < range.upperBound else { break }
            guard begin < end else { continue }
            if reached < begin { days.append(reached...begin) }
            nights.append(begin...end)
            reached = end
        }
        if reached < range.upperBound { days.append(reached...range.upperBound) }
        return (days, nights)
    }
}

extension AnalysisPipeline {
    /// The rows of day and night, or a warning that the clock is not known.
    func dayNightRows(
        of beats: RecordingBeats, in recipe: inout Recipe
    ) -> (rows: [AnalysisRow], notices: [Notice]) {
        guard let dayNight = settings.dayNight else { return ([], []) }
        recipe.set(.night, .text(dayNight.text))
        let nn = beats.nn
        let ofFile = beats.recording.startDate.flatMap { TimeOfDay(start: $0) }
        guard let clock = dayNight.recordingStart ?? ofFile else {
            return ([], [Self.unknownClock])
        }
        recipe.set(.clockStart, .text(clock.text))
        guard nn.startSeconds < nn.endSeconds else { return ([], []) }
        let parts = dayNight.stretches(of: nn.startSeconds...nn.endSeconds, clock: clock)
        var rows: [AnalysisRow] = []
        var notices: [Notice] = []
        for (name, stretches) in [("day", parts.day), ("night", parts.night)] {
            guard !stretches.isEmpty else {
                notices.append(
                    Notice(
                        .note, code: "no_\(name)",
                        "nothing of the recording lies in the \(name) (\(dayNight.text) is night)"))
                continue
            }
            let piece = beats.pieces(stretches)
            var row = row(of: piece, frequencyDomain(piece), beats)
            row.stretch = name
            rows.append(row)
        }
        return (rows, notices)
    }

    private static let unknownClock = Notice(
        .warning, code: "no_clock",
        "the time of day at which the recording starts is not known: give it with --start HH:MM")
}
