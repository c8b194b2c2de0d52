package import Foundation

/// A terminal whose keys come one by one, without an echo, to a program that writes plain lines beside them.
///
/// Signals by key stay, but for the one that dumps the program. A program that ends by an error of its own gives the
/// terminal back as well.
package final class SingleKeyMode {
    private let input: Int32
    private let savedAttributes: termios

    /// - Returns: nil where the input is no terminal, or another program of it has the keys.
    package init?(_ input: Int32 = STDIN_FILENO) {
        var attributes = termios()
        // In the background the terminal is another program's.
        let group = tcgetpgrp(input)
        guard isatty(input) == 1, group < 0 || group == getpgrp(),
            tcgetattr(input, &attributes) == 0
        else { return nil }
        self.input = input
        savedAttributes = attributes
        TerminalRestoration.enter(
            input: input, output: STDERR_FILENO, attributes: attributes, text: "")
        Self.enterSingleKeyMode(input, attributes)
    }

    /// Single keys from now on.
    ///
    /// - Parameter savedAttributes: the attributes of the terminal.
    static func enterSingleKeyMode(_ input: Int32, _ savedAttributes: termios) {
        var attributes = savedAttributes
        attributes.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
        withUnsafeMutableBytes(of: &attributes.c_cc) { characters in
            characters[Int(VMIN)] = 0
            characters[Int(VTIME)] = 0
            #if canImport(Darwin)
                characters[Int(VQUIT)] = 0xFF
            #else
                characters[Int(VQUIT)] = 0
            #endif
        }
        tcsetattr(input, TCSANOW, &attributes)
    }

    /// The descriptors to wait for; none once the terminal is gone.
    package var descriptors: [pollfd] {
        var attributes = termios()
        guard tcgetattr(input, &attributes) == 0 else { return [] }
        return [pollfd(fd: input, events: Int16(POLLIN), revents: 0)]
    }

    /// Returns the keys pressed since the last call.
    package func read() -> [Character] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Foundation.read(input, &bytes, bytes.count)
        return count > 0 ? bytes[..<count].map { Character(Unicode.Scalar($0)) } : []
    }

    /// Gives the terminal back as it was.
    package func end() {
        var attributes = savedAttributes
        tcsetattr(input, TCSANOW, &attributes)
        TerminalRestoration.leave()
    }
}
