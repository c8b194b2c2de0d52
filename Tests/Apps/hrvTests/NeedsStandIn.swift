import TestSupport
import Testing

extension Trait where Self == ConditionTrait {
    /// Runs the test only where a private bus can be had, and says so where it cannot.
    static var needsStandIn: Self {
        .enabled(
            if: StandInBus.isAvailable,
            "skipped: install dbus-daemon, python3-dbus and python3-gi (make deps)")
    }
}
