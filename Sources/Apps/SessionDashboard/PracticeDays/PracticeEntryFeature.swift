import FlyingFox
import Foundation
import PhysioTypes
import PracticePlans
import PracticeRuntime
import SessionHistory

/// Entries of the log: those of a day, what a person writes down, changes and deletes.
struct PracticeEntryFeature: PageFeature {
    let logReader: PracticeLogReader

    var routes: [Route] {
        [
            Route(.GET, "/api/practice/entries", respond: entries),
            Route(.POST, "/api/practice/entries", respond: add),
            Route(.PUT, "/api/practice/entries/:id", respond: change),
            Route(.DELETE, "/api/practice/entries/:id", respond: delete),
        ]
    }

    private struct EntriesResponse: Encodable {
        let day: String
        let today: String
        let entries: [PracticeEntryResponse]
    }

    @Sendable private func entries(_ request: PageRequest) throws -> HTTPResponse {
        let store = try logReader.history.requiredStore
        let settings = try store.practiceSettings()
        let today = logReader.today(settings)
        let day = try PracticeLogReader.day(request, "day") ?? today
        let found = try store.practiceLog(Self.query(around: day)).filter {
            settings.days.day(of: $0.startedInstant) == day
        }
        let responses = try found.map { line in
            line.kind == PracticeEntryResponse.sessionKind
                ? PracticeEntryResponse(line)
                : PracticeEntryResponse(try store.practice(line.id))
        }
        return try .json(EntriesResponse(day: day.text, today: today.text, entries: responses))
    }

    /// Everything that may belong to a day, whatever the zone of its clock and the beginning of its days.
    private static func query(around day: CivilDate) -> PracticeQuery {
        let start = Date(timeIntervalSince1970: Double(day.dayNumber) * 86_400)
        var query = PracticeQuery()
        query.startedFrom = start - 86_400
        query.startedBefore = start + 2 * 86_400
        return query
    }

    private struct NewEntry: Decodable {
        let at: String
        let minutes: Double
        let kind: String?
        let title: String?
        let rating: Int?
        let note: String?
    }

    @Sendable private func add(_ request: PageRequest) async throws -> HTTPResponse {
        let body = try await request.http.json(NewEntry.self)
        guard let kind = PracticeKind(rawValue: body.kind ?? PracticeKind.timer.rawValue) else {
            throw DashboardError.invalid("kind is timer, breathe or interval")
        }
        let store = try logReader.history.requiredStore
        var practice = ManualPractice(at: body.at, minutes: body.minutes, kind: kind)
        (practice.title, practice.rating, practice.note) = (body.title, body.rating, body.note)
        let language = try store.settings().language.flatMap { PracticeLanguage(rawValue: $0) }
        let entry = try practice.entry(
            zone: logReader.clock.zone, now: logReader.clock.date, language ?? .en)
        try store.save(entry)
        return try .json(PracticeEntryResponse(try store.practice(entry.id)), .created)
    }

    private struct ChangeRequest: Decodable {
        let title: String?
        let rating: Int?
        let note: String?
    }

    @Sendable private func change(_ request: PageRequest) async throws -> HTTPResponse {
        let body = try await request.http.json(ChangeRequest.self)
        let store = try logReader.history.requiredStore
        let entry = try store.practice(try id(request))
        let edit = PracticeEdit(title: body.title, rating: body.rating, note: body.note)
        try store.save(edit.applied(to: entry))
        return try .json(PracticeEntryResponse(try store.practice(entry.id)))
    }

    @Sendable private func delete(_ request: PageRequest) throws -> HTTPResponse {
        try logReader.history.requiredStore.deletePractice(try id(request))
        return HTTPResponse(statusCode: .noContent)
    }

    private func id(_ request: PageRequest) throws -> UUID {
        guard let id = UUID(uuidString: request.pathValues[0]) else {
            throw HistoryError.noPractice(request.pathValues[0])
        }
        return id
    }
}

extension PracticeLogLine {
    /// The time at which it began, on the clock that its person saw.
    fileprivate var startedInstant: CivilInstant {
        CivilInstant(
            unixMs: Int64((startedAt.timeIntervalSince1970 * 1000).rounded()),
            offsetMinutes: utcOffsetSeconds / 60)
    }
}
