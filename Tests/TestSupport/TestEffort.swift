import Foundation
public import Testing

/// The extent of the tests: every proof, or a smaller table of the slow ones.
public enum TestEffort {
    /// True if every test runs whole: the environment has `RESONANCE_ALL_TESTS=1`, as `make
    /// test-all` sets it.
    public static let isWhole = ProcessInfo.processInfo.environment["RESONANCE_ALL_TESTS"] == "1"

    /// The arguments of a slow proof: all of them, or a few where quick tests were asked for.
    ///
    /// - Parameter few: enough to notice that the proof has failed altogether.
    public static func pick<Table>(_ few: Table, all: Table) -> Table { isWhole ? all : few }
}

extension Trait where Self == ConditionTrait {
    /// A proof that takes seconds: it runs where every test does.
    public static var slow: Self {
        .enabled(if: TestEffort.isWhole, "skipped: a slow proof, which make test-all runs")
    }
}
