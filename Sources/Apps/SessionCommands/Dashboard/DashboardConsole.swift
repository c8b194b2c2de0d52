import CommandSupport
import Foundation
import LiveSession
import SessionDashboard
import TerminalView

/// The controls at the terminal while the page is served: prints links, and does what keys ask for.
final class DashboardConsole {
    private let server: DashboardServer
    private let isShared: Bool
    private let keys = SingleKeyMode()

    init(_ server: DashboardServer, isShared: Bool) {
        self.server = server
        self.isShared = isShared
    }

    /// - Parameter role: of the client that opens the address.
    func printGreeting(_ role: WatcherRole) {
        printLinks(role)
        if isShared {
            printMessage(
                "other devices of your network may come: what they send and see is not encrypted")
        }
        if keys != nil {
            printMessage("l another link, v one to watch, f forget all browsers, q end")
        }
    }

    /// - Returns: false where the end is wished.
    func handleKeys() -> Bool {
        for key in keys?.read() ?? [] {
            switch key {
            case "l", "L": printLinks(.full)
            case "v", "V": printLinks(.view)
            case "f", "F":
                printMessage(
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

    /// The descriptors to wait for.
    var descriptors: [pollfd] { keys?.descriptors ?? [] }

    func close() { keys?.end() }

    private func printLinks(_ role: WatcherRole) {
        for link in server.makeLinks(role) {
            let line = role == .full ? link : "\(link) (to watch)"
            try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
        }
    }

    private func printMessage(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data("hrv: \(text)\n".utf8))
    }
}
