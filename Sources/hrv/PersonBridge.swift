import Foundation
import PhysioSimulation
import PhysioTypes

/// A simulated person behind the line protocol, in lockstep: each stretch of 250 ms ends in a tick,
/// and the next one begins when the toolkit says go.
///
/// All times are the simulation's: nothing here looks at a clock. What the toolkit commands is
/// read from `breathingParams`, which tell a whole breath; where there are none, from the `pace`
/// line of the inhalation, whose rate gives the rest of the breath to the exhalation.
struct PersonBridge {
    /// What a line asks for.
    enum Request: Equatable {
        case nothing
        /// The next stretch.
        case go
        case answer(String)
        case end
        /// Left out, and why: code and sentence.
        case refused(code: String, text: String)
    }

    private var person: VirtualPerson
    private let sendsRespiration: Bool
    private var tickCount = 0
    private var told: BreathCycle?
    private var paced: BreathCycle?
    private var getsWholeBreaths = false
    private var beats: [VirtualPerson.Beat] = []
    private var volumes: [Double] = []

    /// Length of a stretch; microseconds.
    static let stretchMicroseconds = 250_000
    /// No phase of a breath is longer; s.
    static let longestPhaseSeconds = 60.0

    init(_ person: VirtualPerson, sendsRespiration: Bool) {
        self.person = person
        self.sendsRespiration = sendsRespiration
    }

    /// How far the session has gone; microseconds.
    var now: Int { tickCount * Self.stretchMicroseconds }

    /// The first lines.
    func greeting(name: String) -> [String] {
        let version = "hrv simulate person \(ToolkitVersion.current)"
        let capabilities = #"["rr","lockstep","params"]"#
        return [
            #"{"type":"hello","proto":"beatline","v":1,"bridge":"\#(version)","t":0,"#
                + #""caps":\#(capabilities)}"#,
            #"{"type":"device","dev":"0","name":"\#(name)","maker":"Resonance","kind":"rr"}"#,
            #"{"type":"state","dev":"0","t":0,"state":"subscribed"}"#,
        ]
    }

    /// Lives on by a stretch.
    ///
    /// - Returns: the beats, the lungs' volume where wanted, and the tick.
    mutating func stretch() -> [String] {
        tickCount += 1
        beats.removeAll(keepingCapacity: true)
        volumes.removeAll(keepingCapacity: true)
        person.advance(toSeconds: Double(now) / 1e6, into: &beats, volumes: &volumes)
        var lines = beats.map { line(of: $0) }
        if sendsRespiration { lines.append(respiration) }
        lines.append(#"{"type":"tick","t":\#(now)}"#)
        return lines
    }

    private func line(of beat: VirtualPerson.Beat) -> String {
        // A beat just before the last tick is known after it: times never go back.
        let time = max(now - Self.stretchMicroseconds, Int(beat.timeSeconds * 1e6))
        let unit = person.clock == .millisecond ? "rr_ms" : "rr1024"
        return #"{"type":"rr","dev":"0","t":\#(time),"\#(unit)":[\#(beat.intervalTicks)]}"#
    }

    private var respiration: String {
        let rate = Int((1 / VirtualPerson.stepSeconds).rounded())
        let values = volumes.map { "\(($0 * 1e4).rounded() / 1e4)" }.joined(separator: ",")
        return #"{"type":"sig","dev":"0","name":"resp","unit":"1","fs":\#(rate),"t":\#(now),"#
            + #""y":[\#(values)]}"#
    }

    static let goodbye = #"{"type":"bye","reason":"end"}"#

    /// Takes a line of the toolkit in.
    mutating func read(_ text: String) -> Request {
        guard !text.allSatisfy(\.isWhitespace) else { return .nothing }
        let data = Data(text.utf8)
        guard let line = try? JSONDecoder().decode(Kind.self, from: data) else {
            return (try? JSONSerialization.jsonObject(with: data)) is [String: Any]
                ? .refused(code: "bad_field", text: "a line has a type, which is a text")
                : .refused(code: "bad_json", text: "not a JSON object")
        }
        do {
            return try read(line.type, JSONDecoder(), data)
        } catch {
            return .refused(code: "bad_field", text: "a field of \(line.type) is missing or wrong")
        }
    }

    private mutating func read(
        _ type: String, _ decoder: JSONDecoder, _ data: Data
    ) throws -> Request {
        switch type {
        case "go":
            guard try decoder.decode(Go.self, from: data).t == now else { return .nothing }
            if let breath = told ?? paced { person.follow(breath) }
            (told, paced) = (nil, nil)
            return .go
        case "breathingParams":
            told = try decoder.decode(Params.self, from: data).breath(now: now)
            getsWholeBreaths = true
        case "pace":
            let pace = try decoder.decode(Pace.self, from: data)
            if pace.phase == "stop" {
                (told, paced) = (nil, nil)
            } else if pace.phase == "in", !getsWholeBreaths {
                paced = try pace.breath(now: now)
            }
        case "cmd":
            let id = try decoder.decode(Command.self, from: data).id
            return .answer(#"{"type":"ack","id":\#(id),"ok":false,"err":"simulated"}"#)
        case "bye":
            return .end
        default:
            break
        }
        return .nothing
    }
}

private struct Kind: Decodable { let type: String }
private struct Go: Decodable { let t: Int }
private struct Command: Decodable { let id: Int }
private struct WrongField: Error {}

/// A breath as `breathingParams` tell it.
private struct Params: Decodable {
    let inhaleDuration: Double
    let holdDuration: Double?
    let exhaleDuration: Double
    let bpm: Double?
    let t: Double?
    let aheadMs: Double?

    private enum CodingKeys: String, CodingKey {
        case inhaleDuration, holdDuration, exhaleDuration, bpm, t
        case aheadMs = "in_ms"
    }

    /// What the rate leaves after the phases is a second hold, unless it is less than this share
    /// of a breath: then it is rounding.
    private static let roundingShare = 0.02

    func breath(now: Int) throws -> BreathCycle {
        let hold = holdDuration ?? 0
        let sum = inhaleDuration + hold + exhaleDuration
        let rest = (bpm.map { 60 / $0 } ?? sum) - sum
        return try .checked(
            start: ((t ?? Double(now)) + 1000 * (aheadMs ?? 0)) / 1e6, inhale: inhaleDuration,
            hold: hold, exhale: exhaleDuration,
            secondHold: rest > Self.roundingShare * sum ? rest : 0)
    }
}

/// The beginning of a breath as a `pace` line tells it.
private struct Pace: Decodable {
    let phase: String
    let t: Double?
    let aheadMs: Double?
    let durationMs: Double?
    let bpm: Double?

    private enum CodingKeys: String, CodingKey {
        case phase, t, bpm
        case aheadMs = "in_ms"
        case durationMs = "dur_ms"
    }

    func breath(now: Int) throws -> BreathCycle {
        guard let inhale = durationMs.map({ $0 / 1000 }), let bpm else { throw WrongField() }
        return try .checked(
            start: ((t ?? Double(now)) + 1000 * (aheadMs ?? 0)) / 1e6, inhale: inhale, hold: 0,
            exhale: 60 / bpm - inhale, secondHold: 0)
    }
}

extension BreathCycle {
    /// - Throws: where a phase is negative or longer than anybody breathes, or a time is no number.
    fileprivate static func checked(
        start: Double, inhale: Double, hold: Double, exhale: Double, secondHold: Double
    ) throws -> BreathCycle {
        let range = 0...PersonBridge.longestPhaseSeconds
        guard start.isFinite, inhale > 0.05, exhale > 0.05,
            [inhale, hold, exhale, secondHold].allSatisfy(range.contains)
        else { throw WrongField() }
        return BreathCycle(
            startSeconds: start, inhaleSeconds: inhale, holdSeconds: hold, exhaleSeconds: exhale,
            secondHoldSeconds: secondHold)
    }
}
