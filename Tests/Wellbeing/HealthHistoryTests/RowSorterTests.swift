import TestSupport
import Testing

@testable import HealthHistory

@Suite struct RowSorterTests {
    private func rows(_ count: Int, seed: UInt64) -> [StagedRow] {
        var random = SplitMix64(seed: seed)
        return (0..<count).map { _ in
            StagedRow(
                kind: .random(in: 1...3, using: &random), clock: .random(in: 0...2, using: &random),
                source: .random(in: 1...3, using: &random),
                startMs: .random(in: -5...5, using: &random),
                lengthMs: .random(in: 0...2, using: &random),
                value: Double(Int.random(in: 0...3, using: &random)) / 2)
        }
    }

    /// A slow sort: each row finds its position among those before it, by the fields one after the other.
    private func sorted(_ rows: [StagedRow]) -> [StagedRow] {
        func key(_ row: StagedRow) -> [Double] {
            [
                Double(row.kind), Double(row.startMs), Double(row.source), Double(row.lengthMs),
                row.value, Double(row.clock),
            ]
        }
        var result: [StagedRow] = []
        for row in rows {
            let index = result.firstIndex { key(row).lexicographicallyPrecedes(key($0)) }
            result.insert(row, at: index ?? result.endIndex)
        }
        return result
    }

    @Test(arguments: [1, 2, 3, 50, 333, 1000]) func anyCapacitySortsTheSame(_ capacity: Int) throws
    {
        for count in [0, 1, 2, 49, 50, 51, 400] {
            let rows = rows(count, seed: UInt64(count))
            var sorter = RowSorter(capacity: capacity)
            for row in rows { try sorter.add(row) }
            #expect(sorter.count == count)
            var found: [StagedRow] = []
            while let row = try sorter.next() { found.append(row) }
            #expect(found == sorted(rows))
            #expect(try sorter.next() == nil)
        }
    }

    /// More rows in a run than are read at once.
    @Test func longRunsAreReadInBlocks() throws {
        let rows = rows(5000, seed: 1)
        var sorter = RowSorter(capacity: 2500)
        for row in rows { try sorter.add(row) }
        var found: [StagedRow] = []
        while let row = try sorter.next() { found.append(row) }
        #expect(found == rows.sorted(by: StagedRow.isBefore))
    }

    @Test(arguments: [1, 7, 100, 5000]) func aLogGivesWhatCameInItsOrder(_ capacity: Int) throws {
        let rows = rows(3000, seed: 2)
        let log = RowBuffer(capacity: capacity)
        for row in rows { try log.append(row) }
        for _ in 0..<2 {
            var found: [StagedRow] = []
            try log.forEach { found.append($0) }
            #expect(found == rows)
        }
    }

    /// A staged row has the size of its fields: the bound of memory depends on it.
    @Test func aRowIsSmall() {
        #expect(MemoryLayout<StagedRow>.stride == 32)
    }
}
