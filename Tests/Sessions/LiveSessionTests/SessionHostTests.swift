import Foundation
import LivePipeline
import LiveProtocol
import PhysioTypes
import ResonanceBreathing
import SensorProtocol
import SessionHistory
import Testing
import TestSupport

@testable import LiveSession

/// Lines at their times, on the bridge's clock.
private struct WrittenSource: LiveSource {
    let startsAtFirstLine = false
    var lines: ArraySlice<String>
    /// The event that it gives when nothing is left.
    var end = LiveSourceEvent.ended(nil)

    mutating func events(untilMicroseconds now: Int, reachedMicroseconds: Int) -> [LiveSourceEvent]
    {
        guard reachedMicroseconds <= now else { return [] }
        guard let line = lines.popFirst() else { return [end] }
        return [.line(.text(line), from: BridgeSession.defaultClient)]
    }

    /// Two minutes of beats that oscillate, in lockstep.
    static let session: [String] = (1...480).flatMap { tick -> [String] in
        let time = 250_000 * tick
        let interval = 900 + Int(60 * sin(Double(tick) / 7))
        return [
            #"{"type":"rr","t":\#(time),"rr_ms":[\#(interval)]}"#,
            #"{"type":"tick","t":\#(time)}"#,
        ].filter { tick % 4 == 0 || $0.contains("tick") }
    }
}

@Suite struct SessionHostTests {
    /// A session that is run without a host.
    private static func direct(_ lines: [String], minutes: Double? = nil) throws -> SessionTotals {
        var session = try BridgeSession(
            HostedSession.settings(), clock: .bridge, durationSeconds: minutes.map { 60 * $0 },
            applicationName: "test")
        for line in lines { session.receive(.text(line), arrivalMicroseconds: 0) }
        session.end()
        return session.totals
    }

    @Test(arguments: [nil, 1.5])
    func aHostedSessionIsTheSessionItself(minutes: Double?) throws {
        let hub = SessionHub()
        _ = hub.open(HostedSession.about)
        let outcome = try HostedSession.run(
            HostedSession.plan(minutes: minutes),
            WrittenSource(lines: WrittenSource.session[...]), observers: [hub])
        #expect(outcome.failure == nil && outcome.storedSession == nil && !hub.isRunning)
        #expect(outcome.totals == (try Self.direct(WrittenSource.session, minutes: minutes)))
        #expect(outcome.totals.beatCount > 80)
    }

    @Test func aSourceFailureIsReportedAndItsDataAreStored() throws {
        let folder = try TemporaryFolder()
        let store = try SessionStore(path: folder.path + "/history.sqlite")
        let hub = SessionHub()
        _ = hub.open(HostedSession.about)
        let lines = WrittenSource.session.prefix(300)
        let failure = SourceFailure(code: "strap", "the strap is gone", exitCode: 75)
        var plan = HostedSession.plan()
        plan.isStored = true
        let outcome = try HostedSession.run(
            plan, WrittenSource(lines: lines, end: .ended(failure)), store: store,
            observers: [hub])
        #expect(outcome.failure == failure)
        let storedSession = try store.session(try #require(outcome.storedSession))
        #expect(
            storedSession.state == .ended && storedSession.beatCount == outcome.totals.beatCount)
        #expect(storedSession.beatCount == (try Self.direct(Array(lines))).beatCount)
    }

    @Test func whatIsDiscardedIsNowhere() async throws {
        let folder = try TemporaryFolder()
        let store = try SessionStore(path: folder.path + "/history.sqlite")
        let hub = SessionHub()
        _ = hub.open(HostedSession.about)
        let (number, messages) = try #require(hub.join(.full))
        hub.receive(#"{"type":"mark","label":"a"}"#, from: number, .full)
        // A person discards what is in the history already.
        let source = WatchedSource(lines: WrittenSource.session[...]) { count in
            if count == 200 { hub.receive(#"{"type":"discard"}"#, from: number, .full) }
        }
        var plan = HostedSession.plan()
        (plan.isStored, plan.logging) = (true, .required)
        let outcome = try HostedSession.run(
            plan, source, store: store, folder: folder.path + "/logs", observers: [hub])
        #expect(
            outcome.storedSession == nil && outcome.totals.beatCount > 20 && outcome.isDiscarded)
        #expect(outcome.totals.durationSeconds < 119)
        #expect(try store.sessions(SessionQuery(nil)).total == 0)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path + "/logs").isEmpty)
        hub.removeWatcher(number)
        var last = ""
        for await message in messages { last = message }
        #expect(last.contains(#""type":"ended""#) && last.contains(#""id":null"#))
    }

    /// A log of a session, and the same once more through the host.
    @Test func aReplayIsTheSessionOfItsLog() throws {
        let folder = try TemporaryFolder()
        let log = try folder.write(
            "a.beatline", WrittenSource.session.joined(separator: "\n") + "\n")
        let outcome = try HostedSession.run(
            HostedSession.plan(), try #require(ReplaySource(path: log)))
        #expect(outcome.totals == (try Self.direct(WrittenSource.session)))
    }

    /// A bridge that stays from session to session is the same one in both.
    @Test func aBridgeStaysForTheNextSession() throws {
        let folder = try SocketFolder()
        let server = SharedBridgeServer(
            BridgeServer(try BridgeListener(.unix(path: folder.socket))))
        let (bridge, other) = (
            try TestBridge(path: folder.socket), try TestBridge(path: folder.socket)
        )
        for client in [bridge, other] {
            client.send(
                #"{"type":"hello","proto":"beatline","v":1,"bridge":"b","caps":["rr","params"]}"#
                    + "\n")
        }
        bridge.send(#"{"type":"device","dev":"0","name":"H10"}"# + "\n")
        for number in 1...2 {
            // What is said between sessions belongs to none.
            for _ in 0..<50 { bridge.send(#"{"type":"rr","rr_ms":[1000]}"# + "\n") }
            usleep(50_000)
            server.discardEvents()
            bridge.send(#"{"type":"rr","rr_ms":[900]}"# + "\n")
            if number == 2 { other.send(#"{"type":"bye"}"# + "\n") }
            // What it said of its device once is known with its first line of each session.
            let names = Names {
                bridge.send(#"{"type":"rr","rr_ms":[901]}"# + "\n")
            }
            let outcome = try HostedSession.run(
                HostedSession.plan(clock: .wall, minutes: 0.02),
                BridgeSource(server, isShared: true),
                observers: [names])
            #expect(names.last == "H10")
            #expect(outcome.totals.durationSeconds >= 1.19, "the other one's goodbye ends nothing")
            let heard = bridge.lines(until: #""type":"bye""#)
            #expect(heard.contains { $0.contains(#""type":"hello""#) })
            #expect(heard.contains { $0.contains("breathingParams") })
            #expect(!heard.contains { $0.contains("no_hello") || $0.contains(#""code":"dup""#) })
        }
    }

    /// Two goodbyes in one block are of one bridge: the other one's session goes on.
    @Test func aSecondGoodbyeIsNobodys() throws {
        let folder = try SocketFolder()
        let server = SharedBridgeServer(
            BridgeServer(try BridgeListener(.unix(path: folder.socket))))
        let (bridge, other) = (
            try TestBridge(path: folder.socket), try TestBridge(path: folder.socket)
        )
        bridge.send(#"{"type":"rr","t":1000000,"rr_ms":[900]}"# + "\n")
        other.send(#"{"type":"bye"}"# + "\n" + #"{"type":"bye"}"# + "\n")
        let outcome = try HostedSession.run(
            HostedSession.plan(clock: .wall, minutes: 0.02), BridgeSource(server))
        #expect(outcome.totals.durationSeconds >= 1.2 && outcome.lineCount == 2)
    }

    /// Breathing is led without a sensor all the same, each cue announced before its time.
    @Test func withoutASensorBreathingIsPaced() async throws {
        let hub = SessionHub()
        _ = hub.open(HostedSession.about)
        let (number, messages) = try #require(hub.join(.view))
        let outcome = try HostedSession.run(
            HostedSession.plan(.none, clock: .wall, minutes: 0.025), NoSensorSource(),
            observers: [hub])
        #expect(outcome.totals.beatCount == 0 && outcome.storedSession == nil)
        #expect(outcome.totals.durationSeconds >= 1.5)
        hub.removeWatcher(number)
        var types: [String] = []
        for await message in messages {
            let object =
                try JSONSerialization.jsonObject(with: Data(message.utf8)) as? [String: Any]
            types.append(try #require(object?["type"] as? String))
        }
        #expect(types.contains("phase") && types.contains("tap") && types.last == "ended")
    }

    /// The host waits until something is due, and no longer than a second.
    @Test func theHostWaitsForWhatIsDue() throws {
        let waits = Waits([30, 950, 7, 2500, 120])
        var plan = HostedSession.plan()
        plan.speed = 1
        _ = try HostedSession.run(plan, DueSource(waits: waits))
        #expect(waits.waited.count == waits.dueMs.count)
        for (waited, due) in zip(waits.waited, waits.dueMs) {
            #expect(waited <= min(due, 1000), "\(due) ms")
        }
        // A busy machine may take a while from one question to the next.
        #expect(waits.waited[1] > 300 && waits.waited[3] == 1000)
    }

    /// The session's time stands still until the sensor talks; it can be ended all the same.
    @Test func whatIsAwaitedCanBeGivenUp() throws {
        let hub = SessionHub()
        _ = hub.open(HostedSession.about)
        let (number, messages) = try #require(hub.join(.full))
        hub.receive(#"{"type":"end"}"#, from: number, .full)
        let outcome = try HostedSession.run(
            HostedSession.plan(.strap, clock: .wall, minutes: 1), BrowserStrapSource(hub),
            observers: [hub])
        #expect(outcome.totals.durationSeconds == 0 && outcome.failure == nil)
        withExtendedLifetime(messages) {}
    }
}

/// A source that reports how many lines it gave.
private struct WatchedSource: LiveSource {
    let startsAtFirstLine = false
    var lines: ArraySlice<String>
    private var count = 0
    private let watch: (Int) -> Void

    init(lines: ArraySlice<String>, watch: @escaping (Int) -> Void) {
        self.lines = lines
        self.watch = watch
    }

    mutating func events(untilMicroseconds now: Int, reachedMicroseconds: Int) -> [LiveSourceEvent]
    {
        guard reachedMicroseconds <= now else { return [] }
        guard let line = lines.popFirst() else { return [.ended(nil)] }
        count += 1
        watch(count)
        return [.line(.text(line), from: BridgeSession.defaultClient)]
    }
}

/// An observer of the name that the sensor of a session has.
private final class Names: SessionObserver {
    private(set) var last: String?
    private var act: (() -> Void)?

    /// - Parameter act: is done once, when the session has begun.
    init(_ act: @escaping () -> Void) { self.act = act }

    func follow(_ moment: SessionProgress) {
        last = moment.deviceName
        guard moment.seconds > 0.1 else { return }
        act?()
        act = nil
    }
}

/// The waits of a host, and the due times it was given.
private final class Waits {
    /// The due times from the question on; ms.
    let dueMs: [Int32]
    var waited: [Int32] = []
    var nowMicroseconds = 0

    init(_ dueMs: [Int32]) { self.dueMs = dueMs }
}

/// Reports when it has something next, and never waits.
private struct DueSource: LiveSource {
    let startsAtFirstLine = false
    let waits: Waits

    mutating func events(untilMicroseconds now: Int, reachedMicroseconds: Int) -> [LiveSourceEvent]
    {
        waits.nowMicroseconds = now
        return waits.waited.count == waits.dueMs.count ? [.ended(nil)] : []
    }

    func dueMicroseconds(reachedMicroseconds: Int) -> Int {
        waits.nowMicroseconds + 1000 * Int(waits.dueMs[waits.waited.count])
    }

    mutating func wait(milliseconds: Int32, _ wake: WakeSignal) {
        waits.waited.append(milliseconds)
    }
}
