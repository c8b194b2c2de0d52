package import HealthRecords
package import PhysioTypes

/// The warning that the home zone does not fit the file: on the day of the export the phone's clock
/// showed another time than the clocks at home do.
///
/// Either the person was away that day, or the home zone is the wrong one. Dates that rest on the
/// home zone are then in doubt.
package struct ZoneMismatch: Sendable, Hashable {
    /// The code of the warning, which programs read.
    package static let code = "zone"

    /// Offset of the home zone at the moment of the export; min.
    package let homeOffsetMinutes: Int
    /// Offset in which the file writes that moment; min.
    package let fileOffsetMinutes: Int
    /// Name of the home zone.
    package let homeZoneName: String

    /// - Parameter exportDate: moment of the export, as the file writes it; nil where it does not.
    /// - Returns: nil where both offsets are equal, or nothing is known of the file's.
    package init?(exportDate: HealthInstant?, homeZone: ZoneRules) {
        guard let exportDate else { return nil }
        let homeOffset = homeZone.offsetMinutes(exportDate.unixMs)
        guard homeOffset != exportDate.writtenOffsetMinutes else { return nil }
        homeOffsetMinutes = homeOffset
        fileOffsetMinutes = exportDate.writtenOffsetMinutes
        homeZoneName = homeZone.name
    }

    /// One sentence for a person.
    package var text: String {
        let homeOffsetText = CivilInstant(unixMs: 0, offsetMinutes: homeOffsetMinutes).offsetText
        let file = CivilInstant(unixMs: 0, offsetMinutes: fileOffsetMinutes).offsetText
        return
            "the file was exported at UTC\(file), where \(homeZoneName) was at UTC\(homeOffsetText): "
            + "if home is elsewhere, name its zone with --time-zone"
    }
}
