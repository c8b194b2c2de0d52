import Foundation
import LiveProtocol
import PhysioTypes
import SensorProtocol
import SessionHistory

/// Records of a session: the log of what arrives, and its entry in the history.
///
/// A disk that fails ends what is kept, not the session; each failure is reported once.
final class SessionRecordingObserver: SessionObserver {
    private var start: SessionStart
    private let store: SessionStore?
    private let logging: SessionPlan.Logging
    private let folder: String
    private let claim: ActivityClaim?
    private var log: RawLog?
    private var writer: SessionWriter?
    private var notices: [Notice] = []

    /// The data that could not be stored, and the reasons: sentences.
    private(set) var errors: [String] = []

    /// - Parameter store: nil where the history is not to have the session.
    /// - Parameter folder: of the logs.
    init(
        _ start: SessionStart, store: SessionStore?, logging: SessionPlan.Logging, folder: String,
        claim: ActivityClaim?
    ) {
        self.start = start
        self.store = store
        self.logging = logging
        self.folder = folder
        self.claim = claim
    }

    /// Notices to report since the last call.
    func drainNotices() -> [Notice] {
        if let failure = writer?.drainFailure() { reportError("history", failure) }
        defer { notices.removeAll() }
        return notices
    }

    /// Something that costs nothing of what is kept.
    func warn(_ text: String, code: String) { notices.append(Notice(.warning, code: code, text)) }

    private func reportError(_ code: String, _ text: String) {
        errors.append(text)
        notices.append(Notice(.warning, code: code, text))
    }

    // MARK: The session's time begins

    /// - Throws: where a log is needed and none can be made.
    func begin() throws(SourceFailure) {
        start.startedAt = Date()
        if logging != .none { try openLog() }
        writer = store.map { SessionWriter($0, start, claim: claim) }
    }

    private func openLog() throws(SourceFailure) {
        let name = RawLog.newName()
        do throws(RawLog.Failure) {
            let log = try RawLog(path: folder + "/" + name)
            start.rawLogName = name
            self.log = log
            notices.append(Notice(.note, code: Self.logFileCode, "log: \(log.path)"))
            try log.begin(start.logHeader)
        } catch {
            let text = "no log can be kept at \(error.path): \(error.text)"
            guard logging == .required else { return reportError("log", text) }
            throw SourceFailure(
                code: "log", text + "; --no-raw-log goes without", exitCode: Self.cannotCreate)
        }
    }

    /// Names the file of the log.
    static let logFileCode = "log_file"
    /// `EX_CANTCREAT`.
    private static let cannotCreate: Int32 = 73

    // MARK: What comes

    /// A line arrived.
    func recordLine(_ line: LineFramer.Line, from client: Int, atMicroseconds now: Int) {
        attempt { () throws(RawLog.Failure) in
            try log?.append(line, from: client, arrivalMicroseconds: now)
        }
    }

    /// A line arrived that never was text.
    func recordLine(_ line: BeatlineLine, atMicroseconds now: Int) {
        attempt { () throws(RawLog.Failure) in try log?.append(line, arrivalMicroseconds: now) }
    }

    /// A bridge is gone.
    func recordBridgeLeft(_ client: Int, atMicroseconds now: Int) {
        attempt { () throws(RawLog.Failure) in try log?.recordDeparture(client, atMicroseconds: now)
        }
    }

    func receive(
        _ outputs: [BridgeSession.Output], _ session: borrowing BridgeSession,
        atMicroseconds now: Int
    ) {
        for case .log(let line) in outputs { recordLine(line, atMicroseconds: now) }
        writer?.receive(outputs, session)
    }

    /// The time at which ``flush(atMicroseconds:)`` is due; us of the session; nil where nothing
    /// waits.
    var dueMicroseconds: Int? { log?.dueMicroseconds }

    /// Syncs the stored data to the disk, where it is time.
    func flush(atMicroseconds now: Int) {
        attempt { () throws(RawLog.Failure) in try log?.flush(atMicroseconds: now) }
    }

    private func attempt(_ work: () throws(RawLog.Failure) -> Void) {
        do throws(RawLog.Failure) {
            try work()
        } catch {
            reportError("log", "the log at \(error.path) is cut: \(error.text)")
        }
    }

    // MARK: The session is over

    /// - Parameter isDiscarded: whether to take away what was kept.
    /// - Returns: how it is found in the history; nil where nothing is kept of it.
    func finish(_ session: borrowing BridgeSession, isDiscarded: Bool) -> UUID? {
        attempt { () throws(RawLog.Failure) in try log?.flush(atMicroseconds: 0, isForced: true) }
        let id = writer?.finish(session)
        guard isDiscarded else { return id }
        writer?.discard()
        log?.discard()
        return nil
    }
}
