/// A line that a log has beside those of its bridges: it never travels.
///
/// Readers that do not know it leave it out, as every line of an unknown type. A line of a bridge that looks
/// like one is kept with a blank in front, and is none.
///
/// ```swift
/// BeatlineLogNote.client(2, atMicroseconds: 5_000_000).text  // {"type":"log","client":2,"t":5000000}
/// ```
public enum BeatlineLogNote: Sendable, Equatable {
    /// The number of the bridge, one of several, from which the next lines came. Time is that of
    /// the log; us.
    case client(Int, atMicroseconds: Int)
    /// The end of the connection of this bridge.
    case disconnected(Int, atMicroseconds: Int)
    /// The line before is the beginning of one of so many bytes.
    case truncatedLine(byteCount: Int)
    /// The session that the log belongs to; the first line of the log.
    case session(Session)

    /// The data that the history needs to make a session again from its log.
    public struct Session: Sendable, Equatable {
        /// The identifier of the session in the history.
        public let id: String
        /// The start with its offset from UTC: `2026-11-22T15:00:00+01:00`.
        public let startedAt: String
        /// The source of the beats.
        public let source: String
        /// Version of the toolkit.
        public let toolkitVersion: String
        /// Every setting, as JSON.
        public let recipe: String

        /// Nothing is checked here.
        public init(
            id: String, startedAt: String, source: String, toolkitVersion: String, recipe: String
        ) {
            self.id = id
            self.startedAt = startedAt
            self.source = source
            self.toolkitVersion = toolkitVersion
            self.recipe = recipe
        }
    }

    private static let type = "log"
    private static let linePrefix = #"{"type":"log","#

    /// Returns true if a line begins as a note does.
    public static func looksLikeNote(_ line: String) -> Bool { line.hasPrefix(linePrefix) }

    /// The line, without its line feed.
    public var text: String {
        var writer = JSONLineWriter(type: Self.type)
        switch self {
        case .client(let client, let time):
            writer.integer("client", client)
            writer.integer("t", time)
        case .disconnected(let client, let time):
            writer.integer("left", client)
            writer.integer("t", time)
        case .truncatedLine(let byteCount): writer.integer("cut", byteCount)
        case .session(let session):
            writer.string("session", session.id)
            writer.string("started", session.startedAt)
            writer.string("source", session.source)
            writer.string("toolkit", session.toolkitVersion)
            writer.string("recipe", session.recipe)
        }
        return writer.line
    }

    /// - Returns: nil for a line of a bridge, and for a note that is damaged.
    public init?(_ line: LineFramer.Line) {
        guard case .text(let text) = line, Self.looksLikeNote(text) else { return nil }
        do throws(BeatlineError) {
            var fields = try BeatlineFields(text)
            if let byteCount = try fields.integer("cut") {
                self = .truncatedLine(byteCount: byteCount)
                return
            }
            if let id = try fields.string("session") {
                self = .session(try Session(id, &fields))
                return
            }
            guard let time = try fields.integer("t"), time >= 0 else { return nil }
            if let client = try fields.integer("client") {
                self = .client(client, atMicroseconds: time)
            } else if let client = try fields.integer("left") {
                self = .disconnected(client, atMicroseconds: time)
            } else {
                return nil
            }
        } catch {
            return nil
        }
    }
}

extension BeatlineLogNote.Session {
    fileprivate init(_ id: String, _ fields: inout BeatlineFields) throws(BeatlineError) {
        self.init(
            id: id,
            startedAt: try fields.required("started", try fields.string("started")),
            source: try fields.required("source", try fields.string("source")),
            toolkitVersion: try fields.required("toolkit", try fields.string("toolkit")),
            recipe: try fields.required("recipe", try fields.string("recipe")))
    }
}
