import Foundation
import RecordingFiles

/// Many recordings, some at once, handed over in the order of their paths.
struct Batch<Entry: Sendable>: Sendable {
    struct Item: Sendable {
        let path: String
        let outcome: Result<Entry, RecordingError>
    }

    let paths: [String]
    /// How many at once; as many as there are processors where nil.
    var jobCount: Int?
    /// What becomes of an input; `-` is standard input.
    let process: @Sendable (String) throws(RecordingError) -> Entry

    /// The outcomes, each as soon as it and all before it are known.
    func items() -> AsyncStream<Item> {
        AsyncStream { continuation in
            let task = Task {
                await run { continuation.yield($0) }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func run(_ deliver: @Sendable (Item) -> Void) async {
        await withTaskGroup(of: (Int, Item).self) { group in
            var next = 0
            var delivered = 0
            var waiting: [Int: Item] = [:]
            func start() {
                guard next < paths.count, !Task.isCancelled else { return }
                let index = next
                group.addTask { (index, item(paths[index])) }
                next += 1
            }
            let atOnce = jobCount ?? ProcessInfo.processInfo.activeProcessorCount
            for _ in 0..<min(atOnce, paths.count) { start() }
            for await (index, item) in group {
                waiting[index] = item
                while let ready = waiting.removeValue(forKey: delivered) {
                    deliver(ready)
                    delivered += 1
                }
                start()
            }
        }
    }

    private func item(_ path: String) -> Item {
        do throws(RecordingError) {
            return Item(path: path, outcome: .success(try process(path)))
        } catch {
            return Item(path: path, outcome: .failure(error))
        }
    }
}
