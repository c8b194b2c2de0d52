import PhysioDSP

/// The model's z, beat by beat.
///
/// The phase p runs from 0 at one R peak to 2 pi at the next, at the speed w = 2 pi / RR, RR being
/// the interval between the two. With d_i = p - angle of wave i, wrapped to -pi ... pi,
///
///     z' = - sum over waves of a_i d_i exp(-d_i^2 / (2 b_i^2)) - z.
///
/// A term is (a_i b_i^2 / w) times the slope in time of F_i = exp(-d_i^2 / (2 b_i^2)). So, with F
/// the sum of (a_i b_i^2 / w) F_i,
///
///     z(t + h) = F(t + h) + exp(-h) (z(t) - F(t)) - integral over the step of
///         exp(-(t + h - s)) F(s) ds
///
/// exactly, and the integral, small against F, is taken by Lobatto's rule of four points (order 6).
/// Steps end at samples, at R peaks and where an angle wraps, and are 0.4 widths of the narrowest
/// wave at most: the error stays below 1e-9 of the height of R.
///
/// Time is counted from the first R peak.
struct ECGIntegrator {
    /// A wave in terms of the phase of the interval at hand: height exp(-(p - centre)^2 rate).
    private struct Gaussian {
        let strength: Double
        let centre: Double
        let rate: Double
        /// The phases at which it holds.
        let range: ClosedRange<Double>
        let width: Double
    }

    private let waves: [SimulatedBeatKind: [ECGWave]]
    /// 2 pi over the mean interval.
    private let meanSpeed: Double
    private let waveHeights: ECGSimulation.WaveHeights
    var z = 0.0
    /// The first one not yet given out.
    var nextSample = 0

    /// Steps are no longer than this, in widths of the narrowest wave.
    private static let maxStep = 0.4

    init(meanIntervalSeconds: Double, waveHeights: ECGSimulation.WaveHeights) {
        let rate = 60 / meanIntervalSeconds
        waves = Dictionary(
            uniqueKeysWithValues: SimulatedBeatKind.allCases.map { kind in
                (kind, kind.waves.map { $0.scaled(toBpm: rate) })
            })
        meanSpeed = 2 * .pi / meanIntervalSeconds
        self.waveHeights = waveHeights
    }

    /// Goes on from one R peak, or a phase behind it, towards the next.
    ///
    /// - Parameter kinds: of the beat that begins and the one that ends the interval.
    /// - Parameter phases: where to begin and to end; 0 ... 2 pi.
    /// - Parameter write: gets each sample of the clock before the end that none got before, and z
    ///   there.
    mutating func integrate(
        _ interval: Interval, phases: ClosedRange<Double>, clock: SampleClock,
        write: (Int, Double) -> Void
    ) {
        let speed = 2 * .pi / interval.lengthSeconds
        let gaussians = gaussians(interval, speed: speed)
        let stopPhases = Set(gaussians.flatMap { [$0.range.lowerBound, $0.range.upperBound] })
            .union([phases.upperBound]).filter { $0 > phases.lowerBound }.sorted()
        var phase = phases.lowerBound
        for stop in stopPhases where stop <= phases.upperBound {
            let middle = 0.5 * (phase + stop)
            let activeGaussians = gaussians.filter { $0.range.contains(middle) }
            let minWaveWidth = activeGaussians.reduce(Double.infinity) { min($0, $1.width) }
            var segment = PhaseSegment(
                gaussians: activeGaussians, speed: speed,
                maxStep: Self.maxStep * minWaveWidth / speed)
            segment.begin(at: phase)
            while true {
                let samplePhase = (clock.time(of: nextSample) - interval.startSeconds) * speed
                guard samplePhase < stop else { break }
                segment.advance(to: samplePhase, &z)
                write(nextSample, z)
                nextSample += 1
            }
            segment.advance(to: stop, &z)
            phase = stop
        }
    }

    /// The waves of the beat behind, up to half a turn after each, and of the beat ahead, from half
    /// a turn before each.
    private func gaussians(_ interval: Interval, speed: Double) -> [Gaussian] {
        let turn = 2 * Double.pi
        let divisor = waveHeights == .proportional ? speed : meanSpeed
        func gaussians(_ kind: SimulatedBeatKind, isAhead: Bool) -> [Gaussian] {
            (waves[kind] ?? []).map { wave in
                let angle = wave.angleDegrees * .pi / 180
                let square = wave.widthRadians * wave.widthRadians
                let edge = angle + .pi
                return Gaussian(
                    strength: wave.strength * square / divisor,
                    centre: isAhead ? angle + turn : angle, rate: 0.5 / square,
                    range: isAhead ? edge...turn : 0...edge, width: wave.widthRadians)
            }
        }
        return gaussians(interval.kinds.0, isAhead: false)
            + gaussians(interval.kinds.1, isAhead: true)
    }

    /// The interval from one R peak to the next.
    struct Interval {
        let startSeconds: Double
        let lengthSeconds: Double
        let kinds: (SimulatedBeatKind, SimulatedBeatKind)
    }

    /// A range of phase in which the same waves hold.
    private struct PhaseSegment {
        let gaussians: [Gaussian]
        let speed: Double
        let maxStep: Double
        private var phase = 0.0
        private var height = 0.0

        init(gaussians: [Gaussian], speed: Double, maxStep: Double) {
            self.gaussians = gaussians
            self.speed = speed
            self.maxStep = maxStep
        }

        mutating func begin(at phase: Double) {
            self.phase = phase
            height = sum(phase)
        }

        mutating func advance(to target: Double, _ z: inout Double) {
            let totalPhase = target - phase
            guard totalPhase > 0 else { return }
            let count = max(1, (totalPhase / (speed * maxStep)).rounded(.up))
            let step = totalPhase / count
            let seconds = step / speed
            let decay = Decay(seconds)
            let start = phase
            for index in 1...Int(count) {
                let end = start + step * Double(index)
                let middle = end - 0.5 * step
                let before = height
                let nodeOffset = Decay.lobattoNode * 0.5 * step
                height = sum(end)
                let area =
                    decay.fullStep * before + 5 * decay.firstNode * sum(middle - nodeOffset)
                    + 5 * decay.secondNode * sum(middle + nodeOffset) + height
                z = height + decay.fullStep * (z - before) - seconds / 12 * area
            }
            phase = target
        }

        private func sum(_ phase: Double) -> Double {
            var sum = 0.0
            for gaussian in gaussians {
                let distance = phase - gaussian.centre
                let exponent = distance * distance * gaussian.rate
                // exp(-40) is less than the rounding of the sum.
                if exponent < 40 { sum += gaussian.strength * PlatformMath.exp(-exponent) }
            }
            return sum
        }
    }

    /// The share that is left after a step, and after its inner nodes.
    private struct Decay {
        let fullStep: Double
        let firstNode: Double
        let secondNode: Double
        /// Lobatto's inner nodes on -1 ... 1.
        static let lobattoNode = 0.2.squareRoot()

        init(_ seconds: Double) {
            fullStep = PlatformMath.exp(-seconds)
            firstNode = PlatformMath.exp(-0.5 * seconds * (1 + Self.lobattoNode))
            secondNode = PlatformMath.exp(-0.5 * seconds * (1 - Self.lobattoNode))
        }
    }
}

/// The times of the samples: sample k at k / rate less the time of the first R peak.
struct SampleClock {
    let rateHz: Double
    let firstBeatSeconds: Double

    func time(of sample: Int) -> Double { Double(sample) / rateHz - firstBeatSeconds }
}
