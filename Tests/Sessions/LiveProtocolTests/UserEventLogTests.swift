import LivePipeline
import ResonanceBreathing
import SensorProtocol
import Testing

@testable import LiveProtocol

/// The inputs of a person by key are in the log, and a replay of the log has them again.
@Suite struct UserEventLogTests {
    private static func session(_ clock: BridgeSession.Clock) throws -> BridgeSession {
        try BridgeSession(
            StreamingSettings(plan: PacerPlan(.fixed, sessionSeconds: 600)), clock: clock,
            applicationName: "test")
    }

    /// A bridge whose clock runs 5000 s ahead of ours, a beat a second; a pause from 100 to 160 s and a
    /// mark at 30 s.
    ///
    /// - Parameter hasTimes: whether its lines say when they were.
    private static func log(hasTimes: Bool) throws -> (lines: [String], outputs: [LiveOutput]) {
        var session = try session(.wall)
        var lines: [String] = []
        var outputs: [LiveOutput] = []
        func drain(_ session: inout BridgeSession) {
            for output in session.drain() {
                if case .log(let line) = output { lines.append(line.text) }
                if case .live(let live) = output { outputs.append(live) }
            }
        }
        func receive(_ line: String, _ second: Int, _ session: inout BridgeSession) {
            lines.append(line)
            session.receive(.text(line), arrivalMicroseconds: 1_000_000 * second)
            drain(&session)
        }
        func time(_ second: Int) -> String {
            hasTimes ? #","t":\#(1_000_000 * (5000 + second))"# : ""
        }
        receive(
            #"{"type":"hello","proto":"beatline","v":1,"bridge":"b","caps":["rr"]\#(time(0))}"#, 0,
            &session)
        for second in 1...240 {
            if !hasTimes { lines.append(#"{"type":"tick","t":\#(1_000_000 * second)}"#) }
            receive(#"{"type":"rr","rr1024":[1024]\#(time(second))}"#, second, &session)
            session.advance(toMicroseconds: 1_000_000 * second)
            if second == 30 { session.mark("mark 1") }
            if second == 100 { session.pause() }
            if second == 160 { session.resume() }
            drain(&session)
        }
        let active = session.activeSeconds
        #expect(active == 180)
        return (lines, outputs)
    }

    private static func lastBreath(_ outputs: [LiveOutput], before second: Double) -> Double? {
        outputs.compactMap { output -> Double? in
            guard case .breath(let breath) = output else { return nil }
            let start = breath.cycle.startSeconds
            return start < second ? start : nil
        }.last
    }

    @Test(arguments: [true, false])
    func aReplayPausesAndMarksToo(hasTimes: Bool) throws {
        let (lines, first) = try Self.log(hasTimes: hasTimes)
        var session = try Self.session(.bridge)
        var outputs: [BridgeSession.Output] = []
        for line in lines {
            session.receive(.text(line), arrivalMicroseconds: 0)
            outputs += session.drain()
        }
        // Where only ticks have times, the session begins with the first of them, 1 s late.
        #expect(abs(session.activeSeconds - (hasTimes ? 180 : 179)) < 1e-6)
        let isPaused = session.isPaused
        #expect(!isPaused)
        let live = outputs.compactMap { if case .live(let live) = $0 { live } else { nil } }
        // No one is led through the pause, then or now.
        for list in [first, live] {
            #expect(try #require(Self.lastBreath(list, before: 159)) <= 100.5)
            #expect(try #require(Self.lastBreath(list, before: 240)) > 225)
            let figures = list.count { if case .figures = $0 { true } else { false } }
            #expect((178...180).contains(figures))
        }
        let marks = outputs.compactMap { output -> (String, Double)? in
            if case .mark(let label, let time) = output { (label, time) } else { nil }
        }
        #expect(marks.count == 1 && marks.first?.0 == "mark 1")
        #expect(try abs(#require(marks.first).1 - 30) < 1.01)
        // A replay keeps no log of its own.
        #expect(!outputs.contains { if case .log = $0 { true } else { false } })
        // What the reader thinks of the lines.
        let warnings = outputs.compactMap { output -> String? in
            if case .reply(.warning(let warning)) = output { warning.code } else { nil }
        }
        #expect(warnings == (hasTimes ? [] : ["no_t"]))
    }

    @Test func aLogIsAnalysedAsIfNothingHadBeenSaid() throws {
        let (lines, _) = try Self.log(hasTimes: true)
        let device = UserEventLog.device
        let own = lines.filter { $0.contains(#""dev":"\#(device)""#) }
        #expect(own.count == 3)
        #expect(own[0] == #"{"type":"mark","dev":"person","t":5030000000,"label":"mark 1"}"#)
        #expect(
            own[1]
                == #"{"type":"gap","dev":"person","t":5100000000,"from":5100000000,"to":5100000000,"lost":null,"reason":"paused"}"#
        )
        #expect(
            own[2]
                == #"{"type":"gap","dev":"person","t":5160000000,"from":5100000000,"to":5160000000,"lost":null,"reason":"paused"}"#
        )
        // The sensor's beats are whole: no chain is broken by them.
        var session = try Self.session(.bridge)
        for line in lines { session.receive(.text(line), arrivalMicroseconds: 0) }
        session.end()
        let totals = session.totals
        #expect(totals.beatCount == 240 && totals.gapCount == 0)
    }

    /// A pause from before the first line is logged behind it: a log begins as the bridge does.
    @Test func nothingIsLoggedBeforeTheBridge() throws {
        var session = try Self.session(.wall)
        session.pause()
        session.advance(toMicroseconds: 20_000_000)
        let early = session.drain()
        #expect(!early.contains { if case .log = $0 { true } else { false } })
        session.receive(
            .text(#"{"type":"hello","proto":"beatline","v":1,"bridge":"b","t":7000000,"caps":[]}"#),
            arrivalMicroseconds: 20_000_000)
        let lines = session.drain().compactMap { output -> String? in
            if case .log(let line) = output { line.text } else { nil }
        }
        #expect(lines.count == 1)
        #expect(lines.first?.contains(#""t":7000000,"from":7000000,"to":7000000"#) == true)
        let active = session.activeSeconds
        #expect(active == 0)
    }
}
