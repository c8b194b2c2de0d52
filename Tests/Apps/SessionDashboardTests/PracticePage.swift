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
    let hub: SessionHub
    let practice: PracticeHub
    private let caller: PageCaller

    /// - Parameter path: where programs that speak are looked for.
    /// - Parameter players: play the sound of the machine, by the clock of this computer; none: silence.
    /// - Parameter hearts: what can be heard beside a practice.
    init(
        path: String = "/nowhere", players: [PlayerCommand] = [],
        hearts: PracticeHeartSources.HeartSourceSelector? = nil
    ) throws {
        folder = try TemporaryFolder()
        store = try SessionStore(path: folder.path + "/history.sqlite")
        usedClock = players.isEmpty ? clock : SystemPracticeClock()
        hub = SessionHub(practiceClock: { [usedClock] in usedClock.seconds })
        practice = PracticeHub(
            PracticeResources(
                store: store, database: store.path, environment: ["PATH": path], version: "1.2",
                players: players, clock: usedClock,
                heartSources: hearts.map { [folder] in
                    PracticeHeartSources(logsFolder: folder.path, report: { _ in }, choose: $0)
                }), hub: hub)
        caller = PageCaller(stem: "/api/practice") {
            [hub, store, practice] access, cookie, origin in
            PageFeatures(
                access: access, cookie: cookie, origin: origin, hub: hub,
                history: StoredHistory(store: store, logsFolder: ""), starter: nil, version: "1.2",
                health: nil, practice: practice)
        }
    }

    typealias Response = PageCaller.Response

    func call(
        _ method: HTTPMethod, _ address: String, _ body: String = "{}",
        as role: WatcherRole = .full, _ more: [HTTPHeader: String] = [:]
    ) async throws -> Response {
        try await caller.call(method, address, body, as: role, more)
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

extension PageCaller.Response {
    var practice: [String: Any]? { object["practice"] as? [String: Any] }
}
