import RecordingFiles

/// Makes workouts of what one FIT file holds.
struct FITWorkoutMapping {
    /// A session with both of its ends known.
    struct Session {
        var summary: FITActivity.Summary
        var rangeMs: ClosedRange<Int64>
    }

    /// The sport of the way from one sport to the next.
    private static let transitionSport = 3
    /// Rates that a heart can have; beats/min.
    private static let heartRateRange = 1.0...300

    private let activity: FITActivity
    /// The sessions that are workouts, in the order of the file.
    let sessions: [Session]
    /// Sessions without a date, or that end before they start.
    let undatedCount: Int

    init(_ activity: FITActivity) {
        self.activity = activity
        var sessions: [Session] = []
        var undatedCount = 0
        for summary in activity.sessions {
            guard let rangeMs = Self.rangeMs(summary) else {
                undatedCount += 1
                continue
            }
            sessions.append(Session(summary: summary, rangeMs: rangeMs))
        }
        if activity.sessions.isEmpty, let sessionFromRecords = Self.sessionFromRecords(of: activity)
        {
            sessions = [sessionFromRecords]
        }
        self.sessions = sessions.filter { $0.summary.sport != Self.transitionSport }
        self.undatedCount = undatedCount
    }

    /// Returns the range from the start that a session states to the time when it was written; else
    /// by the time that it lasted.
    private static func rangeMs(_ summary: FITActivity.Summary) -> ClosedRange<Int64>? {
        guard let start = summary.startMs, FITActivity.isDate(unixMs: start) else { return nil }
        if let end = summary.endMs, end >= start { return start...end }
        guard let elapsed = summary.elapsedSeconds,
            WorkoutNumberParser.secondsRange.contains(elapsed)
        else { return nil }
        return start...(start + Int64((1000 * elapsed).rounded()))
    }

    /// A session from the first to the last record of an activity.
    private static func sessionFromRecords(of activity: FITActivity) -> Session? {
        guard activity.fileType == nil || activity.fileType == .activity else { return nil }
        let times = activity.records.compactMap(\.unixMs).filter(FITActivity.isDate(unixMs:))
        guard let start = times.min(), let end = times.max(), start < end else { return nil }
        var summary = FITActivity.Summary(startMs: start, endMs: end)
        (summary.sport, summary.subSport) = (activity.sport, activity.subSport)
        summary.distanceMetres = activity.records.compactMap(\.distanceMetres).max()
            .flatMap { $0 > 0 ? $0 : nil }
        return Session(summary: summary, rangeMs: start...end)
    }

    // MARK: Workouts

    /// The workouts of the file, in its order.
    func workouts(sourceIndex: Int) -> [HealthWorkout] {
        sessions.map { workout($0, sourceIndex: sourceIndex) }
    }

    private func workout(_ session: Session, sourceIndex: Int) -> HealthWorkout {
        let (summary, range) = (session.summary, session.rangeMs)
        let offsetMinutes = activity.utcOffsetMinutes ?? 0
        return HealthWorkout(
            sourceIndex: sourceIndex, type: Self.type(summary),
            start: HealthInstant(unixMs: range.lowerBound, writtenOffsetMinutes: offsetMinutes),
            end: HealthInstant(unixMs: range.upperBound, writtenOffsetMinutes: offsetMinutes),
            utcOffsetMinutes: activity.utcOffsetMinutes,
            durationSeconds: Self.validDuration(summary.timerSeconds),
            energyKcal: Self.validated(WorkoutNumberParser.kilocaloriesRange, summary.energyKcal),
            distanceMetres: Self.validated(WorkoutNumberParser.metresRange, summary.distanceMetres),
            averageHeartRateBpm: Self.validRate(summary.averageHeartRateBpm),
            maximumHeartRateBpm: Self.validRate(summary.maximumHeartRateBpm),
            speedMetresPerSecond: summary.speedMetresPerSecond, pauses: pauses(range),
            parts: laps(range), track: track(range), beats: beats(range))
    }

    /// `sport 1`, or `sport 10 subSport 20` where the sport is stated more closely.
    private static func type(_ summary: FITActivity.Summary) -> String {
        let sport = "sport \(summary.sport ?? 0)"
        guard let subSport = summary.subSport, subSport > 0 else { return sport }
        return sport + " sub \(subSport)"
    }

    /// Values of the sessions that are outside of what a workout can be; each is left out.
    var rejectedCount: Int {
        sessions.lazy.map(\.summary).flatMap { summary in
            [
                summary.timerSeconds.map(WorkoutNumberParser.secondsRange.contains),
                summary.distanceMetres.map(WorkoutNumberParser.metresRange.contains),
                summary.energyKcal.map(WorkoutNumberParser.kilocaloriesRange.contains),
            ]
        }.count { $0 == false }
    }

    private static func validated(_ range: ClosedRange<Double>, _ value: Double?) -> Double? {
        value.flatMap { range.contains($0) ? $0 : nil }
    }

    /// A duration; 0 states none.
    private static func validDuration(_ value: Double?) -> Double? {
        validated(WorkoutNumberParser.secondsRange, value).flatMap { $0 > 0 ? $0 : nil }
    }

    private static func validRate(_ bpm: Double?) -> Double? {
        bpm.flatMap { heartRateRange.contains($0) ? $0 : nil }
    }

    /// Returns the pauses, from each stop of the timer to the next start, or to the end.
    private func pauses(_ range: ClosedRange<Int64>) -> [WorkoutPause] {
        var pauses: [WorkoutPause] = []
        var pauseStartMs: Int64?
        func add(until endMs: Int64) {
            guard let stopped = pauseStartMs else { return }
            let (start, end) = (max(stopped, range.lowerBound), min(endMs, range.upperBound))
            if start < end { pauses.append(WorkoutPause(startMs: start, endMs: end)) }
            pauseStartMs = nil
        }
        for event in activity.timerEvents.sorted(by: { $0.unixMs < $1.unixMs }) {
            if event.isStart {
                add(until: event.unixMs)
            } else {
                pauseStartMs = pauseStartMs ?? event.unixMs
            }
        }
        add(until: range.upperBound)
        return pauses
    }

    /// The laps of a session; one alone says no more than the session.
    private func laps(_ range: ClosedRange<Int64>) -> [WorkoutPart] {
        let parts = activity.laps.compactMap { lap -> WorkoutPart? in
            guard let start = lap.startMs, range.contains(start) else { return nil }
            return WorkoutPart(
                .lap, startMs: start, endMs: lap.endMs.flatMap { $0 >= start ? $0 : nil },
                durationSeconds: Self.validated(
                    WorkoutNumberParser.secondsRange, lap.timerSeconds ?? lap.elapsedSeconds),
                distanceMetres: Self.validated(WorkoutNumberParser.metresRange, lap.distanceMetres),
                averageHeartRateBpm: Self.validRate(lap.averageHeartRateBpm),
                speedMetresPerSecond: lap.speedMetresPerSecond)
        }
        return parts.count > 1 ? parts : []
    }

    private func track(_ range: ClosedRange<Int64>) -> [TrackPoint] {
        let points = activity.records.compactMap { record -> TrackPoint? in
            guard let time = record.unixMs, range.contains(time) else { return nil }
            let point = TrackPoint(
                unixMs: time, heartRateBpm: Self.validRate(record.heartRateBpm),
                distanceMetres: record.distanceMetres,
                speedMetresPerSecond: record.speedMetresPerSecond)
            return point == TrackPoint(unixMs: time) ? nil : point
        }
        // In nearly every file they are in this order already.
        return points.sorted { $0.unixMs < $1.unixMs }
    }

    /// All intervals of the file for its only session; of several sessions those within each.
    private func beats(_ range: ClosedRange<Int64>) -> WorkoutBeats? {
        let isOnlySession = activity.sessions.count <= 1
        guard let beats = isOnlySession ? activity.beats : activity.beats?.clipped(range) else {
            return nil
        }
        return WorkoutBeats(
            startMs: beats.startMs ?? range.lowerBound, intervalsMs: beats.intervalsMs,
            gapIndices: beats.gapIndices)
    }
}
