import ArgumentParser
import CommandSupport
import MusicLibrary

/// `hrv music songs`.
struct MusicSongsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "songs",
        abstract: "List the songs.",
        discussion: """
            bpm is the tempo that counts, and "by" says who gave it: you (person), the tag of the \
            file, or the measurement. "sure" is the confidence of the measurement, 0 to 1.
            """)

    enum Order: String, ExpressibleByArgument, CaseIterable {
        case id, title, artist, album, bpm, energy, density, loudness, duration, confidence, added
    }

    @Argument(help: "Words that the title, artist, album, genre or path must all have.")
    var words: [String] = []

    @Option(help: "Order of the list.")
    var sort: Order = .id

    @Flag(help: "The other way round.")
    var reverse = false

    @Flag(help: "Only songs without a tempo or an energy.")
    var missing = false

    @Flag(help: "Only songs whose tempo is unsure, changes, or contradicts the tag.")
    var doubtful = false

    @Flag(help: "Only songs of which no file is there any more; otherwise they are left out.")
    var gone = false

    @Option(help: ArgumentHelp("At most so many.", valueName: "count"))
    var limit: Int?

    @OptionGroup var options: MusicOptions

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit must be at least 1") }
    }

    func run() throws {
        Interruption.install()
        try options.run { store, diagnostics in
            let allSongs = try store.songs()
            var songs = SongSorting.sorted(allSongs.filter(isWanted), by: sort)
            if reverse { songs.reverse() }
            let count = songs.count
            if let limit { songs = Array(songs.prefix(limit)) }
            try options.write(
                songs.isEmpty && options.shape == .table ? "" : SongText.text(songs, options.shape))
            if allSongs.isEmpty {
                diagnostics.summary(
                    "no songs at \(store.path) yet: hrv music scan FOLDER finds some")
            } else if songs.isEmpty {
                diagnostics.summary("none of the \(allSongs.count) songs known matches this")
            } else if songs.count < count {
                diagnostics.summary("\(songs.count) of \(count) songs; --limit shows more")
            }
        }
    }

    private func isWanted(_ song: StoredSong) -> Bool {
        guard song.isGone == gone else { return false }
        if missing, !song.hasMissingValues { return false }
        if doubtful, !song.tempo.isDoubtful { return false }
        guard !words.isEmpty else { return true }
        let tags = song.tags
        let text = ([song.displayTitle, tags.artist, tags.album, song.path.text] + tags.genres)
            .compactMap(\.self).joined(separator: "\n").lowercased()
        return words.allSatisfy { text.contains($0.lowercased()) }
    }
}

/// Songs in an order; those without the value come last, equal ones by number.
enum SongSorting {
    static func sorted(_ songs: [StoredSong], by order: MusicSongsCommand.Order) -> [StoredSong] {
        switch order {
        case .id: songs
        case .title: sortedByText(songs) { $0.displayTitle }
        case .artist: sortedByText(songs) { $0.tags.artist }
        case .album: sortedByText(songs) { $0.tags.album }
        case .bpm: sortedByNumber(songs) { $0.tempo.bpm }
        case .energy: sortedByNumber(songs) { $0.energy }
        case .density: sortedByNumber(songs) { $0.features.density }
        case .loudness: sortedByNumber(songs) { $0.features.loudnessLUFS }
        case .duration: sortedByNumber(songs) { $0.durationSeconds }
        case .confidence: sortedByNumber(songs) { $0.features.tempo?.confidence }
        case .added: sortedByNumber(songs) { Double($0.addedMs) }
        }
    }

    private static func sortedByText(_ songs: [StoredSong], _ value: (StoredSong) -> String?)
        -> [StoredSong]
    {
        sortedByKey(songs) { value($0)?.lowercased() }
    }

    private static func sortedByNumber(_ songs: [StoredSong], _ value: (StoredSong) -> Double?)
        -> [StoredSong]
    {
        sortedByKey(songs, value)
    }

    private static func sortedByKey<Value: Comparable>(
        _ songs: [StoredSong], _ value: (StoredSong) -> Value?
    ) -> [StoredSong] {
        songs.map { ($0, value($0)) }.sorted { a, b in
            switch (a.1, b.1) {
            case (let first?, let second?) where first != second: first < second
            case (nil, .some): false
            case (.some, nil): true
            default: a.0.id < b.0.id
            }
        }.map(\.0)
    }
}
