package import HealthTimeline
package import PhysioTypes

extension HealthStore {
    /// The clock of the person's home: the kept zone, before the first import that of this machine, and UTC where this
    /// machine does not know the name.
    package func homeZoneRules() throws(HealthStoreError) -> ZoneRules {
        let name = try homeZone() ?? SystemZones.systemName
        return SystemZones.rules(named: name) ?? ZoneRules(name: "UTC") { _ in 0 }
    }
}

extension TimelineOptions {
    /// The usual options for a home, with the time zones that this machine knows.
    package static func standard(_ homeZone: ZoneRules) -> TimelineOptions {
        TimelineOptions(homeZone: homeZone) { SystemZones.rules(named: $0) }
    }
}
