import PhysioDSP
import SongFeatures

/// The cost of a song, decoded, in stereo at 44.1 kHz: all its features, its tempo alone, and one
/// more second in the middle of it. The song has 120 clicks a minute over soft noise, so its tempo
/// is known.
enum SongCases {
    private static let sampleRateHz = 44_100.0
    private static let bpm = 120.0
    /// Deviation of the tempo in beats a minute that is none worth printing.
    private static let tolerance = 0.05
    private static let minutes = [4, 60]

    static func cases(_ scale: BenchmarkScale) -> [BenchmarkCase] {
        let lengths = minutes.map { max(1, $0 / scale.divisor) }
        return Set(lengths).sorted().flatMap { [features(minutes: $0), tempo(minutes: $0)] }
            + [extraSecondCase]
    }

    /// One minute, both channels in turn; it can be repeated without a break in the clicks.
    private static func minuteSamples() -> [Float] {
        var noise = SeededGenerator(seed: 27)
        let period = Int(sampleRateHz * 60 / bpm)
        return (0..<Int(60 * sampleRateHz)).flatMap { frame -> [Float] in
            let time = Double(frame % period) / sampleRateHz
            let click =
                0.5 * PlatformMath.exp(-time / 0.01) * PlatformMath.sin(2 * Double.pi * 1000 * time)
            return [0, 1].map { _ in
                Float(click + Double.random(in: -0.01...0.01, using: &noise))
            }
        }
    }

    private static func features(minutes: Int) -> BenchmarkCase {
        songCase("SongFeatures/features", minutes: minutes) { samples in
            guard var analyzer = SongAnalyzer(sampleRateHz: sampleRateHz, channelCount: 2) else {
                return nil
            }
            for _ in 0..<minutes { samples.withUnsafeBufferPointer { analyzer.push($0) } }
            return analyzer.finish().tempo?.bpm
        }
    }

    private static func tempo(minutes: Int) -> BenchmarkCase {
        songCase("SongFeatures/tempo", minutes: minutes) { samples in
            var frontEnd = SongFrontEnd(sampleRateHz: sampleRateHz)
            var mono = [Float](repeating: 0, count: HalfBandDecimator.blockSampleCount)
            for _ in 0..<minutes {
                samples.withUnsafeBufferPointer {
                    SongCurveExtraction.push($0, 2, into: &frontEnd, by: &mono)
                }
            }
            return TempoEstimator.tempo(of: frontEnd.finish())?.bpm
        }
    }

    private static func songCase(
        _ name: String, minutes: Int, _ bpm: @escaping ([Float]) -> Double?
    ) -> BenchmarkCase {
        BenchmarkCase(
            name, workload: "\(minutes) min", items: 60 * minutes, of: "second",
            growthSize: minutes, tolerance: tolerance, deviationUnit: "beats/min"
        ) {
            let samples = minuteSamples()
            func variant(_ name: String, _ instructions: InstructionSet?) -> BenchmarkVariant {
                BenchmarkVariant(name, instructions: instructions) {
                    BenchmarkRun {
                        bpm(samples)
                    } numbers: {
                        [$0]
                    }
                }
            }
            return BenchmarkWork(variants: [
                variant("as shipped", nil), variant("plain instructions", .plain),
            ]) {
                [Self.bpm]
            }
        }
    }

    /// A second more of a song that goes on: nothing is allocated.
    private static var extraSecondCase: BenchmarkCase {
        BenchmarkCase(
            "SongFeatures/push", workload: "1 s", items: Int(sampleRateHz), of: "frame",
            tolerance: tolerance, deviationUnit: "beats/min"
        ) {
            let minuteSamples = minuteSamples()
            let oneSecondSamples = Array(minuteSamples[..<Int(2 * sampleRateHz)])
            let shippedVariant = BenchmarkVariant("as shipped") {
                guard var analyzer = SongAnalyzer(sampleRateHz: sampleRateHz, channelCount: 2)
                else {
                    preconditionFailure("44.1 kHz in stereo is a format of the analyzer")
                }
                minuteSamples.withUnsafeBufferPointer { analyzer.push($0) }
                return BenchmarkRun {
                    oneSecondSamples.withUnsafeBufferPointer { analyzer.push($0) }
                } numbers: {
                    var finishedAnalyzer = analyzer
                    return [finishedAnalyzer.finish().tempo?.bpm]
                }
            }
            return BenchmarkWork(variants: [shippedVariant]) { [bpm] }
        }
    }
}
