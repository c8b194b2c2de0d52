import Foundation
import SessionHistory
import TestSupport
import Testing

@testable import MusicSession

/// The heart of a session that another program keeps, beat by beat as it was written.
@Suite struct StoredHeartTests {
    private let folder: TemporaryFolder
    private let store: SessionStore
    private let start = Date(timeIntervalSince1970: 1_795_543_200)

    init() throws {
        folder = try TemporaryFolder()
        store = try SessionStore(path: folder.path + "/history.sqlite")
    }

    private func session(_ source: SessionSource) -> BreathingSession {
        var session = BreathingSession(
            startedAt: start, utcOffsetSeconds: 0, source: source, deviceName: nil,
            pacer: "resonance-fit", preset: nil, recipe: "{}", toolkitVersion: "1",
            rawLogName: nil)
        session.state = .running
        return session
    }

    @Test func beatsComeOnceAndWithTheirTimes() throws {
        let heart = StoredHeartSource(store)
        #expect(heart.drainBeats().isEmpty && heart.session == nil)
        var session = session(.strap)
        let recorder = store.makeRecorder(session)
        // The pacer leads in the second second.
        recorder.record(SessionDataPoint(seconds: 2, breathsPerMinute: 6))
        recorder.record(StoredBeat(seconds: 0.4, intervalMs: 800))
        recorder.record(StoredBeat(seconds: 1.3, intervalMs: 900, artefact: "missed"))
        recorder.commit(session)
        try eventually("the first commit") { recorder.isInHistory }
        let beats = heart.drainBeats()
        #expect(beats.map(\.timeSeconds) == [0.4, 1.3].map { start.timeIntervalSince1970 + $0 })
        #expect(beats.map(\.intervalMs) == [800, 900])
        #expect(beats.map(\.isValid) == [true, false])
        #expect(beats.map(\.isPaced) == [false, true] && !beats.contains(where: \.isExcluded))
        #expect(heart.session == session.id)
        recorder.record(StoredBeat(seconds: 2.2, intervalMs: 1000))
        recorder.commit(session)
        try eventually("the second commit") {
            try store.tail(session.id, afterSeconds: 2).beats.count == 1
        }
        #expect(heart.drainBeats().map(\.intervalMs) == [1000])
        #expect(heart.drainBeats().isEmpty)
        session.state = .ended
        try recorder.finish(session)
        #expect(heart.drainBeats().isEmpty && heart.session == nil)
        #expect(heart.drainNotices().isEmpty)
    }

    @Test(arguments: [SessionSource.simulated, .replay])
    func beatsOfSimulatedAndReplayedHeartsAreExcluded(source: SessionSource) throws {
        let session = session(source)
        let recorder = store.makeRecorder(session)
        recorder.record(StoredBeat(seconds: 0.4, intervalMs: 800))
        recorder.commit(session)
        try eventually("the commit") { recorder.isInHistory }
        let beats = StoredHeartSource(store).drainBeats()
        #expect(beats.count == 1 && beats.allSatisfy(\.isExcluded))
        try recorder.finish(session)
    }
}
