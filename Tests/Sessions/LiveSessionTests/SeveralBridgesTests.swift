import LivePipeline
import LiveProtocol
import PhysioTypes
import ResonanceBreathing
import SensorProtocol
import Testing

@testable import LiveSession

@Suite struct SeveralBridgesTests {
    private static func session(
        _ clock: BridgeSession.Clock = .wall, device: String? = nil
    ) throws -> BridgeSession {
        try BridgeSession(
            StreamingSettings(plan: PacerPlan(.fixed, sessionSeconds: 600)), clock: clock,
            device: device, applicationName: "test")
    }

    private static func hello(_ capabilities: String = #""rr""#) -> LineFramer.Line {
        .text(
            #"{"type":"hello","proto":"beatline","v":1,"bridge":"b","t":0,"caps":[\#(capabilities)]}"#
        )
    }

    private static func interval(
        _ second: Int, device: String = "0", ms: Int = 1000, behind: Int = 0
    ) -> LineFramer.Line {
        .text(
            #"{"type":"rr","dev":"\#(device)","t":\#(1_000_000 * (second - behind)),"rr_ms":[\#(ms)]}"#
        )
    }

    private static func codes(_ outputs: [BridgeSession.AddressedOutput]) -> [String: Int?] {
        var codes: [String: Int?] = [:]
        for output in outputs {
            if case .reply(.warning(let warning)) = output.output {
                codes[warning.code] = .some(output.client)
            }
        }
        return codes
    }

    private static func intervals(_ outputs: [BridgeSession.AddressedOutput]) -> [Double] {
        outputs.compactMap {
            if case .live(.beat(let beat)) = $0.output { beat.intervalMs } else { nil }
        }
    }

    @Test func repliesGoToTheirClientAndTheRestToAll() throws {
        var session = try Self.session()
        session.join(1, atMicroseconds: 0)
        session.join(2, atMicroseconds: 0)
        session.receive(Self.hello(), from: 1, arrivalMicroseconds: 1000)
        session.receive(.text(#"{"type":"ping","id":7,"t":1}"#), from: 2, arrivalMicroseconds: 2000)
        session.receive(.text("{"), from: 2, arrivalMicroseconds: 3000)
        session.advance(toMicroseconds: 1_000_000)
        let outputs = session.drainAddressedOutputs()
        var (pongs, hellos, metrics) = ([Int?](), [Int?](), [Int?]())
        for output in outputs {
            switch output.output {
            case .reply(.pong): pongs.append(output.client)
            case .reply(.hello): hellos.append(output.client)
            case .reply(.metric): metrics.append(output.client)
            default: break
            }
        }
        #expect(pongs == [2] && hellos == [1] && metrics == [nil])
        // The lines of each are counted by themselves.
        #expect(Self.codes(outputs) == ["bad_json": 2, "no_hello": 2])
        for case .reply(.warning(let warning)) in outputs.map(\.output)
        where warning.code == "bad_json" { #expect(warning.line == 2) }
    }

    /// Both call their device 0, as bridges do.
    @Test func theFirstBridgeWithBeatsCounts() throws {
        var session = try Self.session()
        for client in 1...2 {
            session.join(client, atMicroseconds: 0)
            session.receive(Self.hello(), from: client, arrivalMicroseconds: 0)
        }
        for second in 1...60 {
            let now = 1_000_000 * second
            session.receive(Self.interval(second, ms: 1000), from: 2, arrivalMicroseconds: now)
            session.receive(
                Self.interval(second, ms: 700, behind: 900), from: 1, arrivalMicroseconds: now)
        }
        session.end()
        let intervals = Self.intervals(session.drainAddressedOutputs())
        #expect(intervals == Array(repeating: 1000, count: 60))
    }

    @Test func theRequestedDeviceCountsFromAnyBridge() throws {
        var session = try Self.session(device: "b")
        session.join(1, atMicroseconds: 0)
        session.join(2, atMicroseconds: 0)
        for second in 1...30 {
            let now = 1_000_000 * second
            session.receive(
                Self.interval(second, device: "a", ms: 700), from: 1, arrivalMicroseconds: now)
            session.receive(
                Self.interval(second, device: "b", ms: 1000), from: 2, arrivalMicroseconds: now)
        }
        session.end()
        #expect(
            Self.intervals(session.drainAddressedOutputs()) == Array(repeating: 1000, count: 30))
    }

    /// The bridge is gone for 20 s, and comes back with another clock and another number. Another device
    /// does not replace it.
    @Test func aBridgeThatLeavesMayComeBack() throws {
        var session = try Self.session()
        session.join(1, atMicroseconds: 0)
        session.join(2, atMicroseconds: 0)
        var states: [Int: LiveFigures.StreamStatus] = [:]
        var stops = 0
        for second in 1...90 {
            let now = 1_000_000 * second
            session.advance(toMicroseconds: now)
            if second == 31 { session.leave(1, atMicroseconds: now) }
            if second == 51 { session.join(3, atMicroseconds: now) }
            if second <= 30 {
                session.receive(Self.interval(second), from: 1, arrivalMicroseconds: now)
            } else if second > 50 {
                session.receive(
                    Self.interval(second, behind: 1_000_000), from: 3, arrivalMicroseconds: now)
            }
            session.receive(
                Self.interval(second, device: "other", ms: 700), from: 2, arrivalMicroseconds: now)
            for output in session.drain() {
                if case .live(.figures(let figures)) = output { states[second] = figures.stream }
                if case .live(.stop) = output { stops += 1 }
            }
        }
        session.end()
        let totals = session.totals
        #expect(totals.beatCount == 70 && totals.gapCount == 1 && stops == 0)
        #expect(states[30] == .ok && states[32] == .lost && states[50] == .lost)
        #expect(states[55] == .ok)
    }

    @Test func aGoodbyeEndsOneBridgeAndNotTheSession() throws {
        var session = try Self.session()
        session.join(1, atMicroseconds: 0)
        session.join(2, atMicroseconds: 0)
        session.receive(.text(#"{"type":"bye"}"#), from: 1, arrivalMicroseconds: 10)
        #expect(!session.hasEnded && !session.isConnected(1) && session.isConnected(2))
        var alone = try Self.session()
        alone.receive(.text(#"{"type":"bye"}"#), arrivalMicroseconds: 10)
        let hasEnded = alone.hasEnded
        #expect(hasEnded)
    }

    @Test func wholeBreathsGoOnlyToClientsThatAsked() throws {
        var session = try Self.session()
        for (client, capability) in [(1, #""rr""#), (2, #""params""#)] {
            session.join(client, atMicroseconds: 0)
            session.receive(Self.hello(capability), from: client, arrivalMicroseconds: 0)
        }
        var recipients: [Int?] = []
        for step in 1...300 {
            session.advance(toMicroseconds: 100_000 * step)
            for output in session.drainAddressedOutputs() {
                if case .reply(.breath) = output.output { recipients.append(output.client) }
            }
        }
        #expect(recipients.count >= 2 && recipients.allSatisfy { $0 == 2 })
    }

    /// Its log, read again, is the same session: the same beats, and as many gaps.
    @Test func theLogOfSeveralIsTheSameSessionAgain() throws {
        let file = ForgetfulFile()
        let log = RawLog(file, path: "")
        var session = try Self.session()
        func receive(_ line: LineFramer.Line, _ client: Int, _ now: Int) throws {
            try log.append(line, from: client, arrivalMicroseconds: now)
            session.receive(line, from: client, arrivalMicroseconds: now)
        }
        session.join(1, atMicroseconds: 0)
        session.join(2, atMicroseconds: 0)
        for second in 1...120 {
            let now = 1_000_000 * second
            if second == 41 {
                session.leave(1, atMicroseconds: now)
                try log.recordDeparture(1, atMicroseconds: now)
            }
            if second == 61 { session.join(3, atMicroseconds: now) }
            if second <= 40 {
                try receive(Self.interval(second, ms: 990 + second % 7), 1, now)
            } else if second > 60 {
                try receive(Self.interval(second, ms: 990 + second % 7, behind: 50_000), 3, now)
            }
            // Numbered lines of another clock, and a forged note.
            try receive(
                .text(
                    #"{"type":"rr","dev":"z","seq":\#(second),"t":\#(now * 3 + 77),"rr_ms":[700]}"#),
                2, now)
            if second == 30 { try receive(.text(#"{"type":"log","left":1,"t":30000000}"#), 2, now) }
        }
        session.end()
        let intervals = Self.intervals(session.drainAddressedOutputs())
        #expect(intervals.count == 100)

        var again = try Self.session(.bridge)
        var replay = LogReplay()
        var framer = LineFramer()
        framer.push(file.written) { replay.apply($0, &again) }
        again.end()
        let outputs = again.drainAddressedOutputs()
        #expect(Self.intervals(outputs) == intervals)
        let (totals, before) = (again.totals, session.totals)
        #expect(totals.gapCount == before.gapCount && before.gapCount == 1)
        #expect(abs(totals.durationSeconds - before.durationSeconds) <= 1)
    }
}
