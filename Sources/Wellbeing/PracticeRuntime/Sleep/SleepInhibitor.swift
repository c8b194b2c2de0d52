import Foundation

/// Keeps the computer awake while a practice goes on.
///
/// With the trait DBus logind gives the lock; where it does not, and without the trait at once, a child process holds it.
package final class SleepInhibitor: Sendable {
    #if DBus
        private let lock: SleepLock?
    #endif
    private let process: Process?

    /// - Parameter reason: what a person reads who asks why the computer stays awake.
    package init(_ reason: String, environment: [String: String]) {
        #if DBus
            lock = SleepLock.acquire(reason, environment: environment)
            process = lock == nil ? Self.startProgram(reason, environment) : nil
        #else
            process = Self.startProgram(reason, environment)
        #endif
    }

    private static func startProgram(_ reason: String, _ environment: [String: String]) -> Process?
    {
        #if os(macOS)
            let arguments = [
                "caffeinate", "-i", "-w", "\(ProcessInfo.processInfo.processIdentifier)",
            ]
        #else
            let arguments = [
                "systemd-inhibit", "--what=idle:sleep", "--who=Resonance", "--why=\(reason)",
                "--mode=block", "sleep", "infinity",
            ]
        #endif
        guard let program = PlayerProcess.path(of: arguments[0], environment: environment) else {
            return nil
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = Array(arguments.dropFirst())
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return (try? process.run()) == nil ? nil : process
    }

    /// True if the computer is prevented from sleeping.
    package var isHeld: Bool {
        #if DBus
            if lock?.isHeld == true { return true }
        #endif
        return process?.isRunning == true
    }

    /// Lets the computer sleep again.
    package func release() {
        #if DBus
            lock?.release()
        #endif
        // A child that was begun on a thread which blocks signals has no ear for a softer one.
        if let process, process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    deinit { release() }
}
