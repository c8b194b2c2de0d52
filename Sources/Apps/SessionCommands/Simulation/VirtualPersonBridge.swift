import CommandSupport
import PhysioSimulation
import PhysioTypes
import SensorProtocol

/// A simulated person behind the line protocol, in lockstep: each step of 250 ms ends in a tick,
/// and the next one begins when the toolkit says go.
///
/// All times are the simulation's: nothing here looks at a clock. What the toolkit commands is
/// read from `breathingParams`, which state a whole breath; where there are none, from the `pace`
/// line of the inhalation, whose rate gives the rest of the breath to the exhalation.
struct VirtualPersonBridge {
    /// The request of a line.
    enum Request: Equatable {
        case nothing
        /// The next step.
        case go
        case reply(String)
        case end
        /// Left out, and why: code and sentence.
        case refused(code: String, text: String)
    }

    private var person: VirtualPerson
    private let sendsRespiration: Bool
    private var tickCount = 0
    private var commandedBreath: BreathCycle?
    private var pacedBreath: BreathCycle?
    private var receivesBreathCommands = false
    private var beats: [VirtualPerson.Beat] = []
    private var lungVolumes: [Double] = []

    /// Length of a step; microseconds.
    static let tickMicroseconds = 250_000
    /// The identifier of the one sensor.
    private static let device = "0"
    /// No phase of a breath is longer; s.
    static let maxPhaseSeconds = 60.0

    init(_ person: VirtualPerson, sendsRespiration: Bool) {
        self.person = person
        self.sendsRespiration = sendsRespiration
    }

    /// The time that the session has lasted; microseconds.
    var nowMicroseconds: Int { tickCount * Self.tickMicroseconds }

    /// The first lines.
    func greeting(name: String) -> [BeatlineLine] {
        let hello = BeatlineMessage.Hello(
            bridge: "hrv simulate person \(ToolkitVersion.current)",
            capabilities: ["rr", "lockstep", "params"])
        let device = BeatlineMessage.Device(name: name, manufacturer: "Resonance", kind: "rr")
        return [
            BeatlineLine(.hello(hello), timeMicroseconds: 0),
            BeatlineLine(.device(device), device: Self.device),
            line(.state(.subscribed, reason: nil), 0),
        ]
    }

    private func line(_ message: BeatlineMessage, _ time: Int) -> BeatlineLine {
        BeatlineLine(message, device: Self.device, timeMicroseconds: time)
    }

    /// Start of something that is announced ahead of it; s.
    fileprivate static func startSeconds(_ time: Int?, _ leadMs: Double?, _ nowMicroseconds: Int)
        -> Double
    {
        (Double(time ?? nowMicroseconds) + 1000 * (leadMs ?? 0)) / 1e6
    }

    /// Advances by a step.
    ///
    /// - Returns: the beats, the lungs' volume where wanted, and the tick.
    mutating func advance() -> [BeatlineLine] {
        tickCount += 1
        beats.removeAll(keepingCapacity: true)
        lungVolumes.removeAll(keepingCapacity: true)
        person.advance(
            toSeconds: Double(nowMicroseconds) / 1e6, into: &beats, volumes: &lungVolumes)
        var lines = beats.map { line(of: $0) }
        if sendsRespiration { lines.append(respiration) }
        lines.append(BeatlineLine(.tick, timeMicroseconds: nowMicroseconds))
        return lines
    }

    private func line(of beat: VirtualPerson.Beat) -> BeatlineLine {
        // A beat just before the last tick is known after it: times never go back.
        let time = max(nowMicroseconds - Self.tickMicroseconds, Int(beat.timeSeconds * 1e6))
        let ticks = beat.intervalTicks
        let values: BeatlineMessage.RR.Values =
            person.clock == .millisecond
            ? .milliseconds([Double(ticks)]) : .ticks([UInt16(clamping: ticks)])
        return line(.rr(.init(values)), time)
    }

    private var respiration: BeatlineLine {
        let values = lungVolumes.map { ($0 * 1e4).rounded() / 1e4 }
        let signal = BeatlineSignal(
            name: "resp", unit: "1", sampleRateHz: (1 / VirtualPerson.stepSeconds).rounded(),
            samples: .reals(values))
        return line(.signal(signal), nowMicroseconds)
    }

    static let goodbye = BeatlineLine(.bye(reason: "end"))

    /// Takes a line of the toolkit in.
    mutating func read(_ text: String) -> Request {
        guard !text.allSatisfy(\.isWhitespace) else { return .nothing }
        do throws(BeatlineError) {
            return read(try BeatlineReply(parsing: text))
        } catch .unknownType {
            return .nothing
        } catch {
            return .refused(code: error.code, text: error.text)
        }
    }

    /// Takes a reply of the toolkit in.
    mutating func read(_ reply: BeatlineReply) -> Request {
        do throws(BeatlineError) {
            return try follow(reply)
        } catch {
            return .refused(code: error.code, text: error.text)
        }
    }

    /// - Throws: `bad_field` for a breath that no one breathes.
    private mutating func follow(_ reply: BeatlineReply) throws(BeatlineError) -> Request {
        switch reply {
        case .go(let time):
            guard time == nowMicroseconds else { return .nothing }
            if let breath = commandedBreath ?? pacedBreath { person.follow(breath) }
            (commandedBreath, pacedBreath) = (nil, nil)
            return .go
        case .breath(let parameters):
            commandedBreath = try parameters.breath(nowMicroseconds: nowMicroseconds)
            receivesBreathCommands = true
        case .pace(let pace):
            if pace.phase == .stop {
                (commandedBreath, pacedBreath) = (nil, nil)
            } else if pace.phase == .inhale, !receivesBreathCommands {
                pacedBreath = try pace.breath(nowMicroseconds: nowMicroseconds)
            }
        case .command(let command):
            let refusal = BeatlineMessage.Ack(id: command.id, isDone: false, error: "simulated")
            return .reply(BeatlineLine(.ack(refusal)).text)
        case .bye: return .end
        case .hello, .haptic, .beat, .metric, .pong, .warning, .workout: break
        }
        return .nothing
    }
}

extension BeatlineReply.BreathParameters {
    /// The share of a breath below which the time that the rate leaves after the phases is
    /// rounding; otherwise that time is a second hold.
    private static let maxRoundingShare = 0.02

    fileprivate func breath(nowMicroseconds: Int) throws(BeatlineError) -> BreathCycle {
        let hold = holdSeconds ?? 0
        let sum = inhaleSeconds + hold + exhaleSeconds
        let remainderSeconds = (breathsPerMinute.map { 60 / $0 } ?? sum) - sum
        return try .checked(
            "breathingParams",
            startSeconds: VirtualPersonBridge.startSeconds(
                timeMicroseconds, leadMs, nowMicroseconds),
            inhale: inhaleSeconds, hold: hold, exhale: exhaleSeconds,
            secondHold: remainderSeconds > Self.maxRoundingShare * sum ? remainderSeconds : 0)
    }
}

extension BeatlineReply.Pace {
    /// The breath that the line begins.
    fileprivate func breath(nowMicroseconds: Int) throws(BeatlineError) -> BreathCycle {
        guard let inhale = durationMs.map({ $0 / 1000 }), let breathsPerMinute else {
            throw .badField(type: "pace", field: durationMs == nil ? "dur_ms" : "bpm")
        }
        return try .checked(
            "pace",
            startSeconds: VirtualPersonBridge.startSeconds(
                timeMicroseconds, leadMs, nowMicroseconds),
            inhale: inhale,
            hold: 0, exhale: 60 / breathsPerMinute - inhale, secondHold: 0)
    }
}

extension BreathCycle {
    /// - Throws: where a phase is negative or longer than anybody breathes, or a time is no number.
    fileprivate static func checked(
        _ type: String, startSeconds: Double, inhale: Double, hold: Double, exhale: Double,
        secondHold: Double
    ) throws(BeatlineError) -> BreathCycle {
        let range = 0...VirtualPersonBridge.maxPhaseSeconds
        guard startSeconds.isFinite, inhale > 0.05, exhale > 0.05,
            [inhale, hold, exhale, secondHold].allSatisfy(range.contains)
        else { throw .badField(type: type, field: "a phase") }
        return BreathCycle(
            startSeconds: startSeconds, inhaleSeconds: inhale, holdSeconds: hold,
            exhaleSeconds: exhale,
            secondHoldSeconds: secondHold)
    }
}
