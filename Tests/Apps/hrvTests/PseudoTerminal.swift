import Foundation
import Synchronization
import TestSupport
import Testing

/// A terminal of its own for a program under test: what it writes is read, keys are pressed.
final class PseudoTerminal {
    private(set) var columns: Int
    private(set) var rows: Int
    private var isResized = false
    private let master: Int32
    private let slave: Int32
    private let received = Mutex<[UInt8]>([])
    private let process = Process()

    /// - Throws: where the system gives none.
    init(columns: Int, rows: Int) throws {
        (self.columns, self.rows) = (columns, rows)
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        let name = try #require(Self.unlocked(master))
        slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(slave >= 0)
        setSize()
    }

    /// The name of the other side, once it may be opened.
    private static func unlocked(_ master: Int32) -> String? {
        #if canImport(Darwin)
            guard grantpt(master) == 0, unlockpt(master) == 0 else { return nil }
            return ptsname(master).map { String(cString: $0) }
        #else
            // TIOCSPTLCK and TIOCGPTN of the kernel; the C library hides its functions from Swift.
            var isLocked: Int32 = 0
            var number: Int32 = 0
            guard ioctl(master, 0x4004_5431, &isLocked) == 0,
                ioctl(master, 0x8004_5430, &number) == 0
            else { return nil }
            return "/dev/pts/\(number)"
        #endif
    }

    deinit {
        close(slave)
        close(master)
    }

    /// Resizes the terminal, as when a window is dragged.
    func resize(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
        receive()
        received.withLock { $0 = [] }
        isResized = true
        setSize()
    }

    private func setSize() {
        var size = winsize()
        (size.ws_col, size.ws_row) = (UInt16(columns), UInt16(rows))
        _ = ioctl(slave, UInt(TIOCSWINSZ), &size)
    }

    /// Runs a program of the three standard streams here; `environment` comes on top of our own.
    func run(_ program: URL, _ arguments: [String], environment: [String: String]) throws {
        process.executableURL = program
        process.arguments = arguments
        var all = ProcessInfo.processInfo.environment
        for name in ["NO_COLOR", "COLORTERM"] { all[name] = nil }
        all["TERM"] = "xterm-256color"
        process.environment = all.merging(environment) { $1 }
        let handle = FileHandle(fileDescriptor: slave, closeOnDealloc: false)
        process.standardInput = handle
        process.standardOutput = handle
        process.standardError = handle
        // Under nohup it is ignored, and a child would inherit that.
        let before = signal(SIGHUP, SIG_DFL)
        defer { signal(SIGHUP, before) }
        try process.run()
    }

    /// True if the terminal echoes keys and waits for whole lines.
    var isCooked: Bool {
        var attributes = termios()
        let flags = tcflag_t(ICANON | ECHO)
        return tcgetattr(slave, &attributes) == 0 && attributes.c_lflag & flags == flags
    }

    func press(_ keys: String) { _ = keys.withCString { write(master, $0, strlen($0)) } }
    func interrupt() { process.interrupt() }
    func terminate() { process.terminate() }
    var processID: Int32 { process.processIdentifier }

    var isRunning: Bool { process.isRunning }
    /// The exit code of a program that has ended.
    var status: Int32 { process.terminationStatus }

    /// True if a program could write nothing now without waiting.
    var isFull: Bool {
        var writable = pollfd(fd: slave, events: Int16(POLLOUT), revents: 0)
        return poll(&writable, 1, 0) == 0
    }

    /// Everything written so far.
    var text: String {
        receive()
        return received.withLock { String(decoding: $0, as: UTF8.self) }
    }

    /// The screen that a person sees now; after a change of size, the text drawn since.
    var screen: ScreenReader {
        var reader = ScreenReader(columns: columns, rows: rows)
        if isResized { reader.read("\u{1B}[?1049h") }
        reader.read(text)
        return reader
    }

    private func receive() {
        var readable = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        while poll(&readable, 1, 0) > 0, readable.revents & Int16(POLLIN) != 0 {
            var block = [UInt8](repeating: 0, count: 65_536)
            let count = read(master, &block, block.count)
            guard count > 0 else { return }
            received.withLock { $0 += block[..<count] }
        }
    }

    /// Waits until something is so; a test fails that waits in vain.
    func wait(
        seconds: Double = 60, _ what: String, until condition: (PseudoTerminal) -> Bool
    ) throws {
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end {
            if condition(self) { return }
            usleep(20_000)
        }
        process.terminate()
        Issue.record("in vain: \(what)\n\(screen.rows.joined(separator: "\n"))")
        throw CancellationError()
    }

    /// - Returns: the exit code, once the program has ended.
    func finish() throws -> Int32 {
        try wait("the end") { terminal in
            terminal.receive()
            return !terminal.process.isRunning
        }
        return process.terminationStatus
            + (process.terminationReason == .uncaughtSignal ? 128 : 0)
    }
}
