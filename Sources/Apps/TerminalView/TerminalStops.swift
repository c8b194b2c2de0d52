import Dispatch
import Foundation
import Synchronization

/// Ctrl-Z, and coming back, while the screen is ours: a shell finds the terminal as it was, and coming
/// back everything is drawn anew.
enum TerminalStops {
    private static let asked = Mutex<(stop: Bool, resumed: Bool)>((false, false))

    /// Called once.
    static func install() {
        for number in [SIGTSTP, SIGCONT] {
            if number == SIGTSTP { signal(number, SIG_IGN) }
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                asked.withLock {
                    if number == SIGTSTP { $0.stop = true } else { $0.resumed = true }
                }
            }
            source.resume()
            // It lives as long as the process.
            _ = Unmanaged.passRetained(source as AnyObject)
        }
    }

    /// Does what was asked for since the last call; where the program is stopped, returns after that.
    static func serve(_ terminal: TerminalScreen) {
        let asked = asked.withLock { asked in
            defer { asked = (false, false) }
            return asked
        }
        if asked.stop {
            terminal.leave()
            // Of this thread, so that none of it runs on before the stop.
            raise(SIGSTOP)
            terminal.enter()
        } else if asked.resumed {
            terminal.enter()
        }
    }
}
