import LivePipeline
import PhysioTypes
import ResonanceBreathing
import SensorProtocol
import Testing

@testable import LiveProtocol

/// The effects of time on a session: pauses, jumps, stamps that come late, twice and out of order.
/// The clock is a number.
@Suite struct SessionTimeTests {
    private static func session(
        _ clock: BridgeSession.Clock, seconds: Double? = nil, wantsECG: Bool = false
    ) throws -> BridgeSession {
        try BridgeSession(
            StreamingSettings(plan: PacerPlan(.fixed, sessionSeconds: 600)), clock: clock,
            durationSeconds: seconds, wantsECG: wantsECG, applicationName: "test")
    }

    private static func beat(_ second: Int) -> LineFramer.Line {
        .text(#"{"type":"rr","t":\#(1_000_000 * second),"rr_ms":[1000]}"#)
    }

    /// A minute, paused from 20 to 50 s, is over at 90 s; by our clock and by the bridge's.
    @Test(arguments: BridgeSession.Clock.allCases)
    func aPauseIsNoPartOfTheLength(clock: BridgeSession.Clock) throws {
        var session = try Self.session(clock, seconds: 60)
        var ended: Int?
        for second in 0...120 where ended == nil {
            let now = 1_000_000 * second
            session.receive(Self.beat(second), arrivalMicroseconds: now)
            if clock == .bridge {
                session.receive(.text(#"{"type":"tick","t":\#(now)}"#), arrivalMicroseconds: now)
            }
            session.advance(toMicroseconds: now)
            if second == 20 { session.pause() }
            if second == 50 { session.resume() }
            if session.hasEnded { ended = second }
        }
        #expect(ended == 90)
        let (all, active, totals) = (session.seconds, session.activeSeconds, session.totals)
        #expect(all == 90 && active == 60 && totals.durationSeconds == 60)
    }

    /// Beats and gaps of the checks before a session, which is paused meanwhile, do not count in what it comes to.
    @Test(arguments: [true, false]) func checksBeforeASessionCountForNothing(hasBegun: Bool) throws
    {
        var session = try Self.session(.wall)
        session.advance(toMicroseconds: 0)
        session.pause()
        for second in 1...50 {
            let now = 1_000_000 * second
            if second == 8 {
                session.receive(
                    .text(#"{"type":"state","t":\#(now),"state":"lost"}"#), arrivalMicroseconds: now
                )
            }
            session.receive(Self.beat(second), arrivalMicroseconds: now)
            session.advance(toMicroseconds: now)
            if second == 20, hasBegun { session.resume() }
        }
        session.end()
        let totals = session.totals
        #expect(totals.beatCount == (hasBegun ? 30 : 0) && totals.gapCount == 0)
        #expect(totals.durationSeconds == (hasBegun ? 30 : 0))
    }

    /// The computer sleeps for a minute: no cue is announced that has ended, and the next breath comes.
    @Test(arguments: [20.0, 60, 600]) func afterAJumpNoCueIsOld(seconds: Double) throws {
        var session = try Self.session(.wall)
        var cueCount = 0
        let jump = Int(10 * seconds)
        for step in Array(0...100) + Array((100 + jump)...(200 + jump)) {
            let now = 100_000 * step
            session.advance(toMicroseconds: now)
            for output in session.drain() {
                switch output {
                case .live(.phase(let cue)):
                    #expect(cue.startSeconds >= Double(now) / 1e6)
                    cueCount += step > 100 ? 1 : 0
                case .live(.tap(let tap)): #expect(tap.timeSeconds >= Double(now) / 1e6)
                case .reply(.pace(let pace)): #expect(try #require(pace.leadMs) >= 0)
                case .reply(.haptic(let haptic)): #expect(haptic.leadMs >= 0)
                default: break
                }
            }
        }
        // A breath of 10.9 s has three phases.
        #expect((2...4).contains(cueCount), "\(cueCount)")
    }

    private struct Stamps {
        let name: String
        /// Index of the line that is moved, and its stamp; s.
        let line: Int
        let stamp: Double
        /// True if the line comes twice.
        var isTwice = false
        var warnings: [String] = []
        var beats: Int
        var gaps: Int
    }

    /// A hundred beats, one a second, of which one has another stamp. The table is the one of the line protocol: where
    /// time goes back the clock begins anew, so that the next line is ahead of it.
    private static let stamps = [
        Stamps(name: "as it should be", line: 50, stamp: 50, beats: 100, gaps: 0),
        Stamps(name: "late by 0.4 s", line: 50, stamp: 50.4, beats: 100, gaps: 0),
        Stamps(
            name: "twice", line: 50, stamp: 50, isTwice: true, warnings: ["dup"], beats: 100,
            gaps: 0),
        Stamps(
            name: "out of order", line: 50, stamp: 47.5, warnings: ["gap", "t_backwards"],
            beats: 100,
            gaps: 2),
        Stamps(
            name: "a minute ahead", line: 50, stamp: 110, warnings: ["t_backwards", "t_jump"],
            beats: 100, gaps: 2),
    ]

    @Test(arguments: stamps.indices) func aWrongStampSpoilsOneBeat(index: Int) throws {
        let table = Self.stamps[index]
        var session = try Self.session(.bridge)
        session.receive(
            .text(#"{"type":"hello","proto":"beatline","v":1,"t":0,"caps":["rr"]}"#),
            arrivalMicroseconds: 0)
        var codes: Set<String> = []
        var intervals: [Double] = []
        func drain(_ session: inout BridgeSession) {
            for output in session.drain() {
                if case .reply(.warning(let warning)) = output { codes.insert(warning.code) }
                if case .live(.beat(let beat)) = output, beat.artefact == nil {
                    intervals.append(beat.intervalMs)
                }
            }
        }
        for second in 1...100 {
            let stamp = second == table.line ? Int(1e6 * table.stamp) : 1_000_000 * second
            let line = #"{"type":"rr","t":\#(stamp),"rr_ms":[\#(1000 + second % 5)]}"#
            for _ in 0..<(second == table.line && table.isTwice ? 2 : 1) {
                session.receive(.text(line), arrivalMicroseconds: 0)
            }
            drain(&session)
        }
        session.end()
        drain(&session)
        let totals = session.totals
        #expect(codes == Set(table.warnings), "\(table.name)")
        #expect(
            totals.beatCount == table.beats && totals.gapCount == table.gaps,
            "\(table.name): \(totals)")
        // Intervals are the sensor's, whatever the stamps say.
        #expect(intervals.count >= 97 && intervals.allSatisfy { (1000...1004).contains($0) })
    }

    private enum End: CaseIterable { case byHand, byItsLength, byTheBridge }

    /// A session that ordered an ECG orders its end, once, before it says goodbye.
    @Test(arguments: 0..<3) func anOrderedECGIsStopped(end: Int) throws {
        let end = End.allCases[end]
        var session = try Self.session(.bridge, seconds: 5, wantsECG: true)
        var replies: [BeatlineReply] = []
        func receive(_ text: String) {
            session.receive(.text(text), arrivalMicroseconds: 0)
            for case .reply(let reply) in session.drain() { replies.append(reply) }
        }
        receive(#"{"type":"hello","proto":"beatline","v":1,"t":0,"caps":["gatt","ecg"]}"#)
        receive(#"{"type":"state","dev":"7","t":1000,"state":"subscribed"}"#)
        receive(#"{"type":"ack","id":0,"ok":true}"#)
        switch end {
        case .byHand: session.end()
        case .byItsLength: receive(#"{"type":"tick","t":6000000}"#)
        case .byTheBridge: receive(#"{"type":"bye"}"#)
        }
        for case .reply(let reply) in session.drain() { replies.append(reply) }
        let orders = replies.compactMap { reply -> BeatlineReply.Command? in
            if case .command(let command) = reply { command } else { nil }
        }
        #expect(orders.map(\.name) == ["start_ecg", "stop_ecg"])
        #expect(orders.allSatisfy { $0.device == "7" })
        let stop = try #require(
            replies.lastIndex { if case .command = $0 { true } else { false } })
        #expect(replies[stop...].contains(.bye(reason: nil)))
    }

    /// A device whose beats no longer count sends no ECG any more; the one that counts now is asked
    /// for its own.
    @Test func aDeselectedDeviceStopsItsECG() throws {
        var session = try Self.session(.bridge, wantsECG: true)
        var orders: [BeatlineReply.Command] = []
        func receive(_ text: String) {
            session.receive(.text(text), arrivalMicroseconds: 0)
            for case .reply(.command(let order)) in session.drain() { orders.append(order) }
        }
        receive(#"{"type":"hello","proto":"beatline","v":1,"t":0,"caps":["gatt","ecg"]}"#)
        for key in ["7", "8"] {
            receive(
                #"{"type":"device","dev":"\#(key)","t":500,"name":"Strap \#(key)","kind":"ecg"}"#)
            receive(#"{"type":"state","dev":"\#(key)","t":1000,"state":"subscribed"}"#)
        }
        #expect(orders.map(\.name) == ["start_ecg"] && orders.map(\.device) == ["7"])
        let devices = session.devices
        session.choose(try #require(devices.first { $0.key == "8" }))
        receive(#"{"type":"battery","dev":"8","t":2000,"pct":50}"#)
        #expect(orders.prefix(2).map(\.name) == ["start_ecg", "stop_ecg"])
        #expect(orders.prefix(2).map(\.device) == ["7", "7"])
        #expect(orders.dropFirst(2).allSatisfy { $0.name == "start_ecg" && $0.device == "8" })
    }
}
