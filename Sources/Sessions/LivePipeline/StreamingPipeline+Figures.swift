import PhysioTypes
import ResonanceBreathing

/// The figures that a session shows: each as of now, or the reason why there is none.
extension StreamingPipeline {
    /// Silence for which the last beats still speak: straps keep intervals for some seconds; s.
    private static let deliveryDelaySeconds = 5.0
    /// The window of the heart rate shown; s.
    private static let heartRateWindowSeconds = 3.0
    private static let minDifferenceCount = 10
    private static let minCoverage = 0.9
    private static let maxCorrectedShare = 0.2

    private var stream: LiveFigures.StreamStatus {
        guard state.isLinkUp else { return .lost }
        let silenceSeconds =
            Double(state.nowMicroseconds - (state.lastBeatMicroseconds ?? state.startMicroseconds))
            / 1e6
        if silenceSeconds >= LiveFigures.lostThresholdSeconds { return .lost }
        if !state.hasContact { return .noContact }
        return silenceSeconds >= LiveFigures.staleThresholdSeconds ? .stale : .ok
    }

    /// The reason why no figure of any kind holds.
    private var streamMissingReason: MissingReason? {
        switch stream {
        case .ok: nil
        case .stale: .notMeasured("nothing came for \(Int(LiveFigures.staleThresholdSeconds)) s")
        case .lost: .notMeasured("the device is not heard")
        case .noContact: .notMeasured("the electrodes do not touch the skin")
        }
    }

    /// Everything as of now.
    ///
    /// - Complexity: that of one harmonic fit.
    public mutating func figures() -> LiveFigures {
        let window = state.settings.rmssdWindowSeconds
        let (coverage, corrected) = state.recentBeats.quality(
            windowSeconds: window, atSeconds: seconds, delaySeconds: Self.deliveryDelaySeconds)
        let noPacerFigure = LiveFigures.Figure(missing: .notMeasured("nobody paces"))
        let snapshot =
            state.guidedBreathing?.snapshot() ?? GuidedBreathing.Snapshot(resonance: noPacerFigure)
        return LiveFigures(
            sessionSeconds: activeSeconds, heartRate: heartRate(),
            rmssd: rmssd(coverage, corrected), rmssdWindowSeconds: window,
            coherence: figureIfAvailable(needsIntervals: true) { $0?.score() ?? noPacerFigure },
            coherenceWindowSeconds: LiveHarmonicCoherence.windowSeconds,
            breathsPerMinute: snapshot.breathsPerMinute, pacing: snapshot.pacing,
            phase: snapshot.phase,
            resonance: snapshot.resonance, resonanceDeviation: snapshot.resonanceDeviation,
            respiration: figureIfAvailable(needsIntervals: false) {
                $0?.respiration() ?? noPacerFigure
            },
            followOutcome: snapshot.followOutcome, latency: snapshot.latency,
            isLatencyMeasured: snapshot.isLatencyMeasured, coverage: coverage,
            correctedShare: corrected, stream: stream)
    }

    /// A figure, unless nothing holds.
    private mutating func figureIfAvailable(
        needsIntervals: Bool, _ figure: (inout GuidedBreathing?) -> LiveFigures.Figure
    ) -> LiveFigures.Figure {
        if let streamMissingReason { return .init(missing: streamMissingReason) }
        if needsIntervals, !state.hasIntervals { return .init(missing: Self.noIntervalsReason) }
        if needsIntervals,
            seconds - (state.lastBeatEndSeconds ?? 0) > LiveFigures.staleThresholdSeconds
        {
            return .init(missing: .notMeasured("no beat came lately"))
        }
        return figure(&state.guidedBreathing)
    }

    private static let noIntervalsReason = MissingReason.notMeasured(
        "the device sends no R-R intervals")

    private func heartRate() -> LiveFigures.Figure {
        if let streamMissingReason { return .init(missing: streamMissingReason) }
        guard state.hasIntervals else {
            return .init(state.deviceHeartRate, else: .notMeasured("no beat came yet"))
        }
        guard let last = state.lastBeatEndSeconds,
            seconds - last <= LiveFigures.staleThresholdSeconds
        else {
            return .init(missing: .notMeasured("no beat came lately"))
        }
        return .init(
            state.recentBeats.heartRateBpm(seconds: Self.heartRateWindowSeconds),
            else: .notMeasured("no beat came yet"))
    }

    private func rmssd(_ coverage: Double, _ corrected: Double) -> LiveFigures.Figure {
        if let reason = streamMissingReason ?? poorDataReason(coverage, corrected) {
            return .init(missing: reason)
        }
        guard state.metrics.differenceCount >= Self.minDifferenceCount else {
            return .init(
                missing: .tooFew(
                    needed: Double(Self.minDifferenceCount),
                    found: Double(state.metrics.differenceCount),
                    .differences))
        }
        return .init(state.metrics.rmssdMs, else: .zeroDenominator)
    }

    private func poorDataReason(_ coverage: Double, _ corrected: Double) -> MissingReason? {
        if !state.hasIntervals { return Self.noIntervalsReason }
        if coverage < Self.minCoverage {
            return .coverage(needed: Self.minCoverage, found: coverage)
        }
        return corrected > Self.maxCorrectedShare
            ? .corrected(limit: Self.maxCorrectedShare, found: corrected) : nil
    }
}
