package import Foundation
import LiveProtocol
import ResonanceBreathing
import SensorProtocol
package import SessionHistory

/// A session as its raw log has it, from which the history can have it again.
package struct LoggedSession: Sendable {
    package enum Failure: Error, Sendable, Equatable {
        /// The log cannot be read.
        case unreadable(path: String)
        /// The log does not say whose it is.
        case missingHeader(path: String)
        /// No beat is in it.
        case empty(path: String)
        case history(HistoryError)
    }

    package let path: String
    /// The start of the session according to the log.
    package let start: SessionStart

    /// Reads how a log begins.
    ///
    /// - Throws: `unreadable` and `missingHeader`.
    package init(path: String) throws(Failure) {
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw .unreadable(path: path)
        }
        defer { try? file.close() }
        let head = (try? file.read(upToCount: Self.blockByteCount)) ?? Data()
        let line = head.prefix { $0 != 0x0A }
        guard
            case .session(let note)? = BeatlineLogNote(.text(String(decoding: line, as: UTF8.self))),
            var start = SessionStart(note)
        else { throw .missingHeader(path: path) }
        start.rawLogName = URL(fileURLWithPath: path).lastPathComponent
        self.path = path
        self.start = start
    }

    private static let blockByteCount = 65_536

    /// Plays the log again, and replaces what is in the history by what comes of it.
    ///
    /// - Parameter state: what the session is then.
    /// - Returns: the id of the session.
    package func rebuild(
        into store: SessionStore, as state: SessionState
    ) throws(Failure) -> UUID {
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw .unreadable(path: path)
        }
        defer { try? file.close() }
        var session: BridgeSession
        do throws(BreathingError) {
            session = try BridgeSession(
                start.settings, clock: .bridge, durationSeconds: start.minutes.map { 60 * $0 },
                device: start.device, wantsECG: start.wantsECG, applicationName: "rebuild")
        } catch {
            throw .missingHeader(path: path)
        }
        let writer = SessionWriter(rebuilding: start, in: store)
        var (framer, replay) = (LineFramer(), LogReplay())
        while let block = try? file.read(upToCount: Self.blockByteCount), !block.isEmpty {
            var lines: [LineFramer.Line] = []
            framer.push(Array(block)) { lines.append($0) }
            for line in lines {
                replay.apply(line, &session)
                writer.receive(session.drain(), session)
            }
        }
        var lines: [LineFramer.Line] = []
        framer.finish { lines.append($0) }
        for line in lines { replay.apply(line, &session) }
        if !session.hasEnded { session.end() }
        writer.receive(session.drain(), session)
        guard session.totals.beatCount > 0 else { throw .empty(path: path) }
        do throws(HistoryError) {
            try writer.finish(session, as: state)
        } catch {
            throw .history(error)
        }
        return start.id
    }
}

extension LoggedSession.Failure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreadable(let path): "\(path): no such file, or it may not be read"
        case .missingHeader(let path):
            "\(path) does not say whose session it is: hrv live --replay --keep keeps it apart"
        case .empty(let path): "\(path) has no beat"
        case .history(let error): "\(error)"
        }
    }
}
