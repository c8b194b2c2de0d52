import ArgumentParser
import CommandSupport
import Foundation
import MusicLibrary
import MusicPlayers
import Synchronization

/// MPD as a source of songs and counts: it is read, and nothing is changed at it.
enum MPDReader {
    /// - Returns: MPD, reached.
    /// - Throws: `ExitCode`, once the reason is reported.
    static func open(_ diagnostics: Diagnostics) async throws -> MPDPlayer {
        do throws(PlayerError) {
            let player = try PlayerChoice.mpd(
                controls: false, environment: ProcessInfo.processInfo.environment)
            try await player.ready()
            return player
        } catch {
            throw exitCode(error, diagnostics)
        }
    }

    static func exitCode(_ error: PlayerError, _ diagnostics: Diagnostics) -> ExitCode {
        diagnostics.error(error.sentence + MusicPlayerOption.helpText(error), code: "player")
        return MusicPlayerOption.exitStatus(error).exitCode
    }

    /// The folder in which MPD has its songs.
    ///
    /// - Throws: `ExitCode`, once the reason is reported.
    static func musicFolder(_ diagnostics: Diagnostics) async throws -> String {
        let player = try await open(diagnostics)
        let folder = player.musicFolder
        await player.close()
        guard let folder else {
            diagnostics.error(
                "MPD tells its music folder over its socket alone: set MPD_HOST to the path of the socket, or name "
                    + "the folder: hrv music scan FOLDER", code: "player")
            throw ExitStatus.unavailable.exitCode
        }
        return folder
    }
}

/// The counts that MPD's stickers have, with the songs that they are of.
struct MPDStickers {
    private let counts: [(song: PlayerSong, count: MPDPlayCount)]

    /// - Throws: `ExitCode`, once the reason is reported.
    static func read(_ diagnostics: Diagnostics) async throws -> MPDStickers {
        let player = try await MPDReader.open(diagnostics)
        do throws(PlayerError) {
            let counts = try await player.playCounts()
            let countedURIs = Set(counts.map(\.uri))
            let songs = Mutex<[String: PlayerSong]>([:])
            if !countedURIs.isEmpty {
                try await player.library { window in
                    songs.withLock { songs in
                        for song in window where countedURIs.contains(song.uri) {
                            songs[song.uri] = song
                        }
                        return songs.count < countedURIs.count
                    }
                }
            }
            await player.close()
            if counts.isEmpty { diagnostics.summary("MPD has no counts in its stickers") }
            let knownSongs = songs.withLock(\.self)
            return MPDStickers(
                counts: counts.map { (knownSongs[$0.uri] ?? PlayerSong(uri: $0.uri), $0) })
        } catch {
            await player.close()
            throw MPDReader.exitCode(error, diagnostics)
        }
    }

    /// Takes the counts of the songs that the library has.
    func importPlayCounts(
        into store: MusicStore, _ surroundings: HistoryImportDependencies
    ) throws -> HistoryImportReport {
        let songNameIndex = try store.songNameIndex()
        var countsBySong: [Int64: SongPlayCount] = [:]
        var unresolvedSongs: [HistoryImportReport.UnresolvedSong] = []
        for (song, count) in counts {
            guard let id = try find(song, store, songNameIndex) else {
                unresolvedSongs.append(
                    HistoryImportReport.UnresolvedSong(
                        artist: song.artist ?? "", title: song.title ?? song.uri,
                        count: count.playCount ?? 1))
                continue
            }
            // Two copies of one song are one.
            let previous = countsBySong[id]
            countsBySong[id] = SongPlayCount(
                song: id,
                playCount: Self.sum(previous?.playCount, count.playCount),
                lastPlayedSeconds: [previous?.lastPlayedSeconds, count.lastPlayedSeconds]
                    .compactMap(\.self).max())
        }
        var report = try store.importPlayCounts(
            countsBySong.values.sorted { $0.song < $1.song },
            nowMs: Int64(Date().timeIntervalSince1970 * 1000), surroundings)
        report.unmatchedSongs = unresolvedSongs.sorted {
            ($1.count, $0.title) < ($0.count, $1.title)
        }
        report.unmatchedCount = unresolvedSongs.reduce(0) {
            $0 + min($1.count, MusicStore.maxPlayCount)
        }
        return report
    }

    private static func sum(_ first: Int?, _ second: Int?) -> Int? {
        guard first != nil || second != nil else { return nil }
        return min(first ?? 0, MusicStore.maxPlayCount) + min(second ?? 0, MusicStore.maxPlayCount)
    }

    private func find(
        _ song: PlayerSong, _ store: MusicStore, _ songNameIndex: SongNameIndex
    ) throws -> Int64? {
        if let path = song.path, let stored = try store.song(atPath: path) { return stored.id }
        guard let artist = song.artist, let title = song.title else { return nil }
        return songNameIndex.find(artist: artist, title: title, seconds: song.lengthSeconds)
    }
}
