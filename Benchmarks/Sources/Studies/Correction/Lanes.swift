import Dispatch
import Synchronization

/// Work on several threads whose results do not depend on how many there are.
enum Lanes {
    /// Returns what `transform` makes of each element, in their order.
    static func map<Element: Sendable, Result: Sendable>(
        _ elements: [Element], threadCount: Int,
        _ transform: @Sendable (Element) -> Result
    ) -> [Result] {
        let results = Mutex<[Int: Result]>([:])
        DispatchQueue.concurrentPerform(iterations: threadCount) { lane in
            for index in stride(from: lane, to: elements.count, by: threadCount) {
                let result = transform(elements[index])
                results.withLock { $0[index] = result }
            }
        }
        let all = results.withLock { $0 }
        return elements.indices.compactMap { all[$0] }
    }
}
