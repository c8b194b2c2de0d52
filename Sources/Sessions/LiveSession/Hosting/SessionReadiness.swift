package import LivePipeline
package import LiveProtocol

/// Decides whether a session may begin: the sensor is found, it touches the skin, its battery lasts, and
/// its signal was good for ten seconds.
///
/// It goes by what a paused ``BridgeSession`` gives out, and has no clock. An obstacle is reported with
/// what to do about it.
///
/// ```swift
/// var readiness = SessionReadiness(.strap)
/// readiness.found("Polar H10")
/// for output in session.drain() { readiness.receive(output) }
/// readiness.look(session.figures(), atSeconds: now)
/// if readiness.isReady { session.resume() }
/// ```
package struct SessionReadiness: Sendable {
    package enum Source: Sendable {
        case strap, bridge
    }

    /// The required time of good signal; s.
    package static let requiredGoodSignalSeconds = 10.0
    /// A battery below it may not last; %.
    package static let minBatteryPercent = 20
    /// Share of the last ``goodSignalSeconds`` that sound intervals cover.
    static let minCoverage = 0.9
    /// No beat for so long is no signal; corrections and transport take up to that; s.
    static let maxSilenceSeconds = 5.0
    /// A sensor that sends a rate and no interval for so long sends none; s.
    static let intervalTimeoutSeconds = 8.0

    private let source: Source
    private var name: String?
    private var batteryPercent: Int?
    /// The beats of the last seconds, the newest last.
    private var beats: [LiveBeat] = []
    private var now = 0.0
    private var stream = LiveFigures.StreamStatus.ok
    private var rateStartSeconds: Double?
    private var hasBeats = false

    package init(_ source: Source) { self.source = source }

    /// The sensor, or the bridge, is there.
    ///
    /// - Parameter name: what it is called; empty where it is unknown.
    package mutating func recordSensorFound(_ name: String) { self.name = name }

    package mutating func receive(_ output: BridgeSession.Output) {
        switch output {
        case .battery(let percent): batteryPercent = percent
        case .live(.beat(let beat)):
            hasBeats = true
            beats.append(beat)
            let end = beat.timeSeconds
            beats.removeAll { $0.timeSeconds < end - 2 * Self.requiredGoodSignalSeconds }
        default: break
        }
    }

    /// Looks at the session; to be called several times a second.
    package mutating func update(
        stream: LiveFigures.StreamStatus, heartRateBpm: Double?, atSeconds now: Double
    ) {
        (self.now, self.stream) = (now, stream)
        if heartRateBpm == nil {
            rateStartSeconds = nil
        } else {
            rateStartSeconds = rateStartSeconds ?? now
        }
    }

    package mutating func update(_ figures: LiveFigures, atSeconds now: Double) {
        update(stream: figures.stream, heartRateBpm: figures.heartRate.value, atSeconds: now)
    }

    package var isReady: Bool {
        name != nil && stream == .ok && goodSignalSeconds >= Self.requiredGoodSignalSeconds
    }

    /// Everything, in its order.
    package var checks: [Check] { [connectionCheck, contactCheck, batteryCheck, signalCheck] }

    // MARK: One by one

    private var connectionCheck: Check {
        guard let name else {
            return Check(.open, source == .strap ? .strapSeeking : .bridgeSilent)
        }
        if stream == .lost {
            return Check(.open, source == .strap ? .strapLost : .bridgeLost)
        }
        return Check(.done, .connected, name: name)
    }

    private var isConnected: Bool { name != nil && stream != .lost }

    private var contactCheck: Check {
        guard isConnected else { return Check(.waiting, .contact) }
        switch stream {
        case .noContact: return Check(.open, .noContact)
        case .stale: return Check(.open, .noData)
        case .ok, .lost:
            return hasBeats || rateStartSeconds != nil
                ? Check(.done, .contact) : Check(.open, .noBeat)
        }
    }

    private var batteryCheck: Check {
        guard let percent = batteryPercent else { return Check(.waiting, .batteryUnknown) }
        return percent < Self.minBatteryPercent
            ? Check(.warning, .batteryLow, number: percent)
            : Check(.done, .battery, number: percent)
    }

    private var signalCheck: Check {
        guard isConnected, stream == .ok else { return Check(.waiting, .signal) }
        guard hasBeats else {
            if let rateStartSeconds, now - rateStartSeconds >= Self.intervalTimeoutSeconds {
                return Check(.open, .noIntervals)
            }
            return Check(rateStartSeconds == nil ? .waiting : .open, .signal)
        }
        if isReady { return Check(.done, .signal) }
        return hasLowCoverage
            ? Check(.open, .uneven)
            : Check(.open, .signalProgress, number: Int(goodSignalSeconds))
    }

    // MARK: The signal

    private var newestBeatSeconds: Double? { beats.last?.timeSeconds }

    /// The beats of the window that counts: it ends at the newest one.
    private var recentBeats: ArraySlice<LiveBeat> {
        let end = newestBeatSeconds ?? 0
        return beats[
            (beats.firstIndex { $0.timeSeconds > end - Self.requiredGoodSignalSeconds } ?? 0)...]
    }

    /// Time of that window that sound intervals cover; s.
    private var validSeconds: Double {
        let begin = (newestBeatSeconds ?? 0) - Self.requiredGoodSignalSeconds
        return recentBeats.reduce(0) { sum, beat in
            guard beat.artefact == nil else { return sum }
            return sum + min(beat.intervalMs / 1000, beat.timeSeconds - begin)
        }
    }

    /// The time for which the signal has been good, as far as it matters; s.
    private var goodSignalSeconds: Double {
        guard let newestBeatSeconds, now - newestBeatSeconds <= Self.maxSilenceSeconds,
            let first = beats.first
        else { return 0 }
        let observedSeconds = newestBeatSeconds - first.timeSeconds + first.intervalMs / 1000
        return min(observedSeconds, validSeconds / Self.minCoverage)
    }

    /// True if the time was long enough, and too little of its signal was sound.
    private var hasLowCoverage: Bool {
        guard let newestBeatSeconds, let first = beats.first else { return false }
        if now - newestBeatSeconds > Self.maxSilenceSeconds { return true }
        return newestBeatSeconds - first.timeSeconds >= Self.requiredGoodSignalSeconds
            || recentBeats.count { $0.artefact != nil } >= 3
    }
}
