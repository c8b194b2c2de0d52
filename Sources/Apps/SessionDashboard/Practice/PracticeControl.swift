import LiveSession
import PracticePlans
import Synchronization

/// What pages want of the practice that runs here, handed to its thread.
final class PracticeControl: Sendable {
    enum Order: Sendable {
        case input(PracticeInput, CheckedContinuation<InputAnswer, Never>)
        case mute(Bool)
    }

    private struct State {
        var orders: [Order] = []
        var isOver = false
    }

    /// Ends the wait of the thread.
    let bell = SessionBell()
    private let state = Mutex(State())

    /// What became of an input.
    func apply(_ input: PracticeInput) async -> InputAnswer {
        await withCheckedContinuation { continuation in
            let isTaken = state.withLock { state in
                if !state.isOver { state.orders.append(.input(input, continuation)) }
                return !state.isOver
            }
            if isTaken { bell.ring() } else { continuation.resume(returning: .notRunning) }
        }
    }

    func mute(_ isMuted: Bool) {
        state.withLock { if !$0.isOver { $0.orders.append(.mute(isMuted)) } }
        bell.ring()
    }

    /// What was wanted since the last call; the thread answers it.
    func take() -> [Order] {
        state.withLock { state in
            defer { state.orders = [] }
            return state.orders
        }
    }

    /// The practice is over: nothing is done any more.
    func close() {
        let rest = state.withLock { state in
            state.isOver = true
            defer { state.orders = [] }
            return state.orders
        }
        for case .input(_, let continuation) in rest { continuation.resume(returning: .notRunning) }
    }
}
