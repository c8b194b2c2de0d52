import Foundation
import GRDB
import TestSupport
import Testing

@testable import SessionHistory

@Suite struct SessionRecorderTests {
    private let history: TemporaryHistory
    private let store: SessionStore

    init() throws {
        history = try TemporaryHistory()
        store = try history.store()
    }

    @Test func allThatIsRecordedIsInTheFile() throws {
        let session = BreathingSession.sample()
        let recorder = store.makeRecorder(session)
        let point = SessionDataPoint(
            seconds: 1, heartRate: 61.5, rmssd: nil, coherence: 0.25, breathsPerMinute: 5.5)
        recorder.record(point)
        recorder.record(StoredBeat(seconds: 0.9, intervalMs: 812.5))
        recorder.record(StoredBeat(seconds: 1.9, intervalMs: 1000, artefact: "missed"))
        recorder.record(StoredMark(seconds: 2, label: "a bell"))
        recorder.commit(session)
        recorder.record(SessionDataPoint(seconds: 2))
        recorder.record(StoredBeat(seconds: 2.8, intervalMs: 900))
        recorder.record(StoredDecision(seconds: 2.5, text: "Staying near 5.5."))
        recorder.record([StoredDensity(breathsPerMinute: 5, density: 0.1)])
        recorder.record([StoredDensity(breathsPerMinute: 5.5, density: 0.9)])
        try recorder.finish(session)
        let details = try store.details(session.id)
        #expect(details.session == session)
        #expect(details.points == [point, SessionDataPoint(seconds: 2)])
        #expect(details.beats.map(\.intervalMs) == [812.5, 1000, 900])
        #expect(details.beats.map(\.artefact) == [nil, "missed", nil])
        #expect(details.marks == [StoredMark(seconds: 2, label: "a bell")])
        #expect(details.decisions == [StoredDecision(seconds: 2.5, text: "Staying near 5.5.")])
        #expect(
            details.resonanceDensityCurve == [StoredDensity(breathsPerMinute: 5.5, density: 0.9)])
        let beats = try history.rows("SELECT * FROM beat ORDER BY number")
        #expect(beats.map { $0["number"] as Int } == [0, 1, 2])
        #expect(beats[1]["fault"] == "missed")
    }

    @Test func aSessionIsThereFromItsFirstCommit() throws {
        var session = BreathingSession.sample()
        session.state = .running
        let recorder = store.makeRecorder(session)
        recorder.record(StoredBeat(seconds: 1, intervalMs: 800))
        #expect(!recorder.isInHistory)
        recorder.commit(session)
        try eventually("the first commit") { recorder.isInHistory }
        #expect(try SessionStore(path: history.path).session(session.id).state == .running)
        #expect(try store.details(session.id).beats.count == 1)
        #expect(try store.last() == nil && store.trend(last: 30).isEmpty)
        session.state = .ended
        try recorder.finish(session)
        #expect(try store.session(session.id).state == .ended)
        #expect(try store.last()?.id == session.id)
    }

    @Test func oneWhoseProcessIsGoneWasInterrupted() throws {
        var session = BreathingSession.sample()
        session.state = .running
        do {
            let recorder = store.makeRecorder(session)
            recorder.commit(session)
            try eventually("the first commit") { recorder.isInHistory }
        }
        #expect(try history.rows("SELECT state FROM session")[0]["state"] == "running")
        #expect(try store.session(session.id).state == .interrupted)
        #expect(try store.last()?.state == .interrupted)
        #expect(try store.sessions(SessionQuery()).sessions[0].state == .interrupted)
    }

    @Test func theNextSessionWritesDownWhatWasInterrupted() throws {
        var session = BreathingSession.sample()
        session.state = .running
        try store.makeRecorder(session).finish(session)
        // As a process that was killed leaves it.
        let mark = history.path + "-\(session.id.uuidString).running"
        #expect(FileManager.default.createFile(atPath: mark, contents: nil))
        let next = BreathingSession.sample(1)
        try store.makeRecorder(next).finish(next)
        let states = try history.rows("SELECT state FROM session ORDER BY key")
        #expect(states.map { $0["state"] as String } == ["interrupted", "ended"])
        #expect(!FileManager.default.fileExists(atPath: mark))
    }

    @Test func whatIsDiscardedIsGone() throws {
        let session = BreathingSession.sample()
        let recorder = store.makeRecorder(session)
        recorder.record(StoredBeat(seconds: 1, intervalMs: 800))
        recorder.commit(session)
        try eventually("the first commit") { recorder.isInHistory }
        recorder.record(StoredBeat(seconds: 2, intervalMs: 800))
        recorder.commit(session)
        try recorder.discard()
        for table in ["session", "point", "beat"] { #expect(try history.count(table) == 0) }
        recorder.record(StoredBeat(seconds: 3, intervalMs: 800))
        recorder.commit(session)
        try store.makeRecorder(.sample(1)).finish(.sample(1))
        #expect(try history.count("beat") == 0)
        let files = try FileManager.default.contentsOfDirectory(atPath: history.folder)
        #expect(!files.contains { $0.hasSuffix(".running") })
    }
}
