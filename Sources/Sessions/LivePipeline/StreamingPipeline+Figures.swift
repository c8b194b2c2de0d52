import PhysioTypes
import ResonanceBreathing

/// What a session shows: every figure as of now, or why there is none.
extension StreamingPipeline {
    /// Silence for which the last beats still speak: straps keep intervals for some seconds; s.
    private static let deliverySeconds = 5.0
    /// Of the heart rate shown; s.
    private static let heartRateSeconds = 3.0
    private static let minDifferenceCount = 10
    private static let minCoverage = 0.9
    private static let maxCorrectedShare = 0.2

    private var stream: LiveFigures.Stream {
        guard state.isLinkUp else { return .lost }
        let silence =
            Double(state.nowMicroseconds - (state.heardMicroseconds ?? state.startMicroseconds))
            / 1e6
        if silence >= LiveFigures.lostSeconds { return .lost }
        if !state.hasContact { return .noContact }
        return silence >= LiveFigures.staleSeconds ? .stale : .ok
    }

    /// Why no figure holds, whatever it is.
    private var nothingHolds: MissingReason? {
        switch stream {
        case .ok: nil
        case .stale: .notMeasured("nothing came for \(Int(LiveFigures.staleSeconds)) s")
        case .lost: .notMeasured("the device is not heard")
        case .noContact: .notMeasured("the electrodes do not touch the skin")
        }
    }

    /// Everything as of now.
    ///
    /// - Complexity: that of one harmonic fit.
    public mutating func figures() -> LiveFigures {
        let window = state.settings.rmssdWindowSeconds
        let (coverage, corrected) = state.recent.quality(
            windowSeconds: window, atSeconds: seconds, delaySeconds: Self.deliverySeconds)
        let unpaced = LiveFigures.Figure(missing: .notMeasured("nobody paces"))
        let look = state.guided?.look() ?? GuidedBreathing.Look(resonance: unpaced)
        return LiveFigures(
            sessionSeconds: activeSeconds, heartRate: heartRate(),
            rmssd: rmssd(coverage, corrected), rmssdWindowSeconds: window,
            coherence: holding(intervals: true) { $0?.score() ?? unpaced },
            coherenceWindowSeconds: LiveHarmonicCoherence.windowSeconds,
            breathsPerMinute: look.breathsPerMinute, pacing: look.pacing, phase: look.phase,
            resonance: look.resonance, resonanceDeviation: look.resonanceDeviation,
            respiration: holding(intervals: false) { $0?.respiration() ?? unpaced },
            follows: look.follows, latency: look.latency,
            isLatencyMeasured: look.isLatencyMeasured, coverage: coverage,
            correctedShare: corrected, stream: stream)
    }

    /// A figure, unless nothing holds.
    private mutating func holding(
        intervals: Bool, _ figure: (inout GuidedBreathing?) -> LiveFigures.Figure
    ) -> LiveFigures.Figure {
        if let nothingHolds { return .init(missing: nothingHolds) }
        if intervals, !state.hasIntervals { return .init(missing: Self.noIntervals) }
        if intervals, seconds - (state.lastBeatEnd ?? 0) > LiveFigures.staleSeconds {
            return .init(missing: .notMeasured("no beat came lately"))
        }
        return figure(&state.guided)
    }

    private static let noIntervals = MissingReason.notMeasured(
        "the device sends no R-R intervals")

    private func heartRate() -> LiveFigures.Figure {
        if let nothingHolds { return .init(missing: nothingHolds) }
        guard state.hasIntervals else {
            return .init(state.deviceHeartRate, else: .notMeasured("no beat came yet"))
        }
        guard let last = state.lastBeatEnd, seconds - last <= LiveFigures.staleSeconds else {
            return .init(missing: .notMeasured("no beat came lately"))
        }
        return .init(
            state.recent.heartRateBpm(seconds: Self.heartRateSeconds),
            else: .notMeasured("no beat came yet"))
    }

    private func rmssd(_ coverage: Double, _ corrected: Double) -> LiveFigures.Figure {
        if let reason = nothingHolds ?? unfit(coverage, corrected) {
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

    private func unfit(_ coverage: Double, _ corrected: Double) -> MissingReason? {
        if !state.hasIntervals { return Self.noIntervals }
        if coverage < Self.minCoverage {
            return .coverage(needed: Self.minCoverage, found: coverage)
        }
        return corrected > Self.maxCorrectedShare
            ? .corrected(limit: Self.maxCorrectedShare, found: corrected) : nil
    }
}
