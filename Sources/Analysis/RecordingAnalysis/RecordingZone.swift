package import PhysioTypes
import RecordingFiles

extension Recording {
    /// The recording with the clock on the wall of a zone, its changes to and from summer time
    /// included.
    ///
    /// - Returns: the same where the moment of its start is not known: a date without a zone is that
    ///   of the clock on the wall already.
    package func inLocalTime(of zone: ZoneRules) -> Recording {
        guard let startMs = startUnixMs else { return self }
        let offset = zone.offsetMinutes(startMs)
        let stamp = CivilTime.Stamp(
            wallClockMs: startMs + 60_000 * Int64(offset), zone: .offset(minutes: offset))
        var recording = Recording(
            format: format, rr: rr, startDate: CivilTime.text(stamp), recipe: recipe,
            notices: notices, clockChanges: changes(zone, startMs, offset), breathing: breathing)
        recording.rhythms = rhythms
        return recording
    }

    /// Milliseconds since 1970 at second 0.
    private var startUnixMs: Int64? {
        guard let startDate else { return nil }
        let unixPrefix = "unix:"
        if startDate.hasPrefix(unixPrefix),
            let seconds = Double(startDate.dropFirst(unixPrefix.count))
        {
            return Int64(exactly: (1000 * seconds).rounded())
        }
        guard let stamp = CivilTime.stamp(startDate), stamp.zone != .unstated else { return nil }
        return stamp.unixMs
    }

    /// Zones change their offset at full minutes, and keep each for longer than a day; ms.
    private static let dayMs: Int64 = 86_400_000

    private func changes(_ zone: ZoneRules, _ startMs: Int64, _ offset: Int) -> [ClockChange] {
        let endMs = startMs + Int64(1000 * rr.endSeconds)
        var (changes, dayStartMs) = ([ClockChange](), startMs)
        while dayStartMs < endMs {
            let dayEndMs = min(endMs, dayStartMs + Self.dayMs)
            let (oldOffset, newOffset) = (
                zone.offsetMinutes(dayStartMs), zone.offsetMinutes(dayEndMs)
            )
            if oldOffset != newOffset {
                var (low, high) = (dayStartMs, dayEndMs)
                while high - low > 1 {
                    let middle = low + (high - low) / 2
                    if zone.offsetMinutes(middle) == oldOffset {
                        low = middle
                    } else {
                        high = middle
                    }
                }
                changes.append(
                    ClockChange(
                        seconds: Double(high - startMs) / 1000,
                        shiftSeconds: Double(60 * (newOffset - offset))))
            }
            dayStartMs = dayEndMs
        }
        return changes
    }
}

extension ZoneRules {
    /// A zone of one offset: `Z`, `UTC`, `+01:00` or `-0330`.
    ///
    /// - Returns: nil for anything else, as a name such as `Europe/Berlin`, whose rules this module
    ///   does not know.
    package init?(offset text: String) {
        let stamp = CivilTime.stamp("1970-01-01T00:00:00" + (text == "UTC" ? "Z" : text))
        switch stamp?.zone {
        case .offset(let minutes): self.init(name: text) { _ in minutes }
        case .utc: self.init(name: text) { _ in 0 }
        case .unstated, nil: return nil
        }
    }
}
