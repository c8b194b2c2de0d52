public import PhysioTypes

/// The frequency bands of heart-rate variability.
///
/// Half-open and touching: a frequency on an edge belongs to the upper band.
public struct HRVBands: Sendable, Equatable {
    public var ulf: FrequencyBand
    public var vlf: FrequencyBand
    public var lf: FrequencyBand
    public var hf: FrequencyBand
    public var vhf: FrequencyBand
    /// Further bands, by a name of the caller's.
    public var custom: [(name: String, band: FrequencyBand)] = []

    /// ULF 0 - 0.003, VLF 0.003 - 0.04, LF 0.04 - 0.15, HF 0.15 - 0.40 Hz: Task Force 1996; and
    /// VHF 0.40 - 0.50 Hz, above the Task Force's range, as several tools report it.
    public static let taskForce = HRVBands(
        ulf: band(0, 0.003), vlf: band(0.003, 0.04), lf: band(0.04, 0.15), hf: band(0.15, 0.4),
        vhf: band(0.4, 0.5))

    /// Total power: from the lower edge of ULF to the upper edge of HF.
    public var total: FrequencyBand {
        FrequencyBand(lowHz: min(ulf.lowHz, hf.lowHz), highHz: hf.highHz) ?? hf
    }

    /// Highest frequency any band needs; Hz.
    public var highestHz: Double { all.map(\.band.highHz).max() ?? hf.highHz }

    /// Every band with its name; the five standard ones first.
    public var all: [(name: String, band: FrequencyBand)] {
        [("ULF", ulf), ("VLF", vlf), ("LF", lf), ("HF", hf), ("VHF", vhf)] + custom
    }

    /// The bands that every analysis has, and what they make together.
    package enum StandardBand: Sendable {
        case ulf, vlf, lf, hf, vhf
        /// The band from the lower edge of ULF to the upper edge of HF.
        case total
    }

    /// The edges of a standard band.
    package subscript(_ name: StandardBand) -> FrequencyBand {
        switch name {
        case .ulf: ulf
        case .vlf: vlf
        case .lf: lf
        case .hf: hf
        case .vhf: vhf
        case .total: total
        }
    }

    /// Redefines a standard band, by its name in any case, or adds a further one.
    public mutating func set(_ name: String, to band: FrequencyBand) {
        switch name.lowercased() {
        case "ulf": ulf = band
        case "vlf": vlf = band
        case "lf": lf = band
        case "hf": hf = band
        case "vhf": vhf = band
        default:
            custom.removeAll { $0.name == name }
            custom.append((name, band))
        }
    }

    public static func == (a: HRVBands, b: HRVBands) -> Bool {
        a.all.elementsEqual(b.all) { $0.name == $1.name && $0.band == $1.band }
    }

    private static func band(_ low: Double, _ high: Double) -> FrequencyBand {
        guard let band = FrequencyBand(lowHz: low, highHz: high) else {
            preconditionFailure("a band has 0 <= low < high")
        }
        return band
    }
}
