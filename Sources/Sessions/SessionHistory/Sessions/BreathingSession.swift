public import Foundation

/// A session of breathing, as the history lists it.
///
/// Averages are means of the one-second points that have the value; the peak is the highest coherence
/// from 60 s on. What there is none of is nil.
///
/// ```swift
/// let session = BreathingSession(startedAt: Date(), utcOffsetSeconds: 3600, source: .strap)
/// ```
public struct BreathingSession: Sendable, Equatable, Identifiable {
    /// A part of a session.
    public struct Phase: Sendable, Equatable, Codable {
        /// `calibration`, `exploration` or `resonanceLock`.
        public var name: String
        /// Of the session.
        public var startSeconds: Double

        public init(name: String, startSeconds: Double) {
            self.name = name
            self.startSeconds = startSeconds
        }
    }

    public var id: UUID
    /// To the millisecond.
    public var startedAt: Date
    /// Of the person's clock then, east of Greenwich.
    public var utcOffsetSeconds: Int
    public var source: SessionSource
    /// What the sensor is called; never an address.
    public var deviceName: String?
    /// Name of the pacer; `none` where nobody led.
    public var pacer: String
    /// Name of the pattern that was breathed unchanged.
    public var preset: String?
    public var state: SessionState = .running
    /// Without pauses.
    public var durationSeconds = 0.0
    public var beatCount = 0
    public var correctedCount = 0
    public var gapCount = 0
    public var breathCount = 0
    /// Beats/min.
    public var averageHeartRate: Double?
    /// ms.
    public var averageRMSSD: Double?
    /// 0 ... 1.
    public var averageCoherence: Double?
    /// 0 ... 1.
    public var peakCoherence: Double?
    /// The rate at which the peak came.
    public var peakBreathsPerMinute: Double?
    public var resonance = KeptResonance(nil)
    /// In their order.
    public var phases: [Phase] = []
    /// Every setting that shaped the session, as JSON.
    public var recipe: String
    /// Of whoever made the figures.
    public var toolkitVersion: String
    /// Name of the raw log in the folder of logs.
    public var rawLogName: String?

    /// A session that begins.
    public init(
        id: UUID = UUID(), startedAt: Date, utcOffsetSeconds: Int, source: SessionSource,
        deviceName: String? = nil, pacer: String = "none", preset: String? = nil,
        recipe: String = "{}", toolkitVersion: String = "", rawLogName: String? = nil
    ) {
        self.id = id
        self.startedAt = Self.wholeMilliseconds(startedAt)
        self.utcOffsetSeconds = utcOffsetSeconds
        self.source = source
        self.deviceName = deviceName
        self.pacer = pacer
        self.preset = preset
        self.recipe = recipe
        self.toolkitVersion = toolkitVersion
        self.rawLogName = rawLogName
    }

    var startedMilliseconds: Int { Int((startedAt.timeIntervalSince1970 * 1000).rounded()) }

    static func date(milliseconds: Int) -> Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    private static func wholeMilliseconds(_ date: Date) -> Date {
        self.date(milliseconds: Int((date.timeIntervalSince1970 * 1000).rounded()))
    }
}
