public import PhysioTypes
public import ResonanceBreathing

/// The settings of a live session.
public struct StreamingSettings: Sendable, Codable {
    /// The pacer that leads the breath, and how it begins; nil: none.
    public var plan: PacerPlan?
    /// A pattern of the person's own choice, breathed unchanged; then the plan's rates count for nothing.
    public var pattern: BreathPattern?
    /// True if breaths of the pacer hold between inhalation and exhalation.
    public var hasHold = true
    public var haptics = HapticSettings()
    /// Latencies that earlier sessions estimated, by the names of the devices; nil for none.
    public var knownLatencies: [String: LatencyEstimate]?
    /// The window of RMSSD; s.
    public var rmssdWindowSeconds = 30.0

    /// Nothing is checked here; the plan is when a session begins.
    public init(plan: PacerPlan? = nil) { self.plan = plan }

    private enum CodingKeys: String, CodingKey {
        case plan, pattern
        case hasHold = "holds"
        case haptics, knownLatencies, rmssdWindowSeconds
    }
}
