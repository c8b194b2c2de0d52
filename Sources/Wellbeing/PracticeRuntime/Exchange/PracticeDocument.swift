package import Foundation
package import SessionHistory

/// Entries of practice as JSON: `{"format": "resonance-practice", "version": 1, "entries": [...]}`.
///
/// Written and read again, they are the same.
package enum PracticeDocument {
    package static let format = "resonance-practice"
    package static let version = 1

    private struct Document: Codable {
        let format: String
        let version: Int
        let entries: [Entry]
    }

    /// The whole document.
    package static func text(_ entries: [PracticeEntry], isPretty: Bool = true) -> String {
        PracticeJSON.text(
            Document(format: format, version: version, entries: entries.map(Entry.init)),
            isPretty: isPretty) + "\n"
    }

    /// - Throws: ``PracticeImportError`` for what is no such document; an entry that is unsound is named.
    package static func read(
        _ data: Data, now: Date
    ) throws(PracticeImportError) -> PracticeReading {
        struct Head: Decodable {
            let format: String
            let version: Int
        }
        guard let head = try? JSONDecoder().decode(Head.self, from: data), head.format == format
        else { throw .unknownFormat }
        guard head.version <= version else { throw .newerVersion(head.version) }
        struct Entries: Decodable { let entries: [FailableEntry] }
        struct FailableEntry: Decodable {
            let entry: Entry?
            init(from decoder: any Decoder) { entry = try? Entry(from: decoder) }
        }
        guard let list = try? JSONDecoder().decode(Entries.self, from: data) else {
            throw .unknownFormat
        }
        var reading = PracticeReading(now: now)
        for (index, found) in list.entries.enumerated() {
            guard let entry = found.entry?.entry else {
                reading.errors.append("entry \(index + 1) cannot be read")
                continue
            }
            reading.add(entry, "entry \(index + 1)")
        }
        return reading
    }

    /// One entry with names that other programs read.
    struct Entry: Codable {
        let id: UUID
        let startedAt: String
        let endedAt: String
        let kind: String
        let title: String
        let plan: String
        let events: String
        let state: PracticeEntry.State
        let mindfulMs: Int64
        let workoutMs: Int64
        let pauseMs: Int64
        let sleptMs: Int64
        let origin: PracticeEntry.Origin
        let source: String?
        let isExcluded: Bool
        let session: UUID?
        let heart: String?
        let note: String?
        let rating: Int?
        let version: String

        private enum CodingKeys: String, CodingKey {
            case id, kind, title, plan, events, state, origin, source, session, heart, note, rating
            case version
            case startedAt = "started_at"
            case endedAt = "ended_at"
            case mindfulMs = "mindful_ms"
            case workoutMs = "workout_ms"
            case pauseMs = "pause_ms"
            case sleptMs = "slept_ms"
            case isExcluded = "is_apart"
        }

        init(_ entry: PracticeEntry) {
            func text(_ date: Date) -> String {
                LocalTime.text(date, utcOffsetSeconds: entry.utcOffsetSeconds)
            }
            id = entry.id
            startedAt = text(entry.startedAt)
            endedAt = text(entry.endedAt)
            kind = entry.kind
            title = entry.title
            plan = entry.plan
            events = entry.events
            state = entry.state
            mindfulMs = entry.mindfulMs
            workoutMs = entry.workoutMs
            pauseMs = entry.pauseMs
            sleptMs = entry.sleptMs
            origin = entry.origin
            source = entry.source
            isExcluded = entry.isExcluded
            session = entry.session
            heart = entry.heart
            note = entry.note
            rating = entry.rating
            version = entry.toolkitVersion
        }

        /// nil where a time cannot be read.
        var entry: PracticeEntry? {
            guard let (start, offset) = LocalTime.read(startedAt),
                let (end, _) = LocalTime.read(endedAt)
            else { return nil }
            var entry = PracticeEntry(
                id: id, startedAt: start, utcOffsetSeconds: offset, kind: kind, title: title,
                plan: plan, origin: origin, toolkitVersion: version)
            entry.endedAt = end
            entry.events = events
            // What runs elsewhere does not run here.
            entry.state = state == .running ? .interrupted : state
            entry.mindfulMs = mindfulMs
            entry.workoutMs = workoutMs
            entry.pauseMs = pauseMs
            entry.sleptMs = sleptMs
            entry.source = source
            entry.isExcluded = isExcluded
            entry.session = session
            entry.heart = heart
            entry.note = note
            entry.rating = rating
            return entry
        }
    }
}
