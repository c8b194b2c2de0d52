import ArgumentParser
import CommandSupport
import Foundation
import MusicLibrary
import MusicPlayers
import Synchronization

/// MPD as a source of songs and counts: it is read, and nothing is changed at it.
enum MPDReading {
    /// - Returns: MPD, reached.
    /// - Throws: `ExitCode`, once the reason is reported.
    static func open(_ diagnostics: Diagnostics) async throws -> MPDPlayer {
        do throws(PlayerError) {
            let player = try PlayerChoice.mpd(
                controls: false, environment: ProcessInfo.processInfo.environment)
            try await player.ready()
            return player
        } catch {
            throw exit(error, diagnostics)
        }
    }

    static func exit(_ error: PlayerError, _ diagnostics: Diagnostics) -> ExitCode {
        diagnostics.error(error.sentence + MusicPlayerOption.help(error), code: "player")
        return MusicPlayerOption.status(error).exitCode
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
        let player = try await MPDReading.open(diagnostics)
        do throws(PlayerError) {
            let counts = try await player.playCounts()
            let wanted = Set(counts.map(\.uri))
            let songs = Mutex<[String: PlayerSong]>([:])
            if !wanted.isEmpty {
                try await player.library { window in
                    songs.withLock { songs in
                        for song in window where wanted.contains(song.uri) {
                            songs[song.uri] = song
                        }
                        return songs.count < wanted.count
                    }
                }
            }
            await player.close()
            if counts.isEmpty { diagnostics.summary("MPD has no counts in its stickers") }
            let known = songs.withLock(\.self)
            return MPDStickers(
                counts: counts.map { (known[$0.uri] ?? PlayerSong(uri: $0.uri), $0) })
        } catch {
            await player.close()
            throw MPDReading.exit(error, diagnostics)
        }
    }

    /// Takes the counts of the songs that the library has.
    func importCounts(
        into store: MusicStore, _ surroundings: HistorySurroundings
    ) throws -> HistoryImportReport {
        let names = try store.names()
        var counted: [Int64: CountedSong] = [:]
        var unknown: [HistoryImportReport.Unknown] = []
        for (song, count) in counts {
            guard let id = try find(song, store, names) else {
                unknown.append(
                    HistoryImportReport.Unknown(
                        artist: song.artist ?? "", title: song.title ?? song.uri,
                        count: count.playCount ?? 1))
                continue
            }
            // Two copies of one song are one.
            let other = counted[id]
            counted[id] = CountedSong(
                song: id,
                playCount: Self.sum(other?.playCount, count.playCount),
                lastPlayedSeconds: [other?.lastPlayedSeconds, count.lastPlayedSeconds]
                    .compactMap(\.self).max())
        }
        var report = try store.importCounts(
            counted.values.sorted { $0.song < $1.song },
            nowMs: Int64(Date().timeIntervalSince1970 * 1000), surroundings)
        report.unmatched = unknown.sorted { ($1.count, $0.title) < ($0.count, $1.title) }
        report.unmatchedCount = unknown.reduce(0) { $0 + min($1.count, MusicStore.maxPlayCount) }
        return report
    }

    private static func sum(_ one: Int?, _ other: Int?) -> Int? {
        guard one != nil || other != nil else { return nil }
        return min(one ?? 0, MusicStore.maxPlayCount) + min(other ?? 0, MusicStore.maxPlayCount)
    }

    private func find(
        _ song: PlayerSong, _ store: MusicStore, _ names: SongNames
    ) throws -> Int64? {
        if let path = song.path, let stored = try store.song(atPath: path) { return stored.id }
        guard let artist = song.artist, let title = song.title else { return nil }
        return names.find(artist: artist, title: title, seconds: song.lengthSeconds)
    }
}
