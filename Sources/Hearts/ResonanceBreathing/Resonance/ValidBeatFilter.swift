import PhysioTypes

/// Lets through what a stream of beats may be: finite intervals above 0 whose ends never go back.
///
/// Others are left out, and are not taken back when the stream takes them back.
struct ValidBeatFilter: Sendable, Codable {
    private struct Entry: Codable {
        let endSeconds: Double
        let isValid: Bool

        private enum CodingKeys: String, CodingKey {
            case endSeconds
            case isValid = "isSound"
        }
    }

    private var entries: [Entry] = []
    /// The latest sound end among entries that are no longer kept; s.
    private var forgottenEndSeconds = -Double.greatestFiniteMagnitude

    private enum CodingKeys: String, CodingKey {
        case entries
        case forgottenEndSeconds = "floorSeconds"
    }

    /// A correction takes back 32 beats at most where it loses the rhythm, 91 at a start.
    private static let capacity = 256

    mutating func filterRevision(_ revision: NNRevision) -> NNRevision {
        var result = revision
        let withdrawnEntries = entries.suffix(max(0, revision.withdrawnCount))
        result.withdrawnCount = withdrawnEntries.count { $0.isValid }
        entries.removeLast(withdrawnEntries.count)
        result.beats = revision.beats.filter { accept($0) }
        if entries.count > Self.capacity { forgetOldest(entries.count - Self.capacity / 2) }
        return result
    }

    private mutating func forgetOldest(_ count: Int) {
        for entry in entries.prefix(count) where entry.isValid {
            forgottenEndSeconds = max(forgottenEndSeconds, entry.endSeconds)
        }
        entries.removeFirst(count)
    }

    private mutating func accept(_ beat: NNBeat) -> Bool {
        let last = entries.last { $0.isValid }?.endSeconds ?? forgottenEndSeconds
        let isValid =
            beat.endSeconds.isFinite && beat.endSeconds >= last && beat.intervalMs > 0
            && beat.intervalMs.isFinite
        entries.append(Entry(endSeconds: beat.endSeconds, isValid: isValid))
        return isValid
    }
}
