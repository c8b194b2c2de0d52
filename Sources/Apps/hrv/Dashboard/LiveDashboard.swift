import Foundation
import LivePipeline
import LiveSession
import PhysioTypes
import ResonanceBreathing
import SessionDashboard
import SessionHistory
import TerminalView

/// The page beside a session of `hrv live`.
final class LiveDashboard {
    let room = SessionRoom()
    private let server: DashboardServer

    /// How long somebody may read the summary when the session is over; s.
    private static let readingSeconds = 600.0
    /// How long the page is there when nobody looks.
    private static let emptySeconds = 3.0

    /// - Returns: nil where nobody answers.
    init?(
        _ place: DashboardServer.Place, _ about: SessionAbout, store: SessionStore?,
        logsFolder: String, devices: String
    ) throws(DashboardServer.Failure) {
        let room = room
        let opened = try? Blocking.wait {
            do throws(DashboardServer.Failure) {
                return Result<DashboardServer, DashboardServer.Failure>.success(
                    try await DashboardServer.open(
                        place, room: room, store: store, logsFolder: logsFolder, starter: nil,
                        devices: devices, version: ToolkitVersion.current))
            } catch {
                return .failure(error)
            }
        }
        guard let server = try opened?.get() else { return nil }
        self.server = server
        _ = room.open(about)
    }

    /// Addresses of the page, for one browser.
    func newLinks() -> [String] { server.newLinks(.full) }

    func take(_ outputs: [BridgeSession.Output], _ session: borrowing BridgeSession) {
        if let name = session.deviceName { room.name(name) }
        room.publish(outputs)
    }

    /// The session is over: whoever looks may go on reading, until Ctrl-C.
    func close(kept: UUID?, _ diagnostics: Diagnostics) {
        room.close(kept: kept)
        if room.watcherCount > 0 {
            diagnostics.summary("the page stays while somebody reads it: Ctrl-C ends")
        }
        var left = Self.emptySeconds
        let end = ContinuousClock.now + .seconds(Self.readingSeconds)
        while left > 0, ContinuousClock.now < end, GracefulInterruption.code == nil {
            left = room.watcherCount > 0 ? Self.emptySeconds : left - Self.stepSeconds
            usleep(UInt32(1e6 * Self.stepSeconds))
        }
        let server = server
        try? Blocking.wait { await server.close() }
    }

    private static let stepSeconds = 0.1
}

extension LiveCommand {
    /// - Throws: the exit code of a page that cannot be served.
    func openDashboard(
        _ settings: StreamingSettings, _ minutes: Double?, _ store: SessionStore?,
        _ diagnostics: Diagnostics
    ) throws -> LiveDashboard {
        let about = SessionAbout(
            source: source.rawValue, name: strap,
            pacer: settings.plan?.name.rawValue ?? "none", preset: pacing.preset?.rawValue,
            startedAt: LocalTime.text(
                Date(), utcOffsetSeconds: TimeZone.current.secondsFromGMT()),
            minutes: minutes, haptics: settings.haptics)
        do {
            guard
                let shown = try LiveDashboard(
                    page.place, about, store: store, logsFolder: place.logsFolder,
                    devices: place.devicesPath)
            else {
                diagnostics.error("the page does not answer: try again", code: "listen")
                throw ExitStatus.unavailable.exitCode
            }
            return shown
        } catch let error as DashboardServer.Failure {
            diagnostics.error(error.text, code: "listen")
            throw ExitStatus.unavailable.exitCode
        }
    }

    /// Standard output may be the bridge's.
    func tell(page link: String, _ view: LiveView?, _ diagnostics: Diagnostics) {
        view?.tell(link)
        diagnostics.summary("page: \(link)")
    }
}
