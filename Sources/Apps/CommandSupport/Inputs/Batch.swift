package import RecordingFiles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Many recordings, some at once, handed over in the order of their paths.
package struct Batch<Entry: Sendable>: Sendable {
    package struct Item: Sendable {
        /// The path of the input, or the name of one of its recordings.
        package let path: String
        package let outcome: Result<Entry, RecordingError>
        /// True if the input has no further recording.
        package var isLast: Bool

        package init(path: String, outcome: Result<Entry, RecordingError>, isLast: Bool = true) {
            self.path = path
            self.outcome = outcome
            self.isLast = isLast
        }
    }

    /// One of the results that a single input gives.
    package typealias NamedOutcome = (name: String, outcome: Result<Entry, RecordingError>)

    package let paths: [String]
    /// The number of inputs at once; as many as there are processors if nil.
    private let jobCount: Int?
    private let results: @Sendable (String) -> [Item]

    /// Inputs of which each gives one result.
    ///
    /// - Parameter process: what becomes of an input; `-` is standard input.
    package init(
        paths: [String], jobCount: Int? = nil,
        process: @escaping @Sendable (String) throws(RecordingError) -> Entry
    ) {
        self.init(
            paths: paths, jobCount: jobCount,
            each: { path throws(RecordingError) in
                [(path, .success(try process(path)))]
            })
    }

    /// Inputs of which each may give several results, one for each of its recordings.
    ///
    /// - Parameter process: what becomes of an input; `-` is standard input.
    package init(
        paths: [String], jobCount: Int? = nil,
        each process: @escaping @Sendable (String) throws(RecordingError) -> [NamedOutcome]
    ) {
        self.paths = paths
        self.jobCount = jobCount
        results = { path in
            do throws(RecordingError) {
                let results = try process(path)
                return results.enumerated().map { index, result in
                    Item(
                        path: result.name, outcome: result.outcome,
                        isLast: index == results.count - 1)
                }
            } catch {
                return [Item(path: path, outcome: .failure(error))]
            }
        }
    }

    /// The outcomes, each as soon as it and all before it are known.
    package func items() -> AsyncStream<Item> {
        AsyncStream { continuation in
            let task = Task {
                await run { continuation.yield($0) }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func run(_ deliver: @Sendable (Item) -> Void) async {
        await withTaskGroup(of: (Int, [Item]).self) { group in
            var next = 0
            var deliveredCount = 0
            var waiting: [Int: [Item]] = [:]
            func start() {
                guard next < paths.count, !Task.isCancelled else { return }
                let index = next
                group.addTask { (index, results(paths[index])) }
                next += 1
            }
            let maxConcurrentTasks = jobCount ?? ProcessInfo.processInfo.activeProcessorCount
            for _ in 0..<min(maxConcurrentTasks, paths.count) { start() }
            for await (index, results) in group {
                waiting[index] = results
                while let ready = waiting.removeValue(forKey: deliveredCount) {
                    for item in ready { deliver(item) }
                    deliveredCount += 1
                }
                start()
            }
        }
    }
}
