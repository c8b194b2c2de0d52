import Foundation
import LivePipeline
import LiveProtocol
import ResonanceBreathing
import SensorProtocol
import Testing

@testable import LiveSession

/// The times in messages to a bridge are those of its own clock, wherever that begins.
@Suite struct BridgeClockTests {
    /// The times at which a bridge's clock begins; us: with us, a second, three days and 2^52 us
    /// before.
    static let origins = [0, 1_000_000, 259_200_000_000, 1 << 52]
    private static let step = 250_000

    private static func session(_ clock: BridgeSession.Clock = .bridge) throws -> BridgeSession {
        try BridgeSession(
            StreamingSettings(plan: PacerPlan(.fixed, sessionSeconds: 600)), clock: clock,
            applicationName: "test")
    }

    private static func hello(_ time: Int) -> String {
        #"{"type":"hello","proto":"beatline","v":1,"bridge":"b","t":\#(time),"caps":["rr","lockstep","params"]}"#
    }

    /// Returns the lines of a tick: a beat every second, and the tick itself.
    private static func lines(tick: Int, time: Int) -> [String] {
        (tick % 4 == 0 ? [#"{"type":"rr","t":\#(time),"rr_ms":[1000]}"#] : [])
            + [#"{"type":"tick","t":\#(time)}"#]
    }

    private static func objects(_ outputs: [BridgeSession.Output]) throws -> [[String: Any]] {
        try outputs.compactMap { output in
            guard case .reply(let reply) = output else { return nil }
            return try #require(
                try JSONSerialization.jsonObject(with: Data(reply.text.utf8)) as? [String: Any])
        }
    }

    private static func time(_ reply: [String: Any]) -> Int? {
        (reply["t"] as? NSNumber).map(\.intValue)
    }

    /// Two minutes in lockstep, paused from 50 to 70 s.
    ///
    /// - Parameter time: what the bridge's clock shows at a tick; us.
    /// - Returns: of each tick the replies.
    private static func replies(_ time: (Int) -> Int) throws -> [[[String: Any]]] {
        var session = try session()
        session.receive(.text(hello(time(0))), arrivalMicroseconds: 0)
        var all = [try objects(session.drain())]
        for tick in 1...480 {
            for line in lines(tick: tick, time: time(tick)) {
                session.receive(.text(line), arrivalMicroseconds: 0)
            }
            if tick == 200 { session.pause() }
            if tick == 280 { session.resume() }
            all.append(try objects(session.drain()))
        }
        return all
    }

    /// Whatever a tick causes has the time of the tick; beats lie some seconds before.
    private static func expectTimesOfTicks(
        _ replies: [[[String: Any]]], _ time: (Int) -> Int
    ) throws {
        var counts: [String: Int] = [:]
        for (tick, reported) in replies.enumerated() {
            for reply in reported {
                let type = try #require(reply["type"] as? String)
                counts[type, default: 0] += 1
                guard !["warn", "bye", "cmd"].contains(type) else { continue }
                let reported = try #require(Self.time(reply), "\(reply)")
                if type == "beat" {
                    #expect((time(tick) - 10_000_000...time(tick)).contains(reported), "\(reply)")
                } else {
                    #expect(reported == time(tick), "\(reply)")
                }
                guard ["pace", "haptic", "breathingParams"].contains(type) else { continue }
                let lead = try #require(reply["in_ms"] as? Double)
                let isAhead = (250...500).contains(lead)
                #expect(reply["phase"] as? String == "stop" ? lead == 0 : isAhead, "\(reply)")
            }
        }
        #expect(counts["hello"] == 1 && counts["go"] == 480)
        #expect(try #require(counts["pace"]) > 20 && #require(counts["haptic"]) > 50)
        // 100 s without the pause, a beat a second; where the clock begins anew, some are behind the gap.
        #expect(try #require(counts["metric"]) >= 98 && #require(counts["beat"]) >= 95)
        #expect(try #require(counts["breathingParams"]) >= 8)
    }

    @Test(arguments: origins) func everyTimeIsTheBridgesOwn(origin: Int) throws {
        let time = { origin + Self.step * $0 }
        let reported = try Self.replies(time)
        try Self.expectTimesOfTicks(reported, time)
        // But for their times they are those of a bridge that begins with us.
        let plain = try Self.replies { Self.step * $0 }
        for (replies, others) in zip(reported, plain) {
            let moved = replies.map { reply in
                var reply = reply
                if let time = Self.time(reply) { reply["t"] = time - origin }
                return NSDictionary(dictionary: reply)
            }
            #expect(moved == others.map { NSDictionary(dictionary: $0) })
        }
    }

    /// The clock of the bridge begins anew in the middle.
    @Test(arguments: [0, 1_000_000, 259_200_000_000], [80, 240, 400])
    func aClockThatBeginsAnewCountsFromThere(origin: Int, restart: Int) throws {
        let time = { tick in
            tick < restart ? origin + 600_000_000 + Self.step * tick : Self.step * (tick - restart)
        }
        try Self.expectTimesOfTicks(try Self.replies(time), time)
    }

    /// A hello in time of day, and lines in time since the start.
    @Test func afterAHelloOfAnotherClockTheNextLineCounts() throws {
        let time = { $0 == 0 ? 1_763_690_000_000_000 : Self.step * $0 }
        try Self.expectTimesOfTicks(try Self.replies(time), time)
    }

    /// No line states a larger whole number than 2^53 - 1.
    @Test func atTheEndOfAllClocksTimesStand() throws {
        let maximum = 9_007_199_254_740_991
        for reply in try Self.replies({ min(maximum - 10_000_000 + Self.step * $0, maximum) })
            .joined()
        {
            #expect(Self.time(reply).map { abs($0) <= maximum } ?? true)
        }
    }

    /// A log that is read again gets the same replies to the byte.
    @Test(arguments: origins) func aReplayGetsTheSameReplies(origin: Int) throws {
        let file = ForgetfulFile()
        let log = RawLog(file, path: "")
        var session = try Self.session()
        var texts: [String] = []
        func drain(_ session: inout BridgeSession) {
            for case .reply(let reply) in session.drain() { texts.append(reply.text) }
        }
        let lines =
            [Self.hello(origin)]
            + (1...240).flatMap { Self.lines(tick: $0, time: origin + Self.step * $0) }
        for line in lines {
            try log.append(.text(line), arrivalMicroseconds: 17)
            session.receive(.text(line), arrivalMicroseconds: 17)
        }
        session.end()
        drain(&session)
        let reported = texts
        texts = []
        var again = try Self.session()
        var replay = LogReplay()
        var framer = LineFramer()
        framer.push(file.written) { replay.apply($0, &again) }
        again.end()
        drain(&again)
        #expect(texts == reported && reported.count > 300)
    }

    /// Two bridges of different origins, by our clock; lines take 40 ms.
    @Test func eachOfTwoBridgesHearsItsOwnTime() throws {
        let origins = [1: 259_200_000_000, 2: 1 << 52]
        let delay = 40_000
        var session = try Self.session(.wall)
        var counts: [String: Int] = [:]
        for bridge in [1, 2] { session.join(bridge, atMicroseconds: 0) }
        for step in 1...600 {
            let now = 100_000 * step
            for (bridge, origin) in origins.sorted(by: { $0.key < $1.key }) where step % 10 == 0 {
                let time = origin + now - delay
                let line =
                    step == 10
                    ? Self.hello(time)
                    : #"{"type":"rr","dev":"\#(bridge)","t":\#(time),"rr_ms":[1000]}"#
                session.receive(.text(line), from: bridge, arrivalMicroseconds: now)
            }
            session.advance(toMicroseconds: now)
            let outputs = session.drainAddressedOutputs()
            guard step > 10 else { continue }
            for (bridge, origin) in origins {
                for output in outputs {
                    guard let reply = output.reply(for: bridge) else { continue }
                    let object = try #require(try Self.objects([.reply(reply)]).first)
                    let type = try #require(object["type"] as? String)
                    guard let time = Self.time(object) else { continue }
                    counts["\(bridge) \(type)", default: 0] += 1
                    let shown = origin + now - delay
                    if type == "beat" {
                        #expect((shown - 10_000_000...shown).contains(time), "\(object)")
                    } else {
                        #expect(time == shown, "\(object)")
                    }
                }
            }
            for output in outputs where output.client == 1 { #expect(output.reply(for: 2) == nil) }
        }
        for bridge in [1, 2] {
            for type in ["pace", "haptic", "beat", "metric", "breathingParams"] {
                #expect(try #require(counts["\(bridge) \(type)"]) > 4, "\(bridge) \(type)")
            }
        }
    }

    /// A clock that begins anew counts from the next line on, by our clock too.
    @Test func byOurClockAClockThatBeginsAnewCounts() throws {
        let delay = 40_000
        let restart = 300
        var session = try Self.session(.wall)
        session.join(1, atMicroseconds: 0)
        var counts: [Bool: Int] = [:]
        for step in 1...600 {
            let now = 100_000 * step
            let hasRestarted = step >= restart
            let origin = hasRestarted ? 1_000_000 - 100_000 * restart : 259_200_000_000
            let shown = origin + now - delay
            if step % 10 == 0 {
                let line =
                    step == 10 ? Self.hello(shown) : #"{"type":"rr","t":\#(shown),"rr_ms":[1000]}"#
                session.receive(.text(line), from: 1, arrivalMicroseconds: now)
            }
            session.advance(toMicroseconds: now)
            let outputs = session.drainAddressedOutputs()
            guard step > 10 else { continue }
            for reply in try Self.objects(
                outputs.compactMap { $0.reply(for: 1).map { .reply($0) } })
            {
                // Some beats are reported behind the restart that were before it.
                guard reply["type"] as? String != "beat", let time = Self.time(reply) else {
                    continue
                }
                counts[hasRestarted, default: 0] += 1
                #expect(time == shown, "\(reply)")
            }
        }
        #expect(try #require(counts[false]) > 50 && #require(counts[true]) > 50)
    }

    /// A bridge without a clock receives the session's time.
    @Test func withoutAClockItIsOurs() throws {
        var session = try Self.session(.wall)
        session.receive(
            .text(#"{"type":"hello","proto":"beatline","v":1,"caps":["rr"]}"#),
            arrivalMicroseconds: 0)
        session.advance(toMicroseconds: 5_000_000)
        let times = try Self.objects(session.drain()).compactMap(Self.time)
        #expect(!times.isEmpty && times.allSatisfy { (0...5_000_000).contains($0) })
    }
}
