/// An interval between two pulses, as an optical band measures it.
public struct PolarPulse: Sendable, Equatable {
    /// Beats/min; nil for 0, which is unknown.
    public let heartRateBpm: Int?
    /// Length; ms.
    public let intervalMs: UInt16
    /// Estimated error of the length; ms.
    public let errorMs: UInt16
    /// Movement spoilt it: such an interval is not used.
    public let isBlocked: Bool
    /// Contact with the skin; nil where the device cannot detect it.
    public let hasContact: Bool?

    static let byteCount = 6

    init?(_ bytes: inout PacketBytes) {
        guard bytes.remaining >= Self.byteCount, let rate = bytes.u8(), let interval = bytes.u16(),
            let error = bytes.u16(), let flags = bytes.u8()
        else { return nil }
        heartRateBpm = rate == 0 ? nil : Int(rate)
        intervalMs = interval
        errorMs = error
        isBlocked = flags & 1 != 0
        hasContact = flags & 4 != 0 ? flags & 2 != 0 : nil
    }

    /// Returns the time of each pulse of a frame, by the device's clock; ns.
    ///
    /// The stamp is the last pulse's; earlier ones lie before it by the intervals between.
    ///
    /// - Returns: as many times as pulses; nil where the stamp is 0, which says nothing, or smaller
    ///   than the intervals.
    public static func nanoseconds(of pulses: [PolarPulse], stamp: UInt64) -> [UInt64]? {
        guard stamp > 0 else { return nil }
        var time = stamp
        var times: [UInt64] = []
        for pulse in pulses.reversed() {
            times.append(time)
            let length = UInt64(pulse.intervalMs) * 1_000_000
            guard length <= time else { return nil }
            time -= length
        }
        return times.reversed()
    }
}
