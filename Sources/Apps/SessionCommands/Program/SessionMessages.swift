import CommandSupport
import Foundation
import LiveSession
import Synchronization
import TerminalView

/// Messages of a session: they wait while a full-screen view has the terminal, and a terminal that takes nothing holds no
/// session up.
package enum SessionMessages {
    /// The channel to which a session reports its messages.
    private static let output = Mutex<LineChannel?>(nil)
    /// Longest wait for a terminal, once; ms.
    private static let timeoutMs = 500

    /// Takes care of messages and terminal from now on.
    package static func install() {
        Diagnostics.divert { line in
            if HeldMessages.enqueue(line) { return true }
            guard Interruption.isInSession else { return false }
            output.withLock { output in
                let channel =
                    output
                    ?? LineChannel(input: -1, output: STDERR_FILENO, waitsForTerminal: false)
                let wasBlocked = output != nil && !channel.isWritable
                output = channel
                try? channel.write([line])
                if !wasBlocked { channel.drain(withinMs: timeoutMs) }
            }
            return true
        }
        Interruption.setTerminalRestoration { TerminalScreen.leaveAtOnce() }
    }
}

extension Interruption {
    /// Has a session end in order.
    ///
    /// - Parameter wakes: ring when the end is asked for.
    static func install(waking wakes: WakeSignal...) {
        install(asking: { for wake in wakes { wake.signal() } })
    }
}
