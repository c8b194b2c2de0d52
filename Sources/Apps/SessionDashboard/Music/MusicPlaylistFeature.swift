import FlyingFox
import Foundation
import MusicLibrary
import MusicSession

/// The playlists of a page, with how well each fits now, and the songs of one.
struct MusicPlaylistFeature: PageFeature {
    let music: MusicHub

    var routes: [Route] {
        [
            Route(.GET, MusicFeature.basePath + "/playlists") { request in
                try await MusicRequestError.convertingErrors { try await playlists(request) }
            },
            Route(.GET, MusicFeature.basePath + "/playlists/:id") { request in
                try await MusicRequestError.convertingErrors { try await songs(request) }
            },
        ]
    }

    private struct PlaylistItem: Encodable {
        let id: Int64
        let name: String
        let songs: Int
        /// Entries that are no song of the library.
        let missingCount: Int
        /// True if the file of the list is gone.
        let isGone: Bool
        /// The match in per cent; left out where none of its songs may play.
        let matchPercent: Double?
        /// The time at which a song of it was played last; s since 1970, left out where none was.
        let lastPlayedSeconds: Double?

        private enum CodingKeys: String, CodingKey {
            case id, name, songs
            case missingCount = "missing"
            case isGone
            case matchPercent = "match"
            case lastPlayedSeconds = "lastPlayed"
        }
    }

    private struct ListsResponse: Encodable {
        let playlists: [PlaylistItem]
        /// True if the match uses a heart; false if it goes by the clock and by what was entered
        /// alone.
        let isHeartHeard: Bool
    }

    private func playlists(_ request: PageRequest) async throws -> HTTPResponse {
        let store = try await music.store
        let lists = try store.playlists()
        let members = try store.playlistMembers()
        let songIDs = lists.map { members[$0.id] ?? [] }
        let run = await music.run
        let matches: [Double?]
        if let run {
            matches = await run.matches(songIDs)
        } else {
            matches = try await music.matches(songIDs)
        }
        var lastPlayedSeconds: [Int64: Double] = [:]
        for song in try store.counts() {
            lastPlayedSeconds[song.song] = song.lastPlayedMs.map { Double($0) / 1000 }
        }
        return try .json(
            ListsResponse(
                playlists: zip(lists, zip(songIDs, matches)).map { list, idsAndMatch in
                    PlaylistItem(
                        id: list.id, name: list.name, songs: list.songCount,
                        missingCount: list.badEntryCount, isGone: list.isGone,
                        matchPercent: idsAndMatch.1.map { 100 * $0 },
                        lastPlayedSeconds: idsAndMatch.0.compactMap { lastPlayedSeconds[$0] }.max())
                },
                isHeartHeard: await run?.snapshot.bpm != nil))
    }

    private struct PlaylistSongResponse: Encodable {
        let id: Int64
        let title: String
        let artist: String?
        /// s.
        let lengthSeconds: Double
        /// Beats in a minute; left out where they are not known.
        let bpm: Double?
        /// Slowest and fastest tempo; left out where it does not change.
        let slowestBpm: Double?
        let fastestBpm: Double?
        /// 0 to 1; left out where it is not measured.
        let energy: Double?
        let isGone: Bool

        private enum CodingKeys: String, CodingKey {
            case id, title, artist
            case lengthSeconds = "length"
            case bpm, slowestBpm, fastestBpm, energy, isGone
        }
    }

    private struct SongsResponse: Encodable {
        let name: String
        let songs: [PlaylistSongResponse]
    }

    private func songs(_ request: PageRequest) async throws -> HTTPResponse {
        guard let id = Int64(request.pathValues[0]) else { throw DashboardError.notFound }
        let list = try await music.playlist(id)
        let songs = try await music.store.songs(of: id)
        return try .json(
            SongsResponse(
                name: list.name,
                songs: songs.map { song in
                    PlaylistSongResponse(
                        id: song.id, title: song.displayTitle, artist: song.tags.artist,
                        lengthSeconds: song.durationSeconds, bpm: song.tempo.bpm,
                        slowestBpm: song.tempoRange?.lowerBound,
                        fastestBpm: song.tempoRange?.upperBound, energy: song.energy,
                        isGone: song.isGone)
                }))
    }
}
