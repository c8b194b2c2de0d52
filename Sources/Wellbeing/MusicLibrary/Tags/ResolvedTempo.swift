/// The tempo that counts for a song, and the answer that does not.
package struct ResolvedTempo: Sendable, Equatable {
    /// The source of the tempo.
    package enum Source: String, Sendable {
        case person, tag, measured
    }

    /// A peculiarity of the answers.
    package enum Note: String, Sendable {
        /// The tag is off by a factor of 2 or 3.
        case octaveErrorInTag = "tag_octave"
        /// The tag is off otherwise.
        case tagWrong = "tag_wrong"
        /// The tag is no tempo.
        case tagWithoutTempo = "bad_tag"
        /// The measured tempo is more likely wrong than right.
        case lowConfidence = "low_confidence"
        /// The tempo changes in the course of the song.
        case changes = "tempo_changes"
    }

    /// Beats in a minute; nil where unknown.
    package var bpm: Double?
    package var source: Source?
    /// The tempo of the measurement or of the tag, where it is not the one that counts.
    package var rejectedBpm: Double?
    package var rejectedSource: Source?
    package var notes: [Note]

    /// Two tempos are one where they differ by no more, as a share of the measured one.
    package static let matchTolerance = 0.04
    /// The confidence below which a tag counts rather than the measurement.
    package static let minTrustedConfidence = 0.3
    /// The confidence below which the measurement is more likely wrong than right.
    package static let minLikelyConfidence = 0.5

    /// The rule: the person's; a tag within 4 % of the measured tempo; the measured one; below a confidence of .3 the tag.
    package init(
        person: Double?, tag: Double?, hasBadTag: Bool, measured: Double?, confidence: Double?,
        changes: Bool = false
    ) {
        notes = hasBadTag ? [.tagWithoutTempo] : []
        let isUnsure = measured != nil && (confidence ?? 0) < Self.minTrustedConfidence
        if measured != nil, (confidence ?? 0) < Self.minLikelyConfidence {
            notes.append(.lowConfidence)
        }
        if changes { notes.append(.changes) }
        let isSame = Self.isSame(tag, measured, factor: 1)
        if let tag, let measured, !isSame {
            let isOctave = [2, 3, 0.5, 1.0 / 3].contains { Self.isSame(tag, measured, factor: $0) }
            notes.append(isOctave ? .octaveErrorInTag : .tagWrong)
        }
        let usesTag = tag != nil && (measured == nil || isSame || isUnsure)
        let automatic: (Double?, Source?) =
            usesTag ? (tag, .tag) : (measured, measured == nil ? nil : .measured)
        if let person {
            (bpm, source) = (person, .person)
            (rejectedBpm, rejectedSource) = automatic
        } else {
            (bpm, source) = automatic
            (rejectedBpm, rejectedSource) =
                usesTag
                ? (measured, measured == nil ? nil : .measured) : (tag, tag == nil ? nil : .tag)
        }
    }

    /// Indicates whether a person should listen: it is unsure, or answers contradict each other, and no one decided.
    package var isDoubtful: Bool { source != .person && !notes.isEmpty }

    private static func isSame(_ tag: Double?, _ measured: Double?, factor: Double) -> Bool {
        guard let tag, let measured, measured > 0 else { return false }
        return abs(tag / (measured * factor) - 1) <= matchTolerance
    }
}
