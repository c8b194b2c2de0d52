import Foundation
package import PhysioTypes

/// Time zones as this machine knows them.
package enum SystemZones {
    /// The rules of a zone; nil for a name that is not known.
    ///
    /// - Parameter name: such as `Europe/Berlin`.
    package static func rules(named name: String) -> ZoneRules? {
        guard let zone = TimeZone(identifier: name) else { return nil }
        return ZoneRules(name: name) { unixMs in
            let date = Date(timeIntervalSince1970: Double(unixMs) / 1000)
            return zone.secondsFromGMT(for: date) / 60
        }
    }

    /// Name of the zone that this machine is set to.
    package static var systemName: String {
        let name = TimeZone.current.identifier
        return name == "GMT" ? "UTC" : name
    }
}
