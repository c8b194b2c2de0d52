import BeatDetection
import PhysioDSP
import PhysioSimulation
import PhysioTypes

/// R-peak detection and its two kernels: every beat of a simulated signal, and no other.
enum DetectionCases {
    private static let rateHz = 250.0
    /// Ten minutes for the parts; an hour and ten for the whole.
    private static let partSampleCount = 150_000
    private static let wholeSampleCounts = [100_000, 1_000_000]

    static func cases(_ scale: BenchmarkScale) -> [BenchmarkCase] {
        [qrsCase(scale.length(partSampleCount)), beatShapeCase(scale.length(partSampleCount))]
            + wholeSampleCounts.map { peaksCase(scale.length($0)) }
            + [streamingCase(scale.length(partSampleCount))]
    }

    private static func signal(_ count: Int) -> SimulatedECG {
        DetectionWorkload(
            name: "", title: "", seconds: Double(count) / rateHz, rateHz: rateHz
        ).run()
    }

    /// A case whose answer is how many beats there are.
    private static func countCase(
        _ name: String, _ count: Int, growthSize: Int? = nil,
        _ variants: @escaping (SimulatedECG) -> [BenchmarkVariant]
    ) -> BenchmarkCase {
        BenchmarkCase(
            "BeatDetection/\(name)", workload: "n=\(count)", items: count, of: "sample",
            growthSize: growthSize, tolerance: 0
        ) {
            let ecg = signal(count)
            return BenchmarkWork(variants: variants(ecg)) { [Double(ecg.beats.count)] }
        }
    }

    /// The variant as shipped, and with plain instructions.
    private static func instructionVariants(_ run: @escaping () -> BenchmarkRun)
        -> [BenchmarkVariant]
    {
        [
            BenchmarkVariant("as shipped", prepare: run),
            BenchmarkVariant("plain instructions", instructions: .plain, prepare: run),
        ]
    }

    private static func qrsCase(_ count: Int) -> BenchmarkCase {
        countCase("qrs", count) { ecg in
            instructionVariants {
                let stream = MutableBox(QRSStream(sampleRateHz: rateHz))
                return BenchmarkRun {
                    var found = 0
                    stream.value.reset()
                    stream.value.push(ecg.millivolts) { _ in found += 1 }
                    stream.value.finish { _ in found += 1 }
                    return Double(found)
                } numbers: {
                    [$0]
                }
            }
        }
    }

    /// Returns the case that counts how many of the given beats are placed.
    private static func beatShapeCase(_ count: Int) -> BenchmarkCase {
        countCase("beat-shape", count) { ecg in
            let reach = Int((BeatShapeAnalyzer.reachSeconds * rateHz).rounded(.up))
            return instructionVariants {
                let shapes = MutableBox(BeatShapeAnalyzer(sampleRateHz: rateHz))
                return BenchmarkRun {
                    shapes.value.reset()
                    return ecg.millivolts.withUnsafeBufferPointer { samples in
                        ecg.beats.count { beat in
                            let centre = Int(beat.sample)
                            let first = max(0, centre - reach)
                            let end = min(samples.count, centre + reach + 1)
                            return shapes.value.push(
                                UnsafeBufferPointer(rebasing: samples[first..<end]),
                                position: Double(centre - first), firstSample: first
                            ).isLocated
                        }
                    }
                } numbers: { found in
                    [Double(found)]
                }
            }
        }
    }

    private static func peaksCase(_ count: Int) -> BenchmarkCase {
        countCase("r-peaks", count, growthSize: count) { ecg in
            [
                BenchmarkVariant("as shipped") {
                    detection(ecg.millivolts, sampleRateHz: rateHz)
                }
            ]
        }
    }

    private static func streamingCase(_ count: Int) -> BenchmarkCase {
        countCase("r-peaks, one sample at a time", count) { ecg in
            [
                BenchmarkVariant("as shipped") {
                    BenchmarkRun {
                        var detector = RPeakDetector(sampleRateHz: rateHz)
                        var found = 0
                        ecg.millivolts.withUnsafeBufferPointer { samples in
                            for index in samples.indices {
                                detector.push(
                                    UnsafeBufferPointer(rebasing: samples[index...index])
                                ) { _, _ in found += 1 }
                            }
                        }
                        detector.finish { _, _ in found += 1 }
                        return found
                    } numbers: {
                        [Double($0)]
                    }
                }
            ]
        }
    }

    /// Every beat of a whole signal, with its kind and quality; the answer is how many there are.
    static func detection(_ samples: [Double], sampleRateHz: Double) -> BenchmarkRun {
        BenchmarkRun {
            var detector = RPeakDetector(sampleRateHz: sampleRateHz)
            var beats: [DetectedBeat] = []
            detector.push(samples) { beat, _ in beats.append(beat) }
            detector.finish { beat, _ in beats.append(beat) }
            return beats
        } numbers: { beats in
            [Double(beats.count)]
        }
    }

    /// A detector that is kept from run to run.
    private final class MutableBox<Value: ~Copyable> {
        var value: Value

        init(_ value: consuming Value) { self.value = value }
    }
}
