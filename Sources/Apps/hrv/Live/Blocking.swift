import Dispatch
import Synchronization

/// Waiting for a task where nothing is one.
enum Blocking {
    struct TooLong: Error {}

    /// What a task came to.
    private final class Box<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }

    private static let patience = DispatchTimeInterval.seconds(10)

    /// - Throws: where it takes longer than ten seconds.
    static func wait<Value: Sendable>(
        _ work: @escaping @Sendable () async -> Value
    ) throws -> Value {
        let done = DispatchSemaphore(value: 0)
        let box = Box<Value>()
        Task {
            let value = await work()
            box.value.withLock { $0 = value }
            done.signal()
        }
        guard done.wait(timeout: .now() + patience) == .success,
            let value = box.value.withLock({ $0 })
        else { throw TooLong() }
        return value
    }
}
