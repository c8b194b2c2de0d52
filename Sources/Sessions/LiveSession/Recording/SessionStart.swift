package import Foundation
package import LivePipeline
package import SensorProtocol
package import SessionHistory

/// The data of a session that are known when it begins, for the history.
package struct SessionStart: Sendable {
    /// The identifier of the session in the history.
    package var id = UUID()
    package var source: SessionSource
    package var settings: StreamingSettings
    /// Length that was asked for; nil: until it is ended.
    package var minutes: Double?
    /// Name of the pattern that is breathed unchanged.
    package var preset: String?
    /// Key of the device that counts; nil: the first that reports beats.
    package var device: String?
    /// True if beats come of an ECG.
    package var wantsECG = false
    package var startedAt: Date
    package var utcOffsetSeconds: Int
    /// Name of the raw log's file; nil where none is kept.
    package var rawLogName: String?
    package var toolkitVersion: String

    /// A session that begins on the person's clock as it is set here.
    package init(
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
    package var session: BreathingSession {
        BreathingSession(
            id: id, startedAt: startedAt, utcOffsetSeconds: utcOffsetSeconds, source: source,
            pacer: preset == nil ? settings.plan?.name.rawValue ?? "none" : "fixed",
            preset: preset, recipe: recipe(device: device.flatMap(DeviceName.storableName)),
            toolkitVersion: toolkitVersion,
            rawLogName: rawLogName)
    }

    /// Every setting as JSON, its names in the order of the alphabet.
    private func recipe(device: String?) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        let recipe = Recipe(
            settings: settings, minutes: minutes, preset: preset, device: device,
            wantsECG: wantsECG)
        // Such values always have a form in JSON.
        return (try? encoder.encode(recipe)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    // MARK: In the log

    /// The session as the first line of the raw log.
    package var logHeader: BeatlineLogNote.Session {
        BeatlineLogNote.Session(
            id: id.uuidString,
            startedAt: LocalTime.text(startedAt, utcOffsetSeconds: utcOffsetSeconds),
            source: source.rawValue, toolkitVersion: toolkitVersion, recipe: recipe(device: device))
    }

    /// Reads the first line of a raw log.
    ///
    /// - Returns: nil where it says nothing that can be understood.
    package init?(_ logHeader: BeatlineLogNote.Session) {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        guard let id = UUID(uuidString: logHeader.id),
            let source = SessionSource(rawValue: logHeader.source),
            let (date, offset) = LocalTime.read(logHeader.startedAt),
            let recipe = try? decoder.decode(Recipe.self, from: Data(logHeader.recipe.utf8))
        else { return nil }
        self.id = id
        self.source = source
        startedAt = date
        utcOffsetSeconds = offset
        toolkitVersion = logHeader.toolkitVersion
        settings = recipe.settings
        (minutes, preset) = (recipe.minutes, recipe.preset)
        (device, wantsECG) = (recipe.device, recipe.wantsECG)
    }

    private struct Recipe: Codable {
        let settings: StreamingSettings
        let minutes: Double?
        let preset: String?
        let device: String?
        let wantsECG: Bool
    }
}
