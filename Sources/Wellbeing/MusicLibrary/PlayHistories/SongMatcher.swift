import Foundation

/// Finds the song of the library that a play history means: by the recording's number at MusicBrainz, else by artist
/// and title without capitals, accents and punctuation.
struct SongMatcher {
    enum Match: Equatable {
        case song(Int64)
        /// Several songs fit.
        case ambiguous
        case none
    }

    /// Songs are of one length where they differ by at most as much; s.
    static let lengthToleranceSeconds = 5.0

    private struct Candidate {
        let id: Int64
        let seconds: Double
    }

    private var candidatesByRecording: [String: [Candidate]] = [:]
    private var candidatesByName: [String: [Candidate]] = [:]

    init(_ songs: [StoredSong]) {
        for song in songs {
            let candidate = Candidate(id: song.id, seconds: song.durationSeconds)
            if let id = song.tags.recordingID {
                candidatesByRecording[id.lowercased(), default: []].append(candidate)
            }
            guard let artist = song.tags.artist, let title = song.tags.title,
                let name = Self.name(artist, title)
            else { continue }
            candidatesByName[name, default: []].append(candidate)
        }
    }

    func find(_ reportedPlay: ReportedPlay) -> Match {
        if let id = reportedPlay.songID { return .song(id) }
        if let id = reportedPlay.recordingID, let found = candidatesByRecording[id] {
            return match(found, reportedPlay.lengthSeconds)
        }
        guard let name = Self.name(reportedPlay.artist, reportedPlay.title),
            let found = candidatesByName[name]
        else {
            return .none
        }
        return match(found, reportedPlay.lengthSeconds)
    }

    private func match(_ found: [Candidate], _ seconds: Double?) -> Match {
        let matchingCandidates = found.filter { candidate in
            seconds.map { abs($0 - candidate.seconds) <= Self.lengthToleranceSeconds } ?? true
        }
        guard let first = matchingCandidates.first else { return .none }
        return matchingCandidates.count == 1 ? .song(first.id) : .ambiguous
    }

    static func name(_ tags: SongTags) -> String? {
        guard let artist = tags.artist, let title = tags.title else { return nil }
        return name(artist, title)
    }

    /// nil where nothing is left of one of the two.
    private static func name(_ artist: String, _ title: String) -> String? {
        let (artist, title) = (folded(artist), folded(title))
        return artist.isEmpty || title.isEmpty ? nil : artist + "\u{1F}" + title
    }

    /// Letters and digits without capitals and accents.
    static func folded(_ text: String) -> String {
        let plain = text.folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        let retained = plain.unicodeScalars.filter {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
        return String(String.UnicodeScalarView(retained))
    }
}
