import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Ctrl-C and TERM, and for a session HUP, when its terminal goes away.
///
/// A command ends at once, and its unfinished files are taken away. A session is asked to end; a second signal within
/// two seconds ends the program. The exit code says which signal it was.
package enum Interruption {
    private struct State {
        var unfinishedPaths: Set<String> = []
        /// Asks a session for its end; nil for a command that ends at once.
        var requestEnd: (@Sendable () -> Void)?
        /// Gives a terminal back as it was.
        var restoreTerminal: (@Sendable () -> Void)?
        var endRequest: (code: Int32, at: ContinuousClock.Instant)?
    }

    private static let state = Mutex(State())
    private static let repeatWindow = Duration.seconds(2)
    /// The address of no handler at all.
    private static let ignoredHandlerAddress = unsafeBitCast(SIG_IGN, to: Int.self)

    /// The exit code, once a session was asked for its end; nil before.
    package static var code: Int32? { state.withLock { $0.endRequest?.code } }

    /// True if it is a session that a signal ends.
    package static var isInSession: Bool { state.withLock { $0.requestEnd != nil } }

    package static func removeOnSignal(_ path: String) {
        _ = state.withLock { $0.unfinishedPaths.insert(path) }
    }

    package static func forget(_ path: String) {
        _ = state.withLock { $0.unfinishedPaths.remove(path) }
    }

    /// Called once, at the start of a command.
    package static func install() { listen([(SIGINT, 130), (SIGTERM, 143)]) }

    /// The same for a session, which ends in order.
    ///
    /// - Parameter requestEnd: called from another thread when the end is asked for.
    package static func install(asking requestEnd: @escaping @Sendable () -> Void) {
        state.withLock { $0.requestEnd = requestEnd }
        listen([(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)])
    }

    /// Has the terminal given back where a signal ends the program at once.
    package static func setTerminalRestoration(by restore: @escaping @Sendable () -> Void) {
        state.withLock { $0.restoreTerminal = restore }
    }

    private static func listen(_ signals: [(number: Int32, code: Int32)]) {
        // A closed pipe is answered by the write that meets it.
        signal(SIGPIPE, SIG_IGN)
        for (number, code) in signals {
            let before = signal(number, SIG_IGN)
            // Who began it with nohup wants it to go on without a terminal.
            if number == SIGHUP, unsafeBitCast(before, to: Int.self) == ignoredHandlerAddress {
                continue
            }
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { handleSignal(code) }
            source.resume()
            // It lives as long as the process.
            _ = Unmanaged.passRetained(source as AnyObject)
        }
    }

    private static func handleSignal(_ code: Int32) {
        let requestEnd = state.withLock { state -> (@Sendable () -> Void)? in
            let now = ContinuousClock.now
            let isSecondSignal = state.endRequest.map { now - $0.at < repeatWindow } ?? false
            state.endRequest = (code, now)
            return isSecondSignal ? nil : state.requestEnd
        }
        if let requestEnd {
            requestEnd()
            return
        }
        for path in state.withLock({ $0.unfinishedPaths }) { unlink(path) }
        state.withLock { $0.restoreTerminal }?()
        _exit(code)
    }
}
