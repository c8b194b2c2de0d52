import FlyingFox
import Foundation
import MusicLibrary
import MusicSession

/// The playlists of a page, with how well each fits now, and the songs of one.
struct MusicPlaylistFeature: PageFeature {
    let music: MusicHub

    var routes: [Route] {
        [
            Route(.GET, MusicFeature.stem + "/playlists") { request in
                try await MusicRefusal.answering { try await playlists(request) }
            },
            Route(.GET, MusicFeature.stem + "/playlists/:id") { request in
                try await MusicRefusal.answering { try await songs(request) }
            },
        ]
    }

    private struct List: Encodable {
        let id: Int64
        let name: String
        let songs: Int
        /// Entries that are no song of the library.
        let missing: Int
        /// Whether the file of the list is gone.
        let isGone: Bool
        /// In per cent; left out where none of its songs may play.
        let match: Double?
        /// When a song of it was played last; s since 1970, left out where none was.
        let lastPlayed: Double?
    }

    private struct ListsResponse: Encodable {
        let playlists: [List]
        /// Whether the match has heard a heart, or goes by the clock and by what was said alone.
        let isHeartHeard: Bool
    }

    private func playlists(_ request: PageRequest) async throws -> HTTPResponse {
        let store = try await music.store
        let lists = try store.playlists()
        let members = try store.playlistMembers()
        let numbers = lists.map { members[$0.id] ?? [] }
        let run = await music.run
        let matches: [Double?]
        if let run {
            matches = await run.matches(numbers)
        } else {
            matches = try await music.matches(numbers)
        }
        var lastPlayed: [Int64: Double] = [:]
        for song in try store.counts() {
            lastPlayed[song.song] = song.lastPlayedMs.map { Double($0) / 1000 }
        }
        return try .json(
            ListsResponse(
                playlists: zip(lists, zip(numbers, matches)).map { list, more in
                    List(
                        id: list.id, name: list.name, songs: list.songCount,
                        missing: list.badCount, isGone: list.isGone, match: more.1.map { 100 * $0 },
                        lastPlayed: more.0.compactMap { lastPlayed[$0] }.max())
                },
                isHeartHeard: await run?.snapshot.bpm != nil))
    }

    private struct SongLine: Encodable {
        let id: Int64
        let title: String
        let artist: String?
        /// s.
        let length: Double
        /// Beats in a minute; left out where they are not known.
        let bpm: Double?
        /// 0 to 1; left out where it is not measured.
        let energy: Double?
        let isGone: Bool
    }

    private struct SongsResponse: Encodable {
        let name: String
        let songs: [SongLine]
    }

    private func songs(_ request: PageRequest) async throws -> HTTPResponse {
        guard let id = Int64(request.values[0]) else { throw DashboardError.nothingThere }
        let list = try await music.playlist(id)
        let songs = try await music.store.songs(of: id)
        return try .json(
            SongsResponse(
                name: list.name,
                songs: songs.map { song in
                    SongLine(
                        id: song.id, title: song.shownTitle, artist: song.tags.artist,
                        length: song.durationSeconds, bpm: song.tempo.bpm, energy: song.energy,
                        isGone: song.isGone)
                }))
    }
}
