import PhysioTypes
import SensorProtocol

extension OptionValue {
    /// Samples a second.
    func rate() throws(OptionError) -> Double {
        let rate = try number()
        guard rate > 0, rate.isFinite else {
            throw typeError("a number of samples a second above 0")
        }
        return rate
    }

    /// `22:00-06:00`.
    func night() throws(OptionError) -> (from: TimeOfDay, to: TimeOfDay) {
        try parsed("two different times such as 22:00-06:00") { text in
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 2, let from = TimeOfDay(parts[0]), let to = TimeOfDay(parts[1]),
                from != to
            else { return nil }
            return (from, to)
        }
    }

    // MARK: Bands

    /// `name=lo,hi`, several of them in an array, or an object with a pair a name.
    func bands() throws(OptionError) -> [(name: String, band: FrequencyBand)] {
        switch value {
        case .string(let text): return [try band(text)]
        case .array(let values):
            var bands: [(name: String, band: FrequencyBand)] = []
            for value in values {
                guard case .string(let text) = value else { throw typeError(Self.bandDescription) }
                bands.append(try band(text))
            }
            return bands
        case .object(let object):
            var bands: [(name: String, band: FrequencyBand)] = []
            for (name, edges) in zip(object.names, object.values) {
                guard case .array(let pair) = edges, pair.count == 2 else {
                    throw typeError(Self.bandDescription)
                }
                let low = try OptionValue(key, pair[0]).number()
                let high = try OptionValue(key, pair[1]).number()
                guard let band = BandChoice(name, low, high) else {
                    throw typeError(Self.bandDescription)
                }
                bands.append((band.name, band.band))
            }
            return bands
        default: throw typeError(Self.bandDescription)
        }
    }

    private static let bandDescription =
        "a name with its lowest and highest Hz, up to 2, such as LF=0.04,0.15"

    private func band(_ text: String) throws(OptionError) -> (name: String, band: FrequencyBand) {
        guard let choice = BandChoice(text) else { throw typeError(Self.bandDescription) }
        return (choice.name, choice.band)
    }
}
