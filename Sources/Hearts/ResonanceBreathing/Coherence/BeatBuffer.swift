import PhysioTypes

/// A beat with the time of its end; s.
protocol TimedBeat: Sendable, Codable {
    var endSeconds: Double { get }
}

extension NNBeat: TimedBeat {}

/// The newest beats of a stream, in memory of one size.
struct BeatBuffer<Beat: TimedBeat>: Sendable {
    let capacity: Int
    private var beats: [Beat] = []
    /// Index of the oldest beat that counts.
    private var oldestIndex = 0

    /// - Parameter seconds: time from the oldest to the newest beat that it must hold.
    init(seconds: Double) {
        capacity = Int(seconds * 1000 / RRSeries.plausibleRangeMs.lowerBound) + 2
        beats.reserveCapacity(2 * capacity)
    }

    /// Oldest first.
    var retainedBeats: ArraySlice<Beat> { beats[oldestIndex...] }

    /// - Precondition: it does not end before the last.
    mutating func append(_ beat: Beat) {
        precondition(
            beat.endSeconds.isFinite && beat.endSeconds >= beats.last?.endSeconds ?? -.infinity,
            "beats come in the order of their times")
        if beats.count == 2 * capacity {
            beats.removeFirst(oldestIndex)
            oldestIndex = 0
        }
        beats.append(beat)
        if beats.count - oldestIndex > capacity { oldestIndex += 1 }
    }

    /// Forgets beats that end before `time`, but for the last of them: from it a line leads into the
    /// window, or a gap.
    mutating func removeBeats(before time: Double) {
        while oldestIndex + 1 < beats.count, beats[oldestIndex + 1].endSeconds < time {
            oldestIndex += 1
        }
    }

    mutating func removeNewest(_ count: Int) {
        beats.removeLast(min(count, beats.count - oldestIndex))
    }

    /// Changes every beat that counts.
    mutating func update(_ change: (inout Beat) -> Void) {
        for index in oldestIndex..<beats.count { change(&beats[index]) }
    }

    mutating func removeAll() {
        beats.removeAll(keepingCapacity: true)
        oldestIndex = 0
    }
}

extension BeatBuffer where Beat == NNBeat {
    /// The same as a series; the oldest follows nothing.
    var series: NNSeries {
        let newestBeats = retainedBeats
        return NNSeries(
            intervalsMs: newestBeats.map(\.intervalMs),
            endTimesSeconds: newestBeats.map(\.endSeconds),
            isAdjacentToPrevious: newestBeats.enumerated().map {
                $0.offset > 0 && $0.element.isAdjacentToPrevious
            }, isCorrected: newestBeats.map(\.isCorrected),
            startSeconds: newestBeats.first.map { $0.endSeconds - $0.intervalMs / 1000 } ?? 0,
            endSeconds: newestBeats.last?.endSeconds ?? 0)
    }
}

/// Coding of only the beats that count.
extension BeatBuffer: Codable {
    private enum CodingKeys: String, CodingKey {
        case capacity, beats
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        capacity = try values.decode(Int.self, forKey: .capacity)
        beats = try values.decode([Beat].self, forKey: .beats)
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(capacity, forKey: .capacity)
        try values.encode(Array(retainedBeats), forKey: .beats)
    }
}
