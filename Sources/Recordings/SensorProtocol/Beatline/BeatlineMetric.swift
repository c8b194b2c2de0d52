/// The numbers of a session, once a second; nil is written as null, with a reason.
public struct BeatlineMetric: Sendable, Equatable {
    /// The mode of the pacer that leads the breath.
    public enum Pacer: String, Sendable, Equatable, CaseIterable {
        case adapting, locked, fixed
    }

    /// The state of the sensor.
    public enum State: String, Sendable, Equatable, CaseIterable {
        case ok, stale, lost
        case noContact = "no_contact"
    }

    /// The time of the toolkit's clock; µs.
    public var timeMicroseconds: Int?
    /// The time since the session began; s.
    public var sessionSeconds: Double?
    /// Beats/min.
    public var heartRateBpm: Double?
    /// RMSSD of the NN intervals; ms.
    public var rmssdMs: Double?
    /// Window of the RMSSD; s.
    public var rmssdWindowSeconds: Double?
    /// 0...1.
    public var coherence: Double?
    /// Window of the coherence; s.
    public var coherenceWindowSeconds: Double?
    /// The rate of the pacer's breaths.
    public var paceBreathsPerMinute: Double?
    /// The mode of the pacer, which shows whether it still searches for the rate.
    public var pacer: Pacer?
    /// The person's resonance frequency as far as it is known, and its standard deviation.
    public var resonanceBreathsPerMinute: Double?
    /// breaths/min.
    public var resonanceDeviation: Double?
    /// The rate at which the person breathes.
    public var breathsPerMinute: Double?
    /// Share of the time that intervals explain; 0...1.
    public var coverage: Double?
    /// The state of the sensor, which shows whether its beats come.
    public var state: State?
    /// A word such as `good`.
    public var quality: String?
    /// The reasons that numbers are missing: the field's name on the line, and a short word.
    public var reasons: [String: String] = [:]
    /// Latency of the sensor's beats, in s; nil, and no field on the line, where it is unknown.
    public var latencySeconds: Double?
    /// Standard deviation of ``latencySeconds``, in s.
    public var latencyDeviationSeconds: Double?

    /// Everything else is missing until it is set.
    public init(timeMicroseconds: Int?) { self.timeMicroseconds = timeMicroseconds }
}

extension BeatlineMetric {
    init(_ fields: inout BeatlineFields) throws(BeatlineError) {
        timeMicroseconds = try fields.integer("t")
        sessionSeconds = try fields.real("session_s")
        heartRateBpm = try fields.real("hr")
        rmssdMs = try fields.real("HRV_RMSSD")
        rmssdWindowSeconds = try fields.real("rmssd_win_s")
        coherence = try fields.real("coherence")
        coherenceWindowSeconds = try fields.real("coherence_win_s")
        paceBreathsPerMinute = try fields.real("rate_bpm")
        pacer = try fields.word("pacer")
        resonanceBreathsPerMinute = try fields.real("resonance_bpm")
        resonanceDeviation = try fields.real("resonance_sd")
        breathsPerMinute = try fields.real("resp_bpm")
        coverage = try fields.real("coverage")
        state = try fields.word("state")
        quality = try fields.string("quality")
        latencySeconds = try fields.real("latency_s")
        latencyDeviationSeconds = try fields.real("latency_sd")
        guard let object = try fields.object("reasons") else { return }
        for (name, value) in zip(object.names, object.values) {
            guard case .string(let reason) = value else { throw fields.error("reasons") }
            reasons[name] = reason
        }
    }

    func write(to line: inout JSONLineWriter) {
        func writeNullable(_ name: String, _ value: Double?, _ json: (Double) -> String) {
            line.raw(name, value.map(json) ?? "null")
        }
        let (real, number) = (JSONLineWriter.real, JSONLineWriter.number)
        line.integer("t", timeMicroseconds)
        line.number("session_s", sessionSeconds)
        writeNullable("hr", heartRateBpm, real)
        writeNullable("HRV_RMSSD", rmssdMs, real)
        writeNullable("rmssd_win_s", rmssdWindowSeconds, number)
        writeNullable("coherence", coherence, real)
        writeNullable("coherence_win_s", coherenceWindowSeconds, number)
        writeNullable("rate_bpm", paceBreathsPerMinute, real)
        line.string("pacer", pacer?.rawValue)
        writeNullable("resonance_bpm", resonanceBreathsPerMinute, real)
        writeNullable("resonance_sd", resonanceDeviation, real)
        writeNullable("resp_bpm", breathsPerMinute, real)
        writeNullable("coverage", coverage, real)
        line.string("state", state?.rawValue)
        line.string("quality", quality)
        if !reasons.isEmpty {
            let pairs = reasons.sorted { $0.key < $1.key }.map { name, reason in
                JSONLineWriter.quoted(name) + ":" + JSONLineWriter.quoted(reason)
            }
            line.raw("reasons", "{" + pairs.joined(separator: ",") + "}")
        }
        line.real("latency_s", latencySeconds)
        line.real("latency_sd", latencyDeviationSeconds)
    }
}
