import Foundation
import SessionHistory

/// An entry of the log as the page shows it.
struct PracticeEntryResponse: Encodable {
    /// The name of led breathing sessions among the kinds.
    static let sessionKind = "session"

    private let id: UUID
    private let startedAt: String
    private let endedAt: String
    private let kind: String
    private let title: String
    private let state: PracticeEntry.State
    private let mindfulMs: Int64
    private let workoutMs: Int64
    private let pauseMs: Int64
    private let origin: PracticeEntry.Origin
    private let source: String?
    private let session: UUID?
    private let rating: Int?
    private let note: String?

    private enum CodingKeys: String, CodingKey {
        case id, startedAt, endedAt, kind, title, state, mindfulSeconds, workoutSeconds
        case pauseSeconds, origin, source, session, rating, note
    }

    init(_ entry: PracticeEntry) {
        id = entry.id
        startedAt = LocalTime.text(entry.startedAt, utcOffsetSeconds: entry.utcOffsetSeconds)
        endedAt = LocalTime.text(entry.endedAt, utcOffsetSeconds: entry.utcOffsetSeconds)
        (kind, title, state) = (entry.kind, entry.title, entry.state)
        (mindfulMs, workoutMs, pauseMs) = (entry.mindfulMs, entry.workoutMs, entry.pauseMs)
        (origin, source, session) = (entry.origin, entry.source, entry.session)
        (rating, note) = (entry.rating, entry.note)
    }

    /// - Parameter line: of a led breathing session, which has no entry of its own.
    init(_ line: PracticeLogLine) {
        id = line.id
        startedAt = LocalTime.text(line.startedAt, utcOffsetSeconds: line.utcOffsetSeconds)
        endedAt = LocalTime.text(line.endedAt, utcOffsetSeconds: line.utcOffsetSeconds)
        (kind, title, state) = (line.kind, line.title, line.state)
        (mindfulMs, workoutMs, pauseMs) = (line.mindfulMs, line.workoutMs, 0)
        (origin, source, session) = (line.origin, nil, line.session)
        (rating, note) = (line.rating, nil)
    }

    /// Writes nil values as null.
    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id.uuidString, forKey: .id)
        try values.encode(startedAt, forKey: .startedAt)
        try values.encode(endedAt, forKey: .endedAt)
        try values.encode(kind, forKey: .kind)
        try values.encode(title, forKey: .title)
        try values.encode(state.rawValue, forKey: .state)
        try values.encode(Double(mindfulMs) / 1000, forKey: .mindfulSeconds)
        try values.encode(Double(workoutMs) / 1000, forKey: .workoutSeconds)
        try values.encode(Double(pauseMs) / 1000, forKey: .pauseSeconds)
        try values.encode(origin.rawValue, forKey: .origin)
        try values.encode(source, forKey: .source)
        try values.encode(session?.uuidString, forKey: .session)
        try values.encode(rating, forKey: .rating)
        try values.encode(note, forKey: .note)
    }
}
