import ArgumentParser
import BluetoothStraps
import HRVReports

/// `hrv straps`: straps in reach.
struct StrapsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "straps",
        abstract: "List the heart-rate straps in reach.",
        discussion: """
            A strap is heard while it is worn and not connected to a phone or a watch. Names are \
            for hrv live --strap NAME.
            """)

    enum Shape: String, ExpressibleByArgument, CaseIterable {
        case table, json
    }

    @Option(help: "Shape of the list.")
    var output: Shape = .table

    @Flag(help: "Short for --output json.")
    var json = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How long to listen.", valueName: "s"))
    var seconds = 8.0

    func validate() throws {
        guard (0.5...120).contains(seconds) else {
            throw ValidationError("--seconds is 0.5 to 120")
        }
    }

    func run() async throws {
        Interruption.install()
        let diagnostics = Diagnostics(isQuiet: false)
        let straps: [StrapInfo]
        do throws(StrapFailure) {
            straps = try await StrapRadio().straps(lookingForSeconds: seconds)
        } catch {
            diagnostics.error(error.message, code: "strap")
            throw ExitCode(error.exitCode)
        }
        do throws(OutputSink.Failure) {
            let sink = try OutputSink(path: nil)
            try sink.write(json || output == .json ? Self.document(straps) : Self.table(straps))
            try sink.finish()
        } catch {
            throw AnalyzeCommand.exitCode(error, diagnostics)
        }
        if straps.isEmpty {
            diagnostics.summary(
                "no strap was heard: wear it, wet its electrodes, and end its connection to a "
                    + "phone or a watch")
        }
    }

    private static func document(_ straps: [StrapInfo]) -> String {
        JSONText.array(
            straps.map { strap in
                .object([
                    ("name", .text(strap.name)), ("address", .text(strap.shortAddress)),
                    ("signal_dbm", strap.signalDbm.map { .integer($0) } ?? .null),
                    ("battery_pct", strap.batteryPercent.map { .integer($0) } ?? .null),
                    ("connected", .flag(strap.isConnected)),
                ])
            }
        ).pretty + "\n"
    }

    private static func table(_ straps: [StrapInfo]) -> String {
        straps.map { strap in
            let signal = strap.signalDbm.map { "\($0) dBm" } ?? "–"
            let battery = strap.batteryPercent.map { "battery \($0) %" } ?? ""
            return "\(strap.name)  \(strap.shortAddress)  \(signal)  \(battery)\n"
        }.joined()
    }
}
