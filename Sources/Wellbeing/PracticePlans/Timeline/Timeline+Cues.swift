extension Timeline {
    /// Every cue after one time, up to and with another, in order.
    ///
    /// However time is cut into such pieces, each cue comes exactly once. Before the first input nothing
    /// comes: `-.infinity` is a good first time.
    package func cues(after: Double, through: Double) -> [PracticeCue] {
        tickCues(TickWindow(startTicks: Ticks.of(after), endTicks: Ticks.of(through))).map(\.cue)
    }

    /// Returns the cues after a time if no input comes, such as for a player that plans ahead.
    package func upcomingCues(
        from time: Double, seconds: Double = Timeline.cueLookaheadSeconds
    ) -> [PracticeCue] {
        cues(after: time, through: time + seconds)
    }

    /// Time ahead for which cues are sent to a page; s.
    package static let cueLookaheadSeconds = 120.0

    /// Every change after one time, up to and with another, in order.
    package func changes(after: Double, through: Double) -> [PracticeChange] {
        changes(TickWindow(startTicks: Ticks.of(after), endTicks: Ticks.of(through)))
    }

    private func tickCues(_ window: TickWindow) -> [TickCue] {
        scheduleWindows(window).flatMap { schedule, piece in
            schedule.cues(in: piece, plan).sorted(by: TickCue.isInOrder)
        }
    }

    private func changes(_ window: TickWindow) -> [PracticeChange] {
        scheduleWindows(window).flatMap { schedule, piece in
            schedule.changes(in: piece, plan).map { change in
                let time = Ticks.seconds(change.time)
                return PracticeChange(
                    timeSeconds: time, state: schedule.state(at: time, plan), sound: change.sound)
            }
        }
    }

    /// The views that a window meets, each with its share of the window.
    ///
    /// A moment at which an input came belongs to the view before it. What the input itself begins at that
    /// moment belongs to the view after it.
    private func scheduleWindows(_ window: TickWindow) -> [(TimelineSchedule, TickWindow)] {
        schedules.indices.compactMap { index in
            let schedule = schedules[index]
            guard schedule.mode == .running else { return nil }
            let endTicks = index + 1 < schedules.count ? schedules[index + 1].from : Int64.max
            let piece = TickWindow(
                startTicks: max(
                    window.startTicks, schedule.startsPart ? schedule.from - 1 : schedule.from),
                endTicks: min(window.endTicks, endTicks))
            return piece.isEmpty ? nil : (schedule, piece)
        }
    }
}

extension Timeline {
    /// The cues, and the late change, that are due now.
    package struct DueCues: Sendable, Equatable {
        /// The cues to be played.
        package let cues: [PracticeCue]
        /// The newest change, where it passed too long ago to be played as a cue: it sounds once, now, with
        /// a notification of its true time.
        package let lateChange: PracticeChange?
    }

    /// Cues that are later than this are dropped; s.
    package static let maxLatenessSeconds = 1.0

    /// The cues that have come since an owner last looked, without those that are over 1 s late.
    ///
    /// An owner that looks often never meets a late one. After a hole, such as a suspend, the newest change
    /// that passed in it comes as a late one.
    package func dueCues(after: Double, now: Double) -> DueCues {
        let window = TickWindow(startTicks: Ticks.of(after), endTicks: Ticks.of(now))
        let earliest = window.endTicks - Ticks.of(Self.maxLatenessSeconds)
        let playableWindow = TickWindow(
            startTicks: max(window.startTicks, earliest - 1), endTicks: window.endTicks)
        let newest = changes(window).last
        let isLate = newest.map { Ticks.of($0.timeSeconds) < earliest } ?? false
        return DueCues(cues: tickCues(playableWindow).map(\.cue), lateChange: isLate ? newest : nil)
    }
}
