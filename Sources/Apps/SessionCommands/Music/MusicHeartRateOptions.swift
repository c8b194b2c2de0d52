import ArgumentParser
import CommandSupport
import Foundation
import LiveSession
import MusicSession
import PhysioTypes
import SessionHistory

/// The options for the heart to which music listens.
struct MusicHeartRateOptions: ParsableArguments {
    @Flag(help: "Listen to the session that runs now, of the history (this is the default).")
    var session = false

    @Option(help: ArgumentHelp("Listen to a strap by its name or address.", valueName: "name"))
    var strap: String?

    @Option(
        help: ArgumentHelp(
            "Listen to a bridge at tcp://127.0.0.1:PORT, unix:PATH or ws://127.0.0.1:PORT.",
            valueName: "address"))
    var bridge: String?

    @Flag(
        help:
            ArgumentHelp(
                "Listen to a simulated heart; its session is kept apart. Plays and skips count as always, "
                    + "the heart does not.")
    )
    var simulate = false

    @Option(
        help: ArgumentHelp(
            "Listen to the log of a session again, at its own pace. Plays and skips count as always, "
                + "the heart does not.",
            valueName: "file"))
    var replay: String?

    @Flag(help: "Listen to no heart.")
    var noHeart = false

    func validate() throws {
        let count = [
            session, strap != nil, bridge != nil, simulate, replay != nil, noHeart,
        ].count { $0 }
        guard count <= 1 else {
            throw ValidationError(
                "one heart at a time: --session, --strap, --bridge, --simulate, --replay or "
                    + "--no-heart")
        }
        _ = try source
    }

    /// nil where no sensor is asked for.
    private var source: PracticeHeartSource? {
        get throws {
            if let strap { return try PracticeHeartSource(["strap", strap]) }
            if let bridge { return try PracticeHeartSource(["bridge", bridge]) }
            return simulate ? .simulated : nil
        }
    }

    /// A heart, and what is closed behind it.
    struct OpenedHeartSource {
        var heart: (any MusicHeartSource)?
        var close: () async -> Void = {}
    }

    func open(_ location: DatabaseOption, _ diagnostics: Diagnostics) async throws
        -> OpenedHeartSource
    {
        if noHeart { return OpenedHeartSource() }
        if let replay { return try openReplay(replay, location, diagnostics) }
        guard let source = try source else {
            guard FileManager.default.fileExists(atPath: location.path) else {
                return OpenedHeartSource()
            }
            return OpenedHeartSource(heart: StoredHeartSource(try location.open(diagnostics)))
        }
        let store = try location.openIfPossible("nothing is kept of this heart", diagnostics)
        let wake = WakeSignal()
        let launcher = SessionLauncher(
            store: store, database: location.path, logsFolder: location.logsFolder,
            version: ToolkitVersion.current)
        let preparedSession = try launcher.prepare(
            LiveHeartSource.plan(
                source.kind, title: source.title,
                application: "hrv music \(ToolkitVersion.current)", isStored: store != nil),
            diagnostics)
        let opened = try await source.open(wake, diagnostics)
        let heart = LiveHeartSource(
            preparedSession, opened.source, isStored: store != nil,
            isExcluded: source.kind.isExcluded,
            clock: SystemMusicClock(), wake: wake)
        return OpenedHeartSource(heart: heart, close: opened.close)
    }

    /// The heart of a log, which the history has already.
    private func openReplay(
        _ path: String, _ location: DatabaseOption, _ diagnostics: Diagnostics
    ) throws -> OpenedHeartSource {
        guard let log = ReplaySource(path: path) else {
            diagnostics.error(path, "no such file, or it may not be read", code: "not_found")
            throw ExitStatus.noInput.exitCode
        }
        diagnostics.summary(
            "the heart of a log, at its own pace: plays and skips count as always, this heart does not"
        )
        let wake = WakeSignal()
        let launcher = SessionLauncher(
            store: nil, database: location.path, logsFolder: location.logsFolder,
            version: ToolkitVersion.current)
        let preparedSession = try launcher.prepare(
            LiveHeartSource.plan(
                .replay, title: "replay", application: "hrv music \(ToolkitVersion.current)",
                isStored: false),
            diagnostics)
        let heart = LiveHeartSource(
            preparedSession, log, isStored: false, isExcluded: true, clock: SystemMusicClock(),
            wake: wake)
        return OpenedHeartSource(heart: heart)
    }
}
