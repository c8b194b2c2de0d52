import Foundation
import LiveSession
import SessionHistory
import Synchronization
import TestSupport
import Testing

@testable import SessionDashboard

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Another store that has something of the hearts of sessions.
private final class OtherStore: Sendable {
    let forgotten = Mutex<[Set<UUID>]>([])
    let fails = Mutex(false)

    func forgetHearts(_ sessions: Set<UUID>) throws {
        if fails.withLock({ $0 }) { throw CocoaError(.fileWriteUnknown) }
        forgotten.withLock { $0.append(sessions) }
    }
}

@Suite struct DashboardServerTests {
    /// A server of a test, and a browser's side of it.
    private final class Page: Sendable {
        let server: DashboardServer
        let hub = SessionHub()
        let store: SessionStore
        let folder: TemporaryFolder
        let starter = Starter()
        /// Requests to other stores to forget sessions.
        let other = OtherStore()
        private let browser: URLSession

        init() async throws {
            folder = try TemporaryFolder()
            store = try SessionStore(path: folder.path + "/history.sqlite")
            server = try await DashboardServer.open(
                .init(port: 0), hub: hub, store: store, logsFolder: folder.path,
                starter: starter, devicesPath: folder.path + "/browsers.json", version: "1.2",
                forgetHearts: { [other] in try other.forgetHearts($0) })
            let settings = URLSessionConfiguration.ephemeral
            settings.httpShouldSetCookies = false
            settings.httpCookieAcceptPolicy = .never
            browser = URLSession(configuration: settings)
        }

        /// Ends the server, which waits a second for clients it still sends to; the test does not.
        func leave() { Task { await server.close() } }

        struct Response {
            let status: Int
            let headers: [AnyHashable: Any]
            let text: String

            var object: [String: Any] {
                (try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]) ?? [:]
            }
            var error: String? { object["error"] as? String }
        }

        func call(
            _ method: String, _ path: String, _ body: String? = nil, key: String? = nil,
            headers: [String: String] = [:]
        ) async throws -> Response {
            let url = try #require(URL(string: server.addresses[0] + path))
            var request = URLRequest(url: url)
            request.httpMethod = method
            request.httpBody = body.map { Data($0.utf8) }
            if body != nil {
                request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            }
            if let key { request.setValue("other=1; \(key)", forHTTPHeaderField: "Cookie") }
            for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
            let (data, response) = try await browser.data(for: request)
            let http = try #require(response as? HTTPURLResponse)
            return Response(
                status: http.statusCode, headers: http.allHeaderFields,
                text: String(decoding: data, as: UTF8.self))
        }

        /// The cookie of a browser that a link let in.
        func enter(_ role: WatcherRole = .full) async throws -> String {
            let link = try #require(server.makeLinks(role).first)
            let token = try #require(link.split(separator: "=").last)
            let response = try await call("POST", "/api/enter", #"{"token":"\#(token)"}"#)
            #expect(response.status == 204)
            let cookie = try #require(response.headers["Set-Cookie"] as? String)
            #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
            return String(cookie.prefix { $0 != ";" })
        }

        func keep(_ count: Int, source: SessionSource = .strap) throws -> [BreathingSession] {
            try (0..<count).map { index in
                var session = BreathingSession(
                    startedAt: Date(timeIntervalSince1970: 1_790_000_000 + 86_400 * Double(index)),
                    utcOffsetSeconds: 3600, source: source, pacer: "fixed")
                session.state = .ended
                session.beatCount = 3
                session.averageRMSSD = 40 + Double(index)
                let recorder = store.makeRecorder(session)
                recorder.record(SessionDataPoint(seconds: 1, heartRate: 60))
                recorder.record(SessionDataPoint(seconds: 2))
                recorder.record(StoredBeat(seconds: 0.9, intervalMs: 900, artefact: "ectopic"))
                recorder.record(StoredMark(seconds: 1.5, label: "here"))
                try recorder.finish(session)
                return session
            }
        }
    }

    private final class Starter: SessionStarter {
        let sourceOptions = [
            SessionSourceOption("simulated"), SessionSourceOption("strap", unavailable: "no radio"),
        ]

        func begin(_ request: SessionRequest) async throws(SessionRequestError) {
            if request.source == "strap" { throw .invalid("no radio") }
            if request.minutes == 7 { throw .running(nil) }
        }
    }

    /// The page itself holds no data; all else needs a key.
    @Test(arguments: ["/", "/session", "/history", "/settings", "/follow", "/summary/x"])
    func aScreenIsThereForAll(path: String) async throws {
        let page = try await Page()
        let response = try await page.call("GET", path)
        #expect(response.status == 200 && response.text.hasPrefix("<!doctype html>"))
        let policy = try #require(response.headers["Content-Security-Policy"] as? String)
        #expect(policy.hasPrefix("default-src 'none'; script-src 'self';"))
        #expect(!policy.contains("unsafe") && policy.contains("frame-ancestors 'none'"))
        #expect(response.headers["X-Content-Type-Options"] as? String == "nosniff")
        page.leave()
    }

    @Test(arguments: [
        ("GET", "/api/info"), ("GET", "/api/home"), ("GET", "/api/sessions"), ("GET", "/live"),
        ("GET", "/api/settings"), ("PUT", "/api/settings"), ("POST", "/api/session"),
        ("DELETE", "/api/history"), ("GET", "/api/nothing"), ("GET", "/etc/passwd"),
    ])
    func withoutAKeyThereIsNothing(method: String, path: String) async throws {
        let page = try await Page()
        for key in [nil, "resonance=x", "\(try await page.enter())x"] {
            let response = try await page.call(
                method, path, method == "GET" ? nil : "{}", key: key)
            #expect(response.status == 401)
            #expect(response.error?.contains("press l") == true)
        }
        page.leave()
    }

    @Test func aTokenIsTradedOnce() async throws {
        let page = try await Page()
        let token = try #require(page.server.makeLinks(.full)[0].split(separator: "=").last)
        let body = #"{"token":"\#(token)"}"#
        #expect(try await page.call("POST", "/api/enter", body).status == 204)
        let again = try await page.call("POST", "/api/enter", body)
        #expect(again.status == 403 && again.error?.contains("ten minutes") == true)
        #expect(again.headers["Set-Cookie"] == nil)
        #expect(try await page.call("POST", "/api/enter", "{}").status == 422)
        #expect(try await page.call("GET", "/api/enter").status == 404)
        page.leave()
    }

    @Test func requestsFromOtherOriginsAreRefused() async throws {
        let page = try await Page()
        let key = try await page.enter()
        for headers in [["Origin": "http://evil.example"], ["Origin": "null"]] {
            let response = try await page.call("GET", "/api/info", key: key, headers: headers)
            #expect(response.status == 403 && response.error?.contains("only pages") == true)
            #expect(try await page.call("GET", "/", headers: headers).status == 403)
        }
        let own = ["Origin": page.server.addresses[0]]
        #expect(try await page.call("GET", "/api/info", key: key, headers: own).status == 200)
        page.leave()
    }

    @Test func aViewerChangesNothing() async throws {
        let page = try await Page()
        let stored = try page.keep(1)[0]
        let key = try await page.enter(.view)
        #expect(
            try await page.call("GET", "/api/info", key: key).object["role"] as? String == "view")
        for (method, path, body) in [
            ("PUT", "/api/settings", #"{"minutes":5}"#),
            ("POST", "/api/session", #"{"source":"none"}"#),
            ("DELETE", "/api/history", #"{"confirm":"everything"}"#),
            ("DELETE", "/api/sessions/\(stored.id.uuidString)", nil),
            ("GET", "/api/sessions/\(stored.id.uuidString)/export?format=csv", nil),
        ] {
            let response = try await page.call(method, path, body, key: key)
            #expect(response.status == 403 && response.error?.contains("watch") == true, "\(path)")
        }
        #expect(try page.store.settings() == UserSettings())
        #expect(try page.store.session(stored.id) == stored)
        page.leave()
    }

    @Test func settingsAreStoredOrRefusedWithTheirRange() async throws {
        let page = try await Page()
        let key = try await page.enter()
        let good = try await page.call(
            "PUT", "/api/settings", #"{"minutes":15,"startRate":6,"language":"de"}"#, key: key)
        #expect(good.status == 200 && good.object["minutes"] as? Double == 15)
        let stored = try await page.call("GET", "/api/settings", key: key)
        #expect(
            stored.object["startRate"] as? Double == 6
                && stored.object["language"] as? String == "de")
        #expect(stored.object["preset"] is NSNull)
        for (body, text) in [
            (#"{"startRate":7.5}"#, "4.5 to 7.0"), (#"{"minutes":"ten"}"#, "minutes"),
            ("{", "JSON"), (#"{"petals":9}"#, "6 to 8"),
        ] {
            let response = try await page.call("PUT", "/api/settings", body, key: key)
            #expect(response.status == 422 && response.error?.contains(text) == true, "\(body)")
        }
        #expect(try page.store.settings().minutes == 15)
        let open = try await page.call("PUT", "/api/settings", #"{"minutes":null}"#, key: key)
        #expect(open.status == 200 && open.object["minutes"] is NSNull)
        #expect(try page.store.settings().minutes == nil)
        let plain = try await page.call(
            "PUT", "/api/settings", "{}", key: key, headers: ["Content-Type": "text/plain"])
        #expect(plain.status == 422)
        let long = try await page.call(
            "PUT", "/api/settings", "{\"x\":\"" + String(repeating: "y", count: 70_000) + "\"}",
            key: key)
        #expect(long.status == 413)
        page.leave()
    }

    @Test func sessionsComePageByPageAndOneByOne() async throws {
        let page = try await Page()
        let key = try await page.enter()
        #expect(try await page.call("GET", "/api/home", key: key).object["last"] is NSNull)
        let stored = try page.keep(7)
        _ = try page.keep(2, source: .simulated)
        var found: [String] = []
        var next: String? = ""
        while let cursor = next {
            let response = try await page.call(
                "GET", "/api/sessions?limit=3\(cursor.isEmpty ? "" : "&before=" + cursor)", key: key
            )
            #expect(response.object["total"] as? Int == 7)
            let sessions = try #require(response.object["sessions"] as? [[String: Any]])
            found += sessions.compactMap { $0["id"] as? String }
            next = response.object["next"] as? String
        }
        #expect(found == stored.reversed().map(\.id.uuidString))
        let excluded = try await page.call("GET", "/api/sessions?apart=1", key: key)
        #expect(excluded.object["total"] as? Int == 2)
        let home = try await page.call("GET", "/api/home", key: key).object
        #expect((home["last"] as? [String: Any])?["id"] as? String == stored[6].id.uuidString)
        #expect(home["count"] as? Int == 7 && (home["trend"] as? [Any])?.count == 7)
        let whole = try await page.call(
            "GET", "/api/sessions/\(stored[3].id.uuidString)", key: key
        ).object
        #expect((whole["previous"] as? [String: Any])?["id"] as? String == stored[2].id.uuidString)
        let points = try #require(whole["points"] as? [[Any]])
        #expect(points[0][1] as? Double == 60 && points[1][1] is NSNull && points.count == 2)
        let beats = try #require(whole["beats"] as? [[Any]])
        #expect(beats[0][1] as? Double == 900 && beats[0][2] as? String == "ectopic")
        #expect(whole["curve"] is NSNull)
        page.leave()
    }

    @Test(arguments: [
        ("limit=0", "limit"), ("limit=x", "limit"), ("from=yesterday", "from"),
        ("before=x", "next"),
        ("to=2026-02-30", "to"),
    ])
    func whatNoListHasIsSaid(query: String, text: String) async throws {
        let page = try await Page()
        let response = try await page.call(
            "GET", "/api/sessions?\(query)", key: try await page.enter())
        #expect(response.status == 422 && response.error?.contains(text) == true)
        page.leave()
    }

    @Test(arguments: SessionExportFormat.allCases)
    func aSessionIsExported(format: SessionExportFormat) async throws {
        let page = try await Page()
        let stored = try page.keep(1)[0]
        let path = "/api/sessions/\(stored.id.uuidString)/export?format="
        let key = try await page.enter()
        let response = try await page.call("GET", path + format.rawValue, key: key)
        #expect(response.status == 200)
        #expect(response.text == format.text(of: try page.store.details(stored.id)))
        let named = try #require(response.headers["Content-Disposition"] as? String)
        #expect(named == "attachment; filename=\"\(format.fileName(of: stored))\"")
        let other = try await page.call("GET", path + "exe", key: key)
        #expect(other.status == 422 && other.error?.contains("csv, json, rr") == true)
        page.leave()
    }

    @Test func whatIsDeletedIsGone() async throws {
        let page = try await Page()
        let stored = try page.keep(3)
        let key = try await page.enter()
        let path = "/api/sessions/\(stored[0].id.uuidString)"
        #expect(try await page.call("DELETE", path, key: key).status == 204)
        let gone = try await page.call("GET", path, key: key)
        #expect(gone.status == 404 && gone.error?.contains(stored[0].id.uuidString) == true)
        #expect(try await page.call("DELETE", "/api/history", "{}", key: key).status == 422)
        #expect(try page.store.sessions(SessionQuery(nil)).total == 2)
        let all = try await page.call(
            "DELETE", "/api/history", #"{"confirm":"everything"}"#, key: key)
        #expect(all.status == 204)
        #expect(try page.store.sessions(SessionQuery(nil)).total == 0)
        page.leave()
    }

    /// Other stores forget a heart before its session goes; where they cannot, it stays.
    @Test func heartsAreForgottenBeforeSessionsGo() async throws {
        let page = try await Page()
        let stored = try page.keep(3)
        let key = try await page.enter()
        let path = "/api/sessions/\(stored[0].id.uuidString)"
        let everything = #"{"confirm":"everything"}"#
        page.other.fails.withLock { $0 = true }
        #expect(try await page.call("DELETE", path, key: key).status == 500)
        #expect(
            try await page.call("DELETE", "/api/history", everything, key: key).status == 500)
        #expect(try page.store.sessions(SessionQuery(nil)).total == 3)
        page.other.fails.withLock { $0 = false }
        #expect(try await page.call("DELETE", path, key: key).status == 204)
        #expect(
            try await page.call("DELETE", "/api/history", everything, key: key).status == 204)
        #expect(
            page.other.forgotten.withLock { $0 } == [[stored[0].id], [stored[1].id, stored[2].id]])
        #expect(try await page.call("DELETE", path, key: key).status == 404)
        #expect(page.other.forgotten.withLock { $0 }.count == 2)
        page.leave()
    }

    @Test func aSessionIsBegunOrRefused() async throws {
        let page = try await Page()
        let key = try await page.enter()
        let offers = try #require(
            try await page.call("GET", "/api/info", key: key).object["sources"] as? [[String: Any]])
        #expect(
            offers[0]["available"] as? Bool == true && offers[1]["reason"] as? String == "no radio")
        for (body, status) in [
            (#"{"source":"simulated"}"#, 201), (#"{"source":"strap"}"#, 422),
            (#"{"source":"simulated","minutes":7}"#, 409), (#"{"minutes":7}"#, 422),
        ] {
            #expect(try await page.call("POST", "/api/session", body, key: key).status == status)
        }
        page.leave()
    }

    @Test func aPortInUseIsReported() async throws {
        let page = try await Page()
        let port = try #require(UInt16(page.server.addresses[0].split(separator: ":").last ?? ""))
        do {
            let second = try await DashboardServer.open(
                .init(port: port), hub: page.hub, store: nil, logsFolder: "", starter: nil,
                devicesPath: nil, version: "")
            Issue.record("two at \(port)")
            await second.close()
        } catch {
            #expect(error.text.contains("\(port)") && error.text.contains("--port 0"))
        }
        page.leave()
    }
}
