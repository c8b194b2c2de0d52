/// The times for which a connection waits. The defaults are for real straps; tests shorten them.
package struct StrapTimeouts: Sendable, Equatable {
    /// The time within which a strap must have been seen. Straps announce themselves every second
    /// or two.
    package var searchSeconds = 30.0
    /// The time that other straps have to be seen before one is taken that was not named exactly.
    package var choiceDelaySeconds = 2.0
    /// The time for one attempt to connect.
    package var connectSeconds = 30.0
    /// The time from the connection until the strap's services are known.
    package var resolveSeconds = 20.0
    /// The time from finding a strap until its values come for the first time, all attempts
    /// together.
    package var firstConnectionTimeoutSeconds = 90.0
    /// The time for any other answer of the Bluetooth service.
    package var replyTimeoutSeconds = 10.0
    /// The time before a call is repeated that met another one under way.
    package var busyRetryDelaySeconds = 1.0
    /// The time before the first attempt after a loss; each further one waits twice as long.
    package var firstRetryDelaySeconds = 0.5
    package var maxRetryDelaySeconds = 30.0
    /// The time for which a lost strap is searched for before the connection fails.
    package var reconnectTimeoutSeconds = 600.0
    /// The time for everything that is done at the end.
    package var closeTimeoutSeconds = 3.0

    package init() {}

    /// Returns the wait before attempt `index` (0, 1, ...) since the last success: 0.5, 1, 2, 4 ...
    /// 30 s.
    func retryDelaySeconds(_ index: Int) -> Double {
        var delay = firstRetryDelaySeconds
        for _ in 0..<index where delay < maxRetryDelaySeconds { delay *= 2 }
        return min(delay, maxRetryDelaySeconds)
    }
}
