import FlyingFox
import Foundation
import LiveSession
import PracticeRuntime
import SessionHistory
import Synchronization
import TestSupport
import Testing

@testable import SessionDashboard

/// Clocks that go on only where a test moves them.
final class MovedClock: PracticeClock {
    private let passed = Mutex(0.0)
    let zone = TimeZone.gmt
    let bootID = "first"

    var seconds: Double { 1000 + passed.withLock(\.self) }
    var awakeSeconds: Double { seconds }
    var date: Date { Date(timeIntervalSince1970: 1_795_503_600 + seconds) }

    func pass(_ seconds: Double) { passed.withLock { $0 += seconds } }
}

/// A server's side of practice, and browsers of both roles, without a network between.
final class PracticePage: Sendable {
    let folder: TemporaryFolder
    let store: SessionStore
    let clock = MovedClock()
    private let usedClock: any PracticeClock
    let room: SessionRoom
    let practice: PracticeRoom
    private let site: DashboardSite
    private let keys: [WatcherRole: String]

    /// - Parameter path: where programs that speak are looked for.
    /// - Parameter players: play the sound of the machine, by the clock of this computer; none: silence.
    /// - Parameter hearts: what can be heard beside a practice.
    init(
        path: String = "/nowhere", players: [PlayerCommand] = [],
        hearts: PracticeHearts.Choosing? = nil
    ) throws {
        folder = try TemporaryFolder()
        store = try SessionStore(path: folder.path + "/history.sqlite")
        usedClock = players.isEmpty ? clock : SystemPracticeClock()
        room = SessionRoom(practiceClock: { [usedClock] in usedClock.seconds })
        practice = PracticeRoom(
            PracticePlace(
                store: store, database: store.path, environment: ["PATH": path], version: "1.2",
                players: players, clock: usedClock,
                hearts: hearts.map { [folder] in
                    PracticeHearts(logsFolder: folder.path, report: { _ in }, choose: $0)
                }), room: room)
        let access = AccessKeys(path: nil)
        var keys: [WatcherRole: String] = [:]
        for role in [WatcherRole.full, .view] {
            keys[role] = access.enter(token: access.newLink(role))
        }
        self.keys = keys
        let cookie = KeyCookie(name: { "key" })
        let origin = { @Sendable in PageOrigin(["http://here"]) }
        let features = PageFeatures(
            access: access, cookie: cookie, origin: origin, room: room,
            history: KeptHistory(store: store, logsFolder: ""), starter: nil, version: "1.2",
            health: nil, practice: practice)
        site = DashboardSite(
            routes: RouteTable(features.all), access: access, cookie: cookie, origin: origin)
    }

    struct Answer {
        let status: Int
        let headers: HTTPHeaders
        let body: Data

        var object: [String: Any] {
            (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:]
        }
        var practice: [String: Any]? { object["practice"] as? [String: Any] }
    }

    func call(
        _ method: HTTPMethod, _ address: String, _ body: String = "{}",
        as role: WatcherRole = .full, _ more: [HTTPHeader: String] = [:]
    ) async throws -> Answer {
        let parts = address.split(separator: "?", maxSplits: 1).map(String.init)
        let query = parts.dropFirst().flatMap { $0.split(separator: "&") }.map { pair in
            let sides = pair.split(separator: "=").map(String.init)
            return HTTPRequest.QueryItem(name: sides[0], value: sides[1])
        }
        var headers = HTTPHeaders()
        headers[.host] = "here"
        headers[HTTPHeader("Cookie")] = "key=\(try #require(keys[role]))"
        headers[.contentType] = "application/json"
        for (name, value) in more { headers[name] = value }
        let request = HTTPRequest(
            method: method, version: .http11, path: "/api/practice" + (parts.first ?? ""),
            query: query,
            headers: headers, body: HTTPBodySequence(data: Data(body.utf8)))
        let response = try await site.handleRequest(request)
        return Answer(
            status: response.statusCode.code, headers: response.headers,
            body: try await response.bodyData)
    }

    /// Ends what runs; one that has not begun yet begins first.
    func close() async {
        clock.pass(2)
        await practice.close()
    }

    /// A practice as the page sees it once something is so.
    func wait(
        _ condition: ([String: Any]?) -> Bool
    ) async throws -> [String: Any]? {
        while true {
            let practice = try await call(.GET, "").practice
            if condition(practice) { return practice }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    static let sit = """
        {"plan": {"version": 1, "kind": "timer", "prepare": 0, "phase1": 900, "phase2": 180, "bells": []}}
        """
}
