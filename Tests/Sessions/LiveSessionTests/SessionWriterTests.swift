import Foundation
import LivePipeline
import LiveProtocol
import ResonanceBreathing
import SensorProtocol
import SessionHistory
import TestSupport
import Testing

@testable import LiveSession

/// A session of lines, and what the history has of it.
@Suite struct SessionWriterTests {
    private let folder: String
    private let store: SessionStore

    init() throws {
        folder = NSTemporaryDirectory() + "keeper-\(UUID().uuidString)"
        store = try SessionStore(path: folder + "/history.sqlite")
    }

    private static func settings() -> StreamingSettings {
        StreamingSettings(plan: PacerPlan(.resonanceFit, sessionSeconds: 600))
    }

    private static func session() throws -> BridgeSession {
        try BridgeSession(settings(), clock: .bridge, applicationName: "test")
    }

    /// Beats that oscillate with a breath of 10 s.
    private static func lines(seconds: Double) -> [String] {
        var lines = [
            #"{"type":"hello","proto":"beatline","v":1,"bridge":"b","t":0,"caps":["rr"],"dev":"H10"}"#
        ]
        var (time, index) = (0.0, 0)
        while true {
            let interval = (900 + 60 * sin(0.63 * time) + Double(index * 7919 % 13)).rounded()
            time += interval / 1000
            index += 1
            guard time < seconds else { return lines }
            lines.append(#"{"type":"rr","t":\#(Int(time * 1e6)),"rr_ms":[\#(Int(interval))]}"#)
        }
    }

    private struct EmittedOutputs {
        var figures: [LiveFigures] = []
        var beats: [LiveBeat] = []
        var decisions: [String] = []

        mutating func receive(_ outputs: [BridgeSession.Output]) {
            for case .live(let live) in outputs {
                switch live {
                case .figures(let next): figures.append(next)
                case .beat(let beat): beats.append(beat)
                case .decision(let text): decisions.append(text)
                default: break
                }
            }
        }
    }

    @Test func theHistoryHasWhatTheSessionGave() throws {
        var session = try Self.session()
        let writer = SessionWriter(
            store, SessionStart(.bridge, Self.settings(), minutes: 10, toolkitVersion: "1.2.3"))
        var emitted = EmittedOutputs()
        for line in Self.lines(seconds: 200) {
            session.receive(.text(line), arrivalMicroseconds: 0)
            if session.lineCount == 100 { session.mark("a bell") }
            let outputs = session.drain()
            emitted.receive(outputs)
            writer.receive(outputs, session)
        }
        session.end()
        let outputs = session.drain()
        emitted.receive(outputs)
        writer.receive(outputs, session)
        #expect(writer.finish(session) == writer.id)
        #expect(writer.failure == nil)

        let stored = try store.details(writer.id)
        #expect(stored.points.map(\.seconds) == emitted.figures.map(\.sessionSeconds))
        #expect(stored.points.map(\.heartRate) == emitted.figures.map(\.heartRate.value))
        #expect(stored.points.map(\.rmssd) == emitted.figures.map(\.rmssd.value))
        #expect(stored.points.map(\.coherence) == emitted.figures.map(\.coherence.value))
        #expect(stored.points.map(\.breathsPerMinute) == emitted.figures.map(\.breathsPerMinute))
        #expect(stored.beats.map(\.seconds) == emitted.beats.map(\.timeSeconds))
        #expect(stored.beats.map(\.intervalMs) == emitted.beats.map(\.intervalMs))
        #expect(stored.decisions.map(\.text) == emitted.decisions && !emitted.decisions.isEmpty)
        #expect(stored.marks.map(\.label) == ["a bell"])

        // The means and the peak, once more from the points.
        func mean(_ values: [Double?]) -> Double {
            let there = values.compactMap { $0 }
            return there.reduce(0, +) / Double(there.count)
        }
        let row = stored.session
        #expect(abs(mean(stored.points.map(\.heartRate)) - (row.averageHeartRate ?? 0)) < 1e-9)
        #expect(abs(mean(stored.points.map(\.rmssd)) - (row.averageRMSSD ?? 0)) < 1e-9)
        #expect(abs(mean(stored.points.map(\.coherence)) - (row.averageCoherence ?? 0)) < 1e-9)
        let peak = stored.points.filter { $0.seconds >= 60 && $0.coherence != nil }
            .max { ($0.coherence ?? 0) < ($1.coherence ?? 0) }
        #expect(row.peakCoherence == peak?.coherence && peak != nil)
        #expect(row.peakBreathsPerMinute == peak?.breathsPerMinute)
        #expect(row.state == .ended && row.beatCount == session.totals.beatCount)
        #expect(row.source == .bridge && row.pacer == "resonance-fit")
        #expect(row.toolkitVersion == "1.2.3" && row.phases.map(\.name) == ["exploration"])
        #expect(row.recipe.contains(#""minutes":10"#))

        // The posterior: a density whose mean is the estimate.
        let curve = try #require(stored.resonanceDensityCurve)
        let estimate = try #require((session.pacer as? ResonanceFitPacer)?.estimate)
        var (area, moment) = (0.0, 0.0)
        for (low, high) in zip(curve, curve.dropFirst()) {
            let width = high.breathsPerMinute - low.breathsPerMinute
            area += width * (low.density + high.density) / 2
            moment +=
                width
                * (low.density * low.breathsPerMinute + high.density * high.breathsPerMinute) / 2
        }
        #expect(abs(area - 1) < 0.01)
        #expect(abs(moment / area - estimate.breathsPerMinute) < 0.02)
    }

    /// Another process finds at any second all but the last one: a kill loses no more.
    @Test func aKillAtAnySecondLosesNoMoreThanOne() throws {
        var session = try Self.session()
        let writer = SessionWriter(
            store, SessionStart(.bridge, Self.settings(), toolkitVersion: ""))
        let other = try SessionStore(path: folder + "/history.sqlite")
        var seconds = 0
        for line in Self.lines(seconds: 25) {
            session.receive(.text(line), arrivalMicroseconds: 0)
            writer.receive(session.drain(), session)
            guard Int(session.seconds) > seconds else { continue }
            seconds = Int(session.seconds)
            let (minCount, id) = (seconds - 1, writer.id)
            try eventually("second \(minCount) in the history", within: 10) {
                minCount < 1 || (try? other.details(id).points.count) ?? 0 >= minCount
            }
            guard let stored = try? other.details(id) else { continue }
            // Beats wait for the next ones to be judged: some five of them.
            #expect(stored.beats.count >= seconds - 7, "\(seconds): \(stored.beats.count)")
            #expect(stored.session.state == .running)
        }
        #expect(seconds == 24)
    }

    @Test func withoutABeatNothingIsStored() throws {
        var session = try Self.session()
        let writer = SessionWriter(
            store, SessionStart(.bridge, Self.settings(), toolkitVersion: ""))
        session.receive(.text(Self.lines(seconds: 1)[0]), arrivalMicroseconds: 0)
        session.receive(.text(#"{"type":"tick","t":9000000}"#), arrivalMicroseconds: 0)
        writer.receive(session.drain(), session)
        session.end()
        #expect(writer.finish(session) == nil)
        #expect(try store.sessions(SessionQuery(nil)).total == 0)
    }

    @Test func aDiscardedSessionIsNotStored() throws {
        var session = try Self.session()
        let writer = SessionWriter(
            store, SessionStart(.bridge, Self.settings(), toolkitVersion: ""))
        for line in Self.lines(seconds: 20) {
            session.receive(.text(line), arrivalMicroseconds: 0)
            writer.receive(session.drain(), session)
        }
        writer.discard()
        #expect(writer.failure == nil)
        #expect(try store.sessions(SessionQuery(nil)).total == 0)
    }

    /// A pause shows in the times of what is kept, and not in how long the session was.
    @Test func pausesAreHolesBetweenPoints() throws {
        var session = try Self.session()
        let writer = SessionWriter(
            store, SessionStart(.bridge, Self.settings(), toolkitVersion: ""))
        for line in Self.lines(seconds: 60) {
            session.receive(.text(line), arrivalMicroseconds: 0)
            if session.seconds > 20, session.seconds < 30 { session.pause() }
            if session.seconds > 30 { session.resume() }
            writer.receive(session.drain(), session)
        }
        session.end()
        writer.receive(session.drain(), session)
        #expect(writer.finish(session) != nil)
        let stored = try store.details(writer.id)
        let steps = zip(stored.points, stored.points.dropFirst()).map { $1.seconds - $0.seconds }
        #expect(steps.filter { $0 > 1.001 }.count == 1)
        #expect((8...12).contains(steps.max() ?? 0))
        #expect(stored.session.durationSeconds < 53)
        // Beats go on.
        #expect(
            zip(stored.beats, stored.beats.dropFirst()).allSatisfy { $1.seconds - $0.seconds < 1.1 }
        )
    }

    @Test(arguments: ["A0:9E:1A:12:34:56", "a0-9e-1a-12-34-56", ""])
    func anAddressIsNoName(_ name: String) { #expect(DeviceName.storableName(name) == nil) }

    /// The log, which stays here, says which device counted; what may be exported does not.
    @Test func anAddressIsInNoRecipe() throws {
        var start = SessionStart(.bridge, Self.settings(), toolkitVersion: "")
        start.device = "A0:9E:1A:12:34:56"
        #expect(!start.session.recipe.contains("A0:9E"))
        #expect(try #require(SessionStart(start.logHeader)).device == start.device)
        start.device = "left"
        #expect(start.session.recipe.contains("left"))
    }

    @Test func aNameIsUnchanged() {
        #expect(DeviceName.storableName("Polar H10 12345678") == "Polar H10 12345678")
    }

    @Test func aLogMakesTheSessionAgain() throws {
        let path = folder + "/session.beatline"
        var start = SessionStart(
            .strap, Self.settings(), minutes: 10,
            startedAt: Date(timeIntervalSince1970: 1_763_800_000.25), toolkitVersion: "1")
        start.utcOffsetSeconds = -12_600
        let log = try RawLog(path: path)
        try log.begin(start.logHeader)
        var session = try Self.session()
        let writer = SessionWriter(store, start)
        for line in Self.lines(seconds: 120) {
            try log.append(.text(line), arrivalMicroseconds: 0)
            session.receive(.text(line), arrivalMicroseconds: 0)
            writer.receive(session.drain(), session)
        }
        session.end()
        writer.receive(session.drain(), session)
        #expect(writer.finish(session) != nil)
        var first = try store.details(start.id)

        let logged = try LoggedSession(path: path)
        #expect(logged.start.logHeader == start.logHeader)
        // Instead of the one that is there, and in a history that has none.
        let other = try SessionStore(path: folder + "/other.sqlite")
        for store in [store, other] {
            #expect(try logged.rebuild(into: store, as: .ended) == start.id)
            first.session.rawLogName = "session.beatline"
            #expect(try store.details(start.id) == first)
            #expect(try store.sessions(SessionQuery()).total == 1)
        }
    }

    @Test func aLogThatSaysNothingOfItsSessionIsRefused() throws {
        let path = folder + "/plain.beatline"
        try Self.lines(seconds: 5).joined(separator: "\n").write(
            toFile: path, atomically: true, encoding: .utf8)
        #expect(throws: LoggedSession.Failure.missingHeader(path: path)) {
            try LoggedSession(path: path)
        }
        #expect(throws: LoggedSession.Failure.unreadable(path: "/no/such")) {
            try LoggedSession(path: "/no/such")
        }
    }
}
