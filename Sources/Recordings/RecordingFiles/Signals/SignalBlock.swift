/// The next segment of the signals that a reader was asked for.
public struct SignalBlock: Sendable, Equatable {
    /// The samples of one signal.
    public struct Piece: Sendable, Equatable {
        /// Position of the first sample, counted from the start of the recording at the signal's own
        /// rate; never before the end of the piece before. What lies between was not recorded.
        public var firstSample: Int
        /// The samples in the unit of the signal's description; NaN where a sample is missing; may
        /// be empty.
        public var samples: [Double]

        public init(firstSample: Int, samples: [Double]) {
            self.firstSample = firstSample
            self.samples = samples
        }
    }

    /// One a signal, in the order in which they were chosen.
    public var pieces: [Piece]

    public init(pieces: [Piece]) { self.pieces = pieces }
}
