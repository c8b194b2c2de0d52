public import Foundation
public import HRVPipeline
public import SessionHistory

/// What is known of a session when it begins, for the history.
public struct SessionStart: Sendable {
    /// Of the session in the history.
    public var id = UUID()
    public var source: SessionSource
    public var settings: StreamingSettings
    /// Length that was asked for; nil: until it is ended.
    public var minutes: Double?
    /// Name of the pattern that is breathed unchanged.
    public var preset: String?
    public var startedAt: Date
    public var utcOffsetSeconds: Int
    /// Name of the raw log's file; nil where none is kept.
    public var rawLogName: String?
    public var toolkitVersion: String

    /// A session that begins on the person's clock as it is set here.
    public init(
        _ source: SessionSource, _ settings: StreamingSettings, minutes: Double? = nil,
        preset: String? = nil, startedAt: Date = Date(), rawLogName: String? = nil,
        toolkitVersion: String
    ) {
        self.source = source
        self.settings = settings
        self.minutes = minutes
        self.preset = preset
        self.startedAt = startedAt
        utcOffsetSeconds = TimeZone.current.secondsFromGMT(for: startedAt)
        self.rawLogName = rawLogName
        self.toolkitVersion = toolkitVersion
    }

    /// The session as it is in the history before its first beat.
    public var session: BreathingSession {
        BreathingSession(
            id: id, startedAt: startedAt, utcOffsetSeconds: utcOffsetSeconds, source: source,
            pacer: preset == nil ? settings.plan?.name.rawValue ?? "none" : "fixed",
            preset: preset, recipe: recipe, toolkitVersion: toolkitVersion,
            rawLogName: rawLogName)
    }

    private struct Recipe: Encodable {
        let settings: StreamingSettings
        let minutes: Double?
        let preset: String?
    }

    /// Every setting as JSON, its names in the order of the alphabet.
    private var recipe: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        let recipe = Recipe(settings: settings, minutes: minutes, preset: preset)
        // Such values always have a form in JSON.
        return (try? encoder.encode(recipe)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}
