import PhysioDSP

/// The noiseless signal of an ``ECGSimulation``, and where its beats are.
struct ECGWaveform {
    private let settings: ECGSimulation
    /// The times from the first R peak to each R peak; s.
    private let times: [Double]
    private let steadyBeat: SteadyBeat

    init(_ settings: ECGSimulation) {
        self.settings = settings
        let intervals = settings.rhythm.intervalsMs
        var sum = 0.0
        times =
            [0]
            + intervals.map { interval in
                sum += interval
                return sum / 1000
            }
        steadyBeat = SteadyBeat(
            intervalSeconds: sum / 1000 / Double(intervals.count), waveHeights: settings.waveHeights
        )
    }

    /// The time from the first sample to the first R peak; s.
    private var firstBeatSeconds: Double { settings.rhythm.intervalsMs[0] / 2000 }

    private var sampleCount: Int {
        let tail = settings.rhythm.intervalsMs.reversed()[0] / 2000
        let fullDuration = firstBeatSeconds + times[times.count - 1] + tail
        let duration = min(settings.durationSeconds ?? fullDuration, fullDuration)
        // A whole number of samples stays one, however the product is rounded.
        return Int(duration * settings.sampleRateHz + 1e-6)
    }

    func beats(within count: Int) -> [SimulatedECG.Beat] {
        zip(times, settings.rhythm.kinds).compactMap { time, kind in
            let seconds = firstBeatSeconds + time
            let sample = seconds * settings.sampleRateHz
            guard sample <= Double(count - 1) else { return nil }
            return SimulatedECG.Beat(timeSeconds: seconds, sample: sample, kind: kind)
        }
    }

    func samples() -> [Double] {
        let count = sampleCount
        return [Double](unsafeUninitializedCapacity: count) { buffer, initialized in
            integrateWaves(count) { buffer[$0] = $1 }
            applyBreathing(buffer, count)
            initialized = count
        }
    }

    /// z at every sample, in their order.
    private func integrateWaves(_ count: Int, _ write: (Int, Double) -> Void) {
        let clock = SampleClock(
            rateHz: settings.sampleRateHz, firstBeatSeconds: firstBeatSeconds)
        var integrator = steadyBeat.integrator
        let last = times.count - 1
        let kinds = settings.rhythm.kinds
        // Half a turn before the first beat, at the speed of its interval, and half behind the last.
        for index in -1...last where integrator.nextSample < count {
            let length =
                index < 0
                ? times[1]
                : index == last ? times[last] - times[last - 1] : times[index + 1] - times[index]
            let interval = ECGIntegrator.Interval(
                startSeconds: index < 0 ? -length : times[index], lengthSeconds: length,
                kinds: (kinds[max(0, index)], kinds[min(last, index + 1)]))
            let phases =
                index < 0 ? Double.pi...2 * .pi : index == last ? 0...Double.pi : 0...2 * .pi
            integrator.integrate(interval, phases: phases, clock: clock) { sample, z in
                if sample < count { write(sample, z) }
            }
        }
        // Rounding may leave out a sample at the very end.
        for sample in integrator.nextSample..<max(count, integrator.nextSample) {
            write(sample, integrator.z)
        }
    }

    /// Scales z to millivolts, and lets breathing raise and lower it.
    private func applyBreathing(_ samples: UnsafeMutableBufferPointer<Double>, _ count: Int) {
        let breathing = settings.breathing
        let step = 2 * Double.pi * breathing.frequencyHz / settings.sampleRateHz
        // The baseline follows breathing through the same first-order lag as the waves do.
        let lag = PlatformMath.angle(ComplexNumber(1, 2 * .pi * breathing.frequencyHz))
        for index in 0..<count {
            let phase = step * Double(index) + breathing.phase
            let modulation = 1 + breathing.modulationDepth * PlatformMath.sin(phase)
            samples[index] =
                steadyBeat.offset + steadyBeat.gain * samples[index] * modulation
                + breathing.baselineMillivolts * PlatformMath.sin(phase - lag)
        }
    }
}

/// The normal beat that repeats for ever: it sets the scale, and what went before the signal.
struct SteadyBeat {
    /// Half a turn before an R peak.
    let integrator: ECGIntegrator
    /// Millivolts = offset + gain z.
    let gain: Double
    let offset: Double

    private static let sampleCount = 4096

    init(intervalSeconds: Double, waveHeights: ECGSimulation.WaveHeights) {
        var integrator = ECGIntegrator(
            meanIntervalSeconds: intervalSeconds, waveHeights: waveHeights)
        let rate = Double(Self.sampleCount) / intervalSeconds
        var cycleSamples = [Double](repeating: 0, count: Self.sampleCount)
        func run() {
            integrator.nextSample = 0
            // From half a turn to half a turn: the second half of an interval, the first of another.
            for (start, phases) in [
                (-intervalSeconds, Double.pi...2 * .pi), (0, 0...Double.pi),
            ] {
                integrator.integrate(
                    .init(
                        startSeconds: start, lengthSeconds: intervalSeconds,
                        kinds: (.normal, .normal)), phases: phases,
                    clock: SampleClock(rateHz: rate, firstBeatSeconds: intervalSeconds / 2)
                ) { if $0 < cycleSamples.count { cycleSamples[$0] = $1 } }
            }
        }
        // z is linear: what a turn adds to a start at 0, over how much of the start a turn forgets.
        run()
        integrator.z /= 1 - PlatformMath.exp(-intervalSeconds)
        integrator.nextSample = 0
        self.integrator = integrator
        run()
        let (low, high) = Self.extremes(cycleSamples)
        let range = ECGSimulation.rangeMillivolts
        gain = (range.upperBound - range.lowerBound) / (high - low)
        offset = range.lowerBound - gain * low
    }

    /// The lowest and the highest value of the parabolas through the extreme samples.
    private static func extremes(_ cycleSamples: [Double]) -> (Double, Double) {
        func vertex(_ index: Int) -> Double {
            let (a, b) = (cycleSamples[max(0, index - 1)], cycleSamples[index])
            let c = cycleSamples[min(cycleSamples.count - 1, index + 1)]
            let curve = a - 2 * b + c
            return curve == 0 ? b : b - (c - a) * (c - a) / (8 * curve)
        }
        let low = cycleSamples.indices.min { cycleSamples[$0] < cycleSamples[$1] } ?? 0
        let high = cycleSamples.indices.max { cycleSamples[$0] < cycleSamples[$1] } ?? 0
        return (vertex(low), vertex(high))
    }
}
