import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import SessionHistory

@Suite struct ActivityTests {
    private static func activity(_ title: String = "Polar H10") -> Activity {
        Activity(
            owner: .liveCommand, title: title, kind: "session",
            startedAt: Date(timeIntervalSince1970: 1_763_690_000.25),
            endsAt: Date(timeIntervalSince1970: 1_763_690_600))
    }

    private static func session() -> BreathingSession {
        var session = BreathingSession.sample()
        session.state = .running
        return session
    }

    @Test func onlyOneActivityIsHeldAtATime() throws {
        let history = try TemporaryHistory()
        let (store, other) = (try history.store(), try history.store())
        #expect(try store.activity() == nil)
        let first = Self.activity()
        let claim = try store.claim(first)
        #expect(try other.activity() == first)
        let refusal = #expect(throws: ActivityStartError.self) {
            try other.claim(Self.activity("b"))
        }
        #expect(refusal == .occupied(first))
        claim.release()
        withExtendedLifetime(claim) {}
    }

    /// A program that has released its claim, or is gone without a word, holds no other up.
    @Test(arguments: [true, false]) func aClaimCanBeMadeAfterTheFormerIsGone(isReleased: Bool)
        throws
    {
        let history = try TemporaryHistory()
        let store = try history.store()
        var claim: ActivityClaim? = try store.claim(Self.activity())
        if isReleased { claim?.release() }
        #expect(claim != nil)
        claim = nil
        #expect(try store.activity() == nil)
        let second = Self.activity("b")
        let next = try store.claim(second)
        #expect(try store.activity() == second)
        // Nothing of the one that is gone lies beside the history. A notification that is under way
        // holds it a moment longer.
        try eventually("the former mark is gone") {
            let marks = try FileManager.default.contentsOfDirectory(atPath: history.folder)
                .filter { $0.hasSuffix(".running") }
            return marks.count == 1 && marks[0].contains(second.id.uuidString)
        }
        withExtendedLifetime(next) {}
    }

    /// A program that loses its claim sees it, keeps what was written, and writes nothing more.
    @Test func aReplacedClaimWritesNothing() throws {
        let history = try TemporaryHistory()
        let (store, other) = (try history.store(), try history.store())
        let session = Self.session()
        let claim = try store.claim(
            Activity(id: session.id, owner: .page, title: "a", kind: "session"))
        let recorder = store.makeRecorder(session, claim: claim)
        recorder.record(StoredBeat(seconds: 1, intervalMs: 900, artefact: nil))
        recorder.commit(session)
        try eventually("it is kept") { recorder.isInHistory }
        #expect(try store.session(session.id).state == .running)

        let forcedClaim = try other.claim(Self.activity("b"), isForced: true)
        try eventually("it is replaced") { claim.currentStatus() == .replaced }
        #expect(try store.session(session.id).state == .interrupted)
        recorder.record(StoredBeat(seconds: 2, intervalMs: 900, artefact: nil))
        #expect(throws: HistoryError.replaced) { try recorder.finish(session) }
        #expect(try history.count("beat") == 1)
        // Its release does not take the claim from the other one.
        claim.release()
        #expect(try store.activity()?.title == "b")
        #expect(forcedClaim.currentStatus() == .held)
    }

    /// A claim that was replaced is lost, also where its successor has gone again.
    @Test func aLostClaimStaysLostWhenItsSuccessorEnds() throws {
        let history = try TemporaryHistory()
        let (store, other) = (try history.store(), try history.store())
        let session = Self.session()
        let claim = try store.claim(
            Activity(id: session.id, owner: .liveCommand, title: "a", kind: "session"))
        let recorder = store.makeRecorder(session, claim: claim)
        recorder.commit(session)
        try eventually("it is kept") { recorder.isInHistory }
        try other.claim(Self.activity("b"), isForced: true).release()
        try eventually("it is replaced") { claim.currentStatus() == .replaced }
        #expect(throws: HistoryError.replaced) { try recorder.finish(session) }
        #expect(try store.session(session.id).state == .interrupted)
    }

    /// A program that was away for long, and is not notified as it was stopped, looks before it continues.
    @Test func aSuspendedProgramChecksFirst() throws {
        let history = try TemporaryHistory()
        let (store, other) = (try history.store(), try history.store())
        let activity = Self.activity()
        let claim = ActivityClaim(
            activity, try store.acquire(activity), store, watching: .off,
            maxStatusAge: .milliseconds(30))
        usleep(40_000)
        #expect(claim.currentStatus() == .held)
        let forcedClaim = try other.claim(Self.activity("b"), isForced: true)
        usleep(40_000)
        #expect(claim.currentStatus() == .replaced)
        withExtendedLifetime(forcedClaim) {}
    }

    /// A program that loses its claim is notified without asking; also where the file used for that was deleted.
    @Test(arguments: [ActivityClaim.WatchMode.fileChanges, .polling], [false, true])
    func aReplacedClaimIsNotified(watching: ActivityClaim.WatchMode, isDeleted: Bool) throws {
        let history = try TemporaryHistory()
        let (store, other) = (try history.store(), try history.store())
        let activity = Self.activity()
        let claim = ActivityClaim(
            activity, try store.acquire(activity), store, watching: watching,
            maxStatusAge: .seconds(3600))
        let isNotified = Mutex(false)
        claim.onChange { isNotified.withLock { $0 = true } }
        if isDeleted { unlink(store.path + "-place") }
        // Longer than a touch needs to be distinguished from the next.
        usleep(300_000)
        #expect(claim.currentStatus() == .held && !isNotified.withLock(\.self))
        let forcedClaim = try other.claim(Self.activity("b"), isForced: true)
        try eventually("it is told") { isNotified.withLock(\.self) }
        #expect(claim.currentStatus() == .replaced)
        withExtendedLifetime(forcedClaim) {}
    }

    @Test func aRequestIsReceivedOnce() throws {
        let history = try TemporaryHistory()
        let (store, other) = (try history.store(), try history.store())
        let claim = try store.claim(Self.activity())
        #expect(try other.request("pause", of: claim.id))
        var heard: [String] = []
        try eventually("the wish is heard") {
            _ = claim.currentStatus()
            heard += claim.drainRequests()
            return !heard.isEmpty
        }
        #expect(heard == ["pause"])
        #expect(try other.request("pause", of: UUID()) == false)
    }

    @Test func othersSeeHowFarItIs() throws {
        let history = try TemporaryHistory()
        let store = try history.store()
        let claim = try store.claim(Self.activity())
        claim.publish(phase: "adapting", isPaused: true, secondsLeft: 30)
        try eventually("the phase is seen") { try store.activity()?.phase == "adapting" }
        let paused = try #require(try store.activity())
        #expect(paused.isPaused && paused.endsAt == Self.activity().endsAt)
        let before = Date()
        claim.publish(phase: "adapting", isPaused: false, secondsLeft: 30)
        let after = Date()
        try eventually("it goes on") { try store.activity()?.isPaused == false }
        let end = try #require(try store.activity()?.endsAt)
        // To the millisecond, as the file has it.
        #expect(end >= before + 29.999 && end <= after + 30.001)
        // Made longer within its phase.
        claim.publish(phase: "adapting", isPaused: false, secondsLeft: 330)
        try eventually("it ends later") { try (store.activity()?.endsAt ?? end) > end + 299 }
    }

    @Test func aLongTitleIsCut() {
        #expect(Self.activity(String(repeating: "ä", count: 100)).title.count == 80)
    }

    /// Fifty at once, each with a connection of its own: one has it, the others hear who.
    @Test func ofFiftyAtOnceOneHasIt() async throws {
        let history = try TemporaryHistory()
        let path = try history.store().path
        let results = await withTaskGroup(of: Result<ActivityClaim, ActivityStartError>?.self) {
            group in
            for number in 0..<50 {
                group.addTask {
                    guard let store = try? SessionStore(path: path) else { return nil }
                    do throws(ActivityStartError) {
                        return .success(try store.claim(Self.activity("\(number)")))
                    } catch {
                        return .failure(error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let owners = results.compactMap { try? $0?.get() }
        #expect(owners.count == 1 && results.allSatisfy { $0 != nil })
        let holder = try #require(try SessionStore(path: path).activity())
        #expect(holder.id == owners.first?.id)
        for case .failure(let refusal)? in results { #expect(refusal == .occupied(holder)) }
    }

    /// A file of the first version gets the table; all that was in it stays.
    @Test func anEarlierFileIsMigrated() throws {
        let history = try TemporaryHistory()
        let session = Self.session()
        do {
            let store = try history.store()
            try store.makeRecorder(session).finish(session)
            try store.pool.write { db in
                try db.execute(sql: "DROP TABLE activity")
                try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = '2'")
            }
        }
        let store = try history.store()
        #expect(try store.session(session.id).id == session.id)
        let claim = try store.claim(Self.activity())
        #expect(claim.currentStatus() == .held)
    }
}
