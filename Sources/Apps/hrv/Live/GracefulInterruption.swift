import Dispatch
import Foundation
import Synchronization
import TerminalView

/// Ctrl-C and TERM of a live session, and HUP, when its terminal goes away: the first one asks it to end, a second
/// one within two seconds ends the program at once.
enum GracefulInterruption {
    private static let asked = Mutex<(code: Int32, at: ContinuousClock.Instant)?>(nil)
    private static let patience = Duration.seconds(2)
    /// The address of no handler at all.
    private static let ignored = unsafeBitCast(SIG_IGN, to: Int.self)

    /// The exit code, once somebody asked for the end; nil before.
    static var code: Int32? { asked.withLock { $0?.code } }

    /// Called once, at the start of a command.
    static func install() {
        // A closed pipe is answered by the write that meets it.
        signal(SIGPIPE, SIG_IGN)
        for (number, code) in [(SIGINT, Int32(130)), (SIGTERM, 143), (SIGHUP, 129)] {
            let before = signal(number, SIG_IGN)
            // Who began it with nohup wants it to go on without a terminal.
            if number == SIGHUP, unsafeBitCast(before, to: Int.self) == ignored { continue }
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                let now = ContinuousClock.now
                let isSecond = asked.withLock { asked in
                    let isSecond = asked.map { now - $0.at < patience } ?? false
                    asked = (code, now)
                    return isSecond
                }
                if isSecond {
                    TerminalScreen.leaveAtOnce()
                    _exit(code)
                }
            }
            source.resume()
            // It lives as long as the process.
            _ = Unmanaged.passRetained(source as AnyObject)
        }
    }
}
