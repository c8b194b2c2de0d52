import PhysioDSP

/// R-R intervals with a rhythm whose power is known in closed form.
///
/// Interval i ends at t[i] and has the length
///
///     RR[i] = mean + slope t[i] + sum over lines of A sin(2 pi f t[i] + phase) + white noise
///
/// solved for t[i], so that the intervals sample the rhythm exactly where a spectrum takes them to
/// be: at the beat that ends each. A line of amplitude A has the power A^2 / 2. The 1/f noise is a
/// set of lines at equal distances on a logarithmic scale, each of the same power: so its power in
/// any band is known too. Then the values are rounded to the recorder's clock, and artefacts are put
/// in at random positions.
///
/// ```swift
/// var simulation = RRSimulation(seed: 1)
/// simulation.lines = [.init(frequencyHz: 0.1, powerMsSquared: 200)]
/// simulation.run().intervalsMs
/// ```
public struct RRSimulation: Sendable, Equatable {
    /// One oscillation.
    public struct Line: Sendable, Equatable {
        public var frequencyHz: Double
        public var powerMsSquared: Double
        /// The phase at time 0; radians; drawn from the seed where nil.
        public var phase: Double?

        public init(frequencyHz: Double, powerMsSquared: Double, phase: Double? = nil) {
            self.frequencyHz = frequencyHz
            self.powerMsSquared = powerMsSquared
            self.phase = phase
        }

        /// Peak deviation; ms.
        public var amplitudeMs: Double { (2 * powerMsSquared).squareRoot() }
    }

    /// A change that a sensor or the heart makes to single beats.
    public enum Artefact: String, Sendable, CaseIterable {
        /// A beat is not seen: two intervals become one.
        case missed
        /// A beat is seen that is none: an interval is split at a random position.
        case extra
        /// A beat comes early by ``RRSimulation/ectopicPrematurityShare`` of its interval, and the next one
        /// keeps its time.
        case ectopic
    }

    public var seed: UInt64
    public var durationSeconds = 300.0
    public var meanMs = 900.0
    public var lines: [Line] = []
    /// Total power of the 1/f noise; ms^2.
    public var pinkPowerMsSquared = 0.0
    /// Variance of the white noise; ms^2.
    public var whiteVarianceMsSquared = 0.0
    /// Change of the mean a second; ms/s.
    public var slopeMsPerSecond = 0.0
    /// Step of the recorder's clock; ms; 0 keeps full precision.
    public var resolutionMs = 1.0
    /// Probability of an artefact at each beat.
    public var artefactRates: [Artefact: Double] = [:]

    /// Lowest frequency of the 1/f noise; Hz.
    public static let pinkLowHz = 0.003
    /// Highest frequency of the 1/f noise; Hz.
    public static let pinkHighHz = 0.4
    /// The number of lines that make up the 1/f noise.
    public static let pinkLineCount = 192
    /// The time by which an ectopic beat comes early, as a share of its interval.
    public static let ectopicPrematurityShare = 0.3
    /// Intervals are kept within the range of lengths that readers accept.
    public static let minIntervalMs = 250.0
    public static let maxIntervalMs = 2900.0

    public init(seed: UInt64) {
        self.seed = seed
    }

    /// The intervals and what is known of them.
    public struct Output: Sendable, Equatable {
        /// The intervals as a recorder would store them.
        public let intervalsMs: [Double]
        /// Intervals before rounding and artefacts.
        public let cleanIntervalsMs: [Double]
        /// Every oscillation with its phase, those of the 1/f noise included.
        public let lines: [Line]
        /// Artefacts by the index of the interval in `intervalsMs` at which each begins.
        public let artefacts: [(index: Int, artefact: Artefact)]

        /// Power of the oscillations in a band; ms^2; without the white noise.
        public func linePower(fromHz low: Double, toHz high: Double) -> Double {
            lines.reduce(0) {
                $1.frequencyHz >= low && $1.frequencyHz < high ? $0 + $1.powerMsSquared : $0
            }
        }

        public static func == (a: Output, b: Output) -> Bool {
            a.intervalsMs == b.intervalsMs && a.cleanIntervalsMs == b.cleanIntervalsMs
                && a.lines == b.lines && a.artefacts.elementsEqual(b.artefacts, by: ==)
        }
    }

    /// - Precondition: duration and mean are above 0, rates and powers not negative.
    /// - Complexity: O(beats x lines).
    public func run() -> Output {
        precondition(durationSeconds > 0 && meanMs > 0, "duration and mean are above 0")
        var generator = SeededGenerator(seed: seed)
        let lines = linesWithPhases(&generator)
        let clean = cleanIntervals(lines, &generator)
        var recordedIntervalsMs = clean
        let artefacts = insertArtefacts(into: &recordedIntervalsMs, &generator)
        return Output(
            intervalsMs: rounded(recordedIntervalsMs), cleanIntervalsMs: clean, lines: lines,
            artefacts: artefacts)
    }

    private func linesWithPhases(_ generator: inout SeededGenerator) -> [Line] {
        var allLines = lines
        if pinkPowerMsSquared > 0 {
            let ratio = PlatformMath.log(Self.pinkHighHz / Self.pinkLowHz)
            for index in 0..<Self.pinkLineCount {
                let position = (Double(index) + 0.5) / Double(Self.pinkLineCount)
                allLines.append(
                    Line(
                        frequencyHz: Self.pinkLowHz * PlatformMath.exp(ratio * position),
                        powerMsSquared: pinkPowerMsSquared / Double(Self.pinkLineCount)))
            }
        }
        return allLines.map { line in
            var line = line
            let randomPhase = 2 * .pi * generator.uniform()
            line.phase = line.phase ?? randomPhase
            return line
        }
    }

    private func cleanIntervals(
        _ lines: [Line], _ generator: inout SeededGenerator
    ) -> [Double] {
        var intervals: [Double] = []
        var time = 0.0
        let noise = whiteVarianceMsSquared.squareRoot()
        while true {
            let jitter = noise > 0 ? noise * generator.normal() : 0
            var interval = intervals.last ?? meanMs
            // A contraction: the rhythm changes by far less than 1 s a second.
            for _ in 0..<50 {
                let next = rhythm(at: time + interval / 1000, lines) + jitter
                let hasConverged = abs(next - interval) < 1e-9
                interval = min(max(next, Self.minIntervalMs), Self.maxIntervalMs)
                if hasConverged { break }
            }
            time += interval / 1000
            guard time <= durationSeconds else { return intervals }
            intervals.append(interval)
        }
    }

    private func rhythm(at time: Double, _ lines: [Line]) -> Double {
        lines.reduce(meanMs + slopeMsPerSecond * time) { sum, line in
            let phase = 2 * .pi * line.frequencyHz * time + (line.phase ?? 0)
            return sum + line.amplitudeMs * PlatformMath.sin(phase)
        }
    }

    private func insertArtefacts(
        into intervals: inout [Double], _ generator: inout SeededGenerator
    ) -> [(index: Int, artefact: Artefact)] {
        guard !artefactRates.isEmpty else { return [] }
        var result: [Double] = []
        var artefacts: [(index: Int, artefact: Artefact)] = []
        var index = 0
        while index < intervals.count {
            let interval = intervals[index]
            let next = index + 1 < intervals.count ? intervals[index + 1] : nil
            let artefact = drawArtefact(&generator)
            let position = generator.uniform()
            switch (artefact, next) {
            case (.missed, let next?):
                artefacts.append((result.count, .missed))
                result.append(interval + next)
                index += 2
            case (.extra, _):
                artefacts.append((result.count, .extra))
                let share = 0.3 + 0.4 * position
                result += [interval * share, interval * (1 - share)]
                index += 1
            case (.ectopic, let next?):
                artefacts.append((result.count, .ectopic))
                let shift = Self.ectopicPrematurityShare * interval
                result += [interval - shift, next + shift]
                index += 2
            default:
                result.append(interval)
                index += 1
            }
        }
        intervals = result
        return artefacts
    }

    private func drawArtefact(_ generator: inout SeededGenerator) -> Artefact? {
        var draw = generator.uniform()
        for artefact in Artefact.allCases {
            draw -= artefactRates[artefact] ?? 0
            if draw < 0 { return artefact }
        }
        return nil
    }

    /// Beat times on the recorder's clock: rounding errors of neighbours cancel, as they do there.
    private func rounded(_ intervals: [Double]) -> [Double] {
        guard resolutionMs > 0 else { return intervals }
        var time = 0.0
        var previousTick = 0.0
        return intervals.map { interval in
            time += interval
            let now = (time / resolutionMs).rounded()
            defer { previousTick = now }
            return (now - previousTick) * resolutionMs
        }
    }
}
