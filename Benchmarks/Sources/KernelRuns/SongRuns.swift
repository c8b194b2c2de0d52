import Foundation
@_spi(Studies) import KernelBenchmarks

/// Our side of the report on tempo.
enum SongRuns {
    /// Reads paths of WAV files from standard input, one a line, and answers each with a line of JSON:
    /// the features, and `cpu_ns`, the least CPU time of some rounds.
    static func answer(rounds: Int) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        while let path = readLine() {
            let file = try WAVSamples(path: path)
            let measurements = (0..<rounds).compactMap { _ in
                SongMeasurement(
                    samples: file.samples, sampleRateHz: file.sampleRateHz, channels: file.channels)
            }
            guard let first = measurements.first,
                let least = measurements.map(\.nanoseconds).min()
            else { throw WAVSamples.Unreadable(path: path) }
            let line = first.values.merging(["cpu_ns": Double(least)]) { $1 }
            FileHandle.standardOutput.write(try encoder.encode(line) + Data("\n".utf8))
        }
    }
}
