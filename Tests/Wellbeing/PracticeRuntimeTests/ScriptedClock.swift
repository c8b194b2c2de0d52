import Foundation
import PracticeRuntime
import Synchronization

/// Clocks that stand still until a test moves them.
final class ScriptedClock: PracticeClock {
    private struct State: Sendable {
        var seconds = 1000.0
        var awakeSeconds = 500.0
        var date = Date(timeIntervalSince1970: 1_795_503_600)
        var bootID = "first"
    }

    private let state = Mutex(State())
    let zone: TimeZone

    init(zone: String = "Asia/Kathmandu") { self.zone = TimeZone(identifier: zone) ?? .gmt }

    var seconds: Double { state.withLock(\.seconds) }
    var awakeSeconds: Double { state.withLock(\.awakeSeconds) }
    var date: Date { state.withLock(\.date) }
    var bootID: String { state.withLock(\.bootID) }

    func pass(_ seconds: Double, asleep: Bool = false) {
        state.withLock { state in
            state.seconds += seconds
            state.date += seconds
            if !asleep { state.awakeSeconds += seconds }
        }
    }

    /// The wall clock shows a moment; ms since 1970.
    func show(ms: Int64) {
        state.withLock { $0.date = Date(timeIntervalSince1970: Double(ms) / 1000) }
    }

    /// Sets the clock on the wall, as a user does.
    func setWall(by seconds: Double) { state.withLock { $0.date += seconds } }

    /// The computer starts anew, and its clock with it.
    func reboot(after seconds: Double) {
        state.withLock { state in
            state.date += seconds
            (state.seconds, state.awakeSeconds, state.bootID) = (5, 5, "second")
        }
    }
}
