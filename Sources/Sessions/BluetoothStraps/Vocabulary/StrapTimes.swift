/// How long a connection waits for what. The defaults are for real straps; tests shorten them.
public struct StrapTimes: Sendable, Equatable {
    /// Until a strap must have been seen. Straps announce themselves every second or two.
    public var searchSeconds = 30.0
    /// How long others may show themselves before a strap is taken that was not named exactly.
    public var settleSeconds = 2.0
    /// For one attempt to connect.
    public var connectSeconds = 30.0
    /// From the connection until the strap's services are known.
    public var resolveSeconds = 20.0
    /// From finding a strap until its values come for the first time, all attempts together.
    public var firstConnectionSeconds = 90.0
    /// For any other answer of the Bluetooth service.
    public var replySeconds = 10.0
    /// Before a call is repeated that met another one under way.
    public var busySeconds = 1.0
    /// Before the first attempt after a loss; each further one waits twice as long.
    public var firstRetrySeconds = 0.5
    public var longestRetrySeconds = 30.0
    /// How long a lost strap is sought before the connection fails.
    public var patienceSeconds = 600.0
    /// For everything that is done at the end.
    public var endSeconds = 3.0

    public init() {}

    /// Before attempt `index` (0, 1, ...) since the last success: 0.5, 1, 2, 4 ... 30 s.
    func retryDelaySeconds(_ index: Int) -> Double {
        var delay = firstRetrySeconds
        for _ in 0..<index where delay < longestRetrySeconds { delay *= 2 }
        return min(delay, longestRetrySeconds)
    }
}
