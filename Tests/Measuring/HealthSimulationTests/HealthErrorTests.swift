import HealthSimulation
import Testing

@Suite struct HealthErrorTests {
    private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        XMLScan.pieces(bytes, endingWith: UInt8(ascii: "\n"))
    }

    private static func written(
        _ error: SimulatedHealthError, era: HealthSimulation.Era = .ios16
    ) -> (clean: [UInt8], faulty: [UInt8], count: Int) {
        var simulation = HealthFixture.simulation(seed: 7, days: 3, era: era)
        let clean = HealthFixture.bytes(simulation)
        simulation.errors = [error]
        var writer = HealthXMLWriter(simulation)
        let faulty = writer.bytes()
        return (clean, faulty, writer.errorCounts[error] ?? 0)
    }

    /// Elements that begin a line one step inside the root.
    private static func elementCount(_ bytes: [UInt8]) -> Int {
        let start = Array(" <".utf8)
        return lines(bytes).count { line in
            line.prefix(2).elementsEqual(start) && line.count > 2
                && line[line.startIndex + 2] != UInt8(ascii: "/")
        }
    }

    @Test(arguments: [
        SimulatedHealthError.badRecord, .brokenXML, .entities, .badValue, .badDate, .range,
        .badBeatTime, .repeated, .controlBytes,
    ])
    func faultyRecordsComeBesideTheGoodOnes(error: SimulatedHealthError) {
        let (clean, faulty, count) = Self.written(error)
        let added = Self.elementCount(faulty) - Self.elementCount(clean)
        #expect(count > 0 && added == count, "\(added) \(count)")
        var rest = Self.lines(faulty)[...]
        // Every good line is still there, in its order.
        for line in Self.lines(clean) {
            guard let index = rest.firstIndex(of: line) else {
                Issue.record("a line is gone")
                return
            }
            rest = rest[(index + 1)...]
        }
    }

    @Test func aCutFileEndsInARecord() {
        let (clean, faulty, count) = Self.written(.cut)
        #expect(count == 1 && !faulty.suffix(40).contains(UInt8(ascii: ">")))
        let end = Array("</HealthData>\n".utf8)
        #expect(faulty.starts(with: clean.dropLast(end.count)))
    }

    @Test func spacesGrowBeyondSixtyFourMebibytes() {
        let (clean, faulty, _) = Self.written(.zipLimitExceeded)
        #expect(faulty.count - clean.count == 80 << 20)
    }

    @Test func theTruthHoldsWithErrorsAndWithout() {
        var simulation = HealthFixture.simulation(seed: 7, days: 20)
        let clean = simulation.truth()
        simulation.errors = SimulatedHealthError.allCases
        let faulty = simulation.truth()
        #expect(clean.nights.map(\.seconds) == faulty.nights.map(\.seconds))
        #expect(clean.beatSegments == faulty.beatSegments)
    }

    @Test func oldFilesHaveErrorsToo() {
        for error in [SimulatedHealthError.badRecord, .badValue, .badDate, .range, .repeated] {
            #expect(Self.written(error, era: .ios8).count > 0, "\(error)")
        }
    }
}
