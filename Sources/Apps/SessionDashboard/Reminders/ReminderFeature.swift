import FlyingFox
import Foundation
import PracticePlans
import PracticeRuntime
import SessionHistory

/// Reminders: what there are, when they come next, and what a person changes of them.
struct ReminderFeature: PageFeature {
    let history: StoredHistory
    /// Reminders of this program; nil where it delivers none.
    let reminders: DashboardReminders?
    var clock: any PracticeClock = SystemPracticeClock()

    private static let path = "/api/practice/reminders"

    var routes: [Route] {
        [
            Route(.GET, Self.path) { _ in try list() },
            Route(.POST, Self.path, respond: add),
            Route(.PUT, Self.path + "/:id", respond: edit),
            Route(.DELETE, Self.path + "/:id", respond: delete),
            Route(.POST, Self.path + "/:id/snooze", respond: snooze),
            Route(.POST, Self.path + "/:id/today", respond: silence),
        ]
    }

    private struct ListResponse: Encodable {
        let reminders: [ReminderItem]
        let suggested: String?
        let runner: DashboardReminders.DeliveryLocation
        let nowMs: Int64

        private enum CodingKeys: CodingKey { case reminders, suggested, runner, nowMs }

        /// Writes nil values as null.
        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(reminders, forKey: .reminders)
            try values.encode(suggested, forKey: .suggested)
            try values.encode(runner, forKey: .runner)
            try values.encode(nowMs, forKey: .nowMs)
        }
    }

    private var nowMs: Int64 { Int64((clock.date.timeIntervalSince1970 * 1000).rounded()) }

    private func list() throws -> HTTPResponse {
        let store = try history.requiredStore
        let controller = ReminderController(store, clock: clock)
        return try .json(
            ListResponse(
                reminders: try controller.statuses().map(ReminderItem.init),
                suggested: try controller.suggestion()?.text,
                runner: DashboardReminders.deliveryLocation(reminders, store), nowMs: nowMs))
    }

    private func rule(_ request: PageRequest, _ store: SessionStore) throws -> ReminderRule {
        guard let rule = try store.reminders().first(where: { $0.id == request.pathValues[0] })
        else {
            throw DashboardError(status: .notFound, text: "no reminder \(request.pathValues[0])")
        }
        return rule
    }

    /// The reminder as it stands now; the teller looks at what has changed.
    private func response(
        _ rule: ReminderRule, _ store: SessionStore, _ status: HTTPStatusCode = .ok
    ) throws -> HTTPResponse {
        reminders?.checkNow()
        return try .json(
            ReminderItem(try ReminderController(store, clock: clock).status(rule)), status)
    }

    // MARK: Changing

    @Sendable private func add(_ request: PageRequest) async throws -> HTTPResponse {
        let store = try history.requiredStore
        let body = try await request.http.checkedJSON(ReminderBody.self)
        let knownIDs = Set(try store.reminders().map(\.id))
        let id = body.id ?? StoredReminder.newID(body.text, besides: knownIDs)
        guard StoredReminder.isValidID(id) else {
            throw DashboardError.invalid("an id is \(StoredReminder.idRule)")
        }
        guard !knownIDs.contains(id) else {
            throw DashboardError(status: .conflict, text: "there is a reminder \(id) already")
        }
        return try saveRule(body, id, nil, store, .created)
    }

    @Sendable private func edit(_ request: PageRequest) async throws -> HTTPResponse {
        let store = try history.requiredStore
        let body = try await request.http.checkedJSON(ReminderBody.self)
        let previousRule = try rule(request, store)
        guard body.id == nil || body.id == previousRule.id else {
            throw DashboardError.invalid("the id of a reminder stays as it is")
        }
        return try saveRule(body, previousRule.id, previousRule, store, .ok)
    }

    private func saveRule(
        _ body: ReminderBody, _ id: String, _ previousRule: ReminderRule?, _ store: SessionStore,
        _ status: HTTPStatusCode
    ) throws -> HTTPResponse {
        do {
            let rule = try body.rule(id: id, previousRule: previousRule, nowMs: nowMs)
            try store.save(items: [StoredReminder.item(rule)])
            return try response(rule, store, status)
        } catch let error as ReminderError {
            throw DashboardError.invalid(error.text)
        }
    }

    @Sendable private func delete(_ request: PageRequest) throws -> HTTPResponse {
        let store = try history.requiredStore
        _ = try StoredReminder.delete(try rule(request, store).id, store)
        reminders?.checkNow()
        return HTTPResponse(statusCode: .noContent)
    }

    // MARK: Putting off

    private struct RequestBody: Decodable {
        let minutes: Int?
        let localDateTime: String?

        private enum CodingKeys: String, CodingKey {
            case minutes
            case localDateTime = "time"
        }
    }

    @Sendable private func snooze(_ request: PageRequest) async throws -> HTTPResponse {
        try await change(request) { controller, rule, body in
            try controller.snooze(rule, localDateTime: body.localDateTime, minutes: body.minutes)
        }
    }

    @Sendable private func silence(_ request: PageRequest) async throws -> HTTPResponse {
        try await change(request) { controller, rule, body in
            try controller.silence(rule, localDateTime: body.localDateTime)
        }
    }

    private func change(
        _ request: PageRequest,
        _ action: (ReminderController, ReminderRule, RequestBody) throws -> Void
    ) async throws -> HTTPResponse {
        let store = try history.requiredStore
        let body = try await request.http.json(RequestBody.self)
        let rule = try rule(request, store)
        do {
            try action(ReminderController(store, clock: clock), rule, body)
        } catch let error as ReminderError {
            if case .outOfRange = error { throw DashboardError.invalid(error.text) }
            throw DashboardError(status: .conflict, text: error.text)
        }
        return try response(rule, store)
    }
}

extension HTTPRequest {
    /// The same as `json`, of a value with fields of its own that says what is wrong with them.
    fileprivate func checkedJSON<Value: Decodable>(_ type: Value.Type) async throws -> Value {
        do {
            return try await json(type)
        } catch let error as PlanError {
            throw DashboardError.invalid(error.message)
        }
    }
}
