/// An NN interval of a stream.
public struct NNBeat: Sendable, Equatable, Codable {
    /// ms.
    public let intervalMs: Double
    /// Time of the beat that ends it; s.
    public let endSeconds: Double
    /// True if the interval begins at the beat that ended the NN interval before it.
    public let isAdjacentToPrevious: Bool
    /// True if a correction changed the interval.
    public let isCorrected: Bool
    /// The raw interval of the stream in which its beat lies, counted from 0.
    public let rawIndex: Int

    public init(
        intervalMs: Double, endSeconds: Double, isAdjacentToPrevious: Bool, isCorrected: Bool,
        rawIndex: Int
    ) {
        self.intervalMs = intervalMs
        self.endSeconds = endSeconds
        self.isAdjacentToPrevious = isAdjacentToPrevious
        self.isCorrected = isCorrected
        self.rawIndex = rawIndex
    }
}

/// A change of a stream of NN intervals: mostly new intervals at its end, and now and then a
/// replacement of its last ones.
///
/// The newest `withdrawnCount` intervals given so far are taken back, then `beats` follow.
///
/// ```swift
/// stream.removeLast(revision.withdrawnCount)
/// stream += revision.beats
/// ```
public struct NNRevision: Sendable, Equatable {
    /// NN intervals taken back, newest first.
    public var withdrawnCount: Int
    /// The intervals that follow those that stay.
    public var beats: [NNBeat]
    /// New entries of the log: they replace everything said so far of beats from
    /// ``firstRawIndex`` on.
    public var events: [CorrectionEvent]
    /// The first raw interval that the revision says something of.
    public var firstRawIndex: Int

    public init(
        withdrawnCount: Int = 0, beats: [NNBeat] = [], events: [CorrectionEvent] = [],
        firstRawIndex: Int = 0
    ) {
        self.withdrawnCount = withdrawnCount
        self.beats = beats
        self.events = events
        self.firstRawIndex = firstRawIndex
    }

    /// True if the revision changes nothing.
    public var isEmpty: Bool { withdrawnCount == 0 && beats.isEmpty && events.isEmpty }
}
