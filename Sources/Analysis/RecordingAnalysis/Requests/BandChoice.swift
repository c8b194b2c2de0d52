package import PhysioTypes

/// A frequency band that a person redefines or adds: `name=lo,hi` in Hz.
package struct BandChoice: Sendable {
    package let name: String
    package let band: FrequencyBand

    /// No heart beats fast enough to show more.
    private static let highestHz = 2.0

    /// - Returns: nil for edges that are none, and for a name of anything but letters, digits and `_`.
    package init?(_ name: some StringProtocol, _ low: Double, _ high: Double) {
        guard high <= Self.highestHz, let band = FrequencyBand(lowHz: low, highHz: high),
            name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
        else { return nil }
        self.name = String(name)
        self.band = band
    }

    /// - Returns: nil for anything else than `name=lo,hi`.
    package init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        let edges = parts[1].split(separator: ",")
        guard edges.count == 2, let low = Double(edges[0]), let high = Double(edges[1]) else {
            return nil
        }
        self.init(parts[0], low, high)
    }
}
