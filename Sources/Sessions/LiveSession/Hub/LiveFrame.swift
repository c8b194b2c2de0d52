import Foundation
import LivePipeline
import PhysioTypes
import ResonanceBreathing
import SensorProtocol

/// A message about a running session to those who watch it: one JSON object, whose `type` names it.
///
/// Times are seconds since the session began, its pauses included. A number that is missing is null, and
/// `reasons` says why.
enum LiveFrame: Sendable {
    /// The first one to a client that joins; nil: no session runs.
    case welcome(WatcherRole, RunningSession?)
    case begin(RunningSession)
    case phase(PhaseCue)
    case tap(HapticTap)
    /// Pacing stops at once.
    case stop
    case figures(LiveFigures, atSeconds: Double)
    case beat(LiveBeat)
    case decision(String)
    case notice(code: String, text: String)
    case mark(String, atSeconds: Double)
    case battery(percent: Int)
    /// The name of the sensor.
    case device(name: String)
    case paused(Bool, atSeconds: Double)
    /// The checks before the session; nil: it begins now.
    case checks([SessionReadiness.Check]?)
    /// The devices of the bridges, and which one counts.
    case devices([BridgeDevice], counted: BridgeDevice?)
    case ended(SessionOutcome)
    /// The time of the session, and the clock of practices; `echo` is the number that the client
    /// sent.
    case clock(echo: Double, atSeconds: Double?, practiceSeconds: Double?)
    /// A reminder for pages that show reminders.
    case reminder(PageReminder)

    /// The message.
    var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        } catch {
            preconditionFailure("a message has finite numbers: \(error)")
        }
    }
}

/// A key of a message.
struct FrameKey: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringLiteral value: String) { stringValue = value }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension LiveFrame: Encodable {
    private typealias Fields = KeyedEncodingContainer<FrameKey>

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FrameKey.self)
        try fields.encode(type, forKey: "type")
        switch self {
        case .welcome(let role, let session):
            try fields.encode(role.rawValue, forKey: "role")
            try fields.encode(session, forKey: "session")
        case .begin(let session): try fields.encode(session, forKey: "session")
        case .phase(let cue): try encode(cue, &fields)
        case .tap(let tap):
            try fields.encode(tap.timeSeconds, forKey: "t")
            try fields.encode(tap.kind.rawValue, forKey: "kind")
            try fields.encode(tap.intensity, forKey: "intensity")
        case .stop: break
        case .figures(let figures, let time): try encode(figures, time, &fields)
        case .beat(let beat):
            try fields.encode(beat.timeSeconds, forKey: "t")
            try fields.encode(beat.intervalMs, forKey: "rr")
            try fields.encode(beat.artefact?.rawValue, forKey: "fault")
        case .decision(let text): try fields.encode(text, forKey: "text")
        case .notice(let code, let text):
            try fields.encode(code, forKey: "code")
            try fields.encode(text, forKey: "text")
        case .mark(let label, let time):
            try fields.encode(label, forKey: "label")
            try fields.encode(time, forKey: "t")
        case .battery(let percent): try fields.encode(percent, forKey: "percent")
        case .device(let name): try fields.encode(name, forKey: "name")
        case .paused(let isPaused, let time):
            try fields.encode(isPaused, forKey: "paused")
            try fields.encode(time, forKey: "t")
        case .checks(let checks): try fields.encode(checks, forKey: "checks")
        case .devices(let devices, let counted): try fields.encode(devices, counted: counted)
        case .ended(let outcome): try encode(outcome, &fields)
        case .clock(let echo, let time, let practice):
            try fields.encode(echo, forKey: "echo")
            try fields.encode(time, forKey: "t")
            try fields.encode(practice, forKey: "server")
        case .reminder(let reminder):
            try fields.encode(reminder.id, forKey: "id")
            try fields.encode(reminder.rule, forKey: "rule")
            try fields.encode(reminder.text, forKey: "text")
            try fields.encode(reminder.localDateTime, forKey: "time")
        }
    }

    private var type: String {
        switch self {
        case .welcome: "welcome"
        case .begin: "begin"
        case .phase: "phase"
        case .tap: "tap"
        case .stop: "stop"
        case .figures: "figures"
        case .beat: "beat"
        case .decision: "decision"
        case .notice: "notice"
        case .mark: "mark"
        case .battery: "battery"
        case .device: "device"
        case .paused: "paused"
        case .checks: "checks"
        case .devices: "devices"
        case .ended: "ended"
        case .clock: "clock"
        case .reminder: "reminder"
        }
    }

    private func encode(_ outcome: SessionOutcome, _ fields: inout Fields) throws {
        let reason =
            outcome.isReplaced ? "replaced" : outcome.failure == nil ? nil : "source"
        // What is nil is null: nothing was kept.
        try fields.encode(outcome.storedSession?.uuidString, forKey: "id")
        try fields.encode(reason, forKey: "reason")
        try fields.encode(outcome.failure?.text, forKey: "text")
        try fields.encode(outcome.errors, forKey: "faults")
    }

    private func encode(_ cue: PhaseCue, _ fields: inout Fields) throws {
        try fields.encode(cue.startSeconds, forKey: "t")
        try fields.encode(cue.durationSeconds, forKey: "duration")
        try fields.encode(cue.phase.rawValue, forKey: "phase")
        try fields.encode(cue.breathsPerMinute, forKey: "rate")
        try fields.encode(cue.number, forKey: "number")
    }

    private func encode(
        _ figures: LiveFigures, _ time: Double, _ fields: inout Fields
    ) throws {
        var reasons: [String: String] = [:]
        func encode(_ figure: LiveFigures.Figure, _ key: FrameKey) throws {
            try fields.encode(figure.value, forKey: key)
            if let missing = figure.missing { reasons[key.stringValue] = missing.text }
        }
        try fields.encode(time, forKey: "t")
        try fields.encode(figures.sessionSeconds, forKey: "active")
        try encode(figures.heartRate, "hr")
        try encode(figures.rmssd, "rmssd")
        try encode(figures.coherence, "coherence")
        try encode(figures.resonance, "resonance")
        try encode(figures.respiration, "respiration")
        try fields.encode(figures.breathsPerMinute, forKey: "rate")
        try fields.encode(figures.pacing.rawValue, forKey: "pacing")
        try fields.encode(figures.phase?.rawValue, forKey: "phase")
        try fields.encode(figures.resonanceDeviation, forKey: "resonanceDeviation")
        try fields.encode(figures.followOutcome?.rawValue, forKey: "follows")
        try fields.encode(figures.coverage, forKey: "coverage")
        try fields.encode(figures.correctedShare, forKey: "corrected")
        try fields.encode(figures.stream.rawValue, forKey: "stream")
        try fields.encode(figures.latency?.seconds, forKey: "latency")
        try fields.encode(figures.latency?.deviationSeconds, forKey: "latencyDeviation")
        try fields.encode(figures.isLatencyMeasured, forKey: "latencyMeasured")
        try fields.encode(reasons, forKey: "reasons")
    }
}

extension RunningSession: Encodable {
    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FrameKey.self)
        try fields.encode(info.source, forKey: "source")
        try fields.encode(info.name, forKey: "name")
        try fields.encode(info.pacer, forKey: "pacer")
        try fields.encode(info.preset, forKey: "preset")
        try fields.encode(info.startedAt, forKey: "startedAt")
        try fields.encode(info.minutes, forKey: "minutes")
        try fields.encode(info.speed, forKey: "speed")
        try fields.encode(info.haptics.isOn, forKey: "haptics")
        try fields.encode(info.haptics.intensity, forKey: "hapticIntensity")
        try fields.encode(progress.seconds, forKey: "t")
        try fields.encode(progress.activeSeconds, forKey: "active")
        try fields.encode(progress.isPaused, forKey: "paused")
        try fields.encode(progress.hasBegun, forKey: "begun")
        try fields.encode(points.map(\.row), forKey: "points")
        try fields.encode(cues.map { LiveFrame.phase($0) }, forKey: "cues")
        try fields.encode(figures.map { LiveFrame.figures($0, atSeconds: $1) }, forKey: "figures")
        try fields.encode(decision, forKey: "decision")
        try fields.encode(errors, forKey: "faults")
        try fields.encode(info.wantsECG, forKey: "ecg")
        try fields.encode(progress.checks, forKey: "checks")
        try fields.encode(progress.devices, counted: progress.device)
    }
}

extension KeyedEncodingContainer<FrameKey> {
    fileprivate mutating func encode(_ devices: [BridgeDevice], counted: BridgeDevice?) throws {
        try encode(devices.map(Device.init), forKey: "devices")
        try encode(counted?.text, forKey: "device")
    }
}

private struct Device: Encodable {
    let key: String
    let name: String?

    init(_ device: BridgeDevice) { (key, name) = (device.text, device.name) }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FrameKey.self)
        try fields.encode(key, forKey: "key")
        try fields.encode(name, forKey: "name")
    }
}

extension SessionReadiness.Check: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FrameKey.self)
        try fields.encode(code.rawValue, forKey: "code")
        try fields.encode(state.rawValue, forKey: "state")
        try fields.encode(text, forKey: "text")
        var values = fields.nestedContainer(keyedBy: FrameKey.self, forKey: "values")
        if let name { try values.encode(name, forKey: "name") }
        if let number { try values.encode(number, forKey: "n") }
        try values.encode(Int(SessionReadiness.requiredGoodSignalSeconds), forKey: "of")
    }
}
