import DBusClient

/// Properties of a player on the desktop's bus, as far as they matter here.
///
/// Source: MPRIS D-Bus Interface Specification 2.2, `org.mpris.MediaPlayer2.Player`. What has another type than it should is
/// missing.
struct MPRISProperties: Sendable, Equatable {
    static let interface = "org.mpris.MediaPlayer2.Player"
    static let path = "/org/mpris/MediaPlayer2"

    private var values: BusProperties = [:]

    init(_ values: BusProperties = [:]) { self.values = values }

    mutating func merge(_ changed: BusProperties) { values.merge(changed) { $1 } }

    /// The state that the player reports: some report Stopped while they play.
    var state: PlayerState {
        switch values["PlaybackStatus"]?.text {
        case "Playing": .playing
        case "Paused": .paused
        default: .stopped
        }
    }

    var canControl: Bool { values["CanControl"]?.flag ?? false }
    var canPlay: Bool { values["CanPlay"]?.flag ?? true }
    var canPause: Bool { values["CanPause"]?.flag ?? true }
    var canGoPrevious: Bool { values["CanGoPrevious"]?.flag ?? true }
    var canGoNext: Bool { values["CanGoNext"]?.flag ?? true }

    /// Volume; nil where the player does not report it, or reports more than 1,000 per cent.
    var volumePercent: Double? {
        guard let volume = values["Volume"]?.numericValue, (0...10).contains(volume) else {
            return nil
        }
        return volume * 100
    }

    /// nil where the properties have none, as in signals.
    var positionSeconds: Double? { Self.seconds(values["Position"]) }

    var limitations: [PlayerLimitation] {
        var all: [PlayerLimitation] = []
        if values["Shuffle"]?.flag == true { all.append(.random) }
        switch values["LoopStatus"]?.text {
        case "Track": all += [.repeats, .single]
        case "Playlist": all.append(.repeats)
        default: break
        }
        if volumePercent == 0 { all.append(.muted) }
        if !canControl { all.append(.notControllable) }
        return all
    }

    /// The song by its `xesam:url`, since numbers of tracks are used again; by the number where it has no URL.
    var song: PlayerSong? {
        guard let metadata = values["Metadata"]?.dictionary else { return nil }
        let track = metadata["mpris:trackid"]?.text
        let hasTrack = track.map { !$0.hasSuffix("/NoTrack") && $0 != "/noplaylist" } ?? false
        let url = metadata["xesam:url"]?.text.flatMap(Self.address)
        let title = text(metadata["xesam:title"])
        guard let uri = url ?? (hasTrack && title != nil ? track : nil) else { return nil }
        return PlayerSong(
            uri: uri, path: FileAddress.path(of: uri), title: title,
            artist: text(metadata["xesam:artist"]), album: text(metadata["xesam:album"]),
            lengthSeconds: Self.seconds(metadata["mpris:length"]).flatMap { $0 > 0 ? $0 : nil },
            artURL: metadata["mpris:artUrl"]?.text.flatMap(Self.address))
    }

    private static let maxAddressByteCount = 8_192

    private static func address(_ text: String) -> String? {
        text.isEmpty || text.utf8.count > maxAddressByteCount ? nil : text
    }

    /// A text, or the first of a list of texts.
    private func text(_ value: BusValue?) -> String? {
        guard let text = value?.text ?? value?.texts.first, !text.isEmpty else { return nil }
        return PlayerText.sanitized(text)
    }

    /// Microseconds as seconds, of at most a year; some players send reals.
    static func seconds(_ value: BusValue?) -> Double? {
        guard let microseconds = value?.numericValue else { return nil }
        let seconds = microseconds / 1_000_000
        return (0...31_622_400).contains(seconds) ? seconds : nil
    }
}

extension BusValue {
    fileprivate var numericValue: Double? {
        switch self {
        case .number(let number): Double(number)
        case .real(let number): number.isFinite ? number : nil
        default: nil
        }
    }
}
