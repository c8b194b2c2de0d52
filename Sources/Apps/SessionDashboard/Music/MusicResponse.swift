import MusicLibrary
import MusicPlayers
import MusicSelection
import MusicSession

/// The music that runs, as a page reads it. What is not known is left out.
struct MusicResponse: Encodable, Equatable {
    struct Song: Encodable, Equatable {
        /// Number in the library; left out where the song is none of it.
        var id: Int64?
        var title: String
        var artist: String?
        var album: String?
        /// Beats in a minute; left out where they are not known.
        var tempoBpm: Double?
        /// Slowest and fastest tempo; left out where it does not change.
        var slowestBpm: Double?
        var fastestBpm: Double?

        private enum CodingKeys: String, CodingKey {
            case id, title, artist, album
            case tempoBpm = "bpm"
            case slowestBpm, fastestBpm
        }
    }

    struct Position: Encodable, Equatable {
        /// s.
        var elapsedSeconds: Double
        var lengthSeconds: Double?

        private enum CodingKeys: String, CodingKey {
            case elapsedSeconds = "elapsed"
            case lengthSeconds = "length"
        }
    }

    /// 0 to 1, both.
    struct StateValue: Encodable, Equatable {
        var name: String
        var value: Double
        var confidence: Double
    }

    /// Sentences in each language of the page.
    struct LocalizedSentences: Encodable, Equatable {
        var en: [String]
        var de: [String]

        init(_ texts: (MusicLanguage) -> [String]) {
            en = texts(.en)
            de = texts(.de)
        }
    }

    struct PlaybackLimitation: Encodable, Equatable {
        var code: String
        /// The length of a crossfade.
        var seconds: Double?
        var text: String
    }

    /// `playing`, `paused`, `stopped` or `away`.
    var state: String
    var song: Song?
    var position: Position?
    var next: Song?
    /// The reason that the song was chosen; left out where a person chose it.
    var explanation: LocalizedSentences?
    var parts: LocalizedSentences?
    var score: Double?
    /// `up` or `down`.
    var thumb: String?
    var stateValues: [StateValue]
    var sources: [String]
    /// 1/min.
    var bpm: Double?
    var context: String
    /// Sources of the context; empty where none states it.
    var contextSources: [String]
    var isContextSaid: Bool
    var need: String
    var nudge: Double
    var playCount: Int
    var skipCount: Int
    var personEntryCount: Int
    var hindrances: [PlaybackLimitation]
    var canControl: Bool
    var error: String?
    var playlist: String?

    init(_ snapshot: MusicSnapshot, playlist: StoredPlaylist?) {
        let status = snapshot.player
        state = status.state.rawValue
        song = snapshot.song.map(Song.init) ?? status.song.map(Song.init)
        position = status.position.map {
            Position(elapsedSeconds: $0.elapsedSeconds, lengthSeconds: $0.lengthSeconds)
        }
        next = snapshot.next.map(Song.init)
        explanation = snapshot.explanation.map { explanation in
            LocalizedSentences { explanation.texts($0) }
        }
        parts = snapshot.explanation.map { explanation in
            LocalizedSentences { explanation.partTexts($0) }
        }
        score = snapshot.choice?.score
        thumb = snapshot.thumb.map { $0 == .up ? "up" : "down" }
        stateValues = Self.stateValues(snapshot.state)
        sources = snapshot.state.sources.map(\.rawValue)
        bpm = snapshot.bpm
        context = snapshot.context.context.rawValue
        contextSources = snapshot.context.sources.map(\.rawValue)
        isContextSaid = snapshot.context.isManual
        need = snapshot.need.rawValue
        nudge = snapshot.nudge
        (playCount, skipCount) = (snapshot.playCount, snapshot.skipCount)
        personEntryCount = status.userEntryCount
        hindrances = status.limitations.map(PlaybackLimitation.init)
        canControl = status.canControl
        error = status.error
        self.playlist = playlist?.name
    }

    private static func stateValues(_ state: StateVector) -> [StateValue] {
        [
            StateValue(name: "arousal", value: state.arousal, confidence: state.arousalConfidence),
            StateValue(name: "stress", value: state.stress, confidence: state.stressConfidence),
            StateValue(name: "energy", value: state.energy, confidence: state.confidence),
            StateValue(name: "focus", value: state.focus, confidence: state.confidence),
            StateValue(name: "valence", value: state.valence, confidence: state.confidence),
        ]
    }

    /// The position alone is no news: pages move it on by themselves.
    var withoutPosition: MusicResponse {
        var response = self
        response.position = nil
        return response
    }

    private enum CodingKeys: String, CodingKey {
        case state, song, position, next, explanation = "why", parts, score, thumb, stateValues =
            "dials", sources, bpm, context,
            contextSources, isContextSaid, need, nudge, playCount, skipCount, personEntryCount =
            "waitsFor", hindrances,
            canControl
        case error = "fault"
        case playlist
    }
}

extension MusicResponse.Song {
    init(_ song: StoredSong) {
        self.init(
            id: song.id, title: song.displayTitle, artist: song.tags.artist, album: song.tags.album,
            tempoBpm: song.tempo.bpm, slowestBpm: song.tempoRange?.lowerBound,
            fastestBpm: song.tempoRange?.upperBound)
    }

    /// A song that the library does not have.
    init(_ song: PlayerSong) {
        let name = song.uri.split(separator: "/").last.map(String.init) ?? song.uri
        self.init(
            id: nil, title: song.title ?? name, artist: song.artist, album: song.album)
    }
}

extension MusicResponse.PlaybackLimitation {
    init(_ hindrance: PlayerLimitation) {
        text = hindrance.sentence
        switch hindrance {
        case .random: code = "random"
        case .repeats: code = "repeats"
        case .single: code = "single"
        case .consume: code = "consume"
        case .crossfade(let lengthSeconds): (code, seconds) = ("crossfade", lengthSeconds)
        case .muted: code = "muted"
        case .notControllable: code = "uncontrollable"
        }
    }
}
