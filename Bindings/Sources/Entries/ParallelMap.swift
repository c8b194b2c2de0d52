import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Works on many things at once, by threads of its own that end before it returns.
enum ParallelMap {
    /// More threads than that only cost memory.
    private static let maxThreads = 256

    /// - Parameter threadCount: most threads; the calling one is among them.
    /// - Parameter isCancelled: asked before each; what is left then is nil.
    /// - Parameter work: called for each index from 0 on.
    static func results<Value: Sendable>(
        count: Int, threadCount: Int, isCancelled: @escaping @Sendable () -> Bool,
        work: @escaping @Sendable (Int) -> Value
    ) -> [Value?] {
        let shared = Shared<Value>(count: count, isCancelled: isCancelled, work: work)
        var threads: [pthread_t] = []
        for _ in 1..<max(1, min(threadCount, count, maxThreads)) {
            if let thread = start(shared.run) { threads.append(thread) }
        }
        shared.run()
        for thread in threads { pthread_join(thread, nil) }
        return shared.results.withLock { $0 }
    }

    private final class Shared<Value: Sendable>: Sendable {
        let results: Mutex<[Value?]>
        private let next = Atomic(0)
        private let count: Int
        private let isCancelled: @Sendable () -> Bool
        private let work: @Sendable (Int) -> Value

        init(
            count: Int, isCancelled: @escaping @Sendable () -> Bool,
            work: @escaping @Sendable (Int) -> Value
        ) {
            results = Mutex(Array(repeating: nil, count: count))
            self.count = count
            self.isCancelled = isCancelled
            self.work = work
        }

        func run() {
            while !isCancelled() {
                let index = next.add(1, ordering: .relaxed).oldValue
                guard index < count else { return }
                let value = work(index)
                results.withLock { $0[index] = value }
            }
        }
    }

    /// The work of a thread.
    private final class Job: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// - Returns: nil where the system gives no further thread: the others do its work.
    private static func start(_ run: @escaping @Sendable () -> Void) -> pthread_t? {
        let job = Unmanaged.passRetained(Job(run))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let code = pthread_create(
            &thread, nil,
            { argument in
                #if canImport(Darwin)
                    let address: UnsafeMutableRawPointer? = argument
                #else
                    let address = argument
                #endif
                guard let address else { return nil }
                Unmanaged<Job>.fromOpaque(address).takeRetainedValue().run()
                return nil
            }, job.toOpaque())
        guard code == 0 else {
            job.release()
            return nil
        }
        return thread
    }
}
