import Foundation
import TestSupport

/// A run of the tool whose use of memory is measured by the system.
///
/// Python starts it: the system counts the memory of the starting process as the program's, and the process of the
/// tests is large.
enum MeasuredProcess {
    static var isAvailable: Bool { PythonScript.isAvailable }

    struct Result {
        let status: Int
        /// Largest resident memory of the process; bytes.
        let peakBytes: Int
    }

    private static let script = """
        import os, subprocess, sys
        process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        unit = 1 if sys.platform == "darwin" else 1024
        print(os.waitstatus_to_exitcode(status), usage.ru_maxrss * unit)
        """

    static func run(_ arguments: [String]) throws -> Result {
        let text = try PythonScript.run(script, [CommandRunner.tool.path] + arguments)
        let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        guard numbers.count == 2 else { throw CocoaError(.fileReadCorruptFile) }
        return Result(status: numbers[0], peakBytes: numbers[1])
    }
}
