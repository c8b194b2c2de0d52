/// The reason that a song is out of a choice.
package enum ExclusionRule: String, Sendable, Hashable, CaseIterable {
    /// Never lifted, as the two below.
    case unplayable, blocked, playing
    /// `adaptive`: skipped within 24 h; lifted first where no song is left.
    case skipped
    /// `adaptive`: played within 60 min; lifted second.
    case recent
    /// A third song of one artist in a row; lifted last.
    case artist

    /// The guards that are lifted where no song is left, in this order.
    package static let relaxableRules: [ExclusionRule] = [.skipped, .recent, .artist]

    fileprivate var bit: UInt8 {
        switch self {
        case .unplayable, .blocked, .playing: ExclusionRules.neverRelaxedBit
        case .skipped: 1
        case .recent: 2
        case .artist: 4
        }
    }
}

/// The rules by which songs are out, and those that are lifted where no song is left.
struct ExclusionRules {
    /// A song skipped within this time is out for `adaptive`; s.
    static let skipExclusionSeconds = 86_400.0
    /// The mark of a song that is out whatever is lifted.
    static let neverRelaxedBit: UInt8 = 0x80

    private let playingSongID: Int64?
    /// The artist whose songs may not follow any more.
    private let artist: Int64?
    private let nowSeconds: Double
    private let recentSeconds: Double?

    init(_ request: ChoiceRequest, _ table: SongTable) {
        playingSongID = request.playingSongID
        artist = Self.exhaustedArtist(request, table)
        nowSeconds = request.moment.nowSeconds
        recentSeconds = request.policy.usesModel ? request.moment.preferences.recencySeconds : nil
    }

    /// The guards that keep a song out, as bits.
    @inline(__always) func mask(_ song: SongRow) -> UInt8 {
        if !song.isPlayable || song.isBlocked || song.id == playingSongID {
            return Self.neverRelaxedBit
        }
        var mask: UInt8 = 0
        if let recencySeconds = recentSeconds {
            if nowSeconds - song.lastSkippedSeconds < Self.skipExclusionSeconds { mask |= 1 }
            if nowSeconds - song.lastPlayedSeconds < recencySeconds { mask |= 2 }
        }
        if let artist, song.artist == artist { mask |= 4 }
        return mask
    }

    /// The guards that must be lifted so that a song is left; nil where none is left at all.
    ///
    /// The rules are those that a song which is left would break: a guard that was lifted and kept
    /// no song out is not among them.
    static func relaxedRules(_ masks: [UInt8]) -> (rules: [ExclusionRule], bits: UInt8)? {
        var bits: UInt8 = 0
        if masks.contains(0) { return ([], 0) }
        for rule in ExclusionRule.relaxableRules {
            bits |= rule.bit
            let brokenBits = masks.lazy.filter { $0 & ~bits == 0 }.reduce(into: UInt8(0)) {
                $0 |= $1
            }
            if brokenBits != 0 {
                return (ExclusionRule.relaxableRules.filter { $0.bit & brokenBits != 0 }, bits)
            }
        }
        return nil
    }

    /// The artist of the last songs, where all that are allowed in a row are by one.
    private static func exhaustedArtist(_ request: ChoiceRequest, _ table: SongTable) -> Int64? {
        let limit = request.moment.preferences.maxSongsPerArtist
        let last = request.sessionSongs.prefix(limit)
        guard limit > 0, last.count == limit else { return nil }
        let artists = last.map { table.index(of: $0).flatMap { table.rows[$0].artist } }
        guard let first = artists[0], artists.allSatisfy({ $0 == first }) else { return nil }
        return first
    }
}
