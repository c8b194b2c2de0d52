/// The last values of a signal sampled at even steps, to be read at any time before the newest.
struct DelayLine {
    private var values: [Double]
    private var newest = 0

    /// - Parameter count: a power of two; how many samples are kept.
    init(count: Int, filledWith value: Double = 0) {
        precondition(count > 1 && count & (count - 1) == 0, "a delay line has 2^n values")
        values = Array(repeating: value, count: count)
    }

    mutating func push(_ value: Double) {
        newest = (newest + 1) & (values.count - 1)
        values[newest] = value
    }

    /// The value a number of steps before the newest one, linear between samples.
    ///
    /// - Precondition: from 0 to two steps less than are kept.
    func value(stepsBack: Double) -> Double {
        let whole = Int(stepsBack)
        precondition(stepsBack >= 0 && whole + 1 < values.count, "the delay is kept")
        let later = values[(newest - whole) & (values.count - 1)]
        let earlier = values[(newest - whole - 1) & (values.count - 1)]
        return later + (stepsBack - Double(whole)) * (earlier - later)
    }
}
