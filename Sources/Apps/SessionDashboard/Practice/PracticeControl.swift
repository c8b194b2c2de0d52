import LiveSession
import PracticePlans
import Synchronization

/// The commands of pages to the practice that runs here, handed to its thread.
final class PracticeControl: Sendable {
    enum Command: Sendable {
        case input(PracticeInput, CheckedContinuation<InputResult, Never>)
        case mute(Bool)
    }

    private struct State {
        var commands: [Command] = []
        var hasEnded = false
    }

    /// Ends the wait of the thread.
    let wake = WakeSignal()
    private let state = Mutex(State())

    /// Applies an input and returns its result.
    func apply(_ input: PracticeInput) async -> InputResult {
        await withCheckedContinuation { continuation in
            let isAccepted = state.withLock { state in
                if !state.hasEnded { state.commands.append(.input(input, continuation)) }
                return !state.hasEnded
            }
            if isAccepted { wake.signal() } else { continuation.resume(returning: .notRunning) }
        }
    }

    func mute(_ isMuted: Bool) {
        state.withLock { if !$0.hasEnded { $0.commands.append(.mute(isMuted)) } }
        wake.signal()
    }

    /// Returns the commands since the last call, which the thread carries out.
    func drain() -> [Command] {
        state.withLock { state in
            defer { state.commands = [] }
            return state.commands
        }
    }

    /// The practice is over: nothing is done any more.
    func close() {
        let pendingCommands = state.withLock { state in
            state.hasEnded = true
            defer { state.commands = [] }
            return state.commands
        }
        for case .input(_, let continuation) in pendingCommands {
            continuation.resume(returning: .notRunning)
        }
    }
}
