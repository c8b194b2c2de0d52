package import LivePipeline

/// Whether a session may begin: the sensor is found, it touches the skin, its battery lasts, and its
/// signal was good for ten seconds.
///
/// It goes by what a paused ``BridgeSession`` gives out, and has no clock. What stands in the way is
/// told with what to do about it.
///
/// ```swift
/// var readiness = SessionReadiness(.strap)
/// readiness.found("Polar H10")
/// for output in session.drain() { readiness.take(output) }
/// readiness.look(session.figures(), atSeconds: now)
/// if readiness.isReady { session.resume() }
/// ```
package struct SessionReadiness: Sendable {
    package enum Source: Sendable {
        case strap, bridge
    }

    /// One thing to see to, and how it stands.
    package struct Check: Sendable, Equatable {
        package enum State: Sendable, Equatable {
            /// Another one comes first.
            case waiting
            /// It is being looked at, or the person has something to do.
            case open
            case done
            /// Not as it should be, and no reason to wait.
            case warning
        }

        package let state: State
        /// What is the case, and what to do.
        package let text: String
    }

    /// Of good signal; s.
    package static let goodSeconds = 10.0
    /// A battery below it may not last; %.
    package static let leastBatteryPercent = 20
    /// Share of the last ``goodSeconds`` that sound intervals cover.
    static let leastCoverage = 0.9
    /// No beat for so long is no signal; corrections and transport take up to that; s.
    static let longestSilenceSeconds = 5.0
    /// A sensor that sends a rate and no interval for so long sends none; s.
    static let patienceSeconds = 8.0

    private let source: Source
    private var name: String?
    private var batteryPercent: Int?
    /// Of the last seconds, the newest last.
    private var beats: [LiveBeat] = []
    private var now = 0.0
    private var stream = LiveFigures.Stream.ok
    private var rateBegan: Double?
    private var hasBeats = false

    package init(_ source: Source) { self.source = source }

    /// The sensor, or the bridge, is there.
    ///
    /// - Parameter name: what it is called; empty where nobody says.
    package mutating func found(_ name: String) { self.name = name }

    package mutating func take(_ output: BridgeSession.Output) {
        switch output {
        case .battery(let percent): batteryPercent = percent
        case .live(.beat(let beat)):
            hasBeats = true
            beats.append(beat)
            let end = beat.timeSeconds
            beats.removeAll { $0.timeSeconds < end - 2 * Self.goodSeconds }
        default: break
        }
    }

    /// Looks at the session; to be called several times a second.
    package mutating func look(
        stream: LiveFigures.Stream, heartRateBpm: Double?, atSeconds now: Double
    ) {
        (self.now, self.stream) = (now, stream)
        if heartRateBpm == nil { rateBegan = nil } else { rateBegan = rateBegan ?? now }
    }

    package mutating func look(_ figures: LiveFigures, atSeconds now: Double) {
        look(stream: figures.stream, heartRateBpm: figures.heartRate.value, atSeconds: now)
    }

    package var isReady: Bool {
        name != nil && stream == .ok && goodSeconds >= Self.goodSeconds
    }

    /// Everything, in its order.
    package var checks: [Check] { [presence, contact, battery, signal] }

    // MARK: One by one

    private var presence: Check {
        guard let name else {
            return Check(
                state: .open,
                text: source == .strap
                    ? "Looking for the strap. Wear it, and end its connection to a phone or watch."
                    : "Nothing from the bridge yet. Is it running?")
        }
        if stream == .lost {
            return Check(
                state: .open,
                text: source == .strap
                    ? "The strap is no longer heard, and is looked for. Come closer."
                    : "The bridge has lost its sensor.")
        }
        return Check(state: .done, text: name.isEmpty ? "Connected" : "Connected to \(name)")
    }

    private var isThere: Bool { name != nil && stream != .lost }

    private var contact: Check {
        guard isThere else { return Check(state: .waiting, text: "Skin contact") }
        switch stream {
        case .noContact:
            return Check(
                state: .open, text: "No skin contact. Wet the electrodes and tighten the strap.")
        case .stale:
            return Check(
                state: .open, text: "Nothing comes. Wet the electrodes and tighten the strap.")
        case .ok, .lost:
            return hasBeats || rateBegan != nil
                ? Check(state: .done, text: "Skin contact")
                : Check(state: .open, text: "Waiting for a heart beat. Are the electrodes wet?")
        }
    }

    private var battery: Check {
        guard let percent = batteryPercent else {
            return Check(state: .waiting, text: "Battery: not told")
        }
        return percent < Self.leastBatteryPercent
            ? Check(state: .warning, text: "Battery \(percent) %. Change it soon.")
            : Check(state: .done, text: "Battery \(percent) %")
    }

    private var signal: Check {
        let wanted = "\(Int(Self.goodSeconds)) s of good signal"
        guard isThere, stream == .ok else { return Check(state: .waiting, text: wanted) }
        guard hasBeats else {
            if let rateBegan, now - rateBegan >= Self.patienceSeconds {
                return Check(
                    state: .open,
                    text: "A heart rate comes, but no R-R intervals: without them there is neither "
                        + "RMSSD nor coherence. Try another sensor.")
            }
            return Check(state: rateBegan == nil ? .waiting : .open, text: wanted)
        }
        if isReady { return Check(state: .done, text: wanted) }
        if isUneven {
            return Check(
                state: .open, text: "Beats are missing or uneven. Wet the electrodes and sit still."
            )
        }
        return Check(
            state: .open, text: "Signal: \(Int(goodSeconds)) of \(Int(Self.goodSeconds)) s good")
    }

    // MARK: The signal

    private var newest: Double? { beats.last?.timeSeconds }

    /// The beats of the stretch that counts: it ends at the newest one.
    private var recent: ArraySlice<LiveBeat> {
        let end = newest ?? 0
        return beats[(beats.firstIndex { $0.timeSeconds > end - Self.goodSeconds } ?? 0)...]
    }

    /// How much of that stretch sound intervals cover; s.
    private var soundSeconds: Double {
        let begin = (newest ?? 0) - Self.goodSeconds
        return recent.reduce(0) { sum, beat in
            guard beat.fault == nil else { return sum }
            return sum + min(beat.intervalMs / 1000, beat.timeSeconds - begin)
        }
    }

    /// For how long the signal has been good, as far as it matters; s.
    private var goodSeconds: Double {
        guard let newest, now - newest <= Self.longestSilenceSeconds, let first = beats.first
        else { return 0 }
        let heard = newest - first.timeSeconds + first.intervalMs / 1000
        return min(heard, soundSeconds / Self.leastCoverage)
    }

    /// Whether there was time enough, and too little of it was sound.
    private var isUneven: Bool {
        guard let newest, let first = beats.first else { return false }
        if now - newest > Self.longestSilenceSeconds { return true }
        return newest - first.timeSeconds >= Self.goodSeconds
            || recent.count { $0.fault != nil } >= 3
    }
}
