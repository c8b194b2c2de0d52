import HealthSimulation
import Testing

@Suite struct HealthNextTests {
    /// Returns the elements of a file as changes, only those that a timeline stores.
    private static func changes(_ scan: XMLScan) -> Set<[String]> {
        let retained = HealthKind.allCases.filter(\.isImported).map(\.identifier)
        return Set(
            scan.records.compactMap { element in
                let type = element.name == "Workout" ? "Workout" : element.attributes["type"] ?? ""
                guard type == "Workout" || retained.contains(type) else { return nil }
                let dates = ["startDate", "endDate"].map {
                    "\(XMLScan.seconds(element.attributes[$0] ?? "") ?? 0)"
                }
                return [type, element.attributes["sourceName"] ?? ""] + dates
            })
    }

    private static func changes(_ list: [SimulatedHealth.Change]) -> Set<[String]> {
        Set(
            list.map {
                [$0.type, $0.device.name, "\($0.startMs / 1000)", "\($0.endMs / 1000)"]
            })
    }

    @Test(arguments: zip([1, 2] as [UInt64], [HealthSimulation.Era.ios12, .ios27]))
    func theDifferenceOfTwoExportsIsTheTruth(seed: UInt64, era: HealthSimulation.Era) {
        var simulation = HealthFixture.simulation(seed: seed, days: 34, era: era)
        let before = Self.changes(HealthFixture.scan(simulation))
        simulation.isFollowUp = true
        let after = Self.changes(HealthFixture.scan(simulation))
        let truth = simulation.truth()
        #expect(after.subtracting(before) == Self.changes(truth.addedChanges))
        #expect(before.subtracting(after) == Self.changes(truth.removedChanges))
        #expect(!truth.addedChanges.isEmpty && !truth.removedChanges.isEmpty)
        #expect(truth.removedChanges.contains { $0.type == "Workout" })
        // Without stages many nights have no records that could go.
        let losesSleep = truth.removedChanges.contains {
            $0.type == "HKCategoryTypeIdentifierSleepAnalysis"
        }
        #expect(losesSleep || era == .ios12)
    }

    @Test func aLaterExportHoldsTheSameDays() {
        var simulation = HealthFixture.simulation(seed: 2, days: 20)
        let early = Self.changes(HealthFixture.scan(simulation))
        simulation.lastDay += 3
        simulation.dayCount += 3
        #expect(early.isSubset(of: Self.changes(HealthFixture.scan(simulation))))
    }
}
