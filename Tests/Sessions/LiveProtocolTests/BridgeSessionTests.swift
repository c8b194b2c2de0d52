import LivePipeline
import PhysioTypes
import ResonanceBreathing
import SensorProtocol
import Testing
import TestSupport

@testable import LiveProtocol

@Suite struct BridgeSessionTests {
    private static func settings(_ name: PacerName = .fixed) -> StreamingSettings {
        StreamingSettings(plan: PacerPlan(name, sessionSeconds: 600))
    }

    private static func session(
        _ clock: BridgeSession.Clock = .bridge, seconds: Double? = nil, device: String? = nil
    ) throws -> BridgeSession {
        try BridgeSession(
            settings(), clock: clock, durationSeconds: seconds, device: device,
            applicationName: "test")
    }

    private static func replies(_ outputs: [BridgeSession.Output]) -> [BeatlineReply] {
        outputs.compactMap { if case .reply(let reply) = $0 { reply } else { nil } }
    }

    private static func figures(_ outputs: [BridgeSession.Output]) -> [LiveFigures] {
        outputs.compactMap { if case .live(.figures(let found)) = $0 { found } else { nil } }
    }

    private static let hello =
        #"{"type":"hello","proto":"beatline","v":1,"bridge":"b","t":1000000,"caps":["rr"]}"#

    /// A minute of beats, one a second, reported at once.
    private static func minute(device: String = "0", from start: Int = 1) -> [String] {
        (start..<(start + 60)).map {
            #"{"type":"rr","dev":"\#(device)","t":\#(1_000_000 * $0),"rr1024":[1024]}"#
        }
    }

    /// The output that a bridge in lockstep reads ends with the go of its tick, and all else comes
    /// before it.
    @Test func theReplyToATickFollowsAllItsOutput() throws {
        var session = try Self.session()
        session.receive(
            .text(
                #"{"type":"hello","proto":"beatline","v":1,"t":0,"caps":["rr","lockstep","params"]}"#
            ),
            arrivalMicroseconds: 0)
        var breaths = 0
        for tick in 1...240 {
            let time = 250_000 * tick
            if tick % 4 == 0 {
                session.receive(
                    .text(#"{"type":"rr","t":\#(time),"rr1024":[1000]}"#), arrivalMicroseconds: 0)
            }
            session.receive(.text(#"{"type":"tick","t":\#(time)}"#), arrivalMicroseconds: 0)
            let replies = Self.replies(session.drain())
            #expect(replies.last == .go(timeMicroseconds: time))
            #expect(replies.count { if case .go = $0 { true } else { false } } == 1)
            for case .breath(let breath) in replies {
                breaths += 1
                #expect(try #require(breath.leadMs) >= 250)
            }
            for case .pace(let pace) in replies { #expect(try #require(pace.leadMs) >= 250) }
        }
        // A minute at 5.5.
        #expect((5...6).contains(breaths))
    }

    @Test func theSessionEndsAfterItsDuration() throws {
        var session = try Self.session(seconds: 30)
        for line in [Self.hello] + Self.minute() {
            session.receive(.text(line), arrivalMicroseconds: 0)
        }
        let replies = Self.replies(session.drain())
        let hasEnded = session.hasEnded
        #expect(hasEnded)
        #expect(replies.last == .bye(reason: nil))
        #expect(
            replies.contains { if case .pace(let pace) = $0 { pace.phase == .stop } else { false } }
        )
        let duration = session.totals.durationSeconds
        #expect(duration == 30)
    }

    /// The second device is left out, whatever it sends; --dev turns that round.
    @Test(arguments: [(String?.none, 60), ("b", 30)])
    func oneDeviceCounts(device: String?, count: Int) throws {
        var session = try Self.session(device: device)
        for (index, line) in Self.minute(device: "a").enumerated() {
            session.receive(.text(line), arrivalMicroseconds: 0)
            if index >= 30 {
                session.receive(
                    .text(Self.minute(device: "b")[index]), arrivalMicroseconds: 0)
            }
        }
        session.end()
        let beatCount = session.totals.beatCount
        #expect(beatCount == count)
    }

    @Test func invalidLinesAreReportedAndEndNothing() throws {
        var session = try Self.session()
        let lines =
            [Self.hello, "{", #"{"type":"rr","t":1,"rr_ms":[1e400,-5,"800",null]}"#, "", "[[[["]
            + Self.minute(from: 2)
        for line in lines { session.receive(.text(line), arrivalMicroseconds: 0) }
        session.receive(.tooLong(start: [], byteCount: 70_000), arrivalMicroseconds: 0)
        session.receive(.notUTF8([0xFF]), arrivalMicroseconds: 0)
        session.end()
        let codes = Self.replies(session.drain()).compactMap { reply -> String? in
            if case .warning(let warning) = reply { warning.code } else { nil }
        }
        for code in ["bad_json", "bad_rr", "too_long", "bad_utf8"] {
            #expect(codes.contains(code), "\(code)")
        }
        let beatCount = session.totals.beatCount
        #expect(beatCount == 60)
    }

    @Test func aPacketTooShortIsNamed() throws {
        var session = try Self.session()
        session.receive(.text(Self.hello), arrivalMicroseconds: 0)
        session.receive(
            .text(#"{"type":"gatt","t":2000000,"chr":"2a37","hex":"01"}"#), arrivalMicroseconds: 0)
        session.receive(
            .text(#"{"type":"gatt","t":3000000,"chr":"2a37","hex":"103eb103"}"#),
            arrivalMicroseconds: 0)
        session.end()
        let warnings = Self.replies(session.drain()).compactMap { reply -> String? in
            if case .warning(let warning) = reply { warning.code } else { nil }
        }
        #expect(warnings == ["hr_short"])
        let beatCount = session.totals.beatCount
        #expect(beatCount == 1)
    }

    /// Lines that come late by 0 to 300 ms, from a clock that shows other times.
    @Test func aLineTimeOutweighsItsArrival() throws {
        var random = SplitMix64(seed: 3)
        var session = try Self.session(.wall)
        var beats: [Double] = []
        for second in 1...300 {
            let sent = 1_000_000 * second
            let delay = Int(random.uniform(in: 20_000...300_000))
            session.advance(toMicroseconds: sent + delay)
            session.receive(
                .text(#"{"type":"beat","t":\#(sent + 77_000_000)}"#),
                arrivalMicroseconds: sent + delay)
        }
        session.end()
        for case .live(.beat(let beat)) in session.drain() { beats.append(beat.intervalMs) }
        #expect(beats.count > 280)
        // The distance of the clocks is found by no more than 1 ms a line.
        #expect(beats.allSatisfy { abs($0 - 1000) <= 1.001 })
    }

    /// Lines sent together of which the first comes late.
    @Test func aLateFirstLineBeginsNoNewClock() throws {
        var session = try Self.session(.wall)
        for index in 0..<60 {
            let sent = 1_000_000 * (index + 1)
            session.receive(
                .text(#"{"type":"rr","t":\#(sent),"rr1024":[1024]}"#),
                arrivalMicroseconds: sent + (index == 0 ? 900_000 : 50_000))
        }
        session.end()
        let artefacts = session.drain().compactMap { output -> CorrectionEvent.Kind? in
            if case .live(.beat(let beat)) = output { beat.artefact } else { nil }
        }
        #expect(artefacts.isEmpty)
    }

    /// Times that no clock shows: the session goes on, and takes no longer than the line.
    @Test(arguments: [9_007_199_254_740_991, -9_007_199_254_740_991, 0])
    func aMadClockIsSurvived(time: Int) throws {
        for clock in BridgeSession.Clock.allCases {
            var session = try Self.session(clock)
            var lines = [Self.hello] + Self.minute(from: 2)
            lines.insert(#"{"type":"rr","t":\#(time),"rr1024":[1000,1,65535]}"#, at: 30)
            lines.insert(#"{"type":"beat","t":\#(time)}"#, at: 31)
            lines.insert(#"{"type":"rr","t":31500000,"rr_ms":[0.001,0.001,65535]}"#, at: 32)
            for (index, line) in lines.enumerated() {
                session.receive(.text(line), arrivalMicroseconds: 1_000_000 * index)
            }
            session.end()
            let outputs = session.drain()
            let totals = session.totals
            #expect(totals.beatCount >= 55 && outputs.count < 5000)
            if clock == .wall { #expect(totals.durationSeconds < 70) }
        }
    }

    /// Every second line comes from the other end of time.
    @Test func aClockThatJumpsToAndFroIsSurvived() throws {
        var session = try Self.session()
        session.receive(.text(Self.hello), arrivalMicroseconds: 0)
        for index in 0..<400 {
            let time = (index.isMultiple(of: 2) ? 1 : -1) * 9_007_199_254_740_991
            session.receive(
                .text(#"{"type":"rr","t":\#(time),"rr1024":[\#(900 + index % 50)]}"#),
                arrivalMicroseconds: 0)
        }
        session.end()
        let totals = session.totals
        #expect(totals.beatCount >= 20 && totals.durationSeconds < 86_400)
    }

    @Test func anAbsurdHeartRateIsNone() throws {
        var session = try Self.session()
        for line in [
            Self.hello, #"{"type":"hr","t":1100000,"hr":1e300}"#, #"{"type":"tick","t":4000000}"#,
        ] { session.receive(.text(line), arrivalMicroseconds: 0) }
        let figures = Self.figures(session.drain())
        #expect(!figures.isEmpty && figures.allSatisfy { $0.heartRate.value == nil })
    }

    /// A second device says its charge once a minute.
    @Test func anotherDevicesSilenceIsNoGap() throws {
        var session = try Self.session()
        for (index, line) in Self.minute(device: "a").enumerated() {
            session.receive(.text(line), arrivalMicroseconds: 0)
            if index % 40 == 10 {
                session.receive(
                    .text(
                        #"{"type":"battery","dev":"b","t":\#(1_000_000 * (index + 1)),"pct":80}"#),
                    arrivalMicroseconds: 0)
            }
        }
        session.end()
        let artefacts = session.drain().compactMap { output -> CorrectionEvent.Kind? in
            if case .live(.beat(let beat)) = output { beat.artefact } else { nil }
        }
        #expect(artefacts.isEmpty)
    }

    /// A bridge that reports each beat as a packet and as a number.
    @Test func beatsReportedTwiceCountOnce() throws {
        var session = try Self.session()
        session.receive(.text(Self.hello), arrivalMicroseconds: 0)
        for second in 2...31 {
            for line in [
                #"{"type":"gatt","t":\#(1_000_000 * second),"chr":"2a37","hex":"103c0004"}"#,
                #"{"type":"rr","t":\#(1_000_000 * second + 500),"rr_ms":[1000]}"#,
            ] { session.receive(.text(line), arrivalMicroseconds: 0) }
        }
        session.end()
        let beatCount = session.totals.beatCount
        #expect(beatCount == 30)
    }

    /// Hello in time of day, beats in time since the start.
    @Test(arguments: BridgeSession.Clock.allCases)
    func aHelloOfAnotherClockSpoilsNothing(clock: BridgeSession.Clock) throws {
        var session = try Self.session(clock)
        session.receive(
            .text(#"{"type":"hello","proto":"beatline","v":1,"t":1763690000000000,"caps":["rr"]}"#),
            arrivalMicroseconds: 0)
        for (index, line) in Self.minute(from: 2).enumerated() {
            session.receive(.text(line), arrivalMicroseconds: 1_000_000 * (index + 1))
        }
        session.end()
        let totals = session.totals
        #expect(totals.beatCount == 60)
        #expect((55...65).contains(totals.durationSeconds))
    }

    @Test func silenceIsJudgedByOurClock() throws {
        var session = try Self.session(.wall)
        for line in [Self.hello] + Self.minute(from: 2) {
            session.receive(.text(line), arrivalMicroseconds: session.lineCount * 1_000_000)
        }
        for tick in 0...80 { session.advance(toMicroseconds: 61_000_000 + 250_000 * tick) }
        let figures = Self.figures(session.drain())
        #expect(figures.last?.stream == .stale && figures.last?.heartRate.value == nil)
        #expect(figures.first { $0.sessionSeconds == 50 }?.stream == .ok)
    }

    @Test func aLostLinkIsAGap() throws {
        var session = try Self.session()
        var lines = [Self.hello] + Self.minute(from: 2)
        lines.insert(#"{"type":"state","t":30500000,"state":"lost"}"#, at: 30)
        lines.insert(#"{"type":"state","t":30600000,"state":"subscribed"}"#, at: 31)
        for line in lines { session.receive(.text(line), arrivalMicroseconds: 0) }
        session.end()
        let artefacts = session.drain().compactMap { output -> CorrectionEvent.Kind? in
            if case .live(.beat(let beat)) = output { beat.artefact } else { nil }
        }
        #expect(artefacts == [.gap])
    }

    @Test func theSameLinesGiveTheSameReplies() throws {
        // Arrivals count for nothing: they differ from run to run.
        func run(seed: UInt64) throws -> [String] {
            var random = SplitMix64(seed: seed)
            var session = try Self.session(seconds: 55)
            for line in [Self.hello] + Self.minute() {
                session.receive(.text(line), arrivalMicroseconds: Int(random.uniform(in: 0...1e6)))
            }
            return Self.replies(session.drain()).map(\.text)
        }
        let first = try run(seed: 1)
        #expect(first.count > 60)
        #expect(try run(seed: 2) == first)
    }
}

@Suite struct ReplyQueueTests {
    private static func pace(_ id: Int) -> BeatlineReply {
        .pace(BeatlineReply.Pace(id: id, timeMicroseconds: 0, leadMs: 0, phase: .stop))
    }

    @Test func aSlowReaderLosesTheOldestMetricsFirst() {
        var queue = ReplyQueue()
        for id in 0..<200 {
            queue.push(.metric(BeatlineMetric(timeMicroseconds: id)))
            queue.push(Self.pace(id))
        }
        #expect(queue.droppedCount == 144)
        var lines: [String] = []
        while let line = queue.next() { lines.append(line) }
        #expect(lines.count == 256)
        #expect(lines.count { $0.contains("pace") } == 200)
        let metrics = lines.filter { $0.contains("metric") }
        #expect(metrics.first == BeatlineReply.metric(BeatlineMetric(timeMicroseconds: 144)).text)
    }

    @Test func whatPacesIsNeverDropped() {
        var queue = ReplyQueue()
        for id in 0..<1000 { queue.push(Self.pace(id)) }
        var count = 0
        while queue.next() != nil { count += 1 }
        #expect(count == 1000 && queue.droppedCount == 0)
    }
}
