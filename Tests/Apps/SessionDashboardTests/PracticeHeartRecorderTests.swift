import FlyingFox
import Foundation
import LiveSession
import PracticePlans
import PracticeRuntime
import SessionHistory
import TestSupport
import Testing

@testable import SessionDashboard

/// A heart beside a practice of the page: beats of a file, or a sensor that fails.
@Suite(.timeLimit(.minutes(1))) struct PracticeHeartTests {
    /// A sensor that is not there.
    private struct LostSource: LiveSource {
        let startsAtFirstLine = false

        mutating func events(
            untilMicroseconds now: Int, reachedMicroseconds: Int
        ) -> [LiveSourceEvent] {
            [.ended(SourceFailure(code: "strap", "no strap A is in reach", exitCode: 69))]
        }
    }

    /// A sensor that is let go only when it may.
    private struct SlowSource: LiveSource {
        let startsAtFirstLine = false
        let mayClose: DispatchSemaphore

        mutating func events(
            untilMicroseconds now: Int, reachedMicroseconds: Int
        ) -> [LiveSourceEvent] { [] }

        mutating func close() { mayClose.wait() }
    }

    /// Beats of 400 ms each, which are 150 beats/min, for 60 s.
    private static let beats = (1...150).map {
        #"{"type":"rr","t":\#(400_000 * $0),"rr_ms":[400]}"#
    }.joined(separator: "\n")

    /// Knows `simulated`, which is the beats of a file, and `strap`, which fails.
    private static func page() throws -> PracticePage {
        let log = try TemporaryFolder()
        let path = try log.write("beats.beatline", beats + "\n")
        return try PracticePage { request in
            _ = log
            return switch request.source {
            case "simulated":
                PracticeHeartSourceChoice(.simulated, title: "person") { _ in
                    ReplaySource(path: path) ?? ReplaySource(descriptor: -1)
                }
            case "strap":
                PracticeHeartSourceChoice(.strap, title: request.strap ?? "") { _ in LostSource() }
            default:
                throw PlanError(field: "heart", range: "strap or simulated", found: request.source)
            }
        }
    }

    private static func sit(_ heart: String) -> String {
        PracticePage.sit.replacing(#"{"plan""#, with: #"{"heart": \#(heart), "plan""#)
    }

    /// The entry once the heart is kept with it.
    private static func entry(_ page: PracticePage) async throws -> PracticeEntry {
        while true {
            if let entry = try page.store.practices().first, entry.heart != nil { return entry }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    @Test func aSourceThatIsUnknownIsNamed() async throws {
        let page = try Self.page()
        let response = try await page.call(.POST, "", Self.sit(#"{"source": "crystal"}"#))
        #expect(response.status == 422 && response.object["field"] as? String == "heart")
        #expect(
            response.object["error"] as? String
                == "heart must be strap or simulated; it is crystal")
        #expect(try page.store.activity() == nil)
        await page.close()
    }

    @Test func aPracticeWithoutAHeartHasNone() async throws {
        let page = try Self.page()
        let begun = try await page.call(.POST, "", Self.sit("null"))
        #expect(begun.status == 201 && begun.practice?["heart"] is NSNull)
        await page.close()
    }

    @Test func aSimulatedHeartIsShownAndExcluded() async throws {
        let page = try Self.page()
        let begun = try await page.call(.POST, "", Self.sit(#"{"source": "simulated"}"#))
        #expect(begun.status == 201 && begun.practice?["heart"] is [String: Any])
        let shown = try #require(
            try await page.wait { ($0?["heart"] as? [String: Any])?["bpm"] is Double })
        let heart = try #require(shown["heart"] as? [String: Any])
        #expect(abs((heart["bpm"] as? Double ?? 0) - 150) < 1e-6 && heart["reason"] is NSNull)
        page.clock.pass(61)
        _ = try await page.wait { $0?["phase"] as? String == "phase1" }
        #expect(try await page.call(.POST, "/end").status == 204)
        let entry = try await Self.entry(page)
        #expect(entry.isExcluded && entry.state == .ended)
        let session = try page.store.session(try #require(entry.session))
        #expect(session.source == .simulated)
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data((entry.heart ?? "").utf8))
                as? [String: Any])
        let parts = report["parts"] as? [[String: Any]]
        #expect(parts?.first?["part"] as? String == "phase1")
        await page.close()
    }

    @Test func aHeartThatIsLostEndsNothing() async throws {
        let page = try Self.page()
        let begun = try await page.call(
            .POST, "", Self.sit(#"{"source": "strap", "strap": "A"}"#))
        #expect(begun.status == 201)
        let shown = try await page.wait {
            ($0?["heart"] as? [String: Any])?["reason"] is String
        }
        let heart = try #require(shown?["heart"] as? [String: Any])
        #expect(heart["reason"] as? String == "no strap A is in reach" && heart["bpm"] is NSNull)
        page.clock.pass(61)
        _ = try await page.wait { $0?["phase"] as? String == "phase1" }
        #expect(try await page.call(.POST, "/end").status == 204)
        let entry = try await Self.entry(page)
        #expect(!entry.isExcluded && entry.state == .ended && entry.session == nil)
        // 61 s less the .6 s before it began.
        #expect(entry.mindfulMs == 60_400)
        await page.close()
    }

    /// - Parameter isDeleted: whether the person deletes the entry, or writes a note.
    @Test(arguments: [false, true])
    func editsWhileTheSensorDisconnectsAreStored(isDeleted: Bool) async throws {
        let mayClose = DispatchSemaphore(value: 0)
        let page = try PracticePage { _ in
            PracticeHeartSourceChoice(.strap, title: "A") { _ in SlowSource(mayClose: mayClose) }
        }
        _ = try await page.call(.POST, "", Self.sit(#"{"source": "strap"}"#))
        page.clock.pass(61)
        _ = try await page.wait { $0?["phase"] as? String == "phase1" }
        #expect(try await page.call(.POST, "/end").status == 204)
        var entry = try #require(try page.store.practices().first)
        #expect(entry.state == .ended && entry.heart == nil)
        if isDeleted {
            try page.store.deletePractice(entry.id)
        } else {
            entry.note = "calm"
            try page.store.save(entry)
        }
        mayClose.signal()
        // It returns when the heart is let go.
        await page.close()
        let stored = try page.store.practices()
        #expect(stored.map(\.note) == (isDeleted ? [] : ["calm"]))
        #expect(stored.allSatisfy { $0.heart != nil })
    }

    @Test func theHeartOfACancelledPracticeIsNotStored() async throws {
        let page = try Self.page()
        _ = try await page.call(.POST, "", Self.sit(#"{"source": "simulated"}"#))
        _ = try await page.wait { ($0?["heart"] as? [String: Any])?["bpm"] is Double }
        page.clock.pass(61)
        _ = try await page.wait { $0?["phase"] as? String == "phase1" }
        #expect(try await page.call(.POST, "/cancel").status == 204)
        // It returns when the heart is let go.
        await page.close()
        #expect(try page.store.practices().isEmpty)
        #expect(try page.store.sessions(SessionQuery(nil)).total == 0)
    }
}
