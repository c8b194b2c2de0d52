/// Time as whole microseconds.
///
/// Sums of them are exact: a moment never lies on both sides of a boundary, whatever was added before.
enum Ticks {
    static let perSecond = 1e6
    /// Later than every moment: the end of a part that has none.
    static let distantFuture = Int64.max / 4

    /// The nearest microsecond; what is beyond every clock becomes the first or the last one.
    ///
    /// - Precondition: the time is a number.
    static func of(_ seconds: Double) -> Int64 {
        precondition(!seconds.isNaN, "a time is a number")
        let limit = Double(distantFuture / 2)
        return Int64(min(max((seconds * perSecond).rounded(), -limit), limit))
    }

    static func seconds(_ ticks: Int64) -> Double { Double(ticks) / perSecond }
}
