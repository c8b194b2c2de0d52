package import Foundation
package import LivePipeline
import PhysioTypes
package import ResonanceBreathing

/// Runs one session on the calling thread: its source on one side, those who watch on the other.
///
package struct SessionHost: ~Copyable {
    /// Who runs a session wants to know.
    package struct Outcome: Sendable, Equatable {
        /// What the source said when it gave up; nil where the session ended as it should.
        package let failure: String?
        /// How it is found in the history; nil where nothing is kept of it.
        package let kept: UUID?
        package let totals: SessionTotals
    }

    private var session: BridgeSession
    private var source: any LiveSource
    private let room: SessionRoom
    private let records: SessionRecords
    private let speed: Double
    private let clock = ContinuousClock()
    private var began: ContinuousClock.Instant?
    private var failure: String?

    /// It looks whether the program ends as often as that; ms.
    private static let longestRestMs = 250.0

    /// - Parameter speed: how many times as fast as the clock; 1 unless the source's time counts.
    /// - Throws: where the plan's start rate cannot be breathed.
    package init(
        _ settings: StreamingSettings, minutes: Double?, source: any LiveSource,
        room: SessionRoom, records: SessionRecords, speed: Double = 1, application: String
    ) throws(BreathingError) {
        session = try BridgeSession(
            settings, clock: source.clock, durationSeconds: minutes.map { 60 * $0 },
            application: application)
        self.source = source
        self.room = room
        self.records = records
        self.speed = source.clock == .bridge ? speed : 1
    }

    /// Runs until the session is over.
    ///
    /// - Parameter isStopped: whether the program ends; asked in each step.
    package mutating func run(isStopped: () -> Bool) -> Outcome {
        if !source.isAwaited { began = clock.now }
        while !session.hasEnded, failure == nil, !isStopped() {
            room.serve(&session, clockSeconds: Double(now) / 1e6, hasBegun: began != nil)
            step()
            settle()
            if !session.hasEnded, failure == nil { rest() }
        }
        if !session.hasEnded { session.end() }
        settle()
        source.close()
        let kept = records.finish(session)
        let isDiscarded = room.isDiscarded
        if isDiscarded { records.discard() }
        let outcome = Outcome(
            failure: failure, kept: isDiscarded ? nil : kept, totals: session.totals)
        room.close(kept: outcome.kept)
        return outcome
    }

    /// Until something is due, or the source or a watcher has something.
    private mutating func rest() {
        let due =
            switch session.clock {
            case .wall: began == nil ? Int.max : session.dueMicroseconds
            case .bridge: source.dueMicroseconds(reached: reached)
            }
        let leftMs = (Double(due) - Double(now)) / speed / 1000
        // Rounded up: what is due is due when this is over.
        source.wait(
            milliseconds: Int32(min(max(0, leftMs.rounded(.up)), Self.longestRestMs)), room.bell)
    }

    /// us of the session by the clock.
    private var now: Int {
        began.map { Int((clock.now - $0) / .microseconds(1) * speed) } ?? 0
    }

    private mutating func step() {
        let due = now
        var events = source.events(untilMicroseconds: due, reached: reached)
        while !events.isEmpty, !session.hasEnded, failure == nil {
            for event in events { take(event) }
            settle()
            guard session.clock == .bridge else { break }
            events = source.events(untilMicroseconds: due, reached: reached)
        }
        if began != nil { session.advance(toMicroseconds: now) }
    }

    private var reached: Int { Int((session.seconds * 1e6).rounded()) }

    private mutating func take(_ event: LiveSourceEvent) {
        switch event {
        case .joined(let client, let time):
            begin()
            session.join(client, atMicroseconds: time ?? now)
        case .left(let client, let time):
            records.left(client, atMicroseconds: now)
            session.leave(client, atMicroseconds: time ?? now)
        case .line(let line, let client):
            begin()
            records.keep(line, from: client, atMicroseconds: now)
            session.take(line, from: client, arrivalMicroseconds: now)
            if let name = session.deviceName { room.name(name) }
        case .notice(let notice): room.notify(code: notice.code, notice.text)
        case .over(let reason):
            failure = reason
            if reason == nil { session.end() }
        }
    }

    private mutating func begin() {
        if began == nil { began = clock.now }
    }

    /// What the session gave goes where it belongs.
    private mutating func settle() {
        let outputs = session.drainAddressed()
        let plain = outputs.map(\.output)
        records.take(plain, session, atMicroseconds: now)
        room.serve(&session, clockSeconds: Double(now) / 1e6, hasBegun: began != nil)
        room.publish(plain)
        source.take(outputs)
    }
}
