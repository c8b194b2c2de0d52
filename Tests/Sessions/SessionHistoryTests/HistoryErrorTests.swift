import Foundation
import GRDB
import TestSupport
import Testing

@testable import SessionHistory

/// The errors of the file of a history.
@Suite struct HistoryErrorTests {
    private let history: TemporaryHistory

    init() throws { history = try TemporaryHistory() }

    private func thrownError(_ work: () throws -> Void) -> HistoryError? {
        do {
            try work()
            return nil
        } catch {
            return error as? HistoryError
        }
    }

    private func write(_ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: history.path))
    }

    // MARK: Locations

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self")))
    func aFolderThatCannotBeWrittenIsReported() {
        let path = "/proc/self/history.sqlite"
        guard let thrownError = thrownError({ _ = try SessionStore(path: path) }) else {
            Issue.record("opened")
            return
        }
        #expect("\(thrownError)".hasPrefix("the history at \(path)"))
    }

    @Test func aFolderIsNoFile() throws {
        try FileManager.default.createDirectory(
            atPath: history.path, withIntermediateDirectories: true)
        guard case .cannotOpen(history.path, _)? = thrownError({ _ = try history.store() }) else {
            Issue.record("opened")
            return
        }
    }

    // MARK: Files

    @Test func aFileOfAnotherKindIsDamagedAndStaysAsItIs() throws {
        let bytes = Array("no database, but a text that is long enough to be looked at\n".utf8)
        try write(bytes)
        guard case .damaged(history.path, _)? = thrownError({ _ = try history.store() }) else {
            Issue.record("opened")
            return
        }
        #expect(try Array(Data(contentsOf: URL(fileURLWithPath: history.path))) == bytes)
    }

    @Test func aDatabaseOfAnotherProgramIsNotTouched() throws {
        try DatabaseQueue(path: history.path).write {
            try $0.execute(sql: "CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1)")
        }
        let before = try Data(contentsOf: URL(fileURLWithPath: history.path))
        #expect(thrownError { _ = try history.store() } == .notAHistory(path: history.path))
        #expect(try Data(contentsOf: URL(fileURLWithPath: history.path)) == before)
    }

    @Test func aLaterVersionIsNotUnderstood() throws {
        _ = try history.store()
        try DatabaseQueue(path: history.path).write {
            try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('999')")
        }
        #expect(thrownError { _ = try history.store() } == .newerVersion(path: history.path))
    }

    /// Whatever was overwritten or cut off: an error with a sentence, or what is there is right.
    @Test(arguments: 0..<24) func aDamagedFileIsAnErrorOrReadCorrectly(_ seed: Int) throws {
        var stored: [SessionDetails] = []
        do {
            let store = try history.store()
            for number in 0..<6 {
                var details = SessionDetails(session: .sample(number, daysAgo: Double(number)))
                details.points = (1...400).map {
                    SessionDataPoint(seconds: Double($0), heartRate: 60 + Double($0 % 7))
                }
                try store.add(details)
                stored.append(details)
            }
            _ = try store.pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
            try store.pool.close()
        }
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: history.path)))
        let pages = bytes.count / 4096
        let page = 1 + seed * 7919 % (pages - 1)
        if seed % 3 == 0 {
            bytes.removeSubrange((4096 * page)...)
        } else {
            for index in 0..<64 { bytes[4096 * page + index] = UInt8((seed * 31 + index) % 256) }
        }
        try write(bytes)
        let thrownError = thrownError {
            let store = try history.store()
            let sessions = try store.sessions(SessionQuery(limit: 100)).sessions
            for session in sessions {
                let details = try store.details(session.id)
                #expect(stored.map(\.session).contains(details.session))
                #expect(details.points.allSatisfy { 60...67 ~= $0.heartRate ?? 0 })
            }
        }
        if let thrownError {
            guard case .damaged = thrownError else {
                Issue.record("\(thrownError)")
                return
            }
        }
    }

    // MARK: A full disk

    @Test func aFullDiskEndsTheRecordingAndKeepsWhatIsThere() throws {
        let store = try SessionStore(path: history.path) {
            try $0.execute(sql: "PRAGMA max_page_count = 40")
        }
        var session = BreathingSession.sample()
        session.state = .running
        let recorder = store.makeRecorder(session)
        var second = 0.0
        while recorder.failure == nil, second < 100_000 {
            for _ in 0..<100 {
                second += 1
                recorder.record(SessionDataPoint(seconds: second, heartRate: 1 / second))
            }
            session.durationSeconds = second
            recorder.commit(session)
            usleep(1000)
        }
        #expect(recorder.failure == .diskFull(path: history.path))
        session.state = .ended
        #expect(thrownError { try recorder.finish(session) } == .diskFull(path: history.path))
        // What was committed is whole, and its end is not made up.
        let details = try SessionStore(path: history.path).details(session.id)
        #expect(details.session.state == .interrupted)
        // Points that came after the newest commit may be with it: less than the hundred of the next one.
        let committed = Int(details.session.durationSeconds)
        #expect(committed >= 100)
        #expect((committed..<committed + 100).contains(details.points.count))
        #expect(details.points.map(\.seconds) == (1...details.points.count).map(Double.init))
    }

    // MARK: Two at once

    @Test func twoOpenANewFileAtOnce() async throws {
        let path = history.path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<6 {
                group.addTask {
                    let store = try SessionStore(path: path)
                    try store.add(SessionDetails(session: .sample(number)))
                }
            }
            try await group.waitForAll()
        }
        #expect(try history.count("session") == 6)
    }

    @Test func twoRecordAtOnce() throws {
        let stores = [try history.store(), try history.store()]
        let sessions = [BreathingSession.sample(1), .sample(2)]
        let recorders = zip(stores, sessions).map { $0.makeRecorder($1) }
        for second in 1...200 {
            for (recorder, session) in zip(recorders, sessions) {
                recorder.record(SessionDataPoint(seconds: Double(second)))
                recorder.commit(session)
            }
        }
        for (recorder, session) in zip(recorders, sessions) { try recorder.finish(session) }
        for session in sessions {
            #expect(try stores[0].details(session.id).points.count == 200)
        }
    }

    @Test func whatAnotherHoldsUpIsWrittenLater() throws {
        let store = try SessionStore(path: history.path) {
            try $0.execute(sql: "PRAGMA busy_timeout = 20")
        }
        let session = BreathingSession.sample()
        let recorder = store.makeRecorder(session)
        let other = try DatabaseQueue(path: history.path)
        try other.inDatabase { db in
            try db.execute(sql: "BEGIN IMMEDIATE")
            for second in 1...20 {
                recorder.record(SessionDataPoint(seconds: Double(second)))
                recorder.commit(session)
                usleep(10_000)
            }
            #expect(recorder.failure == nil && !recorder.isInHistory)
            try db.execute(sql: "ROLLBACK")
        }
        try recorder.finish(session)
        #expect(try store.details(session.id).points.count == 20)
    }

    @Test func aFullWriteQueueIsReported() throws {
        let store = try SessionStore(path: history.path) {
            try $0.execute(sql: "PRAGMA busy_timeout = 0")
        }
        let recorder = store.makeRecorder(.sample())
        let other = try DatabaseQueue(path: history.path)
        try other.inDatabase { db in
            try db.execute(sql: "BEGIN IMMEDIATE")
            for second in 0..<SessionRecorder.maxPendingRows {
                recorder.record(StoredBeat(seconds: Double(second), intervalMs: 800))
            }
            #expect(recorder.failure == nil)
            recorder.record(StoredBeat(seconds: 0, intervalMs: 800))
            #expect(recorder.failure == .diskTooSlow(path: history.path))
            try db.execute(sql: "ROLLBACK")
        }
    }

    @Test func aFinishBlockedByAnotherWriterIsReported() throws {
        let store = try SessionStore(path: history.path) {
            try $0.execute(sql: "PRAGMA busy_timeout = 20")
        }
        let session = BreathingSession.sample()
        let recorder = store.makeRecorder(session)
        let other = try DatabaseQueue(path: history.path)
        try other.inDatabase { db in
            try db.execute(sql: "BEGIN IMMEDIATE")
            #expect(thrownError { try recorder.finish(session) } == .busy(path: history.path))
            try db.execute(sql: "ROLLBACK")
        }
    }

    // MARK: Deleting

    @Test func whatIsDeletedIsInNoFile() throws {
        let store = try history.store()
        var details = SessionDetails(session: .sample())
        let secret = "a word that nothing else has"
        details.marks = (0..<200).map { StoredMark(seconds: Double($0), label: secret) }
        try store.add(details)
        try store.add(SessionDetails(session: .sample(1)))
        try FileManager.default.createDirectory(
            atPath: history.logs, withIntermediateDirectories: true)
        let log = history.logs + "/0.beatline"
        try secret.write(toFile: log, atomically: true, encoding: .utf8)
        let other = history.logs + "/1.beatline"
        try "x".write(toFile: other, atomically: true, encoding: .utf8)
        #expect(Self.contains(secret, history))

        try store.delete(details.session.id, logsFolder: history.logs)
        #expect(!Self.contains(secret, history))
        #expect(try store.sessions(SessionQuery()).total == 1)
        #expect(try history.count("mark") == 0)
        #expect(!FileManager.default.fileExists(atPath: log))
        #expect(FileManager.default.fileExists(atPath: other))
    }

    private static func contains(_ text: String, _ history: TemporaryHistory) -> Bool {
        ["", "-wal"].contains { end in
            let data = FileManager.default.contents(atPath: history.path + end) ?? Data()
            return data.range(of: Data(text.utf8)) != nil
        }
    }

    @Test func everythingIsDeletedButTheSettings() throws {
        let store = try history.store()
        for number in 0..<3 { try store.keep(.sample(number), seconds: 50) }
        var settings = UserSettings()
        settings.petals = 8
        try store.save(settings)
        try FileManager.default.createDirectory(
            atPath: history.logs, withIntermediateDirectories: true)
        for name in ["0.beatline", "stray.beatline", "note.txt"] {
            try "x".write(toFile: history.logs + "/" + name, atomically: true, encoding: .utf8)
        }
        #expect(try store.deleteEverything(logsFolder: history.logs) == 3)
        for table in ["session", "point", "beat", "posterior"] {
            #expect(try history.count(table) == 0)
        }
        #expect(try store.earlierResonance() == nil)
        #expect(try store.settings() == settings)
        #expect(try FileManager.default.contentsOfDirectory(atPath: history.logs) == ["note.txt"])
    }

    @Test func aRunningSessionIsNotDeleted() throws {
        let store = try history.store()
        var session = BreathingSession.sample()
        session.state = .running
        let recorder = store.makeRecorder(session)
        recorder.commit(session)
        try eventually("the first commit") { recorder.isInHistory }
        #expect(
            thrownError { try store.delete(session.id, logsFolder: history.logs) } == .isRunning)
        #expect(thrownError { try store.deleteEverything(logsFolder: history.logs) } == .isRunning)
        #expect(try history.count("session") == 1)
        session.state = .ended
        try recorder.finish(session)
        try store.delete(session.id, logsFolder: history.logs)
        #expect(try history.count("session") == 0)
    }

    // MARK: Backups

    @Test func aBackupIsWholeAndItsOwners() throws {
        let store = try history.store()
        for number in 0..<3 { try store.keep(.sample(number), seconds: 20) }
        let target = history.folder + "/backup.sqlite"
        try store.backUp(to: target)
        let file = try FileManager.default.attributesOfItem(atPath: target)
        #expect(file[.posixPermissions] as? Int == 0o600)
        let copy = try SessionStore(path: target)
        let (here, there) = (try store.sessions(SessionQuery()), try copy.sessions(SessionQuery()))
        #expect(here.sessions == there.sessions && here.total == 3)
        for session in here.sessions {
            #expect(try store.details(session.id).points == copy.details(session.id).points)
        }
        guard case .cannotOpen(target, _)? = thrownError({ try store.backUp(to: target) }) else {
            Issue.record("written over")
            return
        }
    }

    @Test func everyErrorIsASentenceThatSaysWhere() {
        let errors: [HistoryError] = [
            .cannotOpen(path: "/p", reason: "r"), .readOnly(path: "/p"), .diskFull(path: "/p"),
            .damaged(path: "/p", reason: "r"), .busy(path: "/p"), .newerVersion(path: "/p"),
            .notAHistory(path: "/p"), .failed(path: "/p", reason: "r"), .diskTooSlow(path: "/p"),
        ]
        for error in errors { #expect("\(error)".contains("/p")) }
        #expect("\(HistoryError.noSession("1A"))".contains("1A"))
    }

    /// SQLite has a code of its own where there is no space for the index beside the log.
    @Test func aDiskWithoutSpaceForTheIndexIsReportedAsFull() {
        let error = DatabaseError(resultCode: .SQLITE_IOERR_SHMSIZE)
        #expect(HistoryError(error, path: "/p") == .diskFull(path: "/p"))
    }
}
