import Foundation

/// The facts that `ffprobe` states about a file with sound.
struct ProbedSong: Equatable {
    var codec: String
    /// Hz in which the song is decoded: its own where features can be measured at it.
    var sampleRateHz: Double
    /// Channels in which it is decoded.
    var channelCount: Int
    /// Length; s; nil where the file does not state it.
    var seconds: Double?
    var tags: SongTags

    private static let defaultRateHz = 48_000.0
    private static let rateRangeHz =
        Double(WAVSong.rateRangeHz.lowerBound)...Double(WAVSong.rateRangeHz.upperBound)

    /// - Returns: nil where the answer is none, or names no sound.
    init?(json bytes: [UInt8]) {
        guard let output = try? JSONDecoder().decode(Output.self, from: Data(bytes)),
            let stream = output.streams?.first, let codec = TagText.clean(stream.codecName ?? "")
        else { return nil }
        self.codec = codec
        let rate = stream.sampleRate.flatMap(Double.init) ?? 0
        sampleRateHz = Self.rateRangeHz.contains(rate) ? rate : Self.defaultRateHz
        channelCount = min(max(stream.channels ?? 2, 1), WAVSong.channelCountRange.upperBound)
        seconds = [stream.duration, output.format?.duration].lazy
            .compactMap { $0.flatMap(Double.init) }.first { $0.isFinite && $0 >= 0 }
        let all = [output.format?.tags, stream.tags].flatMap { tags in
            (tags ?? [:]).sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        }
        tags = SongTags(all)
    }

    private struct Output: Decodable {
        struct Format: Decodable {
            let duration: String?
            let tags: [String: String]?
        }
        struct Stream: Decodable {
            let codecName: String?
            let sampleRate: String?
            let channels: Int?
            let duration: String?
            let tags: [String: String]?

            private enum CodingKeys: String, CodingKey {
                case channels, duration, tags
                case codecName = "codec_name"
                case sampleRate = "sample_rate"
            }
        }
        let format: Format?
        let streams: [Stream]?
    }
}
