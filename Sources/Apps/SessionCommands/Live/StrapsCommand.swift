import ArgumentParser
import BluetoothStraps
import CommandSupport
import Foundation
import HRVReports
import PhysioTypes
import SensorProtocol
import SessionHistory
import TerminalView

/// `hrv straps`: straps in reach.
struct StrapsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "straps",
        abstract: "List the heart-rate straps in reach.",
        discussion: """
            A strap is heard while it is worn and not connected to a phone or a watch. Names are \
            for hrv live --strap NAME.

            Intervals arrive late by a constant latency. Sessions estimate it, and the next session \
            with the strap expects it; --forget-latency removes what they found.
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

    @Option(
        help: ArgumentHelp(
            "Forget the latency that sessions found of the strap of this name; list no strap.",
            valueName: "name"))
    var forgetLatency: String?

    @OptionGroup var location: DatabaseOption

    func validate() throws {
        guard (0.5...120).contains(seconds) else {
            throw ValidationError("--seconds is 0.5 to 120")
        }
    }

    func run() async throws {
        Interruption.install()
        let diagnostics = Diagnostics(isQuiet: false)
        if let forgetLatency { return try removeLatency(forgetLatency, diagnostics) }
        let learnedLatencies = try learnedLatencies(diagnostics)
        let straps: [StrapInfo]
        do throws(StrapFailure) {
            straps = try await StrapRadio().straps(lookingForSeconds: seconds)
        } catch {
            diagnostics.error(error.message, code: "strap")
            throw ExitCode(error.exitCode)
        }
        do throws(OutputSink.Failure) {
            let sink = try OutputSink(path: nil)
            try sink.write(
                json || output == .json
                    ? Self.document(straps, learnedLatencies) : Self.table(straps, learnedLatencies)
            )
            try sink.finish()
        } catch {
            throw error.exitCode(diagnostics)
        }
        if straps.isEmpty {
            diagnostics.summary(
                "no strap was heard: wear it, wet its electrodes, and end its connection to a "
                    + "phone or a watch")
        }
    }

    // MARK: Latency

    /// True if there is a history: none is made only to read it.
    private var historyExists: Bool { FileManager.default.fileExists(atPath: location.path) }

    /// Latencies that sessions found, by the name of the strap; none where no history can be read.
    private func learnedLatencies(_ diagnostics: Diagnostics) throws -> [String: LatencyEstimate] {
        guard historyExists,
            let store = try location.openIfPossible("learned latencies are not shown", diagnostics)
        else { return [:] }
        do throws(HistoryError) {
            return try store.latencies()
        } catch {
            diagnostics.error("\(error)", code: "history")
            return [:]
        }
    }

    /// Removes what sessions found of a strap's latency, and says how many had found one.
    private func removeLatency(_ name: String, _ diagnostics: Diagnostics) throws {
        var count = 0
        do throws(HistoryError) {
            if historyExists {
                count = try SessionStore(path: location.path).forgetLatency(ofDevice: name)
            }
        } catch {
            throw error.exitCode(diagnostics)
        }
        guard count > 0 else {
            diagnostics.error("no session has a latency of \(name)", code: "latency")
            throw ExitStatus.noInput.exitCode
        }
        let sessions = count == 1 ? "1 session" : "\(count) sessions"
        diagnostics.summary("forgot the latency of \(name): \(sessions) had one")
    }

    // MARK: The list

    /// The list as JSON.
    private static func document(
        _ straps: [StrapInfo], _ learnedLatencies: [String: LatencyEstimate]
    ) -> String {
        OrderedJSON.array(
            straps.map { object($0, KnownLatency(of: $0.name, learnedLatencies: learnedLatencies)) }
        ).prettyText + "\n"
    }

    /// A strap as an object of JSON.
    private static func object(_ strap: StrapInfo, _ latency: KnownLatency?) -> OrderedJSON {
        let signal: OrderedJSON = strap.rssiDbm.map { .integer($0) } ?? .null
        let battery: OrderedJSON = strap.batteryPercent.map { .integer($0) } ?? .null
        let seconds: OrderedJSON = latency.map { .number($0.estimate.seconds) } ?? .null
        let deviation: OrderedJSON = latency.map { .number($0.estimate.deviationSeconds) } ?? .null
        let source: OrderedJSON = latency.map { .text($0.source) } ?? .null
        return .object([
            ("name", .text(strap.name)), ("address", .text(strap.shortAddress)),
            ("signal_dbm", signal), ("battery_pct", battery),
            ("connected", .flag(strap.isConnected)), ("latency_s", seconds),
            ("latency_deviation_s", deviation), ("latency_source", source),
        ])
    }

    /// The list as text, one strap a line.
    private static func table(
        _ straps: [StrapInfo], _ learnedLatencies: [String: LatencyEstimate]
    ) -> String {
        straps.map { strap -> String in
            var cells = [strap.name, strap.shortAddress]
            cells.append(strap.rssiDbm.map { "\($0) dBm" } ?? "–")
            if let percent = strap.batteryPercent { cells.append("battery \(percent) %") }
            cells.append(
                KnownLatency(of: strap.name, learnedLatencies: learnedLatencies)?.text
                    ?? "latency not known yet: learned in a session")
            return cells.joined(separator: "  ") + "\n"
        }.joined()
    }
}

/// The latency that is known of a strap, and its source.
private struct KnownLatency {
    let estimate: LatencyEstimate
    /// Model whose published latency it is; nil for a latency that a session found.
    private let model: String?

    /// The latency that a session found, else that of the strap's model.
    ///
    /// - Returns: nil where neither is known.
    init?(of name: String, learnedLatencies: [String: LatencyEstimate]) {
        if let found = learnedLatencies[name] {
            (estimate, model) = (found, nil)
        } else if let published = StrapLatency.model(named: name) {
            (estimate, model) = (published.estimate, published.model)
        } else {
            return nil
        }
    }

    /// The source as in JSON: `learnedLatencies` or `published`.
    var source: String { model == nil ? "learned" : "published" }

    /// The latency in words, such as `2.6 s late (± 0.3), learnedLatencies`.
    var text: String {
        let (mean, deviation) = (estimate.seconds, estimate.deviationSeconds)
        return "\(LiveSummary.tenths(mean)) s late (± \(LiveSummary.tenths(deviation))), "
            + (model.map { "published for \($0)" } ?? "learned")
    }
}
