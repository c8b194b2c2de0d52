import Dispatch
import Foundation
import Synchronization

/// What happens on Ctrl-C and TERM: unfinished files are taken away, and the exit code says which.
enum Interruption {
    private static let unfinished = Mutex<Set<String>>([])

    static func removeOnSignal(_ path: String) {
        _ = unfinished.withLock { $0.insert(path) }
    }

    static func forget(_ path: String) {
        _ = unfinished.withLock { $0.remove(path) }
    }

    /// Called once, at the start of a command.
    static func install() {
        // A closed pipe is answered by the write that meets it.
        signal(SIGPIPE, SIG_IGN)
        for (number, code) in [(SIGINT, Int32(130)), (SIGTERM, Int32(143))] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                for path in unfinished.withLock({ $0 }) { unlink(path) }
                _exit(code)
            }
            source.resume()
            // It lives as long as the process.
            _ = Unmanaged.passRetained(source as AnyObject)
        }
    }
}
