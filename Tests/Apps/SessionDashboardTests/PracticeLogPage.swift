import FlyingFox
import Foundation
import LiveSession
import PracticeRuntime
import SessionHistory
import TestSupport
import Testing

@testable import SessionDashboard

/// A server's side of the practice log, browsers of both roles, and a clock that a test sets.
struct PracticeLogPage {
    /// A clock that stands still.
    struct Clock: PracticeClock {
        var seconds: Double { 1000 }
        var awakeSeconds: Double { 1000 }
        let date: Date
        let zone: TimeZone
        var bootID: String { "boot" }
    }

    /// An answer of the server.
    struct Response {
        let status: HTTPStatusCode
        let object: [String: Any]

        var error: String { object["error"] as? String ?? "" }

        func list(_ name: String) -> [[String: Any]] { object[name] as? [[String: Any]] ?? [] }
    }

    let folder: TemporaryFolder
    /// nil where no history is kept.
    let store: SessionStore?
    private let site: DashboardSite
    private let keys: [WatcherRole: String]

    /// - Parameter now: with its offset, such as `2026-11-24T12:00:00+01:00`.
    init(
        now: String = "2026-11-24T12:00:00+01:00", zone: String = "Europe/Berlin",
        keeps: Bool = true, in folder: TemporaryFolder? = nil
    ) throws {
        let own = try folder ?? TemporaryFolder()
        self.folder = own
        store = keeps ? try SessionStore(path: own.path + "/history.sqlite") : nil
        let clock = Clock(
            date: try #require(LocalTime.read(now)).date,
            zone: try #require(TimeZone(identifier: zone)))
        let history = StoredHistory(store: store, logsFolder: own.path + "/logs")
        let logReader = PracticeLogReader(history: history, clock: clock)
        let access = AccessKeys(path: nil)
        var keys: [WatcherRole: String] = [:]
        for role in [WatcherRole.full, .view] {
            keys[role] = access.redeem(token: access.makeLink(role))
        }
        self.keys = keys
        site = DashboardSite(
            routes: RouteTable([
                PracticeDaysFeature(logReader: logReader),
                PracticeGoalFeature(logReader: logReader),
                PracticeEntryFeature(logReader: logReader),
                PracticeRestFeature(logReader: logReader),
                PracticeSettingsFeature(history: history),
            ]), access: access, cookie: KeyCookie(name: { "key" }),
            origin: { AllowedOrigins(["http://here"]) })
    }

    func call(
        _ method: HTTPMethod, _ address: String, _ body: String = "", as role: WatcherRole = .full
    ) async throws -> Response {
        let parts = address.split(separator: "?", maxSplits: 1).map(String.init)
        let query = parts.dropFirst().flatMap { $0.split(separator: "&") }.map { pair in
            let sides = pair.split(separator: "=").map(String.init)
            return HTTPRequest.QueryItem(name: sides[0], value: sides[1])
        }
        let request = HTTPRequest(
            method: method, version: .http11, path: "/api/practice/" + parts[0], query: query,
            headers: [
                .host: "here", .cookie: "key=\(keys[role] ?? "")",
                .contentType: "application/json",
            ], body: Data(body.utf8))
        let response = try await site.handleRequest(request)
        let object = try? JSONSerialization.jsonObject(with: await response.bodyData)
        return Response(status: response.statusCode, object: object as? [String: Any] ?? [:])
    }

    /// Writes an entry down; gives its id.
    @discardableResult
    func add(_ at: String, minutes: Double = 20, _ more: String = "") async throws -> String {
        let response = try await call(
            .POST, "entries", #"{"at":"\#(at)","minutes":\#(minutes)\#(more)}"#)
        #expect(response.status == .created, "\(response.error)")
        return try #require(response.object["id"] as? String)
    }
}
