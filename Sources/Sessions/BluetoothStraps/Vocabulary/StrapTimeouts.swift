/// How long a connection waits for what. The defaults are for real straps; tests shorten them.
package struct StrapTimeouts: Sendable, Equatable {
    /// Until a strap must have been seen. Straps announce themselves every second or two.
    package var searchSeconds = 30.0
    /// How long others may show themselves before a strap is taken that was not named exactly.
    package var choiceDelaySeconds = 2.0
    /// For one attempt to connect.
    package var connectSeconds = 30.0
    /// From the connection until the strap's services are known.
    package var resolveSeconds = 20.0
    /// From finding a strap until its values come for the first time, all attempts together.
    package var firstConnectionTimeoutSeconds = 90.0
    /// For any other answer of the Bluetooth service.
    package var replySeconds = 10.0
    /// Before a call is repeated that met another one under way.
    package var busyRetrySeconds = 1.0
    /// Before the first attempt after a loss; each further one waits twice as long.
    package var firstRetrySeconds = 0.5
    package var maxRetrySeconds = 30.0
    /// How long a lost strap is sought before the connection fails.
    package var reconnectTimeoutSeconds = 600.0
    /// For everything that is done at the end.
    package var closeTimeoutSeconds = 3.0

    package init() {}

    /// Before attempt `index` (0, 1, ...) since the last success: 0.5, 1, 2, 4 ... 30 s.
    func retryDelaySeconds(_ index: Int) -> Double {
        var delay = firstRetrySeconds
        for _ in 0..<index where delay < maxRetrySeconds { delay *= 2 }
        return min(delay, maxRetrySeconds)
    }
}
