import Foundation
import LiveProtocol
package import SensorProtocol
import SessionHistory

/// The log of a session: every line as it came, in a file of its own that only grows.
///
/// The file is made for its owner alone, and synced to the disk once a second: a crash or a power cut
/// loses at most the last second. It is read again by `hrv live --replay`, and as a recording of format
/// `beatline`. What it has besides:
/// - Where lines have no time of their own, a tick before each says when it came.
/// - Where several bridges send, a `BeatlineLogNote` says whose lines follow, and who has gone.
/// - A line that is too long is kept by its beginning, which is too long too, and a note of its length.
package final class RawLog {
    /// The reason why it cannot be written.
    package struct Failure: Error, Sendable {
        package let path: String
        package let text: String
    }

    package let path: String
    /// True if some data could not be stored: the disk was full, or did not confirm.
    package private(set) var isIncomplete = false

    private let file: any LogFile
    private var pending: [UInt8] = []
    /// Bridges whose lines have times.
    private var clientsWithTimes: Set<Int> = []
    /// Bridges that are in the log, and have not left.
    private var knownClients: Set<Int> = []
    /// The bridge of the last line.
    private var currentClient = BridgeSession.defaultClient
    /// True if the disk was full: later data are not stored.
    private var isTruncated = false
    private var isSynced = true
    private var lastSyncMicroseconds = Int.min

    /// No line waits for the disk for more than a second.
    static let maxSyncDelayMicroseconds = 950_000

    /// The time at which ``flush(atMicroseconds:isForced:)`` is due; us of the session; nil where
    /// nothing waits.
    var dueMicroseconds: Int? {
        guard !isSynced, !isTruncated else { return nil }
        return lastSyncMicroseconds == .min
            ? 0 : lastSyncMicroseconds + Self.maxSyncDelayMicroseconds
    }

    /// - Parameter path: of a file that does not exist yet; its folder is made.
    package convenience init(path: String) throws(Failure) {
        self.init(try AppendOnlyFile(creating: path), path: path)
    }

    init(_ file: any LogFile, path: String) {
        self.file = file
        self.path = path
    }

    /// Says whose log it is; to be called before anything else.
    ///
    /// - Throws: where the disk is full or gone.
    package func begin(_ session: BeatlineLogNote.Session) throws(Failure) {
        add(.session(session))
        try write()
    }

    /// Keeps a line. It is not synced yet: no answer to a line waits for the disk.
    ///
    /// - Parameter client: the bridge that sent it.
    /// - Parameter now: when it came; us of the session.
    /// - Throws: where the disk is full or gone; what was kept stays.
    package func append(
        _ line: LineFramer.Line, from client: Int = BridgeSession.defaultClient,
        arrivalMicroseconds now: Int
    ) throws(Failure) {
        guard !isTruncated else { return }
        switchClient(to: client, now)
        switch line {
        case .text(let text): append(text, client, now)
        case .notUTF8(let bytes): add(bytes)
        case .tooLong(let start, let byteCount):
            add(start)
            add(.truncatedLine(byteCount: byteCount))
        }
        try write()
    }

    /// Keeps a line of a sender in this process as the text that a bridge would send.
    package func append(_ line: BeatlineLine, arrivalMicroseconds now: Int) throws(Failure) {
        guard !isTruncated else { return }
        let client = BridgeSession.defaultClient
        switchClient(to: client, now)
        let isHello = if case .hello = line.message { true } else { false }
        append(line.text, client, now, hasTime: line.timeMicroseconds != nil, isHello: isHello)
        try write()
    }

    private func switchClient(to client: Int, _ now: Int) {
        if client != currentClient { add(.client(client, atMicroseconds: now)) }
        currentClient = client
        knownClients.insert(client)
    }

    private func append(_ text: String, _ client: Int, _ now: Int) {
        // Once a line of a bridge had a time, nothing depends on the others: they are read by the session alone.
        let isTimed = clientsWithTimes.contains(client)
        let (hasTime, isHello) = isTimed ? (true, false) : BeatlineLine.peek(at: text)
        append(text, client, now, hasTime: hasTime, isHello: isHello)
    }

    private func append(
        _ text: String, _ client: Int, _ now: Int, hasTime: Bool, isHello: Bool
    ) {
        // Once a line had a time, a tick would be of another clock; a hello needs none, and may have a time
        // where nothing after it has.
        if hasTime, !isHello { clientsWithTimes.insert(client) }
        if !isHello, !clientsWithTimes.contains(client) {
            add(Array(BeatlineLine(.tick, timeMicroseconds: now).text.utf8))
        }
        add(Array((BeatlineLogNote.looksLikeNote(text) ? " " + text : text).utf8))
    }

    /// Keeps that a bridge is gone.
    package func recordDeparture(_ client: Int, atMicroseconds now: Int) throws(Failure) {
        guard !isTruncated, knownClients.remove(client) != nil else { return }
        clientsWithTimes.remove(client)
        add(.disconnected(client, atMicroseconds: now))
        try write()
    }

    private func add(_ note: BeatlineLogNote) { add(Array(note.text.utf8)) }
    private func add(_ line: [UInt8]) { pending += line + [0x0A] }

    /// Syncs where it is time: to be called in every step of the session, when all is answered.
    ///
    /// - Parameter isForced: whether to sync at once.
    /// - Throws: where the disk does not confirm, once.
    package func flush(atMicroseconds now: Int, isForced: Bool = false) throws(Failure) {
        guard
            !isTruncated, !isSynced,
            isForced || lastSyncMicroseconds == .min
                || now - lastSyncMicroseconds >= Self.maxSyncDelayMicroseconds
        else { return }
        (lastSyncMicroseconds, isSynced) = (now, true)
        do throws(Failure) {
            try file.sync()
        } catch {
            defer { isIncomplete = true }
            if !isIncomplete { throw error }
        }
    }

    private func write() throws(Failure) {
        var unwrittenBytes = pending[...]
        defer { pending.removeAll(keepingCapacity: true) }
        while !unwrittenBytes.isEmpty {
            do throws(Failure) {
                unwrittenBytes = unwrittenBytes.dropFirst(try file.write(unwrittenBytes))
            } catch {
                (isTruncated, isIncomplete) = (true, true)
                throw error
            }
            isSynced = false
        }
    }

    /// Takes the file away.
    package func discard() { unlink(path) }

    /// A name that no other log has: when it began, and which process keeps it.
    package static func newName() -> String {
        let stamp = ISO8601DateFormatter().string(from: Date())
            .replacingOccurrences(of: ":", with: "-")
        return "\(stamp)-\(ProcessInfo.processInfo.processIdentifier).beatline"
    }

    /// Returns the folder of the logs: beside the history.
    ///
    /// - Parameter environment: of the process.
    package static func folder(environment: [String: String]) -> String {
        SessionStore.folder(environment: environment) + "/logs"
    }
}
