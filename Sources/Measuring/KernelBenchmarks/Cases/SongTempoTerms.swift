import SongFeatures

/// The data that the weights of the tempo's decision are fitted to: each term of each tempo, for
/// one song.
@_spi(Studies) public struct SongTempoTerms: Sendable, Encodable {
    /// The tempos that are asked; beats/min, ascending.
    public let bpms: [Double]
    /// The terms by name, with a value for each of the tempos.
    public let terms: [String: [Double]]
    /// The rate of strong onsets, on which the prior of the tempo depends.
    let strongOnsetsPerSecond: Double
    /// True if the song gets a tempo at all.
    let hasTempo: Bool

    private enum CodingKeys: String, CodingKey {
        case bpms, terms
        case strongOnsetsPerSecond = "strong_onsets_per_second"
        case hasTempo = "has_tempo"
    }

    /// - Parameters: as those of ``SongMeasurement``.
    public init?(samples: [Float], sampleRateHz: Double, channels: Int) {
        guard
            let curves = SongCurveExtraction.curves(
                samples, sampleRateHz: sampleRateHz, channels: channels)
        else { return nil }
        let found = TempoEstimator.terms(of: curves)
        let names = TempoTerm.allCases.map(\.rawValue)
        bpms = found.bpms
        terms = Dictionary(uniqueKeysWithValues: zip(names, found.values))
        strongOnsetsPerSecond = found.strongOnsetsPerSecond
        hasTempo = TempoEstimator.tempo(of: curves) != nil
    }

    /// A weight that the source has.
    public struct Weight: Sendable, Encodable {
        /// Name of its term.
        public let term: String
        public let weight: Double
    }

    /// The weights that the source has, in its order.
    public static var weights: [Weight] {
        TempoTerm.allCases.map { Weight(term: $0.rawValue, weight: $0.weight) }
    }
}

/// The way from samples to the curves of onsets, without loudness.
enum SongCurveExtraction {
    /// nil where the format is none that a song may have.
    static func curves(_ samples: [Float], sampleRateHz: Double, channels: Int) -> SongCurves? {
        guard (8_000...192_000).contains(sampleRateHz), (1...8).contains(channels) else {
            return nil
        }
        var frontEnd = SongFrontEnd(sampleRateHz: sampleRateHz)
        var mono = [Float](repeating: 0, count: HalfBandDecimator.blockSampleCount)
        samples.withUnsafeBufferPointer { push($0, channels, into: &frontEnd, by: &mono) }
        return frontEnd.finish()
    }

    /// The mean of the channels, a block at a time.
    static func push(
        _ samples: UnsafeBufferPointer<Float>, _ channels: Int, into frontEnd: inout SongFrontEnd,
        by mono: inout [Float]
    ) {
        let frameCount = samples.count / channels
        let share = 1 / Float(channels)
        mono.withUnsafeMutableBufferPointer { mono in
            for start in stride(from: 0, to: frameCount, by: mono.count) {
                let count = min(mono.count, frameCount - start)
                for i in 0..<count {
                    var sum: Float = 0
                    for channel in 0..<channels { sum += samples[(start + i) * channels + channel] }
                    mono[i] = share * sum
                }
                frontEnd.push(UnsafeMutableBufferPointer(rebasing: mono[..<count]))
            }
        }
    }
}
