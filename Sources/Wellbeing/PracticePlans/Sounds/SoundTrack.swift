/// The sound of a whole activity, of which any range is mixed when it is asked for.
///
/// Each sample is the sum of the sounds that are heard then, always added in the same order, so it is
/// the same however the track is cut into ranges. Where sounds together exceed full scale the sum is
/// held there. Before 0 and behind the end is silence.
package struct SoundTrack: Sendable {
    private struct Entry {
        let firstIndex: Int
        let values: [Float]

        var endIndex: Int { firstIndex + values.count }
    }

    package let sampleRateHz: Int
    /// Samples up to the end of the activity or of its last sound.
    package let sampleCount: Int
    /// Ascending by their beginning.
    private let entries: [Entry]
    private let maxEntryLength: Int
    private let background: BackgroundSamples?
    /// The first sample of the background; nil without one.
    private let backgroundStartIndex: Int?

    /// - Complexity: computes each different sound once.
    package init(_ contents: SoundTrackContents, sampleRateHz: Int = SoundSamples.defaultRateHz) {
        let rate = Double(sampleRateHz)
        func index(_ seconds: Double) -> Int { Int((seconds * rate).rounded()) }

        var valuesBySound: [PracticeSound: [Float]] = [:]
        for sound in Set(contents.cues.map(\.sound)) {
            valuesBySound[sound] = Self.values(of: sound, in: contents, sampleRateHz: sampleRateHz)
        }
        let cueEntries = contents.cues.map { cue in
            Entry(firstIndex: index(cue.timeSeconds), values: valuesBySound[cue.sound] ?? [])
        }
        let speechEntries = contents.clips.map { clip in
            Entry(
                firstIndex: index(clip.timeSeconds),
                values: clip.sound.resampled(toHz: sampleRateHz).scaled(by: contents.level).values)
        }
        // Sorting keeps the order of equals: the sum of a sample has one order.
        entries = (cueEntries + speechEntries).sorted { $0.firstIndex < $1.firstIndex }
        maxEntryLength = entries.map(\.values.count).max() ?? 0
        background = contents.background.map {
            BackgroundSamples($0, level: contents.level, rateHz: sampleRateHz)
        }
        backgroundStartIndex = (contents.background?.spansSeconds.first?.lowerBound).map(index)
        let lengthSeconds = max(contents.lengthSeconds, contents.background?.endSeconds ?? 0)
        sampleCount = entries.map(\.endIndex).reduce(index(lengthSeconds), max)
        self.sampleRateHz = sampleRateHz
    }

    private static func values(
        of sound: PracticeSound, in contents: SoundTrackContents, sampleRateHz: Int
    ) -> [Float] {
        let samples =
            contents.replacementSound(sound)?.resampled(toHz: sampleRateHz).scaled(
                by: contents.level)
            ?? sound.samples(level: contents.level, sampleRateHz: sampleRateHz)
        return samples.values
    }

    /// The samples of a range, -1 ... 1.
    ///
    /// - Complexity: O(length of the range times the sounds heard at once + log of all sounds).
    package func samples(in range: Range<Int>) -> [Float] {
        var sum = [Float](repeating: 0, count: range.count)
        let clampedRange = range.clamped(to: 0..<sampleCount)
        var entryIndex = firstEntry(endingAfter: clampedRange.lowerBound)
        while entryIndex < entries.count, entries[entryIndex].firstIndex < clampedRange.upperBound {
            let entry = entries[entryIndex]
            let overlap = clampedRange.clamped(to: entry.firstIndex..<entry.endIndex)
            for index in overlap {
                sum[index - range.lowerBound] += entry.values[index - entry.firstIndex]
            }
            entryIndex += 1
        }
        background?.add(to: &sum, clampedRange, firstIndex: range.lowerBound)
        return sum.map { min(max($0, -1), 1) }
    }

    /// The samples of a range in 16 bits; full scale is 32,767.
    package func pcm16(in range: Range<Int>) -> [Int16] {
        samples(in: range).map { Int16(($0 * 32_767).rounded()) }
    }

    /// The samples of a range without the cues, in 16 bits.
    func backgroundPCM16(in range: Range<Int>) -> [Int16] {
        var sum = [Float](repeating: 0, count: range.count)
        background?.add(
            to: &sum, range.clamped(to: 0..<sampleCount), firstIndex: range.lowerBound)
        return sum.map { Int16((min(max($0, -1), 1) * 32_767).rounded()) }
    }

    /// Returns the number of samples without a cue from a sample on: 0 where a cue is heard. The
    /// background does not count.
    package func silenceCount(from index: Int) -> Int {
        let start = max(index, 0)
        var entryIndex = firstEntry(endingAfter: start)
        while entryIndex < entries.count {
            let entry = entries[entryIndex]
            if entry.endIndex > start { return max(0, entry.firstIndex - index) }
            entryIndex += 1
        }
        return max(0, sampleCount - index)
    }

    /// The sample at which the first sound begins; the end where there is none.
    package var firstSoundIndex: Int {
        min(entries.first?.firstIndex ?? sampleCount, backgroundStartIndex ?? sampleCount)
    }

    /// The first entry that can still be heard at a sample, by the length of the longest.
    private func firstEntry(endingAfter index: Int) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].firstIndex + maxEntryLength > index {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return low
    }
}
