/// Units of voltage that recordings use.
enum VoltageUnit {
    static let millivolts = "mV"

    /// Returns the factor that turns a value of the unit into mV; nil where the unit is no voltage.
    ///
    /// Case counts only between mV and MV, which no electrode gives: both are taken for mV.
    static func millivolts(per unit: String) -> Double? {
        switch unit.lowercased() {
        case "v", "volt", "volts": 1000
        case "mv", "millivolt", "millivolts": 1
        // The micro sign, the Greek letter, and what Latin-1 text shows for a UTF-8 one.
        case "uv", "\u{B5}v", "\u{3BC}v", "\u{C2}\u{B5}v", "microvolt", "microvolts": 1e-3
        case "nv", "nanovolt", "nanovolts": 1e-6
        default: nil
        }
    }
}
