import Foundation
import LivePipeline
import PhysioTypes
import ResonanceBreathing
import SensorProtocol
import SessionHistory
import Testing
import TestSupport

@testable import LiveSession

/// Lines at their times, on the bridge's clock.
private struct WrittenSource: LiveSource {
    let clock = BridgeSession.Clock.bridge
    let isAwaited = false
    var lines: ArraySlice<String>
    /// What it says when nothing is left.
    var end = LiveSourceEvent.over(nil)

    mutating func events(untilMicroseconds now: Int, reached: Int) -> [LiveSourceEvent] {
        guard reached <= now else { return [] }
        guard let line = lines.popFirst() else { return [end] }
        return [.line(.text(line), from: BridgeSession.onlyClient)]
    }

    /// Two minutes of beats that swing, in lockstep.
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
    private static func settings() -> StreamingSettings {
        StreamingSettings(plan: PacerPlan(.resonanceFit, sessionSeconds: 600))
    }

    private static let about = SessionAbout(
        source: "replay", pacer: "resonance-fit", startedAt: "", minutes: nil, speed: 100)

    /// A session that is run without a host.
    private static func direct(_ lines: [String], minutes: Double? = nil) throws -> SessionTotals {
        var session = try BridgeSession(
            settings(), clock: .bridge, durationSeconds: minutes.map { 60 * $0 },
            application: "test")
        for line in lines { session.take(.text(line), arrivalMicroseconds: 0) }
        session.end()
        return session.totals
    }

    @Test(arguments: [nil, 1.5])
    func aHostedSessionIsTheSessionItself(minutes: Double?) throws {
        let room = SessionRoom()
        _ = room.open(Self.about)
        var host = try SessionHost(
            Self.settings(), minutes: minutes,
            source: WrittenSource(lines: WrittenSource.session[...]),
            room: room, records: SessionRecords(log: nil, keeper: nil) { _ in }, speed: 100,
            application: "test")
        let outcome = host.run { false }
        #expect(outcome.failure == nil && outcome.kept == nil && !room.isRunning)
        #expect(outcome.totals == (try Self.direct(WrittenSource.session, minutes: minutes)))
        #expect(outcome.totals.beatCount > 80)
    }

    @Test func aSourceThatGivesUpIsToldAndWhatCameIsKept() throws {
        let folder = try TemporaryFolder()
        let store = try SessionStore(path: folder.path + "/history.sqlite")
        let room = SessionRoom()
        _ = room.open(Self.about)
        let lines = WrittenSource.session.prefix(300)
        let keeper = SessionKeeper(
            store, SessionStart(.bridge, Self.settings(), toolkitVersion: "1"))
        var host = try SessionHost(
            Self.settings(), minutes: nil,
            source: WrittenSource(lines: lines, end: .over("the strap is gone")), room: room,
            records: SessionRecords(log: nil, keeper: keeper) { _ in }, speed: 100,
            application: "test")
        let outcome = host.run { false }
        #expect(outcome.failure == "the strap is gone" && outcome.kept == keeper.id)
        let kept = try store.session(keeper.id)
        #expect(kept.state == .ended && kept.beatCount == outcome.totals.beatCount)
        #expect(kept.beatCount == (try Self.direct(Array(lines))).beatCount)
    }

    @Test func whatIsDiscardedIsNowhere() async throws {
        let folder = try TemporaryFolder()
        let store = try SessionStore(path: folder.path + "/history.sqlite")
        let room = SessionRoom()
        _ = room.open(Self.about)
        let (number, messages) = try #require(room.join(.full))
        room.take(#"{"type":"mark","label":"a"}"#, from: number, .full)
        let log = try RawLog(path: folder.path + "/a.beatline")
        let keeper = SessionKeeper(
            store, SessionStart(.bridge, Self.settings(), toolkitVersion: "1"))
        // A person discards what is in the history already.
        let source = WatchedSource(lines: WrittenSource.session[...]) { count in
            if count == 200 { room.take(#"{"type":"discard"}"#, from: number, .full) }
        }
        var host = try SessionHost(
            Self.settings(), minutes: nil, source: source, room: room,
            records: SessionRecords(log: log, keeper: keeper) { _ in }, speed: 100,
            application: "test")
        let outcome = host.run { false }
        #expect(outcome.kept == nil && outcome.totals.beatCount > 20)
        #expect(outcome.totals.durationSeconds < 119)
        #expect(try store.sessions(SessionQuery(nil)).total == 0)
        #expect(!FileManager.default.fileExists(atPath: log.path))
        room.leave(number)
        var last = ""
        for await message in messages { last = message }
        #expect(last.contains(#""type":"ended""#) && last.contains(#""id":null"#))
    }

    /// A log of a session, and the same once more through the host.
    @Test func aReplayIsTheSessionOfItsLog() throws {
        let log = WrittenSource.session.joined(separator: "\n") + "\n"
        let room = SessionRoom()
        _ = room.open(Self.about)
        var host = try SessionHost(
            Self.settings(), minutes: nil, source: ReplaySource(log: Data(log.utf8)), room: room,
            records: SessionRecords(log: nil, keeper: nil) { _ in }, speed: 100,
            application: "test")
        #expect(host.run { false }.totals == (try Self.direct(WrittenSource.session)))
    }

    /// A bridge that stays from session to session is the same one in both.
    @Test func aBridgeStaysForTheNextSession() throws {
        let folder = try SocketFolder()
        let gate = SharedGate(BridgeGate(try BridgeListener(.unix(path: folder.socket))))
        let (bridge, other) = (
            try TestBridge(path: folder.socket), try TestBridge(path: folder.socket)
        )
        for client in [bridge, other] {
            client.send(
                #"{"type":"hello","proto":"beatline","v":1,"bridge":"b","caps":["rr","params"]}"#
                    + "\n")
        }
        for number in 1...2 {
            // What is said between sessions is nobody's.
            for _ in 0..<50 { bridge.send(#"{"type":"rr","rr_ms":[1000]}"# + "\n") }
            usleep(50_000)
            gate.idle()
            let room = SessionRoom()
            _ = room.open(Self.about)
            var host = try SessionHost(
                Self.settings(), minutes: 0.02, source: GateSource(gate), room: room,
                records: SessionRecords(log: nil, keeper: nil) { _ in }, application: "test")
            bridge.send(#"{"type":"rr","rr_ms":[900]}"# + "\n")
            if number == 2 { other.send(#"{"type":"bye"}"# + "\n") }
            let outcome = host.run { false }
            #expect(outcome.totals.durationSeconds >= 1.19, "the other one's goodbye ends nothing")
            let heard = bridge.lines(until: #""type":"bye""#)
            #expect(heard.contains { $0.contains(#""type":"hello""#) })
            #expect(heard.contains { $0.contains("breathingParams") })
            #expect(!heard.contains { $0.contains("no_hello") || $0.contains(#""code":"dup""#) })
        }
    }

    /// Without a sensor breathing is led all the same, each cue told before its time.
    @Test func withoutASensorBreathingIsPaced() async throws {
        let room = SessionRoom()
        _ = room.open(Self.about)
        let (number, messages) = try #require(room.join(.view))
        var host = try SessionHost(
            Self.settings(), minutes: 0.025, source: SilentSource(), room: room,
            records: SessionRecords(log: nil, keeper: nil) { _ in }, application: "test")
        let outcome = host.run { false }
        #expect(outcome.totals.beatCount == 0 && outcome.kept == nil)
        #expect(outcome.totals.durationSeconds >= 1.5)
        room.leave(number)
        var types: [String] = []
        for await message in messages {
            let object =
                try JSONSerialization.jsonObject(with: Data(message.utf8)) as? [String: Any]
            types.append(try #require(object?["type"] as? String))
        }
        #expect(types.contains("phase") && types.contains("tap") && types.last == "ended")
    }

    /// The session's time stands still until the sensor talks; it can be ended all the same.
    @Test func whatIsAwaitedCanBeGivenUp() throws {
        let room = SessionRoom()
        _ = room.open(Self.about)
        let (number, messages) = try #require(room.join(.full))
        room.take(#"{"type":"end"}"#, from: number, .full)
        var host = try SessionHost(
            Self.settings(), minutes: 1, source: PageSource(room), room: room,
            records: SessionRecords(log: nil, keeper: nil) { _ in }, application: "test")
        let outcome = host.run { false }
        #expect(outcome.totals.durationSeconds == 0 && outcome.failure == nil)
        withExtendedLifetime(messages) {}
    }
}

/// A source that tells how many lines it gave.
private struct WatchedSource: LiveSource {
    let clock = BridgeSession.Clock.bridge
    let isAwaited = false
    var lines: ArraySlice<String>
    private var count = 0
    private let watch: (Int) -> Void

    init(lines: ArraySlice<String>, watch: @escaping (Int) -> Void) {
        self.lines = lines
        self.watch = watch
    }

    mutating func events(untilMicroseconds now: Int, reached: Int) -> [LiveSourceEvent] {
        guard reached <= now else { return [] }
        guard let line = lines.popFirst() else { return [.over(nil)] }
        count += 1
        watch(count)
        return [.line(.text(line), from: BridgeSession.onlyClient)]
    }
}
