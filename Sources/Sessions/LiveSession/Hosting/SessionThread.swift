import Foundation

/// A thread of its own for a session, which waits in the system's calls and not as tasks do.
package enum SessionThread {
    /// Goes to one other thread, and is used there alone until it has run.
    private struct Transfer<Value>: @unchecked Sendable {
        let work: () -> Value
    }

    /// Runs it, and returns what comes of it.
    package static func run<Value: Sendable>(_ work: @escaping () -> Value) async -> Value {
        let transfer = Transfer(work: work)
        return await withCheckedContinuation { continuation in
            begin { continuation.resume(returning: transfer.work()) }
        }
    }

    /// Begins it, and returns at once.
    ///
    /// - Parameter work: not used anywhere else afterwards.
    package static func begin(_ work: @escaping () -> Void) {
        let transfer = Transfer(work: work)
        Thread.detachNewThread { transfer.work() }
    }
}
