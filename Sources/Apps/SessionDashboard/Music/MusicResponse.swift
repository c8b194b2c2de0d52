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
    }

    struct Position: Encodable, Equatable {
        /// s.
        var elapsed: Double
        var length: Double?
    }

    /// 0 to 1, both.
    struct Dial: Encodable, Equatable {
        var name: String
        var value: Double
        var confidence: Double
    }

    /// Sentences in each language of the page.
    struct Words: Encodable, Equatable {
        var en: [String]
        var de: [String]

        init(_ texts: (MusicLanguage) -> [String]) {
            en = texts(.en)
            de = texts(.de)
        }
    }

    struct Hindrance: Encodable, Equatable {
        var code: String
        /// Of a crossfade.
        var seconds: Double?
        var text: String
    }

    /// `playing`, `paused`, `stopped` or `away`.
    var state: String
    var song: Song?
    var position: Position?
    var next: Song?
    /// Why the song was chosen; left out where a person chose it.
    var why: Words?
    var parts: Words?
    var score: Double?
    /// `up` or `down`.
    var thumb: String?
    var dials: [Dial]
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
    var waitsFor: Int
    var hindrances: [Hindrance]
    var canControl: Bool
    var error: String?
    var playlist: String?

    init(_ now: MusicSnapshot, playlist: StoredPlaylist?) {
        let status = now.player
        state = status.state.rawValue
        song = now.song.map(Song.init) ?? status.song.map(Song.init)
        position = status.position.map {
            Position(elapsed: $0.elapsedSeconds, length: $0.lengthSeconds)
        }
        next = now.next.map(Song.init)
        why = now.explanation.map { why in Words { why.texts($0) } }
        parts = now.explanation.map { why in Words { why.partTexts($0) } }
        score = now.choice?.score
        thumb = now.thumb.map { $0 == .up ? "up" : "down" }
        dials = Self.dials(now.state)
        sources = now.state.sources.map(\.rawValue)
        bpm = now.bpm
        context = now.context.context.rawValue
        contextSources = now.context.sources.map(\.rawValue)
        isContextSaid = now.context.isSaid
        need = now.need.rawValue
        nudge = now.nudge
        (playCount, skipCount) = (now.playCount, now.skipCount)
        waitsFor = status.personsEntryCount
        hindrances = status.hindrances.map(Hindrance.init)
        canControl = status.canControl
        error = status.error
        self.playlist = playlist?.name
    }

    private static func dials(_ state: StateVector) -> [Dial] {
        [
            Dial(name: "arousal", value: state.arousal, confidence: state.arousalConfidence),
            Dial(name: "stress", value: state.stress, confidence: state.stressConfidence),
            Dial(name: "energy", value: state.energy, confidence: state.confidence),
            Dial(name: "focus", value: state.focus, confidence: state.confidence),
            Dial(name: "valence", value: state.valence, confidence: state.confidence),
        ]
    }

    /// The position alone is no news: pages move it on by themselves.
    var withoutPosition: MusicResponse {
        var response = self
        response.position = nil
        return response
    }

    private enum CodingKeys: String, CodingKey {
        case state, song, position, next, why, parts, score, thumb, dials, sources, bpm, context,
            contextSources, isContextSaid, need, nudge, playCount, skipCount, waitsFor, hindrances,
            canControl
        case error = "fault"
        case playlist
    }
}

extension MusicResponse.Song {
    init(_ song: StoredSong) {
        self.init(
            id: song.id, title: song.shownTitle, artist: song.tags.artist, album: song.tags.album)
    }

    /// A song that the library does not have.
    init(_ song: PlayerSong) {
        let name = song.uri.split(separator: "/").last.map(String.init) ?? song.uri
        self.init(
            id: nil, title: song.title ?? name, artist: song.artist, album: song.album)
    }
}

extension MusicResponse.Hindrance {
    init(_ hindrance: PlayerHindrance) {
        text = hindrance.sentence
        switch hindrance {
        case .random: code = "random"
        case .repeats: code = "repeats"
        case .single: code = "single"
        case .consume: code = "consume"
        case .crossfade(let length): (code, seconds) = ("crossfade", length)
        case .muted: code = "muted"
        case .uncontrollable: code = "uncontrollable"
        }
    }
}
