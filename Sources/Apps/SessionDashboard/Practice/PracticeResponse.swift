import Foundation
import PracticePlans
import PracticeRuntime
import SessionHistory

/// A practice at a moment, as JSON. Times are s of the clock of practices.
struct PracticeResponse: Encodable {
    private let snapshot: PracticeSnapshot
    private let nowSeconds: Double
    private let clock: any PracticeClock

    init(_ snapshot: PracticeSnapshot, at nowSeconds: Double, clock: any PracticeClock) {
        self.snapshot = snapshot
        self.nowSeconds = nowSeconds
        self.clock = clock
    }

    private enum Keys: String, CodingKey {
        case id, title, kind, owner, isHere, startedAt, plan, phase, round, breath, paused, at
        case partSeconds, partEnds, ends, elapsed, next, last, sound, level, speech, language
        case muted, revision, origin, heart, background
    }

    // What is missing is null, and not left out.
    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        let activity = snapshot.activity
        try values.encode(activity.id.uuidString, forKey: .id)
        try values.encode(activity.title, forKey: .title)
        try values.encode(activity.kind, forKey: .kind)
        try values.encode(activity.owner.rawValue, forKey: .owner)
        try values.encode(snapshot.isHere, forKey: .isHere)
        try values.encode(activity.startTimeText, forKey: .startedAt)
        try values.encode(snapshot.timeline?.plan, forKey: .plan)
        try values.encode(nowSeconds, forKey: .at)
        try values.encode(snapshot.sound?.rawValue ?? "elsewhere", forKey: .sound)
        try values.encode(snapshot.level, forKey: .level)
        try values.encode(snapshot.speaks, forKey: .speech)
        try values.encode(snapshot.language.rawValue, forKey: .language)
        try values.encode(snapshot.background?.name, forKey: .background)
        try values.encode(snapshot.isMuted, forKey: .muted)
        try values.encode(snapshot.revision, forKey: .revision)
        try values.encode(snapshot.originSeconds, forKey: .origin)
        try values.encode(snapshot.heart.map(HeartStateResponse.init), forKey: .heart)
        if let timeline = snapshot.timeline {
            try encode(timeline, &values)
        } else {
            try encodeRow(&values)
        }
    }

    /// Writes the state that follows from the plan and the inputs.
    private func encode(
        _ timeline: Timeline, _ values: inout KeyedEncodingContainer<Keys>
    ) throws {
        let moment = timeline.state(at: nowSeconds)
        let part = timeline.part(at: nowSeconds)
        // Before its first moment it gets ready.
        let start = timeline.inputs.first.map(\.timeSeconds).flatMap { $0 > nowSeconds ? $0 : nil }
        let state = PartResponse(moment.state)
        try values.encode(start == nil ? state.phase : "preparing", forKey: .phase)
        try values.encode(state.round, forKey: .round)
        try values.encode(state.breath, forKey: .breath)
        try values.encode(moment.isPaused, forKey: .paused)
        try values.encode(
            start.map { $0 - nowSeconds } ?? part?.lengthSeconds, forKey: .partSeconds)
        try values.encode(start ?? part?.endSeconds, forKey: .partEnds)
        try values.encode(
            timeline.plannedEndSeconds(at: max(nowSeconds, start ?? nowSeconds)), forKey: .ends)
        var elapsed: Double?
        if case .openPhase1(let seconds) = moment.state { elapsed = seconds }
        try values.encode(elapsed, forKey: .elapsed)
        let upcomingChanges =
            moment.isPaused
            ? [] : timeline.changes(after: nowSeconds, through: nowSeconds + Self.maxPartSeconds)
        try values.encode(upcomingChanges.first.map(ChangeResponse.init), forKey: .next)
        try values.encode(
            timeline.changes(after: -.infinity, through: nowSeconds).last.map(ChangeResponse.init),
            forKey: .last)
    }

    /// Writes the row of another program's practice that has no entry yet.
    private func encodeRow(_ values: inout KeyedEncodingContainer<Keys>) throws {
        let activity = snapshot.activity
        try values.encode(activity.phase ?? "preparing", forKey: .phase)
        try values.encode(activity.isPaused, forKey: .paused)
        try values.encode(
            activity.endsAt.map { nowSeconds + $0.timeIntervalSince(clock.date) }, forKey: .ends)
        let absentKeys: [Keys] = [.round, .breath, .partSeconds, .partEnds, .elapsed, .next, .last]
        for key in absentKeys { try values.encodeNil(forKey: key) }
    }

    /// No part lasts longer; s.
    private static let maxPartSeconds = 90_000.0
}

/// The heart now: a rate, or why there is none; neither before the sensor has talked.
private struct HeartStateResponse: Encodable {
    let figures: PracticeHeartRecorder.Figures

    private enum Keys: String, CodingKey { case bpm, rmssd, reason }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        try values.encode(figures.bpm, forKey: .bpm)
        try values.encode(figures.rmssdMs, forKey: .rmssd)
        try values.encode(figures.missing, forKey: .reason)
    }
}

/// A part in words of programs.
private struct PartResponse {
    let phase: String
    var round: Int?
    var breath: Int?

    init(_ state: PracticeState) {
        phase = state.name
        switch state {
        case .work(let round, _), .rest(let round, _): self.round = round
        case .breathing(_, let breath, _, _): self.breath = breath
        default: break
        }
    }
}

/// The part that begins, and its time.
private struct ChangeResponse: Encodable {
    let change: PracticeChange

    private enum Keys: String, CodingKey { case phase, round, at, sound }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        let part = PartResponse(change.state)
        try values.encode(part.phase, forKey: .phase)
        try values.encode(part.round, forKey: .round)
        try values.encode(change.timeSeconds, forKey: .at)
        try values.encode(change.sound?.rawValue, forKey: .sound)
    }
}
