import Foundation

/// Gives the terminal back where the program ends by a fault of its own: a trap, an abort, a segmentation fault.
///
/// The handler of the signal may neither lock nor allocate, so what it needs lies ready, and it calls `tcsetattr`,
/// `write` and `raise` alone.
enum TerminalFaults {
    /// What the handler needs.
    private struct Ready {
        var isTaken = false
        var input: Int32 = -1
        var output: Int32 = -1
        /// As they were; with `hasAttributes`.
        var attributes = termios()
        var hasAttributes = false
        let text: UnsafeMutablePointer<UInt8>
        let count: Int
    }

    /// Written on the thread that draws, before the screen is taken and after it was given back; read by the handler.
    private nonisolated(unsafe) static var ready: UnsafeMutablePointer<Ready>?

    static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGSEGV, SIGFPE, SIGQUIT]

    /// The screen is taken from now on.
    ///
    /// - Parameter attributes: of the terminal before; nil where they do not change.
    /// - Parameter text: what gives the screen back.
    static func take(input: Int32, output: Int32, attributes: termios?, text: String) {
        let place = ready ?? install(text)
        place.pointee.input = input
        place.pointee.output = output
        place.pointee.hasAttributes = attributes != nil
        if let attributes { place.pointee.attributes = attributes }
        place.pointee.isTaken = true
    }

    /// The screen was given back.
    static func leave() { ready?.pointee.isTaken = false }

    /// Called once. What is made here lives as long as the process.
    private static func install(_ text: String) -> UnsafeMutablePointer<Ready> {
        let bytes = Array(text.utf8)
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
        copy.initialize(from: bytes, count: bytes.count)
        let place = UnsafeMutablePointer<Ready>.allocate(capacity: 1)
        place.initialize(to: Ready(text: copy, count: bytes.count))
        ready = place
        for number in signals { signal(number, handler) }
        return place
    }

    private static let handler: @convention(c) (Int32) -> Void = { number in
        if let place = TerminalFaults.ready, place.pointee.isTaken {
            if place.pointee.hasAttributes {
                tcsetattr(place.pointee.input, TCSANOW, &place.pointee.attributes)
            }
            _ = write(place.pointee.output, place.pointee.text, place.pointee.count)
        }
        // Ends the program as if nobody had listened, once this handler returns.
        signal(number, SIG_DFL)
        raise(number)
    }
}
