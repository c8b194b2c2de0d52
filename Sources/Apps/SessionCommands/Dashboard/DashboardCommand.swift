import ArgumentParser
import CommandSupport
import Foundation
import LiveSession
import MusicSession
import PhysioTypes
import PracticePlans
import PracticeRuntime
import SessionDashboard
import SessionHistory

/// `hrv dashboard`: the page of a browser.
struct DashboardCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dashboard",
        abstract: "Breathe, and look back, in a browser.",
        discussion: """
            Prints an address for a browser on this machine. It lets one browser in, within ten \
            minutes; the key l prints another one, v one that may only watch, f makes all browsers \
            need a new one, q ends.

            Everything stays on this machine: the page loads nothing from elsewhere. --lan lets \
            other devices of your network in, without encryption; behind a proxy of your own that \
            speaks TLS, --origin names the address it is reached at.

            Not a medical device. Breathe gently; stop when you feel light-headed.
            """)

    @OptionGroup(title: "Page") var page: DashboardOptions

    @Option(
        help: ArgumentHelp(
            "Where bridges come (tcp://127.0.0.1:PORT, unix:PATH, ws://127.0.0.1:PORT), for sessions with them.",
            valueName: "address"))
    var bridge: String?

    @Flag(help: "The printed address may watch, and change nothing.")
    var viewOnly = false

    @Option(
        help: ArgumentHelp(
            "A file or folder of health exports that is imported when it changes; remembered.",
            valueName: "path"))
    var watch: [String] = []

    @OptionGroup(title: "Music") var playerOption: MusicPlayerOption

    @Option(
        help: ArgumentHelp(
            "File of the music library (default: beside the history).", valueName: "path"))
    var music: String?

    @OptionGroup(title: "Music") var surroundings: MusicSurroundingsOptions

    @OptionGroup var healthLocation: HealthLocationOption

    private var location: DatabaseOption { healthLocation.history }
    private var libraryPath: String { music ?? location.musicPath }

    @Flag(help: "Only errors on standard error.")
    var quiet = false

    func validate() throws {
        if let bridge, !BridgeEndpoint.isAddress(bridge) {
            throw ValidationError(
                "--bridge \(bridge): neither tcp://HOST:PORT nor unix:PATH nor ws://127.0.0.1:PORT")
        }
    }

    /// The time between two readings of the messages that bridges send between sessions; ms.
    private static let idlePollMs: Int32 = 1000

    func run() async throws {
        let (wake, consoleWake) = (WakeSignal(), WakeSignal())
        Interruption.install(waking: wake, consoleWake)
        let diagnostics = Diagnostics(isQuiet: quiet)
        let store = try location.open(diagnostics)
        let health = try healthLocation.openForPage(watching: watch, diagnostics)
        let personSurroundings = try surroundings.open(
            location, clock: SystemMusicClock(), diagnostics)
        let hub = SessionHub(wake: wake, practiceClock: { SystemPracticeClock().seconds })
        var endpoint: BridgeEndpoint?
        if let bridge { endpoint = try await BridgeEndpoint.open(bridge, wake: wake, diagnostics) }
        let sessions = DashboardSessions(
            hub: hub, store: store, logsFolder: location.logsFolder,
            bridges: endpoint?.bridges, diagnostics)
        let environment = ProcessInfo.processInfo.environment
        let reminders = DashboardReminders(
            store, hub: hub, environment: environment,
            language: store.practiceLanguage()
        ) { diagnostics.summary($0) }
        let server: DashboardServer
        do throws(DashboardServer.Failure) {
            server = try await DashboardServer.open(
                page.location, hub: hub, store: store, logsFolder: location.logsFolder,
                starter: sessions, devicesPath: location.devicesPath,
                version: ToolkitVersion.current,
                health: health, reminders: reminders,
                practice: .ofThisProgram(store, location, diagnostics),
                music: .ofThisProgram(
                    store, location, libraryPath: libraryPath, player: playerOption.player,
                    personSurroundings),
                forgetHearts: location.deleteMusicHeartData(in: libraryPath))
        } catch {
            diagnostics.error(error.text, code: "listen")
            throw ExitStatus.unavailable.exitCode
        }
        let console = DashboardConsole(server, isShared: page.lan)
        reminders.start()
        personSurroundings.start()
        console.printGreeting(viewOnly ? .view : .full)
        await SessionThread.run {
            while Interruption.code == nil, console.handleKeys() {
                sessions.discardIdleMessages()
                consoleWake.wait(milliseconds: Self.idlePollMs, besides: console.descriptors)
            }
        }
        console.close()
        reminders.close()
        personSurroundings.close()
        sessions.close()
        await server.close()
        await endpoint?.close()
        if let code = Interruption.code {
            throw ExitCode(code)
        }
    }
}
