import Foundation
@_spi(Studies) import KernelBenchmarks

/// Our side of the report on tempo.
enum SongRuns {
    /// Reads paths of WAV files from standard input, one a line, and answers each with a line of JSON:
    /// the features, `beats` (s), and `cpu_ns` and `tempo_cpu_ns`, the least CPU times of some rounds for
    /// all features and for the tempo alone.
    static func respond(rounds: Int) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        while let path = readLine() {
            let file = try WAVSamples(path: path)
            let measurements = (0..<rounds).compactMap { _ in
                SongMeasurement(
                    samples: file.samples, sampleRateHz: file.sampleRateHz, channels: file.channels)
            }
            guard let first = measurements.first,
                let minNs = measurements.map(\.nanoseconds).min(),
                let minTempoNs = measurements.map(\.tempoNanoseconds).min()
            else { throw WAVSamples.Unreadable(path: path) }
            let times = ["cpu_ns": Double(minNs), "tempo_cpu_ns": Double(minTempoNs)]
            let line = Line(numbers: first.values.merging(times) { $1 }, beats: first.beats)
            FileHandle.standardOutput.write(try encoder.encode(line) + Data("\n".utf8))
        }
    }

    /// The numbers by their names, and the beats.
    private struct Line: Encodable {
        let numbers: [String: Double]
        let beats: [Double]

        private enum Key: String, CodingKey { case beats }

        func encode(to encoder: any Encoder) throws {
            try numbers.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(beats.map { ($0 * 1e6).rounded() / 1e6 }, forKey: .beats)
        }
    }

    /// Prints the weights of the source as a line of JSON; then reads paths of WAV files from standard
    /// input, one a line, and answers each with a line of what every term says of every tempo.
    static func writeTerms() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        func write(_ line: some Encodable) throws {
            FileHandle.standardOutput.write(try encoder.encode(line) + Data("\n".utf8))
        }
        try write(SongTempoTerms.weights)
        while let path = readLine() {
            let file = try WAVSamples(path: path)
            let terms = SongTempoTerms(
                samples: file.samples, sampleRateHz: file.sampleRateHz, channels: file.channels)
            guard let terms else { throw WAVSamples.Unreadable(path: path) }
            try write(terms)
        }
    }
}
