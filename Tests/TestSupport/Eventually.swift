import Foundation

/// An event that was waited for and did not happen in time.
public struct NeverHappened: Error {
    public let what: String
}

/// Waits until something is so that another thread or process brings about.
///
/// - Parameter seconds: longer is a failure; far more than a busy machine needs.
/// - Throws: `NeverHappened`, and what `isSo` throws.
public func eventually(
    _ what: String, within seconds: Double = 60, _ isSo: () throws -> Bool
) throws {
    let end = ContinuousClock.now + .seconds(seconds)
    while try !isSo() {
        guard ContinuousClock.now < end else { throw NeverHappened(what: what) }
        usleep(1000)
    }
}
