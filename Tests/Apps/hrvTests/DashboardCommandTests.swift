import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// `hrv dashboard` and `hrv live --dashboard`, as a shell runs them.
@Suite struct DashboardCommandTests {
    /// A program that runs until it is stopped.
    private final class Running {
        let home: TemporaryFolder
        private let process = Process()
        private let output = Pipe()
        private let errors = Pipe()

        init(_ arguments: [String]) throws {
            home = try TemporaryFolder()
            process.executableURL = try CommandRunner.tool
            process.arguments = arguments
            process.environment = ProcessInfo.processInfo.environment.merging([
                "XDG_DATA_HOME": home.path, "HOME": home.path,
            ]) { $1 }
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output
            process.standardError = errors
            try process.run()
        }

        /// The first line with this text, on either stream.
        func line(with text: String, onErrors: Bool = false) throws -> String {
            let handle = (onErrors ? errors : output).fileHandleForReading
            var waiting = Data()
            while true {
                let block = handle.availableData
                try #require(!block.isEmpty, "the program ended")
                waiting += block
                for line in String(decoding: waiting, as: UTF8.self).split(separator: "\n")
                where line.contains(text) { return String(line) }
            }
        }

        func end(_ signal: Int32 = SIGTERM) -> Int32 {
            if signal != 0 { kill(process.processIdentifier, signal) }
            process.waitUntilExit()
            return process.terminationStatus
        }
    }

    private static func status(_ address: String, _ method: String = "GET") async throws -> Int {
        var request = URLRequest(url: try #require(URL(string: address)))
        request.httpMethod = method
        let (_, response) = try await URLSession.shared.data(for: request)
        return try #require(response as? HTTPURLResponse).statusCode
    }

    @Test(arguments: [[], ["--view-only"]])
    func theAddressOfThePageIsPrinted(arguments: [String]) async throws {
        let program = try Running(["dashboard", "--port", "0", "--quiet"] + arguments)
        let link = try program.line(with: "#token=")
        #expect(link.hasPrefix("http://127.0.0.1:"))
        #expect(link.hasSuffix("(to watch)") == !arguments.isEmpty)
        let address = String(link.prefix { $0 != "#" })
        #expect(try await Self.status(address) == 200)
        #expect(try await Self.status(address + "api/home") == 401)
        // A second one at the same port says what to do.
        let port = try #require(address.split(separator: ":").last?.dropLast())
        let second = try CommandRunner.run(["dashboard", "--port", String(port)])
        #expect(second.status == 69 && second.errors.contains("--port 0"))
        #expect(program.end() == 143)
        let mode = try FileManager.default.attributesOfItem(
            atPath: program.home.path + "/resonance/history.sqlite")[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    @Test func aSessionOfTheTerminalHasItsPage() async throws {
        let program = try Running([
            "live", "--simulate", "--seed", "1", "--dashboard", "--port", "0", "--duration", "0.1",
        ])
        let line = try program.line(with: "#token=", onErrors: true)
        let start = try #require(line.range(of: "http://"))
        let address = String(line[start.lowerBound...].prefix { $0 != "#" })
        #expect(try await Self.status(address + "follow") == 200)
        // No client looks: it ends by itself.
        #expect(program.end(0) == 0)
    }

    @Test(arguments: [
        ["dashboard", "--origin", "breathe.home"], ["dashboard", "--origin", "https://a.b/path"],
        ["dashboard", "--bridge", "nowhere"], ["dashboard", "--port", "70000"],
        ["live", "--replay", "x", "--dashboard"],
        ["live", "--simulate", "--clock", "bridge", "--dashboard"],
    ])
    func whatCannotBeIsAUsageError(arguments: [String]) throws {
        let output = try CommandRunner.run(arguments)
        #expect(output.status == 64 && output.text == "")
    }

    @Test func aHistoryThatIsNoneEndsIt() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("a.sqlite", "no database, and long enough to be looked at\n")
        let output = try CommandRunner.run(["dashboard", "--port", "0", "--database", path])
        #expect(output.status == 65 && output.errors.contains("damaged"))
    }
}
