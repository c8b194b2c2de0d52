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
    let room: SessionRoom
    private let server: DashboardServer

    /// How long somebody may read the summary when the session is over.
    private static let reading = Duration.seconds(600)
    /// How long the page is there when nobody looks.
    private static let emptySteps = 30
    private static let step = Duration.milliseconds(100)

    init(_ server: DashboardServer, _ room: SessionRoom) {
        self.server = server
        self.room = room
    }

    /// Addresses of the page, for one browser.
    func newLinks() -> [String] { server.newLinks(.full) }

    /// The session is over: whoever looks may go on reading, until Ctrl-C.
    func close(_ diagnostics: Diagnostics) async {
        if room.watcherCount > 0 {
            diagnostics.summary("the page stays while somebody reads it: Ctrl-C ends")
        }
        var left = Self.emptySteps
        let end = ContinuousClock.now + Self.reading
        while left > 0, ContinuousClock.now < end, Interruption.code == nil {
            left = room.watcherCount > 0 ? Self.emptySteps : left - 1
            try? await Task.sleep(for: Self.step)
        }
        await server.close()
    }
}

extension LiveCommand {
    /// - Returns: nil where no page is wished.
    /// - Throws: the exit code of a page that cannot be served.
    func openDashboard(
        _ plan: SessionPlan, _ store: SessionStore?, _ bell: SessionBell,
        _ diagnostics: Diagnostics
    ) async throws -> LiveDashboard? {
        guard dashboard else { return nil }
        let room = SessionRoom(bell: bell, practiceClock: { SystemPracticeClock().seconds })
        let workouts = WorkoutWatch(place)
        let around = PersonSurroundings(workouts: { workouts.times(atSeconds: $0) })
        do throws(DashboardServer.Failure) {
            let server = try await DashboardServer.open(
                page.place, room: room, store: store, logsFolder: place.logsFolder, starter: nil,
                devices: place.devicesPath, version: ToolkitVersion.current,
                health: (try? HealthStore.open(path: place.healthPath)).map {
                    HealthPlace(store: $0, isWatching: false)
                }, practice: .ofThisProgram(store, place, diagnostics),
                music: .ofThisProgram(store, library: place.musicPath, player: nil, around),
                forget: place.forgetMusicHearts)
            _ = room.open(SessionAbout(plan, source: source.rawValue, name: strap))
            return LiveDashboard(server, room)
        } catch {
            diagnostics.error(error.text, code: "listen")
            throw ExitStatus.unavailable.exitCode
        }
    }
}

extension PracticePlace {
    /// Where practices of the page of this program are kept, and by what they sound.
    static func ofThisProgram(
        _ store: SessionStore?, _ place: DatabaseOption, _ diagnostics: Diagnostics
    ) -> PracticePlace {
        PracticePlace(
            store: store, database: place.path,
            environment: ProcessInfo.processInfo.environment, version: ToolkitVersion.current,
            players: PlayerCommand.usual(sampleRateHz: SoundSamples.usualRateHz),
            hearts: .ofThisProgram(place, diagnostics))
    }
}

extension MusicPlace {
    /// Whose songs the pages of this program play.
    static func ofThisProgram(
        _ store: SessionStore?, library: String, player: String?, _ surroundings: PersonSurroundings
    ) -> MusicPlace {
        let environment = ProcessInfo.processInfo.environment
        return MusicPlace(
            library: library, history: store, seed: UInt64.random(in: 0..<1 << 53),
            surroundings: surroundings, programs: environment["PATH"]
        ) { () async throws(PlayerFault) -> any Player in
            try await MusicPlayerOption.find(player, environment)
        }
    }
}

extension SessionAbout {
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
