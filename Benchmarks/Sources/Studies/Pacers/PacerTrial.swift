import BeatCorrection
import PhysioSimulation
public import PhysioTypes
import ResonanceBreathing
import SensorProtocol

/// The result of a session with a simulated person.
public struct PacerTrial: Sendable {
    /// The distance from the true best rate at the end; breaths/min. A method that knows nothing
    /// believes in 5.6.
    public let error: Double
    /// Share of the largest RSA amplitude that is lost at the rate believed in.
    public let amplitudeLoss: Double
    /// Indicates whether it was reported to the person.
    public let isReported: Bool
    /// Latency at the end, as it was found; nil where the pacer finds none.
    public let latency: LatencyEstimate?
    /// True if the 90 % interval holds the true value; nil without an interval.
    public let isInside: Bool?

    /// Runs a session: breaths are commanded, beats corrected as they come, nothing is known sooner than
    /// it would be.
    ///
    /// - Parameter startMode: of the default pacer; nil for that of a session of this length.
    /// - Parameter sending: how the strap sends; nil for beats that are known with their times at once.
    /// - Parameter seed: of the strap.
    /// - Parameter record: gets each breath's end with the state of the pacer then.
    static func run(
        _ method: PacerMethod, _ person: VirtualPerson, seconds: Double,
        startMode: ResonanceFitPacer.StartMode? = nil, sending: LateStrap.Sending? = nil,
        seed: UInt64 = 1,
        record: (Double, any Pacer) -> Void = { _, _ in }
    ) throws -> PacerTrial {
        var person = person
        var pacer: any Pacer =
            if let startMode { ResonanceFitPacer(startMode) } else {
                try method.pacer(sessionSeconds: seconds)
            }
        var correction = LiveCorrection()
        var strap = sending.map { LateStrap($0, seed: seed) }
        pacer.expectLatency(sending?.prior ?? .exact)
        var beats: [VirtualPerson.Beat] = []
        var now = 0.0
        var isSecondConnection = false
        while now < seconds {
            beats.removeAll(keepingCapacity: true)
            if let later = sending?.laterLatencySeconds, now >= seconds / 2, !isSecondConnection {
                isSecondConnection = true
                strap?.reconnect(atSeconds: now, latencySeconds: later)
                if sending?.reportsLink == true { pacer.reconnect() }
            }
            switch pacer.command {
            case .rest(let rest): now += rest
            case .breathe(let rate):
                let breath = try BreathPattern.paced(
                    breathsPerMinute: rate, limits: .userChoice
                ).cycle(startSeconds: now)
                pacer.begin(breath)
                person.follow(breath)
                now = breath.endSeconds
            }
            person.advance(toSeconds: now, into: &beats)
            strap?.append(beats)
            let known =
                strap?.arrived(bySeconds: now)
                ?? beats.map {
                    StrapClock.Beat(
                        intervalMs: $0.intervalMs, endSeconds: $0.timeSeconds, isAfterGap: false)
                }
            for beat in known {
                pacer.revise(
                    correction.push(
                        intervalMs: beat.intervalMs, endSeconds: beat.endSeconds,
                        marks: beat.isAfterGap ? .afterGap : []))
            }
            pacer.breathEnded(atSeconds: now)
            record(now, pacer)
        }
        return PacerTrial(method, pacer, person.truth, seconds: now)
    }

    private init(_ method: PacerMethod, _ pacer: any Pacer, _ truth: PersonTruth, seconds: Double) {
        let best = truth.breathsPerMinute(afterSeconds: seconds)
        let belief = method.belief(pacer) ?? PacerMethod.constantBreathsPerMinute
        error = abs(belief - best)
        amplitudeLoss = truth.amplitudeLoss(atBreathsPerMinute: belief, afterSeconds: seconds)
        latency = pacer.latency
        isReported = pacer.finding.breathsPerMinute != nil
        isInside = pacer.estimate.map { $0.low <= best && best <= $0.high }
    }
}

extension LateStrap.Sending {
    var prior: LatencyPrior {
        guard let expected else { return .unknown }
        return LatencyPrior(
            LatencyEstimate(
                seconds: expected.seconds, deviationSeconds: expected.deviationSeconds),
            statedProbability: expected.share)
    }
}
