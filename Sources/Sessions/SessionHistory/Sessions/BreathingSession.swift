package import Foundation
package import PhysioTypes

/// A session of breathing, as the history lists it.
///
/// Averages are means of the one-second points that have the value; the peak is the highest coherence
/// from 60 s on. What there is none of is nil.
///
/// ```swift
/// let session = BreathingSession(startedAt: Date(), utcOffsetSeconds: 3600, source: .strap)
/// ```
package struct BreathingSession: Sendable, Equatable, Identifiable {
    /// A part of a session.
    package struct Phase: Sendable, Equatable, Codable {
        /// `calibration`, `exploration` or `resonanceLock`.
        package var name: String
        /// The start of the phase, in seconds of the session.
        package var startSeconds: Double

        package init(name: String, startSeconds: Double) {
            self.name = name
            self.startSeconds = startSeconds
        }
    }

    package var id: UUID
    /// The start of the session, to the millisecond.
    package var startedAt: Date
    /// The offset of the person's clock then, east of Greenwich.
    package var utcOffsetSeconds: Int
    package var source: SessionSource
    /// The name of the sensor; never an address.
    package var deviceName: String?
    /// Name of the pacer; `none` where none led.
    package var pacer: String
    /// Name of the pattern that was breathed unchanged.
    package var preset: String?
    package var state: SessionState = .running
    /// The duration without pauses.
    package var durationSeconds = 0.0
    package var beatCount = 0
    package var correctedCount = 0
    package var gapCount = 0
    package var breathCount = 0
    /// Beats/min.
    package var averageHeartRate: Double?
    /// ms.
    package var averageRMSSD: Double?
    /// 0 ... 1.
    package var averageCoherence: Double?
    /// 0 ... 1.
    package var peakCoherence: Double?
    /// The rate at which the peak came.
    package var peakBreathsPerMinute: Double?
    package var resonance = StoredResonance(nil)
    /// Latency of the sensor's beats, as the session estimated it; nil where nothing estimated it.
    package var latency: LatencyEstimate?
    /// The phases in their order.
    package var phases: [Phase] = []
    /// Every setting that shaped the session, as JSON.
    package var recipe: String
    /// Version of the toolkit that made the figures.
    package var toolkitVersion: String
    /// Name of the raw log in the folder of logs.
    package var rawLogName: String?

    /// A session that begins.
    package init(
        id: UUID = UUID(), startedAt: Date, utcOffsetSeconds: Int, source: SessionSource,
        deviceName: String? = nil, pacer: String = "none", preset: String? = nil,
        recipe: String = "{}", toolkitVersion: String = "", rawLogName: String? = nil
    ) {
        self.id = id
        self.startedAt = Self.roundedToMilliseconds(startedAt)
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

    private static func roundedToMilliseconds(_ date: Date) -> Date {
        self.date(milliseconds: Int((date.timeIntervalSince1970 * 1000).rounded()))
    }
}
