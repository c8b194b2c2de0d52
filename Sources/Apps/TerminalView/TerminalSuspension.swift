import Dispatch
import Foundation
import Synchronization

/// Ctrl-Z, and coming back, while the screen is ours: a shell finds the terminal as it was, and coming
/// back everything is drawn anew.
enum TerminalSuspension {
    private static let requests = Mutex<(isStopRequested: Bool, isResumed: Bool)>((false, false))

    /// Called once.
    static func install() {
        for number in [SIGTSTP, SIGCONT] {
            if number == SIGTSTP { signal(number, SIG_IGN) }
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                requests.withLock {
                    if number == SIGTSTP { $0.isStopRequested = true } else { $0.isResumed = true }
                }
            }
            source.resume()
            // It lives as long as the process.
            _ = Unmanaged.passRetained(source as AnyObject)
        }
    }

    /// Does what was asked for since the last call; where the program is stopped, returns after that.
    static func handleRequests(_ terminal: TerminalScreen) {
        let requests = requests.withLock { requests in
            defer { requests = (false, false) }
            return requests
        }
        if requests.isStopRequested {
            terminal.leave()
            // Of this thread, so that none of it runs on before the stop.
            raise(SIGSTOP)
            terminal.enter()
        } else if requests.isResumed {
            terminal.enter()
        }
    }
}
