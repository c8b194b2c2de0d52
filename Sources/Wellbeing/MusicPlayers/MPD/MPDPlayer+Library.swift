/// Counts of plays as MPD's stickers have them, written by this or another client.
package struct MPDPlayCount: Sendable, Equatable {
    package var uri: String
    package var playCount: Int?
    /// Seconds since 1970.
    package var lastPlayedSeconds: Int?

    package init(uri: String, playCount: Int? = nil, lastPlayedSeconds: Int? = nil) {
        self.uri = uri
        self.playCount = playCount
        self.lastPlayedSeconds = lastPlayedSeconds
    }
}

/// MPD's library, covers and stickers.
extension MPDPlayer {
    /// Songs asked for at once.
    package static let songsPerWindow = 1_000
    /// More songs than these are not asked for.
    package static let maxSongCount = 1_000_000
    /// Largest cover, in bytes.
    package static let maxArtByteCount = 5 << 20

    /// Every song of MPD's library, in windows in MPD's order. A library that changes meanwhile may give a song
    /// twice or not at all: ``PlayerEvent/libraryChanged`` says so.
    ///
    /// - Parameters:
    ///   - songsPerWindow: songs asked for at once, from 1 on.
    ///   - receive: takes each window; false ends it.
    package func library(
        songsPerWindow: Int = MPDPlayer.songsPerWindow,
        _ receive: @Sendable ([PlayerSong]) -> Bool
    ) async throws(PlayerError) {
        var first = 0
        while first < Self.maxSongCount {
            guard
                let command = MPDCommand(
                    "find", ["(base '')", "window", "\(first):\(first + songsPerWindow)"])
            else { throw .badAddress }
            let part = try await commands.perform(command)
            let songs = MPDSong.songs(in: part, musicFolder: musicFolder)
            let count = part.pairs.count { $0.key == "file" }
            guard receive(songs), count >= songsPerWindow else { return }
            first += songsPerWindow
        }
    }

    /// The cover in the song's file, else the one beside it; nil where there is none.
    ///
    /// MPD remembers for a whole connection that a song has none.
    ///
    /// - Returns: the bytes, of whatever kind they are: a caller that shows them must look.
    /// - Throws: ``PlayerError/refused(_:)`` where it is larger than 5 MiB.
    package func art(of uri: String) async throws(PlayerError) -> [UInt8]? {
        for name in ["readpicture", "albumart"] {
            do throws(PlayerError) {
                if let art = try await art(of: uri, name) { return art }
            } catch .noSuchSong {
                continue
            }
        }
        return nil
    }

    private func art(of uri: String, _ name: String) async throws(PlayerError) -> [UInt8]? {
        var art: [UInt8] = []
        var total = 0
        repeat {
            guard let command = MPDCommand(name, [uri, "\(art.count)"], expectsBinary: true) else {
                throw .badAddress
            }
            let part = try await commands.perform(command)
            guard let size = MPDStatus.count(part["size"]), let piece = part.binaryChunk else {
                return nil
            }
            if art.isEmpty { total = size }
            guard size == total, art.count + piece.count <= size else {
                throw .refused("the cover changed while it was read")
            }
            guard size <= Self.maxArtByteCount else {
                throw .refused("the cover is larger than 5 MiB")
            }
            // An empty piece would never end.
            if piece.isEmpty { return art.isEmpty ? nil : art }
            art += piece
        } while art.count < total
        return art
    }

    /// Counts that stickers of all songs have: `playCount` and `lastPlayed`; empty where MPD keeps no stickers.
    package func playCounts() async throws(PlayerError) -> [MPDPlayCount] {
        var counts: [String: MPDPlayCount] = [:]
        for name in ["playCount", "lastPlayed"] {
            for (uri, number) in try await stickers(name) {
                var count = counts[uri] ?? MPDPlayCount(uri: uri)
                if name == "playCount" {
                    count.playCount = number
                } else {
                    count.lastPlayedSeconds = number
                }
                counts[uri] = count
            }
        }
        return counts.values.sorted { $0.uri < $1.uri }
    }

    private func stickers(_ name: String) async throws(PlayerError) -> [(String, Int)] {
        guard let command = MPDCommand("sticker", ["find", "song", "", name]) else { return [] }
        let part: MPDResponsePart
        do throws(PlayerError) {
            part = try await commands.perform(command)
        } catch  where error == .noSuchSong || error.meansNoStickers {
            return []
        }
        var found: [(String, Int)] = []
        var uri: String?
        for pair in part.pairs {
            if pair.key == "file" {
                uri = pair.isExact ? pair.value : nil
            } else if pair.key == "sticker", let song = uri, pair.value.hasPrefix(name + "="),
                let number = Self.stickerNumber(pair.value.dropFirst(name.utf8.count + 1))
            {
                found.append((song, number))
                uri = nil
            }
        }
        return found
    }

    /// A whole number of at most 15 digits.
    private static func stickerNumber(_ text: Substring) -> Int? {
        guard text.utf8.count <= 15, let number = Int(text), number >= 0 else { return nil }
        return number
    }

    /// Counts a play in MPD's stickers: one more in `playCount`, and `lastPlayed`.
    ///
    /// - Parameter atSeconds: when it was played, in s since 1970.
    /// - Throws: ``PlayerError/refused(_:)`` where MPD keeps no stickers.
    package func countPlay(of uri: String, atSeconds seconds: Int) async throws(PlayerError) {
        guard let get = MPDCommand("sticker", ["get", "song", uri, "playCount"]) else {
            throw .badAddress
        }
        var count = 0
        do throws(PlayerError) {
            let value = try await commands.perform(get)["sticker"] ?? ""
            count = Self.stickerNumber(value.dropFirst("playCount=".utf8.count)) ?? 0
        } catch .noSuchSong {
            count = 0
        }
        for (name, number) in [("playCount", count + 1), ("lastPlayed", seconds)] {
            guard let setCommand = MPDCommand("sticker", ["set", "song", uri, name, "\(number)"])
            else {
                throw .badAddress
            }
            _ = try await commands.perform(setCommand)
        }
    }
}

extension PlayerError {
    /// MPD without a sticker file does not know the command, or says that stickers are off.
    fileprivate var meansNoStickers: Bool {
        guard case .refused(let words) = self else { return false }
        return words.contains("sticker")
    }
}
