import Dispatch
import Foundation

/// A program that is run to its end, within a time limit; nothing that it writes is read.
enum ChildProgram {
    enum Outcome: Equatable {
        case ended(status: Int32)
        case notFound
        /// A program that was ended since it took too long.
        case timedOut
    }

    static func run(
        _ words: [String], environment: [String: String], timeoutSeconds seconds: Double
    ) -> Outcome {
        guard let name = words.first,
            let program = PlayerProcess.path(of: name, environment: environment)
        else { return .notFound }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = Array(words.dropFirst())
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        do { try process.run() } catch { return .notFound }
        guard ended.wait(timeout: .now() + seconds) == .success else {
            kill(process.processIdentifier, SIGKILL)
            return .timedOut
        }
        return .ended(
            status: process.terminationReason == .exit ? process.terminationStatus : 128)
    }
}
