import PhysioDSP
import TestSupport
import Testing

@Suite struct CholeskyFactorTests {
    @Test func equationsAreSolved() throws {
        var generator = SeededGenerator(seed: 15)
        for size in 1...12 {
            let rows = (0..<size).map { _ in (0..<size).map { _ in generator.normal() } }
            let a = (0..<size).map { i in
                (0..<size).map { j in
                    (i == j ? 0.1 : 0) + (0..<size).reduce(0) { $0 + rows[$1][i] * rows[$1][j] }
                }
            }
            let x = (0..<size).map { _ in generator.normal() }
            let lower = (0..<size).flatMap { i in (0...i).map { a[i][$0] } }
            let b = (0..<size).map { i in (0..<size).reduce(0) { $0 + a[i][$1] * x[$1] } }
            let factor = try #require(CholeskyFactor(lowerTriangle: lower, count: size))
            for (found, wanted) in zip(factor.solve(b), x) {
                #expect(abs(found - wanted) < 1e-8)
            }
        }
    }

    @Test func itsDeterminantIsThatOfTheMatrix() throws {
        // 4 x 3 - 1 = 11.
        let factor = try #require(CholeskyFactor(lowerTriangle: [4, 1, 3], count: 2))
        #expect(abs(factor.logDeterminant - 2.3978952727983707) < 1e-14)
    }

    @Test(arguments: [[0.0], [-1], [1, 2, 4], [1, 2, 3], [.nan]])
    func aMatrixThatIsNotPositiveDefiniteHasNone(lower: [Double]) {
        #expect(CholeskyFactor(lowerTriangle: lower, count: lower.count == 1 ? 1 : 2) == nil)
    }
}
