import PhysioTypes

/// A whole minute on the clock on the wall.
package struct ClockTime: Sendable, Hashable, Comparable {
    package static let allowedValuesText = "00:00 to 23:59"

    /// The time since midnight; min; 0...1439.
    package let minute: Int

    /// - Throws: `ReminderError.outOfRange` outside 0...1439.
    package init(minute: Int) throws(ReminderError) {
        guard (0...1439).contains(minute) else {
            throw .outOfRange(setting: "minute", found: minute, allowed: 0...1439)
        }
        self.minute = minute
    }

    /// `07:00` or `7:00`.
    ///
    /// - Throws: `ReminderError.invalidTime`, also for `24:00` and for times with seconds.
    package init(_ text: some StringProtocol) throws(ReminderError) {
        guard text.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 1,
            let time = TimeOfDay(text)
        else { throw .invalidTime(found: String(text), allowed: Self.allowedValuesText) }
        minute = Int(time.seconds) / 60
    }

    /// `07:00`.
    package var text: String { "\(twoDigits(minute / 60)):\(twoDigits(minute % 60))" }

    package static func < (left: ClockTime, right: ClockTime) -> Bool {
        left.minute < right.minute
    }
}
