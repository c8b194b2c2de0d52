import Foundation

/// Listens as ListenBrainz exports them: a line of JSON each, or one array of all.
///
/// Source: the JSON of listens in ListenBrainz's documentation of its API: `listened_at` in seconds since 1970,
/// `track_metadata` with `artist_name`, `track_name`, `release_name` and `additional_info`; an export adds what
/// MusicBrainz knows as `mbid_mapping`.
enum ListenBrainz {
    private struct Listen: Decodable {
        struct Track: Decodable {
            struct Information: Decodable {
                var recordingMbid: String?
                var durationMs: Double?
                var duration: Double?

                private enum Keys: String, CodingKey { case recordingMbid, durationMs, duration }

                /// Programs write here what they like: what has another type counts as not there.
                init(from decoder: any Decoder) throws {
                    let values = try decoder.container(keyedBy: Keys.self)
                    recordingMbid = try? values.decode(String.self, forKey: .recordingMbid)
                    durationMs = try? values.decode(Double.self, forKey: .durationMs)
                    duration = try? values.decode(Double.self, forKey: .duration)
                }
            }

            struct Mapping: Decodable { var recordingMbid: String? }

            var artistName: String
            var trackName: String
            var releaseName: String?
            var additionalInfo: Information?
            var mbidMapping: Mapping?
        }

        var listenedAt: Double?
        var trackMetadata: Track

        private enum Keys: String, CodingKey { case listenedAt, trackMetadata }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Keys.self)
            listenedAt = try? values.decode(Double.self, forKey: .listenedAt)
            trackMetadata = try values.decode(Track.self, forKey: .trackMetadata)
        }

        var row: (startMs: Int64?, song: ReportedPlay) {
            let info = trackMetadata.additionalInfo
            let id = info?.recordingMbid ?? trackMetadata.mbidMapping?.recordingMbid
            let length = info?.durationMs.map { $0 / 1000 } ?? info?.duration
            return (
                listenedAt.flatMap { Int64(exactly: (1000 * $0).rounded()) },
                ReportedPlay(
                    startMs: 0, artist: trackMetadata.artistName, title: trackMetadata.trackName,
                    album: trackMetadata.releaseName, recordingID: id?.lowercased(),
                    lengthSeconds: length.flatMap { $0 > 0 && $0.isFinite ? $0 : nil })
            )
        }
    }

    /// One that cannot be read is nil, and does not stop the others.
    private struct LossyListen: Decodable {
        let playedTrack: Listen?

        init(from decoder: any Decoder) { playedTrack = try? Listen(from: decoder) }
    }

    /// - Returns: nil where no row is a listen.
    static func rows(
        _ text: String, isArray: Bool
    ) -> [(startMs: Int64?, song: ReportedPlay)?]? {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let listens: [Listen?]
        if isArray {
            guard let all = try? decoder.decode([LossyListen].self, from: Data(text.utf8)) else {
                return nil
            }
            listens = all.map(\.playedTrack)
        } else {
            listens = text.utf8.split(separator: 10).compactMap { line in
                if line.allSatisfy({ $0 == 32 || $0 == 13 || $0 == 9 }) { return nil }
                return .some(try? decoder.decode(Listen.self, from: Data(line)))
            }
        }
        guard listens.isEmpty || listens.contains(where: { $0 != nil }) else { return nil }
        return listens.map { $0?.row }
    }
}
