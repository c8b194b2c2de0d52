import HealthSimulation

/// Zones whose rules are written out by hand.
enum HealthFixture {
    /// Central European time of 2026: summer from 29 March 01:00 UTC to 25 October 01:00 UTC.
    static let berlin = HealthSimulation.Zone(name: "Europe/Berlin") { unixMs in
        unixMs >= 1_774_746_000_000 && unixMs < 1_792_890_000_000 ? 120 : 60
    }
    static let tokyo = HealthSimulation.Zone.fixed("Asia/Tokyo", offsetMinutes: 540)
    static let honolulu = HealthSimulation.Zone.fixed("Pacific/Honolulu", offsetMinutes: -600)

    static func simulation(
        seed: UInt64 = 1, days: Int = 14, era: HealthSimulation.Era = .ios16,
        locale: HealthLocale = .en
    ) -> HealthSimulation {
        var simulation = HealthSimulation(seed: seed, homeZone: berlin)
        simulation.dayCount = days
        simulation.era = era
        simulation.locale = locale
        simulation.hasBackgroundKinds = false
        return simulation
    }

    static func bytes(_ simulation: HealthSimulation) -> [UInt8] {
        var writer = HealthXMLWriter(simulation)
        return writer.bytes()
    }

    static func scan(_ simulation: HealthSimulation) -> XMLScan { XMLScan(bytes(simulation)) }
}
