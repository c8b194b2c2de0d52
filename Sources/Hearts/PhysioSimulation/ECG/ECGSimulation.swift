import PhysioDSP
import PhysioTypes

/// An electrocardiogram whose R peaks are known exactly: the model of McSharry et al., with
/// premature beats, breathing, noise of five kinds and segments without contact.
///
/// The model is a point on a circle, once round in an R-R interval, and a height z that waves at
/// fixed angles pull from the baseline: see ``ECGWave``. The speed on the circle is constant from
/// one R peak to the next, 2 pi over the interval between the two. So the point passes the angle 0
/// of the R wave exactly at the sums of the intervals put in: those are the R times given out. (The
/// largest sample lies up to 1 ms before, as Q and S pull unequally.) The first R peak lies half an
/// interval behind the start, the end half an interval behind the last one.
///
/// z is found exactly but for 1e-9 of its range, at any rate: see `ECGIntegrator`. It is scaled so
/// that the steady normal beat at the mean interval reaches from -0.4 to 1.2 mV.
///
/// ```swift
/// let intervals = BimodalRhythm(seed: 1).intervalsMs(lastingSeconds: 60)
/// var simulation = ECGSimulation(seed: 1, rhythm: ECGRhythm(intervalsMs: intervals))
/// simulation.noises = [ECGNoise(.muscle, level: .signalToNoise(decibels: 12))]
/// let ecg = simulation.run()
/// ecg.millivolts[Int(ecg.beats[0].sample.rounded())]  // near 1.2
/// ```
///
/// - SeeAlso: McSharry, Clifford, Tarassenko and Smith 2003, IEEE Trans. Biomed. Eng. 50:289, doi
///   10.1109/TBME.2003.808805. We differ: R peaks lie between samples, not on them; the equation is
///   solved, not stepped; the scale is that of one steady beat, not of the whole record's extremes;
///   waves keep their heights when intervals change (``WaveHeights``); the baseline's oscillation with
///   breathing is given as it comes out.
public struct ECGSimulation: Sendable, Equatable {
    /// The height of a wave where the interval is not the mean one.
    public enum WaveHeights: Sendable, Equatable {
        /// Heights in proportion to the interval that the part of the wave lies in, as in the
        /// paper: R breaks in two where intervals change by much, and pulls the baseline along.
        case proportional
        /// The same at every interval; at a constant one both forms are equal.
        case constant
    }

    /// The effect of breathing on the signal; its effect on the rhythm is set with the rhythm.
    public struct Breathing: Sendable, Equatable {
        public var frequencyHz = 0.25
        /// The phase at time 0; radians.
        public var phase = 0.0
        /// Peak deviation of the baseline; mV; the default is what the paper's program gives.
        public var baselineMillivolts = 0.07
        /// The waves are 1 + depth sin(2 pi f t + phase) times as high.
        public var modulationDepth = 0.1

        public init() {}
    }

    public var seed: UInt64
    public var rhythm: ECGRhythm
    /// Need not be a whole number; Hz.
    public var sampleRateHz = 256.0
    public var waveHeights = WaveHeights.constant
    public var breathing = Breathing()
    /// Added one after another.
    public var noises: [ECGNoise] = []
    /// Put in last.
    public var outages: [ElectrodeOutage] = []
    /// Cuts the signal off; s; whole where nil or longer.
    public var durationSeconds: Double?

    /// The range of the steady beat; mV.
    public static let rangeMillivolts = -0.4...1.2
    /// The distance from S to R of the steady beat, to which ratios of signal to noise refer; mV.
    public static let qrsMillivolts = 1.6

    public init(seed: UInt64, rhythm: ECGRhythm) {
        self.seed = seed
        self.rhythm = rhythm
    }

    /// - Precondition: the rate lies in 100 ... 4000 Hz; half of it is above the mains frequency of
    ///   a noise that has one; breathing lies in 0 ..< 1 Hz with a depth of 0 ..< 1.
    /// - Complexity: O(samples); some 0.2 us a sample without noise.
    public func run() -> SimulatedECG {
        precondition(ECGSampleRates.allowedHz.contains(sampleRateHz), ECGSampleRates.rangeMessage)
        precondition((0..<1).contains(breathing.modulationDepth), "waves never vanish")
        precondition((0..<1).contains(breathing.frequencyHz), "breathing is slower than 1 Hz")
        let waveform = ECGWaveform(self)
        var samples = waveform.samples()
        var generator = SeededGenerator(seed: seed)
        for noise in noises {
            noise.add(
                to: &samples, sampleRateHz: sampleRateHz, seed: generator.next(),
                signalMillivolts: Self.qrsMillivolts)
        }
        for outage in outages { outage.write(into: &samples, sampleRateHz: sampleRateHz) }
        return SimulatedECG(
            millivolts: samples, beats: waveform.beats(within: samples.count), settings: self)
    }
}

/// A simulated signal and all that is known of it.
public struct SimulatedECG: Sendable, Equatable {
    public struct Beat: Sendable, Equatable {
        /// The time of the R peak from the first sample; s.
        public let timeSeconds: Double
        /// The same in samples; between two as a rule.
        public let sample: Double
        public let kind: SimulatedBeatKind
    }

    /// One value a sample; mV; NaN where missing.
    public let millivolts: [Double]
    /// The beats in the order of time; those with an R peak inside the signal.
    public let beats: [Beat]
    /// The settings it was made from, the seed among them.
    public let settings: ECGSimulation

    public var sampleRateHz: Double { settings.sampleRateHz }
}
