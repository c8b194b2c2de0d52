import HealthRecords
import Testing

@testable import HealthTimeline

@Suite struct SourceRankingTests {
    private let sources = [
        HealthSource(name: "Z Phone", kind: .phone, isApple: true),
        HealthSource(name: "Ring"), HealthSource(name: "App"),
        HealthSource(name: "Watch", model: "Watch6,1", kind: .watch, isApple: true),
        HealthSource(name: "Watch", model: "Watch7,5", kind: .watch, isApple: true),
        HealthSource(origin: .fit, name: "Watch"), HealthSource(name: "Band", kind: .watch),
    ]

    private func best(_ indices: [Int], preferred: [Int] = []) -> Int? {
        SourceRanking(HealthData(sources: sources, preferredSourceIndices: preferred))
            .bestVitalsSource(indices)
    }

    @Test func vitalsComeFromThePersonsChoiceThenApplesThenByKindAndName() {
        let table: [([Int], [Int], Int?)] = [
            ([0, 1, 2, 3], [], 3), ([0, 1, 2], [], 0), ([0, 6], [], 0), ([1, 6], [], 6),
            ([1, 2], [], 2), ([2, 1, 1], [], 2), ([3, 4], [], 3), ([0, 1, 2, 3], [2], 2),
            ([0, 1, 2, 3], [1, 2], 1), ([0, 3], [1, 2], 3), ([], [], nil),
        ]
        for (indices, preferred, expected) in table {
            #expect(best(indices, preferred: preferred) == expected, "\(indices) \(preferred)")
        }
    }

    @Test func anIndexThatNoSourceHasIsNoError() {
        #expect(best([9]) == 9)
        #expect(best([0, 1], preferred: [42, -1, 1]) == 1)
    }

    @Test func oneNameAndOriginIsOneSourceWhateverItsModel() {
        let ranking = SourceRanking(HealthData(sources: sources))
        #expect(ranking.isSame(3, 4))
        #expect(ranking.isSame(1, 1))
        #expect(!ranking.isSame(3, 5))
        #expect(!ranking.isSame(1, 2))
        #expect(!ranking.isSame(3, 99))
        #expect(ranking.isFIT(5) && !ranking.isFIT(3) && !ranking.isFIT(99))
    }
}
