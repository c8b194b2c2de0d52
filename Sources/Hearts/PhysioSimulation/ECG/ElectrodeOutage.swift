/// A segment in which an electrode has no contact.
public struct ElectrodeOutage: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable {
        /// The recorder writes 0 mV.
        case flat
        /// The amplifier is at the end of its range.
        case saturated
        /// The recorder marks the samples as missing.
        case missing
    }

    public var kind: Kind
    /// The range of time from the first sample of the signal; s.
    public var rangeSeconds: Range<Double>

    /// End of the amplifier's range; mV.
    public static let saturationMillivolts = 5.0

    public init(_ kind: Kind, rangeSeconds: Range<Double>) {
        self.kind = kind
        self.rangeSeconds = rangeSeconds
    }

    /// Overwrites the samples of the segment, as far as they exist.
    func write(into samples: inout [Double], sampleRateHz: Double) {
        let value: Double
        switch kind {
        case .flat: value = 0
        case .saturated: value = Self.saturationMillivolts
        case .missing: value = .nan
        }
        for index in rangeSeconds.samples(count: samples.count, sampleRateHz: sampleRateHz) {
            samples[index] = value
        }
    }
}

extension Range<Double> {
    /// The samples whose times lie in this range of seconds.
    func samples(count: Int, sampleRateHz: Double) -> Range<Int> {
        func sampleIndex(_ seconds: Double) -> Int {
            let sample = (seconds * sampleRateHz).rounded(.up)
            return Int(Swift.min(Swift.max(0, sample), Double(count)))
        }
        return sampleIndex(lowerBound)..<sampleIndex(upperBound)
    }
}
