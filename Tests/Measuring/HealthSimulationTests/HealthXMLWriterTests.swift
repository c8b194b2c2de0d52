import HealthSimulation
import Testing

@Suite struct HealthXMLWriterTests {
    @Test(arguments: HealthSimulation.Era.allCases)
    func sameSeedGivesTheSameBytes(era: HealthSimulation.Era) {
        var simulation = HealthFixture.simulation(seed: 9, days: 5, era: era)
        simulation.hasBackgroundKinds = true
        let bytes = HealthFixture.bytes(simulation)
        #expect(bytes == HealthFixture.bytes(simulation))
        simulation.seed = 10
        #expect(bytes != HealthFixture.bytes(simulation))
    }

    @Test(arguments: HealthSimulation.Era.allCases)
    func countsEqualTheElements(era: HealthSimulation.Era) {
        var simulation = HealthFixture.simulation(seed: 4, days: 5, era: era)
        simulation.hasBackgroundKinds = true
        var writer = HealthXMLWriter(simulation)
        let scan = XMLScan(writer.bytes())
        var found: [String: Int] = [:]
        for element in scan.records where !["ExportDate", "Me"].contains(element.name) {
            // An attribute whose name has a space makes an element of iOS 8 no XML.
            guard element.attributes["WasEntered"] == nil else { continue }
            let isRecord = element.name == "Record"
            found[isRecord ? element.attributes["type"] ?? "" : element.name, default: 0] += 1
        }
        #expect(found == writer.counts)
        #expect((writer.spacedAttributeCount > 0) == (era == .ios8))
    }

    @Test func blocksAreOfBoundedSize() {
        var simulation = HealthFixture.simulation(days: 3)
        simulation.hasBackgroundKinds = true
        var largest = 0
        var all: [UInt8] = []
        var writer = HealthXMLWriter(simulation)
        writer.write { block in
            largest = max(largest, block.count)
            all += block
        }
        #expect(all == HealthFixture.bytes(simulation))
        #expect(largest < 1 << 20 && all.count > 1 << 20, "\(largest) of \(all.count)")
    }

    @Test func aSizeIsReachedWithinTenPerCent() {
        var simulation = HealthFixture.simulation(seed: 2)
        simulation.hasBackgroundKinds = true
        simulation.adjustDayCount(byteCount: 40_000_000)
        var size = 0
        var writer = HealthXMLWriter(simulation)
        writer.write { size += $0.count }
        #expect(abs(Double(size) / 40_000_000 - 1) < 0.1, "\(size)")
    }

    @Test func allDatesHaveOneOffsetOrTheTrueOnes() {
        var simulation = HealthFixture.simulation(seed: 6, days: 60)
        simulation.trips = [
            .init(zone: HealthFixture.tokyo, firstDay: simulation.lastDay - 9, dayCount: 4)
        ]
        func offsets() -> Set<String> {
            Set(
                HealthFixture.scan(simulation).records.compactMap {
                    $0.attributes["startDate"].map { String($0.suffix(5)) }
                })
        }
        #expect(offsets() == ["+0100"])
        simulation.offsetStyle = .local
        // The clocks went back on 25 October, within the 60 days.
        #expect(offsets() == ["+0100", "+0200", "+0900"])
    }

    @Test(arguments: [
        (
            HealthSimulation.Era.ios12, 11, ["HeartRateVariabilitySDNN"],
            ["AsleepCore", "Statistics"]
        ),
        (.ios16, 11, ["AsleepCore", "WorkoutStatistics", "RespiratoryRate"], ["RMSSD"]),
        (.ios27, 3, ["HeartRateVariabilityRMSSD"], []),
        (.ios8, 4, [" source=", "InBed"], ["sourceName", "VariabilitySDNN", "creationDate"]),
    ])
    func eachEraHasWhatItsFilesHave(
        era: HealthSimulation.Era, days: Int, has: [String], hasNot: [String]
    ) {
        let text = String(
            decoding: HealthFixture.bytes(HealthFixture.simulation(days: days, era: era)),
            as: UTF8.self)
        for part in has { #expect(text.contains(part), "\(part)") }
        for part in hasNot { #expect(!text.contains(part), "\(part)") }
    }

    @Test func theExportNamesNoPerson() {
        let text = String(
            decoding: HealthFixture.bytes(HealthFixture.simulation(days: 3)), as: UTF8.self)
        #expect(text.contains("HKCharacteristicTypeIdentifierDateOfBirth=\"\""))
        #expect(text.contains("sourceName=\"Simulated person\u{2019}s Apple\u{A0}Watch\""))
    }
}
