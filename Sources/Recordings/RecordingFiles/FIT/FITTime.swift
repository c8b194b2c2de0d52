/// Times of FIT files.
enum FITTime {
    /// The time from 1970-01-01 to 1989-12-31, both 00:00 UTC; s.
    private static let epochUnixSeconds: Int64 = 631_065_600
    /// Smaller times count from when the device was switched on; s.
    private static let minDateSeconds: UInt32 = 0x1000_0000

    /// Milliseconds since 1970 of a time in s since 1989-12-31.
    static func unixMs(_ seconds: UInt32) -> Int64 {
        (Int64(seconds) + epochUnixSeconds) * 1000
    }

    /// Returns true if the time is a date, and does not count from the moment at which the device
    /// was switched on.
    static func isDate(unixMs: Int64) -> Bool { unixMs >= self.unixMs(minDateSeconds) }
}

extension FITMessage {
    /// Time of the message; ms since 1970.
    var unixMs: Int64? { timestamp.map(FITTime.unixMs) }

    /// A field that holds a time, in ms since 1970.
    func unixMs(_ field: UInt8) -> Int64? {
        number(field).flatMap { UInt32(exactly: $0) }.map(FITTime.unixMs)
    }

    /// A field in its unit: the stored number divided by `scale`.
    func scaledValue(_ field: UInt8, _ scale: Double) -> Double? {
        number(field).map { $0 / scale }
    }

    /// A field in its unit; nil also for 0, with which devices say that they did not measure.
    func positiveValue(_ field: UInt8, _ scale: Double = 1) -> Double? {
        scaledValue(field, scale).flatMap { $0 > 0 ? $0 : nil }
    }
}

extension FITActivity {
    /// Returns true if a time of the file is a date: devices that do not know the date count from
    /// the moment at which they were switched on.
    package static func isDate(unixMs: Int64) -> Bool { FITTime.isDate(unixMs: unixMs) }
}
