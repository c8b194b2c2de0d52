import PhysioDSP

/// The changes of the heart rate besides those from breathing: slow noise, the oscillation that is
/// there without breathing, and slow changes of the response's gain.
///
/// The noise is the sum of four independent processes that forget in 3, 10, 30 and 100 s, of equal
/// variance; the gain's logarithm is one that forgets in 90 s; the oscillation is a resonator of
/// second order, driven by white noise. Each step is drawn from its exact distribution, and all
/// begin in the middle of their lives.
struct HeartRateNoise {
    /// The times in which each process falls to e^-1 of its value; s.
    static let noiseTimeConstantsSeconds = SIMD4(3.0, 10, 30, 100)
    static let gainTimeConstantSeconds = 90.0
    static let mayerDampingRatio = 0.2

    private var generator: SeededGenerator
    private var noise: SIMD4<Double>
    private let noiseDecay: SIMD4<Double>
    private let noiseStepDeviation: SIMD4<Double>
    private var logGain: Double
    private let gainDecay: Double
    private let gainStepDeviation: Double
    private var mayerWave: DrivenResonator

    init(_ truth: PersonTruth, stepSeconds: Double, generator: SeededGenerator) {
        var generator = generator
        let traits = truth.traits
        let deviation = traits.noiseBpm / 2
        var decay = SIMD4<Double>()
        for index in 0..<4 {
            decay[index] = PlatformMath.exp(-stepSeconds / Self.noiseTimeConstantsSeconds[index])
        }
        noiseDecay = decay
        noiseStepDeviation = deviation * (1 - decay * decay).squareRoot()
        noise = deviation * Self.normalDeviates(&generator)
        gainDecay = PlatformMath.exp(-stepSeconds / Self.gainTimeConstantSeconds)
        gainStepDeviation = traits.gainNoise * (1 - gainDecay * gainDecay).squareRoot()
        logGain = traits.gainNoise * generator.normal()
        mayerWave = DrivenResonator(
            angularFrequency: PersonTruth.angularFrequency(truth.breathsPerMinute),
            damping: Self.mayerDampingRatio, deviation: traits.mayerWaveRatio * traits.noiseBpm,
            stepSeconds: stepSeconds, &generator)
        self.generator = generator
    }

    /// e^G.
    var gain: Double { PlatformMath.exp(logGain) }

    /// Beats/min.
    var rateBpm: Double { noise.sum() + mayerWave.value }

    mutating func advance() {
        noise = noiseDecay * noise + noiseStepDeviation * Self.normalDeviates(&generator)
        logGain = gainDecay * logGain + gainStepDeviation * generator.normal()
        mayerWave.advance(&generator)
    }

    private static func normalDeviates(_ generator: inout SeededGenerator) -> SIMD4<Double> {
        SIMD4(
            generator.normal(), generator.normal(), generator.normal(), generator.normal())
    }
}

/// y'' + 2 zeta w y' + w^2 y = white noise, scaled to a standard deviation of y.
struct DrivenResonator {
    private(set) var value: Double
    /// y' / w, which has the deviation of y.
    private var slope: Double
    /// The step without noise: value and slope from value and slope.
    private let step: (a: Double, b: Double, c: Double, d: Double)
    /// Lower triangular root of the covariance of a step's noise.
    private let root: (a: Double, c: Double, d: Double)

    init(
        angularFrequency w: Double, damping: Double, deviation: Double, stepSeconds: Double,
        _ generator: inout SeededGenerator
    ) {
        let dampedFrequencyRatio = (1 - damping * damping).squareRoot()
        let turn = w * dampedFrequencyRatio * stepSeconds
        let decay = PlatformMath.exp(-damping * w * stepSeconds)
        let c = decay * PlatformMath.cos(turn)
        let s = decay * PlatformMath.sin(turn) / dampedFrequencyRatio
        step = (c + damping * s, s, -s, c - damping * s)
        let variance = deviation * deviation
        let first = max(0, variance * (1 - step.a * step.a - step.b * step.b))
        let covariance = -variance * (step.a * step.c + step.b * step.d)
        let second = variance * (1 - step.c * step.c - step.d * step.d)
        let a = first.squareRoot()
        let offDiagonal = a > 0 ? covariance / a : 0
        root = (a, offDiagonal, max(0, second - offDiagonal * offDiagonal).squareRoot())
        value = deviation * generator.normal()
        slope = deviation * generator.normal()
    }

    mutating func advance(_ generator: inout SeededGenerator) {
        let x = generator.normal()
        let y = generator.normal()
        (value, slope) = (
            step.a * value + step.b * slope + root.a * x,
            step.c * value + step.d * slope + root.c * x + root.d * y
        )
    }
}
