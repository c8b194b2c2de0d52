import FlyingFox
import Foundation
import LiveSession
import PracticePlans
import PracticeRuntime
import SessionHistory
import TestSupport
import Testing

@testable import SessionDashboard

/// The answers of the routes of practice. Lengths, times and credits are counted by hand.
@Suite(.timeLimit(.minutes(1))) struct PracticeFeatureTests {
    // MARK: Who may ask for what

    @Test(arguments: ["pause", "next", "end", "cancel", "extend", "mute", "resume"])
    func aLinkTriggersNoAction(action: String) async throws {
        let page = try PracticePage()
        let response = try await page.call(.GET, "/" + action)
        #expect(response.status == 405 && response.headers[HTTPHeader("Allow")] == "POST")
        #expect(try await page.call(.POST, "/" + action, as: .view).status == 403)
        await page.close()
    }

    @Test func viewersAndForeignPagesBeginNothing() async throws {
        let page = try PracticePage()
        #expect(try await page.call(.POST, "", PracticePage.sit, as: .view).status == 403)
        let foreign = try await page.call(
            .POST, "", PracticePage.sit, as: .full, [HTTPHeader("Origin"): "http://elsewhere"])
        #expect(foreign.status == 403)
        #expect(try await page.call(.GET, "", as: .view).status == 200)
        #expect(try await page.call(.GET, "").object["practice"] is NSNull)
        await page.close()
    }

    @Test(arguments: [
        (#""kind": "timer", "prepare": 0, "phase1": 0.5, "phase2": 0, "bells": []"#, "phase1"),
        (#""kind": "timer", "prepare": 601, "phase1": 60, "phase2": 0, "bells": []"#, "prepare"),
        (#""kind": "timer", "prepare": 0, "phase1": 60, "bells": []"#, "phase2"),
        (
            #""kind": "interval", "prepare": 0, "work": 30, "rest": 15, "rounds": 100, "countAloud": false"#,
            "rounds"
        ),
        (#""kind": "yoga", "prepare": 0"#, "kind"),
    ])
    func anUnsoundPlanIsNamed(fields: String, field: String) async throws {
        let page = try PracticePage()
        let response = try await page.call(.POST, "", "{\"plan\": {\"version\": 1, \(fields)}}")
        #expect(response.status == 422 && response.object["field"] as? String == field)
        #expect((response.object["range"] as? String)?.isEmpty == false)
        await page.close()
    }

    @Test(arguments: [
        (#"{"preset": "no-such"}"#, "preset"), (#"{}"#, "plan"),
        (#"{"preset": "box", "heart": {"source": "strap", "strap": "A"}}"#, "heart"),
        (#"{"preset": "box", "title": ""}"#, "title"),
    ])
    func anInvalidRequestNamesItsField(body: String, field: String) async throws {
        let page = try PracticePage()
        let response = try await page.call(.POST, "", body)
        #expect(response.status == 422 && response.object["field"] as? String == field)
        await page.close()
    }

    // MARK: One practice from begin to end

    @Test func aSitRunsAndIsStored() async throws {
        let page = try PracticePage()
        let begun = try await page.call(.POST, "", PracticePage.sit)
        #expect(begun.status == 201 && begun.practice?["title"] as? String == "Sit")
        // A page has .6 s to schedule the first sound.
        #expect(begun.practice?["phase"] as? String == "preparing")
        page.clock.pass(0.6 + 300)
        let running = try #require(try await page.wait { $0?["phase"] as? String == "phase1" })
        let (at, ends) = (running["at"] as? Double ?? 0, running["partEnds"] as? Double ?? 0)
        #expect(abs(ends - at - 600) < 1e-6)
        #expect(abs((running["ends"] as? Double ?? 0) - at - 780) < 1e-6)
        #expect(running["partSeconds"] as? Double == 900)
        #expect((running["next"] as? [String: Any])?["phase"] as? String == "phase2")

        #expect(try await page.call(.POST, "/pause").status == 204)
        page.clock.pass(50)
        let paused = try await page.call(.GET, "").practice
        #expect(paused?["paused"] as? Bool == true)
        #expect(
            abs((paused?["partEnds"] as? Double ?? 0) - (paused?["at"] as? Double ?? 0) - 600)
                < 1e-6)
        #expect(try await page.call(.POST, "/resume").status == 204)
        #expect(try await page.call(.POST, "/extend", #"{"minutes": 5}"#).status == 204)
        #expect(try await page.call(.POST, "/extend", #"{"minutes": 0}"#).status == 422)
        let longer = try await page.call(.GET, "").practice
        #expect(longer?["partSeconds"] as? Double == 1200)
        #expect(try await page.call(.POST, "/end").status == 204)
        _ = try await page.wait { $0 == nil }
        let entry = try #require(try page.store.practices().first)
        #expect(entry.state == .ended && entry.title == "Sit" && entry.kind == "timer")
        #expect(entry.mindfulMs == 300_000 && entry.pauseMs == 50_000)
        #expect(try await page.call(.POST, "/pause").status == 404)
        await page.close()
    }

    @Test func cancellingKeepsNothing() async throws {
        let page = try PracticePage()
        _ = try await page.call(.POST, "", PracticePage.sit)
        page.clock.pass(61)
        _ = try await page.wait { $0?["phase"] as? String == "phase1" }
        #expect(try await page.call(.POST, "/cancel").status == 204)
        _ = try await page.wait { $0 == nil }
        #expect(try page.store.practices().isEmpty)
        await page.close()
    }

    @Test func intervalsAreNotExtended() async throws {
        let page = try PracticePage()
        let begun = try await page.call(
            .POST, "",
            """
            {"title": "Tabata", "plan": {"version": 1, "kind": "interval", "prepare": 10, "work": 20, "rest": 10, \
            "rounds": 8, "countAloud": false}}
            """)
        #expect(begun.status == 201 && begun.practice?["title"] as? String == "Tabata")
        page.clock.pass(35)
        let running = try await page.wait { $0?["phase"] as? String == "rest" }
        #expect(running?["round"] as? Int == 1)
        #expect(try await page.call(.POST, "/extend", #"{"minutes": 5}"#).status == 409)
        #expect(try await page.call(.POST, "/next").status == 204)
        let next = try await page.wait { $0?["phase"] as? String == "work" }
        #expect(next?["round"] as? Int == 2)
        await page.close()
    }

    @Test func aPresetIsBegunByItsID() async throws {
        let page = try PracticePage()
        let begun = try await page.call(
            .POST, "", #"{"preset": "4-7-8", "repetitions": 8, "language": "de"}"#)
        #expect(begun.practice?["title"] as? String == "4-7-8")
        page.clock.pass(0.6)
        let running = try await page.wait { $0?["phase"] as? String == "breathing" }
        // 8 breaths of 19 s.
        #expect(running?["partSeconds"] as? Double == 152)
        await page.close()
    }

    // MARK: Others

    private static let other = Activity(owner: .terminalCommand, title: "Morning", kind: "timer")

    @Test func anotherPracticeStandsInTheWayUntilForced() async throws {
        let page = try PracticePage()
        let claim = try page.store.claim(Self.other)
        let refused = try await page.call(.POST, "", PracticePage.sit)
        let holder = refused.object["holder"] as? [String: Any]
        #expect(refused.status == 409 && holder?["title"] as? String == "Morning")
        #expect(holder?["owner"] as? String == "terminal" && holder?["kind"] as? String == "timer")
        let forced = PracticePage.sit.replacing(#"{"plan""#, with: #"{"force": true, "plan""#)
        #expect(try await page.call(.POST, "", forced).status == 201)
        while claim.currentStatus() != .replaced { try await Task.sleep(for: .milliseconds(10)) }
        await page.close()
    }

    @Test func aForcedClaimReplacesThePracticeOfAPage() async throws {
        let page = try PracticePage()
        let messages = try #require(page.hub.join(.full)).messages
        _ = try await page.call(.POST, "", PracticePage.sit)
        page.clock.pass(120)
        _ = try await page.wait { $0?["phase"] as? String == "phase1" }
        while try page.store.practices().isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        let claim = try page.store.claim(Self.other, isForced: true) { $0.credited(page.clock) }
        let ended = try await Self.next("practice_ended", of: messages)
        #expect(ended["reason"] as? String == "replaced" && ended["entry"] is NSNull)
        let entry = try #require(try page.store.practices().first)
        // 120 s less the .6 s before it began.
        #expect(entry.state == .replaced && entry.mindfulMs == 119_400)
        claim.release()
        await page.close()
    }

    @Test func aPageReplacesItsOwnPracticeByForce() async throws {
        let page = try PracticePage()
        let first = try await page.call(.POST, "", PracticePage.sit).practice?["id"] as? String
        page.clock.pass(61)
        while try page.store.practices().isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        #expect(try await page.call(.POST, "", PracticePage.sit).status == 409)
        let forced = PracticePage.sit.replacing(#"{"plan""#, with: #"{"force": true, "plan""#)
        let second = try await page.call(.POST, "", forced).practice?["id"] as? String
        #expect(second != nil && second != first)
        // The first one looks four times a second.
        try await Task.sleep(for: .milliseconds(400))
        #expect(try await page.call(.GET, "").practice?["id"] as? String == second)
        #expect(try page.store.practices().map(\.state) == [.replaced])
        await page.close()
    }

    @Test func aPracticeOfATerminalIsShownAndLed() async throws {
        let page = try PracticePage()
        let claim = try page.store.claim(Self.other)
        let early = try await page.call(.GET, "").practice
        #expect(early?["isHere"] as? Bool == false && early?["plan"] is NSNull)
        let plan = PracticePlan.timer(try TimerPlan(phase1Seconds: 600, phase2Seconds: 0))
        let run = PracticeRun(
            PracticeStart(
                plan, title: "Morning", owner: .terminalCommand, language: .en, version: "1"),
            clock: page.clock, store: page.store, claim: claim)
        run.begin(atSeconds: page.clock.seconds)
        page.clock.pass(100)
        _ = run.step()
        let shown = try #require(
            try await page.wait {
                $0?["plan"] is [String: Any] && $0?["phase"] as? String == "phase1"
            })
        #expect(shown["owner"] as? String == "terminal" && shown["sound"] as? String == "elsewhere")
        #expect(
            abs((shown["partEnds"] as? Double ?? 0) - (shown["at"] as? Double ?? 0) - 500) < 1e-6)
        #expect(try await page.call(.POST, "/pause").status == 204)
        while true {
            if run.step().moment.isPaused { break }
            try await Task.sleep(for: .milliseconds(10))
        }
        _ = try await page.wait { $0?["paused"] as? Bool == true }
        _ = run.finish()
        await page.close()
    }

    /// A practice whose program is gone since 100 s, 200 s after its beginning.
    @Test func anInterruptedPracticeIsResumed() async throws {
        let page = try PracticePage()
        #expect(try await page.call(.GET, "/resumable").object["practice"] is NSNull)
        #expect(try await page.call(.POST, "/resume").status == 404)
        var events = PracticeEvents(
            bootID: page.clock.bootID, originSeconds: 700,
            originMs: Int64(1000 * (page.clock.date.timeIntervalSince1970 - 300)))
        events.inputs = [TimedInput(.start, timeSeconds: 700)]
        events.lastSeenSeconds = 900
        var entry = PracticeEntry(
            startedAt: page.clock.date - 300, utcOffsetSeconds: 0, kind: "timer", title: "Morning",
            plan: PracticeJSON.text(
                PracticePlan.timer(try TimerPlan(phase1Seconds: 600, phase2Seconds: 0))))
        entry.events = events.json
        entry.endedAt = page.clock.date - 100
        entry.mindfulMs = 200_000
        entry.state = .interrupted
        try page.store.save(entry)
        let found = try await page.call(.GET, "/resumable").practice
        #expect(found?["title"] as? String == "Morning")
        #expect(
            found?["endsAt"] as? String
                == LocalTime.text(page.clock.date + 300, utcOffsetSeconds: 0))

        let resumed = try await page.call(.POST, "/resume")
        #expect(resumed.status == 201 && resumed.practice?["id"] as? String == entry.id.uuidString)
        let (at, ends) = (
            resumed.practice?["at"] as? Double ?? 0, resumed.practice?["partEnds"] as? Double ?? 0
        )
        #expect(abs(ends - at - 300) < 1e-6)
        page.clock.pass(301)
        _ = try await page.wait { $0 == nil }
        let stored = try page.store.practice(entry.id)
        // The hole counts.
        #expect(stored.state == .ended && stored.mindfulMs == 600_000)
        await page.close()
    }

    // MARK: The line

    private static func next(
        _ type: String, of messages: AsyncStream<String>
    ) async throws -> [String: Any] {
        for await text in messages {
            let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            if let object, object["type"] as? String == type { return object }
        }
        throw CancellationError()
    }

    @Test func viewersReceiveTheStateAndTheCues() async throws {
        let page = try PracticePage()
        let (_, early) = try #require(page.hub.join(.view))
        #expect(try await Self.next("practice", of: early)["practice"] is NSNull)
        _ = try await page.call(
            .POST, "",
            """
            {"plan": {"version": 1, "kind": "timer", "prepare": 0, "phase1": 60, "phase2": 30, "bells": []}}
            """)
        let cues = try await Self.next("cues", of: early)["cues"] as? [[String: Any]]
        let names = cues?.compactMap { $0["sound"] as? String }
        #expect(names == ["gong", "gong-triple", "gong-end"])
        #expect(cues?.allSatisfy { $0["change"] as? Bool == true } == true)
        let times = (cues ?? []).compactMap { $0["at"] as? Double }.map { $0 - 1000.6 }
        #expect(zip(times, [0, 60, 90]).allSatisfy { abs($0 - $1) < 1e-6 })
        // A later client receives both.
        let (_, late) = try #require(page.hub.join(.view))
        #expect(try await Self.next("practice", of: late)["practice"] is [String: Any])
        #expect(try await Self.next("cues", of: late)["cues"] is [Any])
        page.clock.pass(91)
        let ended = try await Self.next("practice_ended", of: late)
        #expect(ended["reason"] as? String == "finished")
        #expect((ended["entry"] as? [String: Any])?["mindfulSeconds"] as? Double == 60)
        #expect(try await Self.next("practice", of: late)["practice"] is NSNull)
        await page.close()
    }

    @Test func thePracticeClockIsReported() async throws {
        let page = try PracticePage()
        let (number, messages) = try #require(page.hub.join(.view))
        page.clock.pass(7)
        page.hub.receive(#"{"type": "clock", "echo": 3}"#, from: number, .view)
        #expect(try await Self.next("clock", of: messages)["server"] as? Double == 1007)
        await page.close()
    }
}
