import Foundation
package import PracticePlans

/// Renders words to samples with the speech program of the computer; no word leaves it.
package struct SpeechRenderer: Sendable {
    private let environment: [String: String]
    /// A program that takes longer is ended, and its words are left out; s.
    private static let timeoutSeconds = 5.0
    /// No announcement is longer; bytes.
    private static let maxByteCount = 8_000_000

    package init(environment: [String: String]) { self.environment = environment }

    /// The package to install where nothing here can speak.
    package static let installHint =
        "no program speaks here: install espeak-ng, or leave out --speech"

    /// True if a program that speaks is there.
    package var isAvailable: Bool { program != nil }

    private var program: String? {
        #if os(macOS)
            return PlayerProcess.path(of: "say", environment: environment)
        #else
            return PlayerProcess.path(of: "espeak-ng", environment: environment)
        #endif
    }

    /// - Parameter language: `en` or `de`.
    /// - Returns: nil where the program is missing, fails, or writes no sound.
    package func samples(_ words: String, language: String) -> SoundSamples? {
        guard let program else { return nil }
        #if os(macOS)
            let file = NSTemporaryDirectory() + "speech-\(UUID().uuidString).wav"
            defer { unlink(file) }
            let arguments = [
                "-v", language == "de" ? "Anna" : "Samantha", "-o", file,
                "--data-format=LEI16@48000", "--", words,
            ]
            guard standardOutput(program, arguments) != nil,
                let bytes = try? Data(contentsOf: URL(fileURLWithPath: file))
            else { return nil }
        #else
            let arguments = ["--stdout", "-v", language == "de" ? "de" : "en", "--", words]
            guard let bytes = standardOutput(program, arguments) else { return nil }
        #endif
        return try? WAVSound.samples(of: [UInt8](bytes))
    }

    /// Returns the standard output of a program.
    private func standardOutput(_ program: String, _ arguments: [String]) -> Data? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = environment
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return nil }
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        let end = ContinuousClock.now + .seconds(Self.timeoutSeconds)
        var found = Data()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while ContinuousClock.now < end, found.count <= Self.maxByteCount {
            var pollDescriptor = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&pollDescriptor, 1, 100) > 0 else { continue }
            let count = read(descriptor, &buffer, buffer.count)
            if count > 0 { found.append(contentsOf: buffer[..<count]) }
            if count == 0 { break }
        }
        let isComplete = ContinuousClock.now < end && found.count <= Self.maxByteCount
        if !isComplete { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        return isComplete && process.terminationStatus == 0 ? found : nil
    }
}
