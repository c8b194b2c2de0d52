import FlyingFox
import HealthHistory
import LiveSession
import TestSupport
import Testing

@testable import SessionDashboard

@Suite struct RouteTableTests {
    @Test(arguments: [
        (RoutePath.exact("/live"), "/live", [] as [String]?), (.exact("/live"), "/live/", nil),
        (.exact("/"), "/", []), (.exact("/"), "", nil), (.exact("/live"), "/Live", nil),
        (.prefix("/app/"), "/app/core/dom.js", ["core/dom.js"]), (.prefix("/app/"), "/app/", [""]),
        (.prefix("/app/"), "/app", nil), (.pattern("/api/info"), "/api/info", []),
        (.pattern("/api/info"), "//api/info/", []), (.pattern("/api/info"), "/api", nil),
        (.pattern("/api/info"), "/api/info/x", nil),
        (.pattern("/api/sessions/:id"), "/api/sessions/a", ["a"]),
        (.pattern("/api/sessions/:id"), "/api/sessions", nil),
        (.pattern("/api/sessions/:id"), "/api/session/a", nil),
        (.pattern("/api/sessions/:id/export"), "/api/sessions/a/export", ["a"]),
        (.pattern("/api/sessions/:id/export"), "/api/sessions/a/b", nil),
        (.pattern("/:a/:b"), "/x/y", ["x", "y"]),
        (.screen("/history"), "/history", []), (.screen("/history"), "/history/x", nil),
        (.screen("/summary/:id"), "/summary/x", ["x"]), (.screen("/summary/:id"), "/summary", nil),
        (.screen("/summary/:id"), "/summary/", [""]),
        (.screen("/summary/:id"), "/summary/x/y", ["x/y"]),
    ])
    func aPathHasTheValuesOfItsOpenParts(path: RoutePath, text: String, values: [String]?) {
        #expect(path.values(in: text) == values)
    }

    private struct Feature: PageFeature {
        let routes: [Route]
    }

    private static func route(_ method: HTTPMethod?, _ path: RoutePath) -> Route {
        Route(method, path, .visitorsByRole { _ in HTTPResponse(statusCode: .ok) })
    }

    @Test func theFirstRouteOfItsMethodIsUsed() {
        let table = RouteTable([
            Feature(routes: [Self.route(.GET, .pattern("/a/:id"))]),
            Feature(routes: [
                Self.route(.GET, .pattern("/a/b")), Self.route(nil, .exact("/a/b")),
            ]),
        ])
        #expect(table.route(.GET, "/a/b")?.pathValues == ["b"])
        #expect(table.route(.POST, "/a/b")?.route.path == .exact("/a/b"))
        #expect(table.route(.POST, "/a/c") == nil)
        #expect(table.route(.GET, "/b") == nil)
    }

    /// The requests that the page may make: a further row is a decision, and so is who is answered.
    private static let wanted: Set<String> = [
        "everybody GET /", "everybody GET /session", "everybody GET /history",
        "everybody GET /settings", "everybody GET /follow", "everybody GET /summary/...",
        "everybody GET /app/...", "everybody any /api/enter", "visitors any /live",
        "byRole GET /api/info", "byRole GET /api/home", "byRole GET /api/trends",
        "byRole GET /api/sessions", "byRole GET /api/sessions/:", "byRole DELETE /api/sessions/:",
        "byRole GET /api/sessions/:/export", "byRole DELETE /api/history",
        "byRole GET /api/settings", "byRole PUT /api/settings", "byRole POST /api/session",
        "byRole GET /api/practice/reminders", "byRole POST /api/practice/reminders",
        "byRole PUT /api/practice/reminders/:", "byRole DELETE /api/practice/reminders/:",
        "byRole POST /api/practice/reminders/:/snooze",
        "byRole POST /api/practice/reminders/:/today",
        "owners GET /api/health", "owners GET /api/health/timeline",
        "owners GET /api/health/workouts/:", "owners GET /api/health/nights/:",
        "owners GET /api/health/trends", "owners GET /api/health/review",
        "owners POST /api/health/cancel",
        "owners POST /api/health/uploads", "owners GET /api/health/uploads/:",
        "owners PUT /api/health/uploads/:", "owners DELETE /api/health/uploads/:",
        "owners POST /api/health/uploads/:/import",
        "byRole GET /api/practice/last", "byRole GET /api/practice/goal",
        "byRole GET /api/practice/streaks", "byRole GET /api/practice/calendar",
        "byRole GET /api/practice/minutes", "byRole GET /api/practice/entries",
        "byRole POST /api/practice/entries", "byRole PUT /api/practice/entries/:",
        "byRole DELETE /api/practice/entries/:", "byRole GET /api/practice/rest",
        "byRole PUT /api/practice/rest", "byRole GET /api/practice/settings",
        "byRole PUT /api/practice/settings",
    ]

    private static func row(_ route: Route) -> String {
        let audience =
            switch route.handler {
            case .everybody: "everybody"
            case .visitors: "visitors"
            case .visitorsByRole: "byRole"
            case .ownersOnly: "owners"
            }
        let path =
            switch route.path {
            case .exact(let text): text
            case .prefix(let text): text + "..."
            case .parts(let parts): parts.map { "/" + ($0 ?? ":") }.joined()
            }
        return "\(audience) \(route.method?.rawValue ?? "any") \(path)"
    }

    private static func features(_ folder: TemporaryFolder) throws -> PageFeatures {
        let health = try HealthStore.open(path: folder.path + "/health.sqlite")
        return PageFeatures(
            access: AccessKeys(path: nil), cookie: KeyCookie(name: { "x" }),
            origin: { AllowedOrigins([]) }, hub: SessionHub(),
            history: StoredHistory(store: nil, logsFolder: ""), starter: nil, version: "1.2",
            health: HealthServices(
                HealthResources(store: health, isWatching: false)))
    }

    @Test func theFeaturesServeTheseRoutesAndNoOthers() throws {
        let folder = try TemporaryFolder()
        let rows = RouteTable(try Self.features(folder).all).routes.map(Self.row)
        #expect(Set(rows).count == rows.count)
        #expect(Self.wanted.isSubset(of: rows))
        // A further screen of the page is nothing to decide here.
        let screens = PageFile.screens.map { address in
            Self.row(Route(.GET, .screen(address), .everybody { _, _ in try .file("index.html") }))
        }
        #expect(Set(rows).subtracting(screens).isSubset(of: Self.wanted))
    }

    @Test func noRequestHasTwoHandlers() throws {
        let folder = try TemporaryFolder()
        let routes = RouteTable(try Self.features(folder).all).routes
        for path in [
            "/", "/history", "/summary/x", "/app/core/dom.js", "/api/enter", "/live", "/api/info",
            "/api/sessions", "/api/sessions/x", "/api/sessions/x/export", "/api/settings",
            "/api/practice/reminders", "/api/practice/reminders/x",
            "/api/practice/reminders/x/snooze", "/api/practice/reminders/x/today",
            "/api/health", "/api/health/timeline", "/api/health/uploads", "/api/health/uploads/x",
            "/api/health/uploads/x/import", "/api/health/nights/x", "/api/health/workouts/x",
            "/api/practice/streaks", "/api/practice/calendar", "/api/practice/minutes",
            "/api/practice/entries", "/api/practice/entries/x", "/api/practice/rest",
            "/api/practice/settings",
        ] {
            for method in [HTTPMethod.GET, .POST, .PUT, .DELETE] {
                let found = routes.filter {
                    ($0.method == nil || $0.method == method) && $0.path.values(in: path) != nil
                }
                #expect(found.count < 2, "\(method.rawValue) \(path)")
            }
        }
    }
}
