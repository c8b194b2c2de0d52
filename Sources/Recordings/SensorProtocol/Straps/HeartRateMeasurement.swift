/// A value of the Bluetooth characteristic Heart Rate Measurement (2A37).
///
/// The first byte holds flags; heart rate, energy and R-R intervals follow in this order, the
/// oldest interval first. Intervals stay integers of 1/1024 s: converting and rounding each beat,
/// as some programs do, changes RMSSD. A packet without intervals is normal, as no beat may have
/// ended in its second. There is no bound but the value's end on how many it has.
///
/// ```swift
/// let packet = try HeartRateMeasurement([0x10, 0x3e, 0xb1, 0x03])
/// packet.heartRateBpm  // 62
/// packet.intervalTicks  // [945], which is 922.85 ms
/// ```
///
/// - SeeAlso: Bluetooth SIG, "Heart Rate Service" 1.0, section 3.1.
public struct HeartRateMeasurement: Sendable, Equatable {
    /// The strap's own smoothed number, beats/min; nil where it sent 0, which means unknown and no
    /// standstill. Never a source of intervals.
    public let heartRateBpm: Int?
    /// Contact with the skin; nil where the strap does not say that it can detect it.
    public let hasContact: Bool?
    /// Energy since it was last set back, kJ, 0...65535 (65535 also for more); nil where not sent.
    public let energyKilojoules: Int?
    /// R-R intervals as sent, 1/1024 s, the oldest first; see ``IntervalStatus`` for which of
    /// them are beats.
    public let intervalTicks: [UInt16]
    /// `hr_odd_tail`, where a byte was left over; the rest is valid.
    public let warning: PacketError?

    private struct Flags: OptionSet {
        let rawValue: UInt8
        static let heartRate16Bit = Flags(rawValue: 1)
        static let contact = Flags(rawValue: 2)
        static let supportsContact = Flags(rawValue: 4)
        static let energy = Flags(rawValue: 8)
        static let intervals = Flags(rawValue: 16)

        /// Bytes up to the intervals.
        var fixedByteCount: Int {
            2 + (contains(.heartRate16Bit) ? 1 : 0) + (contains(.energy) ? 2 : 0)
        }
    }

    /// - Parameter value: the characteristic's value, any length.
    /// - Throws: `heartRateShort` where the value is empty or ends before what its flags promise.
    /// - Complexity: one pass; one array of at most half as many intervals as bytes.
    public init(_ value: [UInt8]) throws(PacketError) {
        var bytes = PacketBytes(value)
        guard let first = bytes.u8() else {
            throw .heartRateTooShort(neededBytes: 2, foundBytes: 0)
        }
        let flags = Flags(rawValue: first)
        guard value.count >= flags.fixedByteCount,
            let rate = flags.contains(.heartRate16Bit) ? bytes.u16() : bytes.u8().map(UInt16.init)
        else {
            throw .heartRateTooShort(neededBytes: flags.fixedByteCount, foundBytes: value.count)
        }
        heartRateBpm = rate == 0 ? nil : Int(rate)
        hasContact = flags.contains(.supportsContact) ? flags.contains(.contact) : nil
        energyKilojoules = flags.contains(.energy) ? bytes.u16().map(Int.init) : nil
        var ticks: [UInt16] = []
        var warning: PacketError?
        if flags.contains(.intervals) {
            ticks.reserveCapacity(bytes.remaining / 2)
            while let interval = bytes.u16() { ticks.append(interval) }
            if bytes.remaining > 0 { warning = .heartRateTrailingByte }
        }
        intervalTicks = ticks
        self.warning = warning
    }
}
