import CommandSupport
import Foundation
import HealthHistory
import LiveSession
import MusicPlayers
import MusicSession
import PhysioTypes
import PracticePlans
import PracticeRuntime
import SessionDashboard
import SessionHistory

/// The page beside a session of `hrv live`.
final class LiveDashboard: Sendable {
    let hub: SessionHub
    private let server: DashboardServer

    /// Time for which the summary may be read when the session has ended.
    private static let summaryTimeout = Duration.seconds(600)
    /// Time for which the page stays without a client; steps.
    private static let maxUnwatchedPolls = 30
    private static let pollInterval = Duration.milliseconds(100)

    init(_ server: DashboardServer, _ hub: SessionHub) {
        self.server = server
        self.hub = hub
    }

    /// Addresses of the page, for one browser.
    func makeLinks() -> [String] { server.makeLinks(.full) }

    /// Ends the page after the session: a client may continue reading, until Ctrl-C.
    func close(_ diagnostics: Diagnostics) async {
        if hub.watcherCount > 0 {
            diagnostics.summary("the page stays while somebody reads it: Ctrl-C ends")
        }
        var remainingUnwatchedPolls = Self.maxUnwatchedPolls
        let deadline = ContinuousClock.now + Self.summaryTimeout
        while remainingUnwatchedPolls > 0, ContinuousClock.now < deadline, Interruption.code == nil
        {
            remainingUnwatchedPolls =
                hub.watcherCount > 0 ? Self.maxUnwatchedPolls : remainingUnwatchedPolls - 1
            try? await Task.sleep(for: Self.pollInterval)
        }
        await server.close()
    }
}

extension LiveCommand {
    /// - Returns: nil where no page is wished.
    /// - Throws: the exit code of a page that cannot be served.
    func openDashboard(
        _ plan: SessionPlan, _ store: SessionStore?, _ wake: WakeSignal,
        _ diagnostics: Diagnostics
    ) async throws -> LiveDashboard? {
        guard dashboard else { return nil }
        let hub = SessionHub(wake: wake, practiceClock: { SystemPracticeClock().seconds })
        let workouts = WorkoutMonitor(location)
        let personSurroundings = PersonSurroundings(workouts: { workouts.times(atSeconds: $0) })
        do throws(DashboardServer.Failure) {
            let server = try await DashboardServer.open(
                page.location, hub: hub, store: store, logsFolder: location.logsFolder,
                starter: nil,
                devicesPath: location.devicesPath, version: ToolkitVersion.current,
                health: (try? HealthStore.open(path: location.healthPath)).map {
                    HealthResources(store: $0, isWatching: false)
                }, practice: .ofThisProgram(store, location, diagnostics),
                music: .ofThisProgram(
                    store, location, libraryPath: location.musicPath, player: nil,
                    personSurroundings),
                forgetHearts: location.deleteMusicHeartData)
            _ = hub.open(SessionInfo(plan, source: source.rawValue, name: strap))
            return LiveDashboard(server, hub)
        } catch {
            diagnostics.error(error.text, code: "listen")
            throw ExitStatus.unavailable.exitCode
        }
    }
}

extension PracticeResources {
    /// Returns the resources for practices of the page of this program: the folder where they are
    /// stored, and the players of their sound.
    static func ofThisProgram(
        _ store: SessionStore?, _ location: DatabaseOption, _ diagnostics: Diagnostics
    ) -> PracticeResources {
        PracticeResources(
            store: store, database: location.path,
            environment: ProcessInfo.processInfo.environment, version: ToolkitVersion.current,
            players: PlayerCommand.desktopPlayers(sampleRateHz: SoundSamples.defaultRateHz),
            heartSources: .ofThisProgram(location, diagnostics))
    }
}

extension MusicResources {
    /// Returns the resources of this program for the songs that its pages play.
    static func ofThisProgram(
        _ store: SessionStore?, _ location: DatabaseOption, libraryPath: String, player: String?,
        _ surroundings: PersonSurroundings
    ) -> MusicResources {
        let environment = ProcessInfo.processInfo.environment
        return MusicResources(
            libraryPath: libraryPath, history: store, seed: UInt64.random(in: 0..<1 << 53),
            surroundings: surroundings, programs: environment["PATH"],
            weeklyUpdate: .ofThisProgram(location)
        ) { () async throws(PlayerError) -> any Player in
            try await MusicPlayerOption.find(player, environment)
        }
    }
}

extension SessionInfo {
    /// - Parameter source: as pages know it.
    /// - Parameter name: of the sensor, where it is known before.
    init(_ plan: SessionPlan, source: String, name: String? = nil) {
        self.init(
            source: source, name: name, pacer: plan.settings.plan?.name.rawValue ?? "none",
            preset: plan.preset,
            startedAt: LocalTime.text(
                Date(), utcOffsetSeconds: TimeZone.current.secondsFromGMT()),
            minutes: plan.minutes, speed: plan.speed, haptics: plan.settings.haptics)
        wantsECG = plan.wantsECG
    }
}
