/// Times as a clock shows them.
package enum ClockText {
    /// Minutes and seconds, from an hour on with hours; rounded up, so that 0 means that it is over.
    ///
    /// ```swift
    /// ClockText.text(900)  // 15:00
    /// ClockText.text(0.2)  // 0:01
    /// ClockText.text(3600)  // 1:00:00
    /// ```
    ///
    /// - Parameter seconds: finite; below 0 is 0.
    package static func text(_ seconds: Double) -> String {
        precondition(seconds.isFinite, "a clock shows a finite time")
        // A difference of times on a clock may lie a rounding above a whole second.
        let whole = Int(max(0, seconds - 1e-6).rounded(.up))
        let (hours, minutes) = (whole / 3600, whole / 60 % 60)
        let tail = padded(whole % 60)
        return hours > 0 ? "\(hours):\(padded(minutes)):\(tail)" : "\(minutes):\(tail)"
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
