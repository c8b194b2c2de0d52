/// The values of MPD's `status` that matter here. Numbers that are none, or out of range, are
/// missing.
struct MPDStatus: Sendable, Equatable {
    var state = PlayerState.stopped
    /// Position of the current entry in the queue, from 0 on.
    var queueIndex: Int?
    var entryID: Int?
    var nextEntryID: Int?
    var queueCount = 0
    var position: PlayerPosition?
    var volumePercent: Double?
    var crossfadeSeconds = 0.0
    var isRandom = false
    var isRepeating = false
    var isSingle = false
    var isConsuming = false
    var error: String?

    init(_ part: MPDResponsePart) {
        switch part["state"] {
        case "play": state = .playing
        case "pause": state = .paused
        default: state = .stopped
        }
        queueIndex = Self.count(part["song"])
        entryID = Self.count(part["songid"])
        nextEntryID = Self.count(part["nextsongid"])
        queueCount = Self.count(part["playlistlength"]) ?? 0
        if let elapsed = Self.seconds(part["elapsed"]) {
            position = PlayerPosition(
                elapsedSeconds: elapsed, lengthSeconds: Self.length(part["duration"]))
        }
        volumePercent = Self.count(part["volume"]).flatMap { $0 <= 100 ? Double($0) : nil }
        crossfadeSeconds = Self.seconds(part["xfade"]) ?? 0
        isRandom = part["random"] == "1"
        isRepeating = part["repeat"] == "1"
        // `oneshot` stops once.
        isSingle = part["single"].map { $0 != "0" } ?? false
        isConsuming = part["consume"].map { $0 != "0" } ?? false
        error = part["error"].map { PlayerText.sanitized($0) }
    }

    var limitations: [PlayerLimitation] {
        var all: [PlayerLimitation] = []
        if isRandom { all.append(.random) }
        if isRepeating { all.append(.repeats) }
        if isSingle { all.append(.single) }
        if isConsuming { all.append(.consume) }
        if crossfadeSeconds > 0 { all.append(.crossfade(seconds: crossfadeSeconds)) }
        if volumePercent == 0 { all.append(.muted) }
        return all
    }

    /// Entries after the current one; 0 while nothing is current.
    var followingEntryCount: Int {
        guard let queueIndex else { return 0 }
        return max(0, queueCount - queueIndex - 1)
    }

    /// A whole number of at most nine digits.
    static func count(_ text: String?) -> Int? {
        guard let text, text.utf8.count <= 9, let number = Int(text), number >= 0 else {
            return nil
        }
        return number
    }

    /// Seconds of at most a year.
    static func seconds(_ text: String?) -> Double? {
        guard let text, text.utf8.count <= 32, let number = Double(text),
            (0...31_622_400).contains(number)
        else { return nil }
        return number
    }

    /// A length above 0.
    static func length(_ text: String?) -> Double? {
        seconds(text).flatMap { $0 > 0 ? $0 : nil }
    }
}
