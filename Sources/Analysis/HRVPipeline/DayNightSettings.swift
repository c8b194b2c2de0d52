public import PhysioTypes

/// The hours that count as night, and what is known of the recording's clock.
public struct DayNightSettings: Sendable, Equatable {
    /// The night begins and ends at these times; the day is the rest.
    public let nightStart: TimeOfDay
    public let nightEnd: TimeOfDay
    /// Time of day at second 0 of every recording; what the file says where nil. Changes of the
    /// clock that the file shows count with either.
    public var recordingStart: TimeOfDay?

    /// - Returns: nil where the two are equal.
    public init?(from start: TimeOfDay, to end: TimeOfDay, recordingStart: TimeOfDay? = nil) {
        guard start != end else { return nil }
        nightStart = start
        nightEnd = end
        self.recordingStart = recordingStart
    }

    var text: String { "\(nightStart.text)-\(nightEnd.text)" }

    /// The segments of a range that lie in the night, and those that do not; s.
    ///
    /// A day has 24 hours but for the changes of the clock.
    ///
    /// - Parameter clock: time of day at 0 s.
    /// - Parameter changes: of that clock, ascending.
    func segments(
        of range: ClosedRange<Double>, clock: TimeOfDay, changes: [ClockChange] = []
    ) -> (day: [ClosedRange<Double>], night: [ClosedRange<Double>]) {
        var (days, nights) = ([ClosedRange<Double>](), [ClosedRange<Double>]())
        var (segmentStart, clockSeconds) = (range.lowerBound, clock.seconds)
        let changePoints = changes.map { ($0.seconds, clock.seconds + $0.shiftSeconds) }
        for (end, next) in changePoints + [(range.upperBound, 0)] {
            let segmentEnd = min(end, range.upperBound)
            if segmentStart < segmentEnd {
                let piece = segments(
                    of: segmentStart...segmentEnd, secondsOfDayAtZero: clockSeconds)
                days = Self.joined(days, piece.day)
                nights = Self.joined(nights, piece.night)
                segmentStart = segmentEnd
            }
            clockSeconds = next
        }
        return (days, nights)
    }

    /// Two lists of segments, one behind the other; those that touch are one.
    private static func joined(
        _ earlier: [ClosedRange<Double>], _ later: [ClosedRange<Double>]
    ) -> [ClosedRange<Double>] {
        guard let last = earlier.last, let first = later.first,
            last.upperBound == first.lowerBound
        else { return earlier + later }
        return earlier.dropLast() + [last.lowerBound...first.upperBound] + later.dropFirst()
    }

    private func segments(
        of range: ClosedRange<Double>, secondsOfDayAtZero clockSeconds: Double
    ) -> (day: [ClosedRange<Double>], night: [ClosedRange<Double>]) {
        let day = TimeOfDay.daySeconds
        let length = (nightEnd.seconds - nightStart.seconds + day)
            .truncatingRemainder(dividingBy: day)
        let offset = nightStart.seconds - clockSeconds
        var nights: [ClosedRange<Double>] = []
        var days: [ClosedRange<Double>] = []
        var segmentStart = range.lowerBound
        // The first night that ends after the start.
        var index = ((range.lowerBound - offset - length) / day).rounded(.down)
        while true {
            let begin = max(range.lowerBound, offset + index * day)
            let end = min(range.upperBound, offset + index * day + length)
            index += 1
            guard begin < range.upperBound else { break }
            guard begin < end else { continue }
            if segmentStart < begin { days.append(segmentStart...begin) }
            nights.append(begin...end)
            segmentStart = end
        }
        if segmentStart < range.upperBound { days.append(segmentStart...range.upperBound) }
        return (days, nights)
    }
}

extension AnalysisPipeline {
    /// The rows of day and night, or a warning that the clock is not known.
    func dayNightRows(
        of beats: RecordingBeats, in recipe: inout Recipe
    ) -> (rows: [AnalysisRow], notices: [Notice]) {
        guard let dayNight = settings.dayNight else { return ([], []) }
        recipe.set(.nightHours, .text(dayNight.text))
        let nn = beats.nn
        let fileStartTime = beats.recording.startDate.flatMap { TimeOfDay(start: $0) }
        guard let clock = dayNight.recordingStart ?? fileStartTime else {
            return ([], [Self.unknownClockNotice(beats.recording)])
        }
        recipe.set(.startTimeOfDay, .text(clock.text))
        var notices = Self.clockMismatchNotices(clock, fileStartTime)
        guard nn.startSeconds < nn.endSeconds else { return ([], notices) }
        let parts = dayNight.segments(
            of: nn.startSeconds...nn.endSeconds, clock: clock,
            changes: beats.recording.clockChanges)
        var rows: [AnalysisRow] = []
        for (name, segments) in [("day", parts.day), ("night", parts.night)] {
            guard !segments.isEmpty else {
                notices.append(
                    Notice(
                        .note, code: "no_\(name)",
                        "nothing of the recording lies in the \(name) (\(dayNight.text) is night)"))
                continue
            }
            let joinedBeats = beats.joinedSegments(segments)
            var row = row(of: joinedBeats, frequencyDomain(joinedBeats), beats)
            row.segment = name
            rows.append(row)
        }
        return (rows, notices)
    }

    private static func unknownClockNotice(_ recording: Recording) -> Notice {
        // A start that is no time of day is one in UTC.
        let hasUTCStart = recording.startDate != nil
        return Notice(
            .warning, code: "no_clock",
            hasUTCStart
                ? "the times are in UTC, which says nothing of the clock on the wall: give its zone "
                    + "with --zone, or the time of day at the start with --start HH:MM"
                : "the time of day at which the recording starts is not known: give it with "
                    + "--start HH:MM")
    }

    /// Returns the notices for a start by the person that differs from the file's.
    private static func clockMismatchNotices(_ clock: TimeOfDay, _ fileStartTime: TimeOfDay?)
        -> [Notice]
    {
        guard let fileStartTime, abs(fileStartTime.seconds - clock.seconds) >= 1 else { return [] }
        return [
            Notice(
                .note, code: "other_clock",
                "--start \(clock.text) counts, though the file starts at \(fileStartTime.text)")
        ]
    }
}
