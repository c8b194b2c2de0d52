import FlyingFox
import Foundation
import LiveSession
import PracticePlans
import PracticeRuntime
import SessionHistory
import TestSupport
import Testing

@testable import SessionDashboard

/// The answers of the routes of reminders, without a network between.
@Suite(.timeLimit(.minutes(1))) struct ReminderFeatureTests {
    private let folder: TemporaryFolder
    private let store: SessionStore
    private let hub = SessionHub()
    private let site: DashboardSite
    private let keys: [WatcherRole: String]

    init() throws {
        folder = try TemporaryFolder()
        store = try SessionStore(path: folder.path + "/history.sqlite")
        let access = AccessKeys(path: nil)
        var keys: [WatcherRole: String] = [:]
        for role in [WatcherRole.full, .view] {
            keys[role] = access.redeem(token: access.makeLink(role))
        }
        self.keys = keys
        let feature = ReminderFeature(
            history: StoredHistory(store: store, logsFolder: ""), reminders: nil)
        site = DashboardSite(
            routes: RouteTable([feature]), access: access, cookie: KeyCookie(name: { "key" }),
            origin: { AllowedOrigins(["http://here"]) })
    }

    private func call(
        _ method: HTTPMethod, _ path: String = "", _ body: String = "", as role: WatcherRole = .full
    ) async throws -> (status: Int, object: [String: Any]) {
        let request = HTTPRequest(
            method: method, version: .http11, path: "/api/practice/reminders" + path, query: [],
            headers: [
                .host: "here", .cookie: "key=\(try #require(keys[role]))",
                .contentType: "application/json",
            ], body: Data(body.utf8))
        let response = try await site.handleRequest(request)
        let object = try? JSONSerialization.jsonObject(with: await response.bodyData)
        return (response.statusCode.code, object as? [String: Any] ?? [:])
    }

    @Test func aReminderIsAddedChangedAndDeleted() async throws {
        let added = try await call(
            .POST, "",
            #"{"times":"21:30,07:00","text":"Time to sit","quiet":null,"condition":{"kind":"unless","of":"any","hours":6}}"#
        )
        #expect(added.status == 201, "\(added.object)")
        #expect(added.object["id"] as? String == "time-to-sit")
        #expect(added.object["times"] as? String == "07:00,21:30")
        #expect(added.object["via"] as? [String] == ["desktop", "page"])
        #expect(added.object["last"] is NSNull && added.object["canSnooze"] as? Bool == false)
        #expect((added.object["next"] as? [String: Any])?["atMs"] as? Int != nil)
        #expect(
            try await call(.POST, "", #"{"times":"7:00","text":"a","id":"time-to-sit"}"#).status
                == 409)

        let list = try await call(.GET, "", as: .view)
        #expect(list.status == 200 && (list.object["reminders"] as? [Any])?.count == 1)
        #expect(list.object["runner"] as? String == "none" && list.object["suggested"] is NSNull)
        let lock = ReminderLock(database: store.path)
        #expect(lock.acquire())
        #expect(try await call(.GET).object["runner"] as? String == "elsewhere")

        let changed = try await call(
            .PUT, "/time-to-sit", #"{"times":"08:00","text":"Sit","via":["page"]}"#)
        #expect(changed.status == 200 && changed.object["times"] as? String == "08:00")
        #expect((changed.object["condition"] as? [String: Any])?["kind"] as? String == "always")
        #expect(try await call(.DELETE, "/time-to-sit").status == 204)
        #expect(try await call(.DELETE, "/time-to-sit").status == 404)
    }

    @Test func whatAPageMayNotDo() async throws {
        let body = #"{"times":"7:00","text":"a"}"#
        for (method, path) in [
            (HTTPMethod.POST, ""), (.PUT, "/a"), (.DELETE, "/a"), (.POST, "/a/snooze"),
            (.POST, "/a/today"),
        ] {
            #expect(try await call(method, path, body, as: .view).status == 403)
        }
        for bad in [
            #"{"times":"07:00"}"#, #"{"times":"24:00","text":"a"}"#,
            #"{"times":"07:00","text":""}"#, #"{"times":"07:00","text":"a","more":1}"#,
            #"{"times":"07:00","text":"a","grace":1441}"#,
            #"{"times":"07:00","text":"a","via":["command"]}"#,
            #"{"times":"07:00","text":"a","via":[{"command":["rm"]}]}"#,
            #"{"times":"07:00","text":"a","via":["webhook"]}"#,
            #"{"times":"07:00","text":"a","id":"../x"}"#, "[]", "",
        ] {
            let response = try await call(.POST, "", bad)
            #expect(response.status == 422, "\(bad)")
            #expect((response.object["error"] as? String)?.isEmpty == false)
        }
        #expect(try store.reminders().isEmpty)
    }

    @Test func theProgramOfACommandIsPreservedAndNotShown() async throws {
        var form = ReminderForm(times: "07:00", text: "Sit")
        form.channels = [.command(["secret"]), .webhook("http://secret")]
        try store.save(items: [StoredReminder.item(try form.rule(id: "a", sinceMs: 0))])
        let shown = try await call(.GET, "", as: .view)
        let item = try #require((shown.object["reminders"] as? [[String: Any]])?.first)
        #expect(item["via"] as? [String] == ["command", "webhook"])
        #expect(!"\(shown.object)".contains("secret"))
        _ = try await call(.PUT, "/a", #"{"times":"08:00","text":"Sit"}"#)
        #expect(try store.reminders().first?.channels == form.channels)
        _ = try await call(
            .PUT, "/a", #"{"times":"08:00","text":"Sit","via":["page","command"]}"#)
        #expect(try store.reminders().first?.channels == [.page, .command(["secret"])])
        #expect(
            try await call(.PUT, "/a", #"{"times":"08:00","text":"a","via":["webhook"]}"#).status
                == 422)
    }

    @Test func puttingOff() async throws {
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        let rule = try ReminderForm(times: "every 5 from 00:00 to 23:55", text: "Sit")
            .rule(id: "a", sinceMs: now - 600_000)
        try store.save(items: [StoredReminder.item(rule)])
        #expect(try await call(.POST, "/a/snooze", "{}").status == 409)
        let runner = ReminderRunner(store, clock: SystemPracticeClock(), language: .en) { _, _ in
            "page"
        }
        _ = try runner.announceDue()
        runner.waitForDeliveries(timeoutSeconds: 30)
        #expect(try await call(.POST, "/a/snooze", #"{"minutes":4}"#).status == 422)
        #expect(try await call(.POST, "/b/snooze", "{}").status == 404)
        let silent = try await call(.POST, "/a/today", "{}")
        #expect(silent.status == 200, "\(silent.object)")
        #expect((silent.object["last"] as? [String: Any])?["state"] as? String == "dismissed")
    }

    /// The dashboard notifies pages of reminders, and gives the lock back.
    @Test func aReminderComesToThePage() async throws {
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        var form = ReminderForm(times: "every 5 from 00:00 to 23:55", text: "Sit")
        form.channels = [.page]
        try store.save(items: [
            StoredReminder.item(try form.rule(id: "a", sinceMs: now - 600_000))
        ])
        let (number, messages) = try #require(hub.join(.full))
        hub.receive(#"{"type":"notifies","on":true}"#, from: number, .full)
        let reminders = DashboardReminders(store, hub: hub, environment: [:], language: .en) {
            _ in
        }
        reminders.start()
        var text = ""
        for await message in messages where message.contains("reminder") {
            text = message
            break
        }
        #expect(text.contains(#""rule":"a","text":"Sit""#))
        #expect(ReminderLock(database: store.path).isHeldElsewhere)
        #expect(DashboardReminders.deliveryLocation(reminders, store) == .here)
        reminders.close()
        try eventually("the lock") { !ReminderLock(database: store.path).isHeldElsewhere }
    }
}
