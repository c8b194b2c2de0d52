import FlyingFox
import Foundation
import LiveSession
import SessionHistory
import TestSupport
import Testing

@testable import SessionDashboard

/// Entries, rest days and settings as the page writes them, and who may.
@Suite(.timeLimit(.minutes(1))) struct PracticeEntryFeatureTests {
    @Test func anEntryIsAddedChangedAndDeleted() async throws {
        let page = try PracticeLogPage()
        let id = try await page.add(
            "2026-11-23T07:00", minutes: 20, #","title":"Morning","rating":4,"note":"calm""#)
        let entries = try await page.call(.GET, "entries?day=2026-11-23").list("entries")
        let entry = try #require(entries.first)
        #expect(entries.count == 1)
        #expect(entry["startedAt"] as? String == "2026-11-23T07:00:00+01:00")
        #expect(entry["endedAt"] as? String == "2026-11-23T07:20:00+01:00")
        #expect(entry["kind"] as? String == "timer" && entry["origin"] as? String == "manual")
        #expect(entry["mindfulSeconds"] as? Double == 1200)
        #expect(entry["rating"] as? Int == 4 && entry["note"] as? String == "calm")

        let changed = try await page.call(
            .PUT, "entries/" + id, #"{"title":"Early","rating":0,"note":""}"#)
        #expect(changed.object["title"] as? String == "Early")
        #expect(changed.object["rating"] is NSNull && changed.object["note"] is NSNull)
        // What is not named stays.
        let rated = try await page.call(.PUT, "entries/" + id, #"{"rating":5}"#)
        #expect(rated.object["title"] as? String == "Early")
        #expect(rated.object["rating"] as? Int == 5)

        #expect(try await page.call(.DELETE, "entries/" + id).status == .noContent)
        #expect(try await page.call(.DELETE, "entries/" + id).status == .notFound)
        #expect(try await page.call(.GET, "entries?day=2026-11-23").list("entries").isEmpty)
    }

    @Test func withoutATitleTheKindNamesIt() async throws {
        let page = try PracticeLogPage()
        try await page.add("2026-11-23T07:00", minutes: 20, #","kind":"interval""#)
        let german = try #require(page.store)
        var settings = try german.settings()
        settings.language = "de"
        try german.save(settings)
        try await page.add("2026-11-23T08:00", minutes: 20, #","kind":"interval""#)
        let titles = try await page.call(.GET, "entries?day=2026-11-23").list("entries").map {
            $0["title"] as? String
        }
        #expect(titles == ["Intervals", "Intervalle"])
    }

    /// A day is that of the clock on the wall, from its start on; led sessions are among its entries.
    @Test func aDayHasItsEntriesAndNoOthers() async throws {
        let page = try PracticeLogPage()
        _ = try await page.call(.PUT, "settings", #"{"dayStartMinutes":240}"#)
        for at in [
            "2026-11-23T03:59:00+01:00", "2026-11-23T04:00:00+01:00",
            "2026-11-24T03:59:00+01:00", "2026-11-24T04:00:00+01:00",
            "2026-11-23T23:00:00-10:00", "2026-11-23T05:00:00+14:00",
        ] {
            try await page.add(at, minutes: 2, #","title":"\#(at)""#)
        }
        var led = BreathingSession(
            startedAt: try #require(LocalTime.read("2026-11-23T12:00:00+01:00")).date,
            utcOffsetSeconds: 3600, source: .strap, deviceName: "Polar H10",
            pacer: "resonance-fit", preset: nil, recipe: "{}", toolkitVersion: "0.9.0",
            rawLogName: nil)
        led.state = .ended
        led.durationSeconds = 600
        try #require(page.store).add(SessionDetails(session: led))
        let entries = try await page.call(.GET, "entries?day=2026-11-23").list("entries")
        #expect(
            entries.map { $0["title"] as? String } == [
                "2026-11-23T05:00:00+14:00", "2026-11-23T04:00:00+01:00", "resonance-fit",
                "2026-11-24T03:59:00+01:00", "2026-11-23T23:00:00-10:00",
            ])
        let session = try #require(entries.first { $0["kind"] as? String == "session" })
        #expect(session["session"] as? String == led.id.uuidString)
        #expect(session["mindfulSeconds"] as? Double == 600)
    }

    @Test(arguments: [
        (#"{"at":"yesterday","minutes":5}"#, "2026-11-22T07:00"),
        (#"{"at":"2026-11-22T07:00","minutes":0.5}"#, "1 to 1440"),
        (#"{"at":"2026-11-22T07:00","minutes":1441}"#, "1 to 1440"),
        (#"{"at":"2026-11-22T07:00"}"#, "minutes is missing"),
        (#"{"at":"2026-11-22T07:00","minutes":5,"kind":"nap"}"#, "timer, breathe or interval"),
        (#"{"at":"2026-11-22T07:00","minutes":5,"rating":6}"#, "1 to 5"),
        (#"{"at":"2026-11-22T07:00","minutes":5,"title":""}"#, "1 to 80"),
        ("[]", "wrong kind"), ("no", "no JSON"),
    ])
    func whatCannotBeIsRefused(body: String, words: String) async throws {
        let page = try PracticeLogPage()
        let response = try await page.call(.POST, "entries", body)
        #expect(response.status == .unprocessableContent)
        #expect(response.error.contains(words), "\(response.error)")
        #expect(try #require(page.store).practices().isEmpty)
    }

    @Test func aLongTitleALongNoteAndABigBodyAreRefused() async throws {
        let page = try PracticeLogPage()
        let id = try await page.add("2026-11-23T07:00")
        for (name, length, status) in [
            ("title", 81, HTTPStatusCode.unprocessableContent),
            ("note", 4001, .unprocessableContent), ("note", 70_000, .payloadTooLarge),
        ] {
            let body = #"{"\#(name)":"\#(String(repeating: "x", count: length))"}"#
            #expect(try await page.call(.PUT, "entries/" + id, body).status == status)
        }
        #expect(try await page.call(.PUT, "entries/x", "{}").status == .notFound)
    }

    @Test func restsAreSetAndCleared() async throws {
        let page = try PracticeLogPage()
        func rest(_ ranges: [(String, String)]) async throws -> PracticeLogPage.Response {
            let texts = ranges.map { #"{"first":"\#($0.0)","last":"\#($0.1)"}"# }
            return try await page.call(
                .PUT, "rest", #"{"rest":[\#(texts.joined(separator: ","))]}"#)
        }
        let empty = try await page.call(.GET, "rest")
        #expect(empty.list("rest").isEmpty && empty.object["earliest"] as? String == "2026-11-17")
        let saved = try await rest([("2026-12-24", "2026-12-26"), ("2026-11-17", "2026-11-17")])
        #expect(saved.list("rest").map { $0["first"] as? String } == ["2026-11-17", "2026-12-24"])
        for (range, words) in [
            (("2026-11-16", "2026-11-16"), "7 days back"),
            (("2026-12-02", "2026-12-01"), "before it begins"),
            (("2026-12-01", "2027-12-02"), "366"), (("2026-12-32", "2026-12-32"), "dates such as"),
        ] {
            let response = try await rest([range])
            #expect(response.status == .unprocessableContent)
            #expect(response.error.contains(words), "\(response.error)")
        }
        #expect(try await page.call(.GET, "rest").list("rest").count == 2)

        // A rest that is kept stays possible when it lies further back than one may set it anew.
        let later = try PracticeLogPage(now: "2026-12-20T12:00:00+01:00", in: page.folder)
        let again = try await later.call(
            .PUT, "rest", #"{"rest":[{"first":"2026-11-17","last":"2026-11-17"}]}"#)
        #expect(again.status == .ok && again.list("rest").count == 1)
    }

    @Test(arguments: [
        (#"{"dayStartMinutes":361}"#, "0 to 360"), (#"{"activeMinutes":0}"#, "1 to 60"),
        (#"{"level":1.5}"#, "0 to 1"), (#"{"weekStart":"friday"}"#, "monday, sunday"),
        (#"{"sound":"everywhere"}"#, "page, machine, both"), (#"{"speech":"yes"}"#, "speech"),
    ])
    func settingsHaveRanges(body: String, words: String) async throws {
        let page = try PracticeLogPage()
        let before = #"{"dayStartMinutes":180,"weekStart":"sunday","level":0.25}"#
        #expect(try await page.call(.PUT, "settings", before).status == .ok)
        let response = try await page.call(.PUT, "settings", body)
        #expect(response.status == .unprocessableContent)
        #expect(response.error.contains(words), "\(response.error)")
        let saved = try await page.call(.GET, "settings").object
        #expect(saved["dayStartMinutes"] as? Int == 180 && saved["level"] as? Double == 0.25)
        #expect(saved["weekStart"] as? String == "sunday" && saved["sound"] as? String == "page")
    }

    @Test func aViewerChangesNothing() async throws {
        let page = try PracticeLogPage()
        let id = try await page.add("2026-11-23T07:00")
        for address in ["streaks", "calendar", "minutes", "entries", "rest", "settings"] {
            #expect(try await page.call(.GET, address, as: .view).status == .ok, "\(address)")
        }
        for (method, address) in [
            (HTTPMethod.POST, "entries"), (.PUT, "entries/" + id), (.DELETE, "entries/" + id),
            (.PUT, "rest"), (.PUT, "settings"),
        ] {
            let response = try await page.call(method, address, "{}", as: .view)
            #expect(response.status == .forbidden, "\(method.rawValue) \(address)")
        }
        #expect(try await page.call(.GET, "entries?day=2026-11-23").list("entries").count == 1)
    }

    @Test func withoutAHistoryItIsSaid() async throws {
        let page = try PracticeLogPage(keeps: false)
        for address in ["streaks", "calendar", "minutes", "entries", "rest", "settings"] {
            let response = try await page.call(.GET, address)
            #expect(response.status == .notFound && response.error.contains("no history is kept"))
        }
        let added = try await page.call(
            .POST, "entries", #"{"at":"2026-11-22T07:00","minutes":5}"#)
        #expect(added.status == .notFound && added.error.contains("no history is kept"))
    }
}
