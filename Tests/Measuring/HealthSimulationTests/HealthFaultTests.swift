import HealthSimulation
import Testing

@Suite struct HealthFaultTests {
    private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        XMLScan.pieces(bytes, endingWith: UInt8(ascii: "\n"))
    }

    private static func written(
        _ fault: HealthSimulationFault, era: HealthSimulation.Era = .ios16
    ) -> (clean: [UInt8], faulty: [UInt8], count: Int) {
        var simulation = HealthFixture.simulation(seed: 7, days: 3, era: era)
        let clean = HealthFixture.bytes(simulation)
        simulation.faults = [fault]
        var writer = HealthXMLWriter(simulation)
        let faulty = writer.bytes()
        return (clean, faulty, writer.faultCounts[fault] ?? 0)
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
        HealthSimulationFault.badRecord, .brokenXML, .entities, .badValue, .badDate, .range,
        .beatTime, .repeated, .controlBytes,
    ])
    func faultyRecordsComeBesideTheGoodOnes(fault: HealthSimulationFault) {
        let (clean, faulty, count) = Self.written(fault)
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
        let (clean, faulty, _) = Self.written(.zipLimit)
        #expect(faulty.count - clean.count == 80 << 20)
    }

    @Test func theTruthHoldsWithFaultsAndWithout() {
        var simulation = HealthFixture.simulation(seed: 7, days: 20)
        let clean = simulation.truth()
        simulation.faults = HealthSimulationFault.allCases
        let faulty = simulation.truth()
        #expect(clean.nights.map(\.seconds) == faulty.nights.map(\.seconds))
        #expect(clean.beatSegments == faulty.beatSegments)
    }

    @Test func oldFilesHaveFaultsToo() {
        for fault in [HealthSimulationFault.badRecord, .badValue, .badDate, .range, .repeated] {
            #expect(Self.written(fault, era: .ios8).count > 0, "\(fault)")
        }
    }
}
