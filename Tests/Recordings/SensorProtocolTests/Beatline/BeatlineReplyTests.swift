import SensorProtocol
import Testing

@Suite struct BeatlineReplyTests {
    private static let metric: BeatlineReply = {
        var metric = BeatlineMetric(timeMicroseconds: 80_000_000)
        metric.sessionSeconds = 62
        metric.heartRateBpm = 64.8
        metric.rmssdMs = 41.2
        metric.rmssdWindowSeconds = 30
        metric.coherence = 0.71
        metric.coherenceWindowSeconds = 60
        metric.paceBreathsPerMinute = 5.5
        metric.pacer = .adapting
        metric.resonanceDeviation = 0.81
        metric.breathsPerMinute = 6.1
        metric.coverage = 0.98
        metric.state = .ok
        metric.quality = "good"
        metric.reasons = ["resonance_bpm": "not_determined"]
        return .metric(metric)
    }()

    /// Figures of a sensor whose latency is known.
    private static let lateMetric: BeatlineReply = {
        var metric = BeatlineMetric(timeMicroseconds: 80_000_000)
        metric.heartRateBpm = 64.8
        metric.reasons = ["coherence": "too_few"]
        metric.latencySeconds = 2.6
        metric.latencyDeviationSeconds = 0.3
        return .metric(metric)
    }()

    /// The lines of the protocol's description, and what they mean.
    private static let examples: [(String, BeatlineReply)] = [
        (
            #"{"type":"hello","proto":"beatline","v":1,"app":"..","t":77000000}"#,
            .hello(.init(application: "..", timeMicroseconds: 77_000_000))
        ),
        (
            #"{"type":"pace","id":12,"t":78000000,"in_ms":250,"phase":"in","dur_ms":4000,"#
                + #""bpm":6.0,"cycle":3}"#,
            .pace(
                .init(
                    id: 12, timeMicroseconds: 78_000_000, leadMs: 250, phase: .inhale,
                    durationMs: 4000, breathsPerMinute: 6, cycle: 3))
        ),
        (
            #"{"type":"pace","id":13,"t":78000000,"in_ms":0,"phase":"stop"}"#,
            .pace(.init(id: 13, timeMicroseconds: 78_000_000, leadMs: 0, phase: .stop))
        ),
        (
            #"{"type":"haptic","id":13,"t":78000000,"in_ms":250,"dur_ms":60,"level":0.6,"#
                + #""shape":"tick","ttl_ms":150}"#,
            .haptic(
                .init(
                    id: 13, timeMicroseconds: 78_000_000, leadMs: 250, durationMs: 60, level: 0.6,
                    shape: .tick, timeToLiveMs: 150))
        ),
        (
            #"{"type":"beat","t":78100000,"rr_ms":922.85,"flag":"ok"}"#,
            .beat(.init(timeMicroseconds: 78_100_000, intervalMs: 922.85, flag: .ok))
        ),
        (
            #"{"type":"metric","t":80000000,"session_s":62,"hr":64.8,"HRV_RMSSD":41.2,"#
                + #""rmssd_win_s":30,"coherence":0.71,"coherence_win_s":60,"rate_bpm":5.5,"#
                + #""pacer":"adapting","resonance_bpm":null,"resonance_sd":0.81,"resp_bpm":6.1,"#
                + #""coverage":0.98,"state":"ok","quality":"good","#
                + #""reasons":{"resonance_bpm":"not_determined"}}"#,
            metric
        ),
        (
            #"{"type":"metric","t":80000000,"hr":64.8,"HRV_RMSSD":null,"rmssd_win_s":null,"#
                + #""coherence":null,"coherence_win_s":null,"rate_bpm":null,"#
                + #""resonance_bpm":null,"resonance_sd":null,"resp_bpm":null,"coverage":null,"#
                + #""reasons":{"coherence":"too_few"},"latency_s":2.6,"latency_sd":0.3}"#,
            lateMetric
        ),
        (
            #"{"type":"cmd","id":17,"cmd":"start_ecg","dev":"0"}"#,
            .command(.init(id: 17, name: BeatlineReply.Command.startECG, device: "0"))
        ),
        (
            #"{"type":"pong","id":3,"t":9500400}"#, .pong(id: 3, timeMicroseconds: 9_500_400)
        ),
        (
            #"{"type":"warn","line":812,"code":"bad_json","msg":".."}"#,
            .warning(.init(line: 812, code: "bad_json", text: ".."))
        ),
        (#"{"type":"bye"}"#, .bye(reason: nil)),
        (#"{"type":"bye","reason":"end"}"#, .bye(reason: "end")),
        (#"{"type":"go","t":250000}"#, .go(timeMicroseconds: 250_000)),
        (
            #"{"type":"breathingParams","inhaleDuration":4,"holdDuration":0.5,"#
                + #""exhaleDuration":5.5,"bpm":6.0,"t":1000000,"in_ms":250,"cycle":3}"#,
            .breath(
                .init(
                    inhaleSeconds: 4, holdSeconds: 0.5, exhaleSeconds: 5.5, breathsPerMinute: 6,
                    timeMicroseconds: 1_000_000, leadMs: 250, cycle: 3))
        ),
        (#"{"type":"command","command":"startWorkout"}"#, .workout(.start)),
        (#"{"type":"command","command":"stopWorkout"}"#, .workout(.stop)),
    ]

    @Test(arguments: examples.indices) func examplesAreReadAndWritten(index: Int) throws {
        let (text, reply) = Self.examples[index]
        #expect(try BeatlineReply(parsing: text) == reply)
        #expect(reply.text == text)
        #expect(text.hasPrefix("{\"type\":\"\(reply.typeName)\""))
    }

    @Test func everyWordIsRead() throws {
        let phases = ["in", "hold_in", "out", "hold_out", "stop"]
        #expect(BeatlineReply.Pace.Phase.allCases.map(\.rawValue) == phases)
        let flags = ["ok", "ectopic", "missed", "extra", "range", "gap"]
        #expect(BeatlineReply.Beat.Flag.allCases.map(\.rawValue) == flags)
        #expect(
            BeatlineReply.Haptic.Shape.allCases.map(\.rawValue) == ["tick", "rise", "fall", "buzz"])
        #expect(
            BeatlineMetric.State.allCases.map(\.rawValue) == ["ok", "stale", "lost", "no_contact"])
        #expect(BeatlineMetric.Pacer.allCases.map(\.rawValue) == ["adapting", "locked", "fixed"])
    }

    @Test func whatIsMissingIsNullWithItsReason() throws {
        var metric = BeatlineMetric(timeMicroseconds: 5)
        metric.coherence = .nan
        metric.reasons = ["hr": "no_beats", "coherence": "too_few"]
        let text = BeatlineReply.metric(metric).text
        #expect(
            text
                == #"{"type":"metric","t":5,"hr":null,"HRV_RMSSD":null,"rmssd_win_s":null,"#
                + #""coherence":null,"coherence_win_s":null,"rate_bpm":null,"resonance_bpm":null,"#
                + #""resonance_sd":null,"resp_bpm":null,"coverage":null,"#
                + #""reasons":{"coherence":"too_few","hr":"no_beats"}}"#)
        metric.coherence = nil
        #expect(try BeatlineReply(parsing: text) == .metric(metric))
        #expect(
            try BeatlineReply(parsing: #"{"type":"metric"}"#)
                == .metric(.init(timeMicroseconds: nil)))
    }

    @Test(arguments: [
        ("{", "bad_json"), ("[1]", "bad_json"), ("{}", "bad_field"), (#"{"type":7}"#, "bad_field"),
        (#"{"type":"go"}"#, "bad_field"), (#"{"type":"go","t":"5"}"#, "bad_field"),
        (#"{"type":"go","t":0.5}"#, "bad_field"), (#"{"type":"pace"}"#, "bad_field"),
        (#"{"type":"pace","phase":"up"}"#, "bad_field"),
        (#"{"type":"pace","phase":"in","dur_ms":1e999}"#, "bad_field"),
        (#"{"type":"haptic","dur_ms":5,"level":1.1,"shape":"tick"}"#, "bad_field"),
        (#"{"type":"beat","flag":"none"}"#, "bad_field"), (#"{"type":"cmd"}"#, "bad_field"),
        (#"{"type":"command","command":"dance"}"#, "bad_field"),
        (#"{"type":"command"}"#, "bad_field"), (#"{"type":"metric","pacer":1}"#, "bad_field"),
        (#"{"type":"metric","reasons":{"hr":1}}"#, "bad_field"),
        (#"{"type":"hello","v":1}"#, "bad_field"),
        (#"{"type":"breathingParams","inhaleDuration":4}"#, "bad_field"),
        (#"{"type":"dance"}"#, "unknown_type"),
    ])
    func brokenLinesAreRefused(text: String, code: String) {
        do throws(BeatlineError) {
            let reply = try BeatlineReply(parsing: text)
            Issue.record("\(reply)")
        } catch {
            #expect(error.code == code && !error.text.isEmpty)
        }
    }
}
