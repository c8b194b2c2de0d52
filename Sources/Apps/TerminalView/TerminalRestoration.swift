import Foundation

/// Gives the terminal back where the program ends by an error of its own: a trap, an abort, a segmentation violation.
///
/// The handler of the signal may neither lock nor allocate, so what it needs lies ready, and it calls `tcsetattr`,
/// `write` and `raise` alone.
enum TerminalRestoration {
    /// The values that the handler needs.
    private struct RestorationState {
        var isActive = false
        var input: Int32 = -1
        var output: Int32 = -1
        /// The attributes before the change; valid with `hasAttributes`.
        var attributes = termios()
        var hasAttributes = false
        let text: UnsafeMutablePointer<UInt8>
        let count: Int
    }

    /// Written on the thread that draws, before the screen is taken and after it was given back; read by the handler.
    private nonisolated(unsafe) static var preparedState: UnsafeMutablePointer<RestorationState>?

    static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGSEGV, SIGFPE, SIGQUIT]

    /// The screen is taken from now on.
    ///
    /// - Parameter attributes: of the terminal before; nil where they do not change.
    /// - Parameter text: what gives the screen back.
    static func enter(input: Int32, output: Int32, attributes: termios?, text: String) {
        let state = preparedState ?? install(text)
        state.pointee.input = input
        state.pointee.output = output
        state.pointee.hasAttributes = attributes != nil
        if let attributes { state.pointee.attributes = attributes }
        state.pointee.isActive = true
    }

    /// The screen was given back.
    static func leave() { preparedState?.pointee.isActive = false }

    /// Called once. What is made here lives as long as the process.
    private static func install(_ text: String) -> UnsafeMutablePointer<RestorationState> {
        let bytes = Array(text.utf8)
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
        copy.initialize(from: bytes, count: bytes.count)
        let state = UnsafeMutablePointer<RestorationState>.allocate(capacity: 1)
        state.initialize(to: RestorationState(text: copy, count: bytes.count))
        preparedState = state
        for number in signals { signal(number, handler) }
        return state
    }

    private static let handler: @convention(c) (Int32) -> Void = { number in
        if let state = TerminalRestoration.preparedState, state.pointee.isActive {
            if state.pointee.hasAttributes {
                tcsetattr(state.pointee.input, TCSANOW, &state.pointee.attributes)
            }
            _ = write(state.pointee.output, state.pointee.text, state.pointee.count)
        }
        // Ends the program as if there were no handler, once this one returns.
        signal(number, SIG_DFL)
        raise(number)
    }
}
