import FlyingFox
import Foundation
import GRDB
import HealthTimeline
import LiveSession
import Synchronization
import TestSupport
import Testing

@testable import HealthHistory
@testable import SessionDashboard

/// The answers of the routes of health records, without a network between.
@Suite(.timeLimit(.minutes(1))) struct HealthFeatureTests {
    /// A server's side of the page, and browsers of both roles.
    private final class Page: Sendable {
        let folder: TemporaryFolder
        let store: HealthStore
        let controller: HealthController
        let heard: Heard
        let routes: RouteTable
        private let site: DashboardSite
        private let keys: [WatcherRole: String]

        init(importer: HealthImporter? = nil) throws {
            folder = try TemporaryFolder()
            let heard = Heard()
            store = try HealthStore.open(
                path: folder.path + "/health.sqlite", timeoutSeconds: 5
            ) { db in db.trace { heard.add($0.expandedDescription) } }
            self.heard = heard
            controller = HealthController(store: store, importer: importer)
            let access = AccessKeys(path: nil)
            var keys: [WatcherRole: String] = [:]
            for role in [WatcherRole.full, .view] {
                keys[role] = access.redeem(token: access.makeLink(role))
            }
            self.keys = keys
            let uploads = HealthUploads(parent: folder.path + "/uploads") { _ in .max }
            let cookie = KeyCookie(name: { "key" })
            let origin = { @Sendable in AllowedOrigins(["http://here"]) }
            let features = PageFeatures(
                access: access, cookie: cookie, origin: origin, hub: SessionHub(),
                history: StoredHistory(store: nil, logsFolder: ""), starter: nil, version: "1.2",
                health: HealthServices(controller: controller, uploads: uploads))
            routes = RouteTable(features.all)
            site = DashboardSite(routes: routes, access: access, cookie: cookie, origin: origin)
        }

        func call(
            _ method: HTTPMethod, _ address: String, _ body: String = "",
            as role: WatcherRole = .full
        ) async throws -> (status: HTTPStatusCode, object: [String: Any]) {
            let key = try #require(keys[role])
            let parts = address.split(separator: "?", maxSplits: 1).map(String.init)
            let query = parts.dropFirst().flatMap { $0.split(separator: "&") }.map { pair in
                let sides = pair.split(separator: "=").map(String.init)
                return HTTPRequest.QueryItem(name: sides[0], value: sides[1])
            }
            let request = HTTPRequest(
                method: method, version: .http11, path: parts[0], query: query,
                headers: [
                    .host: "here", .cookie: "key=\(key)", .contentType: "application/json",
                ], body: Data(body.utf8))
            let response = try await site.handleRequest(request)
            let object = try? JSONSerialization.jsonObject(with: await response.bodyData)
            return (response.statusCode, object as? [String: Any] ?? [:])
        }

        /// An export of one night and one run, read by the store itself.
        func fill() throws {
            let path = try folder.write("export.xml", HealthFeatureTests.export)
            let report = try store.importFiles(
                [path],
                options: ImportOptions(systemZone: "Europe/Berlin", nowMs: 1_800_000_000_000))
            #expect(report.files.map(\.outcome) == [.imported])
        }
    }

    /// Statements of SQL that were run.
    private final class Heard: Sendable {
        private let texts = Mutex<[String]>([])

        func add(_ text: String) { texts.withLock { $0.append(text) } }

        /// Returns the statements since the last call, without those that begin and end a
        /// transaction.
        func statements() -> [String] {
            texts.withLock { texts in
                defer { texts = [] }
                return texts.filter { text in
                    !["BEGIN", "COMMIT", "ROLLBACK", "PRAGMA"].contains { text.hasPrefix($0) }
                }
            }
        }
    }

    private static let export = """
        <?xml version="1.0" encoding="UTF-8"?>
        <HealthData locale="en_DE">
        <ExportDate value="2026-11-22 10:00:00 +0100"/>
        <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="Watch" \
        creationDate="2026-11-20 07:00:00 +0100" startDate="2026-11-19 23:40:00 +0100" \
        endDate="2026-11-20 06:40:00 +0100" value="HKCategoryValueSleepAnalysisAsleepCore"/>
        <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" \
        sourceName="Watch" creationDate="2026-11-21 10:00:00 +0100" \
        startDate="2026-11-21 09:00:00 +0100" endDate="2026-11-21 09:30:00 +0100"></Workout>
        </HealthData>
        """

    private static let sentence = ImportFileError(code: "no_export", text: "a sentence")

    // MARK: What is there

    @Test func anEmptyStoreHasNothing() async throws {
        let page = try Page()
        let (status, state) = try await page.call(.GET, "/api/health")
        #expect(status == .ok)
        for key in ["newest", "importing", "exportedOn"] { #expect(state[key] is NSNull, "\(key)") }
        #expect((state["refused"] as? [Any])?.isEmpty == true)
        page.controller.close()
    }

    /// A page that knows the newest revision is kept waiting: it is still checking until something changes.
    @Test func aPageWaitsUntilSomethingChanges() async throws {
        let page = try Page { path, _, _ throws(HealthStoreError) in
            ImportReport(files: [ImportedFile(path: path, outcome: .refused(Self.sentence))])
        }
        // The store reports every kind once; then it is quiet.
        var state = try await page.call(.GET, "/api/health").object
        while (state["kinds"] as? [String: Int])?.values.contains(0) != false {
            state = try await page.call(.GET, "/api/health?after=\(state["revision"] ?? 0)").object
        }
        let revision = try #require(state["revision"] as? Int)
        async let response = page.call(.GET, "/api/health?after=\(revision)")
        try page.controller.startImport(path: "/a/b.zip") {}
        let later = try #require(try await response.object["revision"] as? Int)
        #expect(later > revision)
        page.controller.close()
    }

    @Test func anImportIsReportedAndCancelled() async throws {
        let page = try Page { _, _, progress throws(HealthStoreError) in
            let now = ImportProgress(
                name: "b.zip", fileIndex: 0, fileCount: 1, bytesRead: 1, byteCount: 4,
                recordCount: 7)
            while progress(now) { usleep(5000) }
            throw .cancelled
        }
        try page.controller.startImport(path: "/a/b.zip") {}
        var state = try await page.call(.GET, "/api/health").object
        while (state["importing"] as? [String: Any])?["percent"] as? Double == nil {
            state = try await page.call(.GET, "/api/health?after=\(state["revision"] ?? 0)").object
        }
        let importing = try #require(state["importing"] as? [String: Any])
        #expect(importing["percent"] as? Double == 25 && importing["records"] as? Int == 7)
        #expect(try await page.call(.POST, "/api/health/cancel").status == .noContent)
        while !(state["importing"] is NSNull) {
            state = try await page.call(.GET, "/api/health?after=\(state["revision"] ?? 0)").object
        }
        #expect((state["refused"] as? [Any])?.isEmpty == true)
        page.controller.close()
    }

    @Test func aRefusedFileIsReportedWithItsReason() async throws {
        let page = try Page { path, _, _ throws(HealthStoreError) in
            ImportReport(files: [ImportedFile(path: path, outcome: .refused(Self.sentence))])
        }
        try page.controller.startImport(path: "/a/b.zip") {}
        var state = try await page.call(.GET, "/api/health").object
        while !(state["importing"] is NSNull) {
            state = try await page.call(.GET, "/api/health?after=\(state["revision"] ?? 0)").object
        }
        let refused = try #require(state["refused"] as? [[String: String]])
        #expect(refused == [["file": "b.zip", "code": "no_export", "text": "a sentence"]])
        page.controller.close()
    }

    /// The dates are those of the file, read by eye.
    @Test func aFilledStoreIsReady() async throws {
        let page = try Page()
        try page.fill()
        let state = try await page.call(.GET, "/api/health").object
        #expect(state["newest"] as? String == "2026-11-21")
        #expect((state["exportedOn"] as? String)?.contains("Nov 22") == true)
        let german = try await page.call(.GET, "/api/health?language=de").object
        #expect((german["exportedOn"] as? String)?.contains("22. Nov") == true)
        page.controller.close()
    }

    /// A poll reads the home zone, the newest day and the newest export, and counts or goes through no table of records:
    /// with ten years of records it costs what it costs with none.
    @Test func aPollReadsNoMoreThanFourStatements() async throws {
        let page = try Page()
        try page.fill()
        _ = page.heard.statements()
        _ = try await page.call(.GET, "/api/health")
        let statements = page.heard.statements()
        #expect((1...4).contains(statements.count), "\(statements)")
        #expect(!statements.contains { $0.lowercased().contains("count(") }, "\(statements)")
        let queue = try DatabaseQueue(path: page.store.path)
        for statement in statements {
            let plan = try await queue.read { db in
                try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + statement).map {
                    $0["detail"] as String
                }
            }
            // Of sleep and of beats the first and the last row are read, which SQLite calls a scan.
            for table in ["sample", "workout"] {
                #expect(!plan.contains { $0.hasPrefix("SCAN \(table)") }, "\(plan)")
            }
        }
        page.controller.close()
    }

    // MARK: Days

    @Test func daysWorkoutsAndNightsAreServed() async throws {
        let page = try Page()
        try page.fill()
        let days = try await page.call(
            .GET, "/api/health/timeline?from=2026-11-19&to=2026-11-22&today=2026-11-22"
        ).object
        let sections = try #require(days["sections"] as? [[String: Any]])
        #expect(sections.map { $0["id"] as? String } == ["2026-11-21", "2026-11-20"])
        let entries = sections.compactMap { ($0["entries"] as? [[String: Any]])?.first }
        #expect(entries.map { $0["kind"] as? String } == ["workout", "recovery"])
        let workout = try #require(entries[0]["address"] as? String)
        let detail = try await page.call(.GET, "/api/health/workouts/" + workout.dropFirst(9))
        #expect(detail.status == .ok && detail.object["title"] as? String == "Run")
        let night = try await page.call(.GET, "/api/health/nights/2026-11-20")
        #expect(night.status == .ok && (night.object["segments"] as? [Any])?.count == 1)
        let trends = try await page.call(.GET, "/api/health/trends?days=7&today=2026-11-22")
        // From 23:40 to 06:40.
        #expect((trends.object["sleep"] as? [[Double]])?.map(\.[1]) == [7])
        let review = try await page.call(.GET, "/api/health/review?by=week&today=2026-11-21")
        let weeks = try #require(review.object["reviews"] as? [[String: Any]])
        #expect(weeks.map { $0["first"] as? String } == ["2026-11-16", "2026-11-09"])
        #expect(weeks.map { $0["lastCounted"] as? String } == ["2026-11-21", "2026-11-15"])
        let sleep = try #require((weeks[0]["figures"] as? [[String: Any]])?.first)
        #expect(sleep["dayCount"] as? Int == 1 && sleep["median"] == nil)
        #expect(sleep["missing"] as? [String: Int] == ["no_sleep": 5])
        page.controller.close()
    }

    @Test(arguments: [
        ("/workouts/0123456789abcdef", HTTPStatusCode.notFound),
        ("/nights/2026-11-18", .notFound), ("/nights/yesterday", .notFound),
        ("/timeline?from=2026-11-19&to=2026-11-18&today=2026-11-22", .unprocessableContent),
        ("/timeline?from=2020-11-19&to=2026-11-18&today=2026-11-22", .unprocessableContent),
        ("/timeline?from=x&to=2026-11-18&today=2026-11-22", .unprocessableContent),
        ("/trends?days=8&today=2026-11-22", .unprocessableContent),
        ("/trends?days=7", .unprocessableContent), ("/review?by=week", .unprocessableContent),
        ("/review?by=day&today=2026-11-22", .unprocessableContent), ("/uploads/x", .notFound),
    ])
    func whatIsNotThereIsSaid(path: String, status: HTTPStatusCode) async throws {
        let page = try Page()
        try page.fill()
        let response = try await page.call(.GET, "/api/health" + path)
        #expect(response.status == status && response.object["error"] is String)
        page.controller.close()
    }

    // MARK: Uploads

    /// Two files are sent side by side. Of two that are whole, the second waits for the first to be read.
    @Test func twoFilesAreSentAtOnceAndReadOneByOne() async throws {
        let isHeld = Mutex(true)
        let page = try Page { path, _, _ throws(HealthStoreError) in
            while isHeld.withLock(\.self) { usleep(5000) }
            return ImportReport(files: [ImportedFile(path: path, outcome: .imported)])
        }
        var ids: [String] = []
        for name in ["a", "b"] {
            let begun = try await page.call(
                .POST, "/api/health/uploads", #"{"name":"\#(name)","size":4,"modifiedMs":1}"#)
            ids.append(try #require(begun.object["id"] as? String))
        }
        for (at, piece) in [(0, "01"), (2, "23")] {
            for id in ids {
                let sent = try await page.call(.PUT, "/api/health/uploads/\(id)?at=\(at)", piece)
                #expect(sent.object["received"] as? Int == at + 2)
            }
        }
        let path = "/api/health/uploads/"
        #expect(try await page.call(.POST, path + ids[0] + "/import").status == .accepted)
        #expect(try await page.call(.POST, path + ids[1] + "/import").status == .conflict)
        isHeld.withLock { $0 = false }
        var state = try await page.call(.GET, "/api/health").object
        while !(state["importing"] is NSNull) {
            state = try await page.call(.GET, "/api/health?after=\(state["revision"] ?? 0)").object
        }
        #expect(try await page.call(.POST, path + ids[1] + "/import").status == .accepted)
        page.controller.close()
    }

    // MARK: Who may ask

    /// Every route of the server below this address: a new one is asked for by itself.
    @Test func aViewerGetsNoHealthData() async throws {
        let page = try Page()
        try page.fill()
        let routes = page.routes.routes.compactMap { route -> (HTTPMethod, String)? in
            let path =
                switch route.path {
                case .exact(let text), .prefix(let text): text
                case .parts(let parts): parts.map { "/" + ($0 ?? "2026-11-20") }.joined()
                }
            return path.hasPrefix("/api/health") ? (route.method ?? .GET, path) : nil
        }
        #expect(routes.count >= 11)
        for (method, path) in routes {
            let query = "?from=2026-11-19&to=2026-11-20&today=2026-11-20&days=7&at=0"
            let response = try await page.call(method, path + query, "{}", as: .view)
            #expect(response.status == .forbidden, "\(method.rawValue) \(path)")
            #expect(Array(response.object.keys) == ["error"], "\(method.rawValue) \(path)")
            let owner = try await page.call(method, path + query, "{}")
            #expect(owner.status != .forbidden, "\(method.rawValue) \(path)")
        }
        page.controller.close()
    }
}
