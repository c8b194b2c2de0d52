import LivePipeline
import PhysioTypes
import ResonanceBreathing
import SensorProtocol
import Testing

@testable import LiveProtocol

/// The errors of a strap and its link, as the lines of a bridge in real time's order.
@Suite struct LinkErrorTests {
    /// A session by our clock that receives lines at their time, and what came of it.
    private struct Stage: ~Copyable {
        var session: BridgeSession
        var now = 0
        var beats: [LiveBeat] = []
        var figures: [Int: LiveFigures] = [:]
        var paceTimes: [Double] = []
        var stopCount = 0
        var codes: [String] = []

        init() throws {
            session = try BridgeSession(
                StreamingSettings(plan: PacerPlan(.fixed, sessionSeconds: 3600)), clock: .wall,
                applicationName: "test")
        }

        /// Lets time go on to the second, in steps.
        mutating func advance(to seconds: Double) {
            let end = Int(seconds * 1e6)
            while now < end {
                now = min(end, session.dueMicroseconds)
                session.advance(toMicroseconds: now)
                collect()
            }
        }

        mutating func receive(_ line: String, at seconds: Double) {
            advance(to: seconds)
            session.receive(.text(line), arrivalMicroseconds: now)
            collect()
        }

        mutating func end() {
            session.end()
            collect()
        }

        private mutating func collect() {
            for output in session.drain() {
                switch output {
                case .live(.beat(let beat)): beats.append(beat)
                case .live(.figures(let found)): figures[Int(found.sessionSeconds)] = found
                case .live(.phase(let cue)): paceTimes.append(cue.startSeconds)
                case .live(.stop): stopCount += 1
                case .reply(.warning(let warning)): codes.append(warning.code)
                default: break
                }
            }
        }
    }

    /// A packet of one interval.
    private static func packet(_ ms: Int, at seconds: Double) -> String {
        #"{"type":"rr","t":\#(Int(seconds * 1e6)),"rr_ms":[\#(ms)]}"#
    }

    /// Alternates by 10 ms, so that RMSSD is 10 ms; around 1000 ms, or less.
    private static func interval(_ index: Int, around mean: Int = 1000) -> Int {
        mean + (index.isMultiple(of: 2) ? 5 : -5)
    }

    /// Breathing goes on without a seam from the beginning on.
    private static func isUnbroken(_ times: [Double], until end: Double) -> Bool {
        zip(times, times.dropFirst()).allSatisfy { $1 > $0 && $1 - $0 < 8 }
            && (times.last ?? 0) > end - 8
    }

    /// A link that is lost, and says so. The heart beats on, faster after it than before: a difference across
    /// the hole would show in RMSSD.
    @Test(arguments: [2.0, 10, 60]) func aLostLinkIsAHoleAndNothingElse(seconds: Double) throws {
        var stage = try Stage()
        var (time, index) = (0.0, 0)
        while time < 90 {
            let ms = Self.interval(index)
            time += Double(ms) / 1000
            stage.receive(Self.packet(ms, at: time), at: time)
            index += 1
        }
        let (before, left) = (index, time)
        stage.receive(
            #"{"type":"state","t":\#(Int(time * 1e6) + 1000),"state":"lost"}"#, at: time + 0.001)
        time += seconds
        let state = #"{"type":"state","t":\#(Int(time * 1e6)),"state":"subscribed"}"#
        stage.receive(state, at: time)
        let back = time
        while time < back + 90 {
            let ms = Self.interval(index, around: 950)
            time += Double(ms) / 1000
            stage.receive(Self.packet(ms, at: time), at: time)
            index += 1
        }
        stage.end()
        // As many as were sent, and the hole is as long as it was.
        #expect(stage.beats.count == index && stage.session.totals.beatCount == index)
        #expect(stage.session.totals.gapCount == 1)
        #expect(
            stage.beats.map(\.artefact).enumerated().filter { $0.element != nil }.map(\.offset)
                == [before])
        #expect(stage.beats[before].artefact == .gap)
        let hole = stage.beats[before].timeSeconds - stage.beats[before - 1].timeSeconds
        #expect(abs(hole - (seconds + 0.945)) < 0.05, "\(hole)")
        let (lost, again) = (Int(left) + 1, Int(back))
        if seconds > 2 {
            #expect(stage.figures[lost]?.stream == .lost)
            #expect(stage.figures[lost]?.rmssd.value == nil)
            // Less than nine tenths of the window are covered.
            #expect(stage.figures[again + 10]?.rmssd.missing?.code == "coverage")
        }
        for second in [lost - 2, again + 35, again + 60, again + 85] {
            let rmssd = try #require(stage.figures[second]?.rmssd.value, "\(second)")
            #expect(abs(rmssd - 10) < 0.5, "\(second)")
        }
        // Wherever there is one it crosses nothing.
        for figures in stage.figures.values {
            if let rmssd = figures.rmssd.value { #expect(rmssd < 11) }
        }
        #expect(stage.stopCount == 1 && Self.isUnbroken(stage.paceTimes, until: time))
    }

    /// The link stalls, and hands over what it kept.
    @Test(arguments: [2.0, 4]) func whatComesLateIsNotLost(stall: Double) throws {
        var stage = try Stage()
        var (time, index) = (0.0, 0)
        var arrivalTime = 0.0
        while time < 180 {
            let ms = Self.interval(index)
            time += Double(ms) / 1000
            arrivalTime = max(arrivalTime, time)
            if time > 90, time - Double(ms) / 1000 <= 90 { arrivalTime = time + stall }
            stage.receive(Self.packet(ms, at: arrivalTime), at: arrivalTime)
            index += 1
        }
        stage.end()
        #expect(stage.beats.count == index && stage.session.totals.gapCount == 0)
        #expect(stage.beats.allSatisfy { $0.artefact == nil })
        #expect(stage.stopCount == 1)
    }

    /// Every packet comes twice, the second within some milliseconds.
    @Test func packetsThatComeTwiceCountOnce() throws {
        var stage = try Stage()
        var (time, index) = (0.0, 0)
        while time < 120 {
            let ms = Self.interval(index)
            time += Double(ms) / 1000
            stage.receive(Self.packet(ms, at: time), at: time)
            stage.receive(Self.packet(ms, at: time + 0.004), at: time + 0.004)
            index += 1
        }
        stage.end()
        #expect(stage.beats.count == index && stage.session.totals.gapCount == 0)
        #expect(stage.codes.contains("dup"))
        #expect(stage.beats.allSatisfy { $0.artefact == nil })
    }

    /// The bridge's clock begins anew with the strap: a gap, and a new clock behind it.
    @Test func aClockThatBeginsAnewIsAGap() throws {
        var stage = try Stage()
        var (time, index) = (0.0, 0)
        while time < 180 {
            let ms = Self.interval(index)
            time += Double(ms) / 1000
            let shown = time < 90 ? time + 1e5 : time - 90
            stage.receive(Self.packet(ms, at: shown), at: time)
            index += 1
        }
        stage.end()
        #expect(stage.codes.contains("t_backwards"))
        #expect(stage.beats.count == index && stage.session.totals.gapCount == 1)
        let artefacts = stage.beats.compactMap(\.artefact)
        #expect(artefacts == [.gap])
        let times = stage.beats.map(\.timeSeconds)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        #expect(abs((times.last ?? 0) - time) < 1)
    }

    /// The strap is connected, and has nothing to say: 40 s of packets without a beat. The first does not
    /// know of electrodes, the second says that they do not touch.
    @Test(arguments: [("0000", LiveFigures.StreamStatus.stale), ("0400", .noContact)])
    func silenceInventsNothing(packet: String, state: LiveFigures.StreamStatus) throws {
        var stage = try Stage()
        var (time, index) = (0.0, 0)
        func value(_ hex: String, _ seconds: Double) -> String {
            #"{"type":"gatt","t":\#(Int(seconds * 1e6)),"chr":"2a37","hex":"\#(hex)"}"#
        }
        func beat(_ stage: inout Stage) {
            let ticks = index.isMultiple(of: 2) ? 1024 : 1014
            time += Double(ticks) / 1024
            let low = String(ticks & 0xFF, radix: 16)
            let hex = "103c" + (low.count < 2 ? "0" + low : low) + "0" + String(ticks >> 8)
            stage.receive(value(hex, time), at: time)
            index += 1
        }
        while time < 90 { beat(&stage) }
        let silent = Int(time)
        for _ in 0..<40 {
            time += 1
            stage.receive(value(packet, time), at: time)
        }
        let heard = Int(time)
        while time < 220 { beat(&stage) }
        stage.end()
        for second in (silent + 17)...(heard - 1) {
            let figures = try #require(stage.figures[second])
            #expect(figures.stream == state && figures.heartRate.value == nil)
            #expect(figures.rmssd.value == nil && figures.coherence.value == nil)
            #expect(figures.breathsPerMinute != nil)
        }
        #expect(stage.figures[heard + 60]?.stream == .ok)
        #expect(stage.figures[heard + 60]?.rmssd.value != nil)
        #expect(stage.beats.count == index && stage.session.totals.gapCount == 1)
        #expect(stage.stopCount == 1 && Self.isUnbroken(stage.paceTimes, until: time))
    }
}
