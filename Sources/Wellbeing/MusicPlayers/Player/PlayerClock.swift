import DBusClient

/// The clock of players; s since some moment, never going back.
enum PlayerClock {
    static func nowSeconds() -> Double { SystemClock.monotonicSeconds() }
}
