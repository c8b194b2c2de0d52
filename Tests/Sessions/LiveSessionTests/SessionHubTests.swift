import Foundation
import LivePipeline
import LiveProtocol
import ResonanceBreathing
import SensorProtocol
import Synchronization
import Testing

@testable import LiveSession

@Suite struct SessionHubTests {
    private static let about = SessionInfo(
        source: "bridge", name: "a", pacer: "fixed", startedAt: "2026-11-22T15:00:00+01:00",
        minutes: 10)

    private static func session() throws -> BridgeSession {
        try BridgeSession(
            StreamingSettings(plan: PacerPlan(.fixed, sessionSeconds: 600)), clock: .bridge,
            applicationName: "test")
    }

    private static func object(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    /// Messages that wait for a client, once the hub has disconnected it.
    private static func drain(_ messages: AsyncStream<String>) async throws -> [[String: Any]] {
        var found: [[String: Any]] = []
        for await text in messages { found.append(try object(text)) }
        return found
    }

    /// One beat a second and a tick every 250 ms, as the hub's session would have them.
    ///
    /// - Returns: what the session gave.
    @discardableResult private static func live(
        _ session: inout BridgeSession, _ hub: SessionHub, ticks: ClosedRange<Int>
    ) -> [BridgeSession.Output] {
        var all: [BridgeSession.Output] = []
        if ticks.lowerBound == 1 {
            session.receive(
                .text(#"{"type":"hello","proto":"beatline","v":1,"t":0,"caps":["rr","lockstep"]}"#),
                arrivalMicroseconds: 0)
        }
        for tick in ticks {
            let time = 250_000 * tick
            if tick % 4 == 0 {
                session.receive(
                    .text(#"{"type":"rr","t":\#(time),"rr1024":[\#(1000 + tick % 3)]}"#),
                    arrivalMicroseconds: 0)
            }
            session.receive(.text(#"{"type":"tick","t":\#(time)}"#), arrivalMicroseconds: 0)
            let outputs = session.drain()
            hub.serve(&session)
            hub.publish(outputs)
            all += outputs
        }
        return all
    }

    @Test func anEarlyClientReceivesTheBeginningAndTheEnd() async throws {
        let hub = SessionHub()
        let (number, messages) = try #require(hub.join(.full))
        #expect(hub.open(Self.about))
        #expect(!hub.open(Self.about), "one at a time")
        let id = UUID()
        var outcome = SessionOutcome()
        outcome.storedSession = id
        outcome.errors = ["the log is cut"]
        hub.finish(outcome)
        hub.removeWatcher(number)
        let found = try await Self.drain(messages)
        #expect(found.map { $0["type"] as? String } == ["welcome", "begin", "ended"])
        #expect(found[0]["session"] is NSNull && found[0]["role"] as? String == "full")
        let begun = try #require(found[1]["session"] as? [String: Any])
        #expect(begun["source"] as? String == "bridge" && begun["minutes"] as? Double == 10)
        #expect(begun["speed"] as? Double == 1 && begun["t"] as? Double == 0)
        #expect(found[2]["id"] as? String == id.uuidString)
        #expect(found[2]["faults"] as? [String] == ["the log is cut"])
        #expect(found[2]["reason"] is NSNull && found[2]["text"] is NSNull)
    }

    /// Every second has its figures, whatever is missing has a reason, and cues come ahead of their time.
    @Test func aRunningSessionIsBroadcast() async throws {
        let hub = SessionHub()
        _ = hub.open(Self.about)
        var session = try Self.session()
        let (number, messages) = try #require(hub.join(.view))
        // Not more than what waits for a client that does not read.
        let outputs = Self.live(&session, hub, ticks: 1...80)
        hub.removeWatcher(number)
        let found = try await Self.drain(messages)
        func all(_ type: String) -> [[String: Any]] {
            found.filter { $0["type"] as? String == type }
        }
        let figures = all("figures")
        #expect(figures.compactMap { $0["t"] as? Double } == (1...20).map(Double.init))
        for figure in figures {
            let reasons = try #require(figure["reasons"] as? [String: String])
            for name in ["hr", "rmssd", "coherence", "resonance", "respiration"] {
                #expect(
                    (figure[name] is NSNull) == (reasons[name] != nil),
                    "\(name) of \(figure)")
            }
            // A latency has its deviation; one that is unknown was not measured.
            let latency = try #require(figure["latency"])
            let deviation = try #require(figure["latencyDeviation"])
            let isMeasured = try #require(figure["latencyMeasured"] as? Bool)
            #expect((latency is NSNull) == (deviation is NSNull))
            #expect(!isMeasured || latency is Double)
        }
        #expect(figures.last?["hr"] is Double)
        // 18 beats are decided at least: the newest wait for what follows.
        #expect((15...20).contains(all("beat").count))
        let cues = all("phase")
        // Two breaths of 10.9 s at 5.5 breaths/min, of three phases each, the first at 0.5 s.
        #expect(cues.count == 6)
        #expect(cues.first?["t"] as? Double == 0.75 || cues.first?["t"] as? Double == 0.5)
        #expect(
            cues.compactMap { $0["phase"] as? String }.prefix(3) == ["inhale", "hold", "exhale"])
        for (cue, next) in zip(cues, cues.dropFirst()) {
            let (start, length) = (
                try #require(cue["t"] as? Double), try #require(cue["duration"] as? Double)
            )
            let follows = try #require(next["t"] as? Double)
            #expect(abs(start + length - follows) < 1e-9)
        }
        let taps = outputs.compactMap { output -> Double? in
            if case .live(.tap(let tap)) = output { tap.timeSeconds } else { nil }
        }
        let sent = all("tap").compactMap { $0["t"] as? Double }
        #expect(taps.count > 20 && sent.count == taps.count)
        // JSON has them to the microsecond at least.
        #expect(zip(sent, taps).allSatisfy { abs($0 - $1) < 2e-6 })
    }

    /// The breath that lasts, the last minute, and how far the session is.
    @Test func aClientJoiningLaterReceivesTheStatus() async throws {
        let hub = SessionHub()
        _ = hub.open(Self.about)
        var session = try Self.session()
        Self.live(&session, hub, ticks: 1...400)
        let (number, messages) = try #require(hub.join(.view))
        hub.removeWatcher(number)
        let welcome = try #require(try await Self.drain(messages).first)
        let running = try #require(welcome["session"] as? [String: Any])
        let time = try #require(running["t"] as? Double)
        #expect(time >= 100 && time < 110)
        let points = try #require(running["points"] as? [[Any]])
        #expect(points.count == 60 && points.allSatisfy { $0.count == 5 })
        #expect(points.first?[0] as? Double == 41 && points.last?[0] as? Double == 100)
        let cues = try #require(running["cues"] as? [[String: Any]])
        let first = try #require(cues.first)
        let (start, length) = (
            try #require(first["t"] as? Double), try #require(first["duration"] as? Double)
        )
        #expect(start <= 100 && start + length >= 100)
        let figures = try #require(running["figures"] as? [String: Any])
        #expect(figures["t"] as? Double == 100)
    }

    /// A clock that a test moves.
    private final class Hand: Sendable {
        private let start = ContinuousClock.now
        private let moved = Mutex(Duration.zero)
        var now: ContinuousClock.Instant { start + moved.withLock { $0 } }
        func move(_ duration: Duration) { moved.withLock { $0 += duration } }
    }

    /// The lines of a simulated person come four times a second; who asks between them hears the clock, which runs
    /// as fast as the session does.
    @Test(arguments: [1.0, 20]) func betweenTwoLinesTheClockRunsOn(speed: Double) async throws {
        let hand = Hand()
        let hub = SessionHub(clock: { hand.now })
        var about = Self.about
        about.speed = speed
        _ = hub.open(about)
        var session = try Self.session()
        Self.live(&session, hub, ticks: 1...40)
        hub.serve(&session, clockSeconds: 10.2)
        hand.move(.milliseconds(300))
        let (number, messages) = try #require(hub.join(.view))
        hub.receive(#"{"type":"clock","echo":1}"#, from: number, .view)
        hand.move(.milliseconds(450))
        hub.receive(#"{"type":"clock","echo":2}"#, from: number, .view)
        hub.removeWatcher(number)
        let found = try await Self.drain(messages)
        let welcome = try #require(found[0]["session"] as? [String: Any])
        let times = try [welcome["t"], found[1]["t"], found[2]["t"]].map {
            try #require($0 as? Double)
        }
        for (time, since) in zip(times, [0.3, 0.3, 0.75]) {
            #expect(abs(time - (10.2 + speed * since)) < 1e-6)
        }
        #expect(found[1]["echo"] as? Double == 1 && found[2]["echo"] as? Double == 2)
    }

    /// A client that opens the page while the session is paused sees that, and no cue.
    @Test func aClientJoiningDuringAPauseSeesIt() async throws {
        let hand = Hand()
        let hub = SessionHub(clock: { hand.now })
        _ = hub.open(Self.about)
        var session = try Self.session()
        Self.live(&session, hub, ticks: 1...40)
        session.pause()
        hub.publish(session.drain())
        hub.serve(&session)
        // At once the breath would go on for some seconds yet.
        let (first, early) = try #require(hub.join(.view))
        hub.removeWatcher(first)
        let welcome = try #require(try await Self.drain(early).first?["session"] as? [String: Any])
        #expect(welcome["paused"] as? Bool == true && welcome["t"] as? Double == 10)
        #expect((welcome["cues"] as? [Any])?.isEmpty == true)
        Self.live(&session, hub, ticks: 41...80)
        let (number, messages) = try #require(hub.join(.view))
        hand.move(.seconds(2))
        hub.receive(#"{"type":"clock","echo":1}"#, from: number, .view)
        session.resume()
        hub.serve(&session)
        hub.publish(session.drain())
        hub.removeWatcher(number)
        let found = try await Self.drain(messages)
        let running = try #require(found[0]["session"] as? [String: Any])
        #expect(running["paused"] as? Bool == true)
        #expect(running["t"] as? Double == 20 && running["active"] as? Double == 10)
        #expect((running["cues"] as? [Any])?.isEmpty == true)
        let points = try #require(running["points"] as? [[Any]])
        #expect(points.last?[0] as? Double == 10)
        // The session's time goes on meanwhile.
        #expect(found[1]["type"] as? String == "clock" && found[1]["t"] as? Double == 22)
        let paused = found.filter { $0["type"] as? String == "paused" }
        #expect(paused.count == 1 && paused[0]["paused"] as? Bool == false)
    }

    /// A reminder goes to pages that said they show notifications and may act, and counts only with one of them.
    @Test func remindersGoToPagesThatShowThem() async throws {
        let hub = SessionHub()
        let reminder = PageReminder(
            id: "a 2026-11-24T07:00", rule: "a", text: "Sit", localDateTime: "2026-11-24T07:00")
        // A client whose messages can no longer be read is gone.
        let (quiet, silence) = try #require(hub.join(.full))
        let (viewer, watched) = try #require(hub.join(.view))
        let (number, messages) = try #require(hub.join(.full))
        #expect(!hub.remind(reminder))
        hub.receive(#"{"type":"notifies","on":true}"#, from: viewer, .view)
        #expect(!hub.remind(reminder))
        hub.receive(#"{"type":"notifies","on":true}"#, from: number, .full)
        #expect(hub.remind(reminder))
        var iterator = messages.makeAsyncIterator()
        _ = await iterator.next()
        #expect(
            await iterator.next()
                == #"{"id":"a 2026-11-24T07:00","rule":"a","text":"Sit","time":"2026-11-24T07:00","type":"reminder"}"#
        )
        hub.receive(#"{"type":"notifies","on":false}"#, from: number, .full)
        #expect(!hub.remind(reminder))
        hub.receive(#"{"type":"notifies","on":true}"#, from: quiet, .full)
        #expect(hub.remind(reminder))
        hub.removeWatcher(quiet)
        #expect(!hub.remind(reminder))
        _ = (silence, watched)
    }

    @Test func whatIsAskedForIsDone() async throws {
        let hub = SessionHub()
        _ = hub.open(Self.about)
        var session = try Self.session()
        let (number, messages) = try #require(hub.join(.full))
        Self.live(&session, hub, ticks: 1...4)
        hub.receive(#"{"type":"pause"}"#, from: number, .full)
        hub.receive(#"{"type":"mark","label":"here"}"#, from: number, .full)
        hub.serve(&session)
        var isPaused = session.isPaused
        #expect(isPaused)
        hub.publish(session.drain())
        hub.receive(#"{"type":"resume"}"#, from: number, .full)
        hub.serve(&session)
        isPaused = session.isPaused
        #expect(!isPaused)
        hub.receive(#"{"type":"discard"}"#, from: number, .full)
        #expect(hub.serve(&session) == [.discard])
        let hasEnded = session.hasEnded
        #expect(hasEnded)
        hub.removeWatcher(number)
        let found = try await Self.drain(messages)
        #expect(found.count { $0["type"] as? String == "paused" } == 2)
        #expect(found.first { $0["type"] as? String == "mark" }?["label"] as? String == "here")
        #expect(found.compactMap { $0["code"] as? String } == [])
    }

    @Test(arguments: ["pause", "end", "discard", "mark", "packet"])
    func aViewerDoesNotControl(type: String) async throws {
        let hub = SessionHub()
        _ = hub.open(Self.about)
        var session = try Self.session()
        let (number, messages) = try #require(hub.join(.view))
        hub.receive(#"{"type":"\#(type)","hex":"103c0004"}"#, from: number, .view)
        #expect(hub.serve(&session).isEmpty)
        let (isPaused, hasEnded) = (session.isPaused, session.hasEnded)
        #expect(!isPaused && !hasEnded)
        #expect(hub.drainPageEvents().isEmpty)
        hub.removeWatcher(number)
        let codes = try await Self.drain(messages).compactMap { $0["code"] as? String }
        #expect(codes == ["view_only"])
    }

    @Test(arguments: [
        "", "[]", "{}", "null", #"{"type":7}"#, #"{"type":"what"}"#, #"{"type":"packet"}"#,
        #"{"type":"packet","hex":"1"}"#, #"{"type":"charge"}"#, #"{"type":"link"}"#,
        "\u{0}", #"{"type":"pause""#,
    ])
    func anInvalidMessageGetsANoticeAndHasNoEffect(text: String) async throws {
        let hub = SessionHub()
        _ = hub.open(Self.about)
        var session = try Self.session()
        let (number, messages) = try #require(hub.join(.full))
        hub.receive(text, from: number, .full)
        hub.serve(&session)
        let (isPaused, hasEnded) = (session.isPaused, session.hasEnded)
        #expect(!isPaused && !hasEnded)
        #expect(hub.drainPageEvents().isEmpty)
        hub.removeWatcher(number)
        let codes = try await Self.drain(messages).compactMap { $0["code"] as? String }
        #expect(codes == ["bad_message"])
    }

    @Test func withoutASessionThereIsNothingToLead() async throws {
        let hub = SessionHub()
        let (number, messages) = try #require(hub.join(.full))
        hub.receive(#"{"type":"pause"}"#, from: number, .full)
        hub.receive(#"{"type":"clock","echo":12.5}"#, from: number, .full)
        hub.removeWatcher(number)
        let found = try await Self.drain(messages)
        #expect(found[1]["code"] as? String == "no_session")
        #expect(found[2]["echo"] as? Double == 12.5 && found[2]["t"] is NSNull)
    }

    /// A client that does not read neither keeps the others waiting nor fills the memory.
    @Test func aClientThatDoesNotReadIsDisconnected() throws {
        let hub = SessionHub()
        _ = hub.open(Self.about)
        var session = try Self.session()
        // The stream is held, and never read.
        let watcher = try #require(hub.join(.view))
        Self.live(&session, hub, ticks: 1...800)
        #expect(hub.watcherCount == 0)
        withExtendedLifetime(watcher) {}
    }

    /// A client whose key was taken away leads nothing any more.
    @Test func aDismissedClientIsIgnored() async throws {
        let hub = SessionHub()
        _ = hub.open(Self.about)
        var session = try Self.session()
        let (number, messages) = try #require(hub.join(.full))
        hub.disconnectAll()
        hub.receive(#"{"type":"discard"}"#, from: number, .full)
        #expect(hub.serve(&session).isEmpty)
        let hasEnded = session.hasEnded
        #expect(!hasEnded && hub.watcherCount == 0)
        #expect(try await Self.drain(messages).count == 1)
    }

    @Test func aSensorNameIsReportedOnce() async throws {
        let hub = SessionHub()
        hub.follow(SessionProgress(deviceName: "nobody's"))
        _ = hub.open(Self.about)
        let (number, messages) = try #require(hub.join(.view))
        for name in ["a", "Strap 7", "Strap 7"] {
            hub.follow(SessionProgress(deviceName: name))
        }
        hub.removeWatcher(number)
        let names = try await Self.drain(messages).compactMap { $0["name"] as? String }
        #expect(names == ["Strap 7"])
    }

    @Test func moreThanAFewDozenAreTurnedAway() throws {
        let hub = SessionHub()
        var streams: [AsyncStream<String>] = []
        for _ in 0..<SessionHub.maxWatchers {
            streams.append(try #require(hub.join(.view)).messages)
        }
        #expect(hub.join(.view) == nil)
        withExtendedLifetime(streams) {}
    }

    @Test func packetsOfAPageAreLinesOfAStrap() throws {
        let hub = SessionHub()
        _ = hub.open(Self.about)
        let (number, messages) = try #require(hub.join(.full))
        hub.receive(#"{"type":"device","name":"Strap 7"}"#, from: number, .full)
        hub.receive(#"{"type":"packet","hex":"103C0004"}"#, from: number, .full)
        hub.receive(#"{"type":"charge","percent":400}"#, from: number, .full)
        // The client that holds the strap is gone, and so is the strap.
        hub.removeWatcher(number)
        var source = BrowserStrapSource(hub)
        let events = source.events(untilMicroseconds: 5_000_000, reachedMicroseconds: 0)
        let lines = events.compactMap { event -> BeatlineLine? in
            guard case .parsedLine(let line) = event else { return nil }
            return line
        }
        #expect(lines.count == events.count && lines.count == 5)
        #expect(lines.dropFirst().allSatisfy { $0.timeMicroseconds == 5_000_000 })
        guard case .device(let device) = lines[1].message,
            case .gatt(let packet) = lines[2].message,
            case .battery(let percent) = lines[3].message, case .state(.lost, _) = lines[4].message
        else {
            Issue.record("\(lines)")
            return
        }
        #expect(device.name == "Strap 7" && packet.value == [0x10, 0x3C, 0x00, 0x04])
        #expect(packet.characteristic == "2a37" && percent == 100)
        #expect(source.events(untilMicroseconds: 6_000_000, reachedMicroseconds: 0).isEmpty)
        withExtendedLifetime(messages) {}
    }
}
