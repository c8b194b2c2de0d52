/// Quality of a window of an ECG: how well it carries its beats.
public struct SignalQuality: Sendable, Equatable {
    /// Defects of a window.
    public struct Flags: OptionSet, Sendable, Hashable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Samples are missing, or the signal does not move.
        public static let leadOff = Flags(rawValue: 1)
        /// The signal stays at the end of its range.
        public static let saturated = Flags(rawValue: 2)
        /// Noise is as large as the beats.
        public static let noisy = Flags(rawValue: 4)
        /// Nothing that looks like a beat, though the signal moves.
        public static let noBeats = Flags(rawValue: 8)
    }

    /// The time from the first sample of the signal; s.
    public var startSeconds: Double
    public var durationSeconds: Double
    /// 0 (carries nothing) ... 1.
    public var value: Double
    public var flags: Flags

    public init(
        startSeconds: Double, durationSeconds: Double, value: Double, flags: Flags = []
    ) {
        self.startSeconds = startSeconds
        self.durationSeconds = durationSeconds
        self.value = value
        self.flags = flags
    }
}
