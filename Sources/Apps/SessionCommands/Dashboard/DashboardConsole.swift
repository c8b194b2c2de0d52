import CommandSupport
import Foundation
import LiveSession
import SessionDashboard
import TerminalView

/// Who stands at the terminal while the page is served: prints links, and does what keys say.
final class DashboardConsole {
    private let server: DashboardServer
    private let isShared: Bool
    private let keys = SingleKeys()

    init(_ server: DashboardServer, isShared: Bool) {
        self.server = server
        self.isShared = isShared
    }

    /// - Parameter role: of the client that opens the address.
    func greet(_ role: WatcherRole) {
        print(role)
        if isShared {
            say("other devices of your network may come: what they send and see is not encrypted")
        }
        if keys != nil { say("l another link, v one to watch, f forget all browsers, q end") }
    }

    /// - Returns: false where the end is wished.
    func serve() -> Bool {
        for key in keys?.read() ?? [] {
            switch key {
            case "l", "L": print(.full)
            case "v", "V": print(.view)
            case "f", "F":
                say(
                    server.forgetDevices()
                        ? "every browser needs a new link now"
                        : "every browser needs a new link here; other programs could not be told, since the "
                            + "file beside the history cannot be written")
            case "q", "Q": return false
            default: break
            }
        }
        return true
    }

    /// What to wait for.
    var descriptors: [pollfd] { keys?.descriptors ?? [] }

    func leave() { keys?.end() }

    private func print(_ role: WatcherRole) {
        for link in server.newLinks(role) {
            let line = role == .full ? link : "\(link) (to watch)"
            try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
        }
    }

    private func say(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data("hrv: \(text)\n".utf8))
    }
}
