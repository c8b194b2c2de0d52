/// The samples that a player of raw samples is given as time goes by.
///
/// The player gets samples without a pause from 2 s before the first sound, so that a device that
/// sleeps in silence is awake when it comes, to the end of the last decay. They are written .1 s
/// ahead. Where the player has fallen behind or run ahead, as its clock and ours are two, silence is
/// left out or added; a cue is never cut for it. A background sound counts as silence here: a little of
/// it is left out or repeated, so that bells stay in time.
package struct SoundFeed: Sendable {
    /// The samples to write: silence or background first, then a range of the track.
    package struct Chunk: Sendable, Equatable {
        package let silenceCount: Int
        package let range: Range<Int>
    }

    /// The time by which samples are written ahead; s.
    package static let writeAheadSeconds = 0.1
    /// Silence before the first sound; s.
    package static let leadInSeconds = 2.0
    /// The time after which samples that are late are never written; s.
    package static let maxLatenessSeconds = 1.0

    package private(set) var track: SoundTrack

    /// Returns the replacement for the silence of a chunk: the background before its range, in 16
    /// bits.
    package func padding(_ chunk: Chunk) -> [Int16] {
        let end = chunk.range.lowerBound
        return track.backgroundPCM16(in: end - chunk.silenceCount..<end)
    }

    /// The next sample of the track to be written; below 0 before the track begins.
    package private(set) var position: Int
    private var hasBegun = false
    /// Number of samples by which the player is behind our clock; below 0, ahead of it. The caller that
    /// measures it sets it; ``next(atSeconds:)`` makes up for it.
    package var latencySampleCount = 0

    /// Begins 2 s before the first sound of the track.
    package init(_ track: SoundTrack) {
        self.track = track
        position = track.firstSoundIndex - Int(Self.leadInSeconds * Double(track.sampleRateHz))
    }

    /// The time at which the first samples are to be written, a tenth of a second of them at once,
    /// on the clock of the track; s.
    ///
    /// A player that plays what it has at once is on time then, and so is one that holds a tenth of a second first.
    package var beginSeconds: Double { Double(position) / Double(track.sampleRateHz) }

    /// True if the whole track has been written.
    package var isDone: Bool { position >= track.sampleCount }

    /// Continues with another track at the same position, such as after a phase was made longer.
    ///
    /// - Precondition: both tracks have one sample rate.
    package mutating func replace(_ track: SoundTrack) {
        precondition(track.sampleRateHz == self.track.sampleRateHz, "the rate of a feed stays")
        self.track = track
    }

    /// Returns the samples to be written now; they count as written from here on.
    ///
    /// After a hole of more than 1 s, such as a suspend, the feed goes on at the present. What is
    /// late by less is written where it is a sound, and left out where it is silence.
    ///
    /// - Parameter now: time on the clock of the track; finite; s.
    package mutating func next(atSeconds now: Double) -> Chunk {
        let rate = Double(track.sampleRateHz)
        let nowIndex = Int((now * rate).rounded(.down))
        guard hasBegun || nowIndex >= position else {
            return Chunk(silenceCount: 0, range: position..<position)
        }
        hasBegun = true
        if nowIndex - position > Int(Self.maxLatenessSeconds * rate) {
            position = min(nowIndex, track.sampleCount)
            latencySampleCount = 0
        } else {
            latencySampleCount += max(0, nowIndex - position)
        }
        let availableSilenceCount = track.silenceCount(from: position)
        let omittedCount = min(max(latencySampleCount, 0), availableSilenceCount)
        let addedCount = availableSilenceCount > 0 ? max(-latencySampleCount, 0) : 0
        latencySampleCount += addedCount - omittedCount
        position += omittedCount
        let endIndex = min(nowIndex + Int(Self.writeAheadSeconds * rate), track.sampleCount)
        let range = position..<max(position, endIndex)
        position = range.upperBound
        return Chunk(silenceCount: addedCount, range: range)
    }
}
