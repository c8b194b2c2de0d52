import Foundation
import Synchronization

/// The whole screen of a terminal, and its keys.
///
/// From ``init(keys:)`` to ``leave()`` the terminal shows its other screen, without a cursor, and keys come
/// one by one without an echo; Ctrl-C and Ctrl-Z stay what they are. Nothing here waits: a frame is written
/// as far as the terminal takes it, and until it has taken all of it no other one is begun.
package final class TerminalScreen {
    /// The source of the keys.
    package enum Keys {
        case standardInput
        /// The controlling terminal, where standard input has something else to do.
        case controllingTerminal
    }

    /// The state to be restored.
    private struct SavedState {
        var attributes: termios?
        let input: Int32
        let output: Int32
    }

    private static let savedState = Mutex<SavedState?>(nil)

    // Other screen; no cursor, no line wrapped; and back.
    private static let alternateScreenSequence = "\u{1B}[?1049h"
    private static let enterSequence = "\u{1B}[?25l\u{1B}[?7l\u{1B}[2J"
    private static let leaveSequence = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    // A frame is shown at once, by terminals that know how.
    private static let frameBeginSequence = "\u{1B}[?2026h"
    private static let frameEndSequence = "\u{1B}[?2026l"

    private let input: Int32
    private let output: Int32
    /// The lines of the last frame; nil: everything is drawn anew.
    private var shownLines: [String]?
    private var shownSize: Size?
    /// The bytes of a frame that the terminal has not accepted yet.
    private var pending: [UInt8] = []

    /// The size in cells.
    struct Size: Equatable {
        let columns: Int
        let rows: Int
    }

    init(keys: Keys) {
        // Descriptors of our own do not wait, and the shell's stay as they are.
        output = Self.open(STDOUT_FILENO, O_WRONLY) ?? STDOUT_FILENO
        input =
            switch keys {
            case .standardInput: Self.open(STDIN_FILENO, O_RDONLY) ?? STDIN_FILENO
            case .controllingTerminal:
                Foundation.open("/dev/tty", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
            }
        enter()
    }

    deinit {
        leave()
        if output != STDOUT_FILENO { close(output) }
        if input > STDIN_FILENO { close(input) }
    }

    /// The terminal behind a descriptor once more.
    private static func open(_ descriptor: Int32, _ mode: Int32) -> Int32? {
        guard let name = ttyname(descriptor) else { return nil }
        let opened = Foundation.open(name, mode | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        return opened >= 0 ? opened : nil
    }

    // MARK: Entering and leaving

    /// Takes the screen; also again after ``leave()``, or after a stop during which a shell had it.
    func enter() {
        let isReentry = Self.savedState.withLock { savedState in
            let isReentry = savedState != nil
            var attributes = termios()
            let hasKeys = input >= 0 && tcgetattr(input, &attributes) == 0
            var state = savedState ?? SavedState(attributes: nil, input: input, output: output)
            if state.attributes == nil, hasKeys { state.attributes = attributes }
            savedState = state
            TerminalRestoration.enter(
                input: input, output: output, attributes: state.attributes, text: Self.leaveSequence
            )
            if hasKeys { SingleKeyMode.enterSingleKeyMode(input, attributes) }
            return isReentry
        }
        // Switched to twice, the other screen would forget where the cursor was.
        pending = Array(((isReentry ? "" : Self.alternateScreenSequence) + Self.enterSequence).utf8)
        shownLines = nil
        write()
    }

    /// Gives the terminal back as it was.
    func leave() {
        pending.removeAll()
        Self.leave(withinMs: 2000)
    }

    /// The same from any thread, as when the program is ended at once.
    package static func leaveAtOnce() { leave(withinMs: 200) }

    /// - Parameter timeoutMs: how long to wait for a terminal that takes nothing now; ms.
    private static func leave(withinMs timeoutMs: Int32) {
        guard let state = savedState.withLock({ $0 }) else { return }
        // From the background too.
        signal(SIGTTOU, SIG_IGN)
        if var attributes = state.attributes {
            tcsetattr(state.input, TCSANOW, &attributes)
        }
        // Ctrl-S may have stopped it.
        tcflow(state.output, TCOON)
        write(leaveSequence, state.output, withinMs: timeoutMs)
        signal(SIGTTOU, SIG_DFL)
        TerminalRestoration.leave()
        savedState.withLock { $0 = nil }
    }

    private static func write(_ text: String, _ output: Int32, withinMs timeoutMs: Int32) {
        var bytes = Array(text.utf8)
        let end = ContinuousClock.now + .milliseconds(Int(timeoutMs))
        while !bytes.isEmpty, ContinuousClock.now < end {
            var pollDescriptor = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
            guard poll(&pollDescriptor, 1, 50) > 0 else { continue }
            let count = systemWrite(output, bytes)
            if count > 0 {
                bytes.removeFirst(count)
            } else if count < 0, errno != EAGAIN, errno != EINTR {
                return
            }
        }
    }

    // MARK: Keys

    /// The bytes that came since the last call.
    func keys() -> [UInt8] {
        guard input >= 0 else { return [] }
        var block = [UInt8](repeating: 0, count: 64)
        let count = read(input, &block, block.count)
        return count > 0 ? Array(block[..<count]) : []
    }

    // MARK: Drawing

    var size: Size {
        var size = winsize()
        guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return Size(columns: 80, rows: 24)
        }
        return Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// Returns true if a frame can be drawn: the last one has been written. Tries to write what
    /// remains of it.
    func isReadyToDraw() -> Bool {
        write()
        return pending.isEmpty
    }

    /// Draws what has changed since the last frame.
    func draw(_ lines: [String], _ size: Size) {
        guard isReadyToDraw() else { return }
        var text = ""
        if size != shownSize || shownLines == nil {
            text = "\u{1B}[2J"
            shownLines = []
            shownSize = size
        }
        let before = shownLines ?? []
        for row in 0..<max(lines.count, before.count) where row < size.rows {
            let line = row < lines.count ? lines[row] : ""
            guard line != (row < before.count ? before[row] : "") else { continue }
            // Erased first: after a line as wide as the screen its last cell would go.
            text += "\u{1B}[\(row + 1);1H\u{1B}[K" + line
        }
        shownLines = lines
        guard !text.isEmpty else { return }
        pending = Array((Self.frameBeginSequence + text + Self.frameEndSequence).utf8)
        write()
    }

    /// Writes as much as the terminal takes now.
    private func write() {
        while !pending.isEmpty {
            let count = systemWrite(output, pending)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                // Gone for good: nothing is drawn any more.
                if count < 0, errno != EAGAIN { pending.removeAll() }
                return
            }
            pending.removeFirst(count)
        }
    }
}

/// `write(2)`; inside the class the name means its own method.
private func systemWrite(_ descriptor: Int32, _ bytes: [UInt8]) -> Int {
    write(descriptor, bytes, bytes.count)
}
