import ArgumentParser
import CommandSupport
import Datasets

/// `hrv datasets info ID`: what is known of a set, and whence.
struct DatasetsInfoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Say what is known of a data set, and how it is cited.")

    @Argument(help: ArgumentHelp("The name of the set, such as mitdb.", valueName: "ID"))
    var id: String

    @Flag(help: "As one JSON object.")
    var json = false

    func run() async throws {
        try await DatasetText.runReportingErrors(Diagnostics(isQuiet: false)) {
            () throws(DatasetFailure) in
            let set = try PublishedDataset.named(id)
            let locations = DatasetLocations.local
            if json {
                print(DatasetJSON.text(DatasetJSON(set, locations)))
            } else {
                for (name, text) in Self.lines(set, locations) {
                    print("\(name)\(String(repeating: " ", count: 10 - name.count))\(text)")
                }
            }
            return .ok
        }
    }

    /// Facts about a set, shown to a person before it is fetched, too.
    static func lines(_ set: PublishedDataset, _ locations: DatasetLocations) -> [(String, String)]
    {
        var lines = [
            ("title", "\(set.title)" + (set.version.isEmpty ? "" : ", version \(set.version)")),
            ("records", DatasetText.factText(set.recordCount, DatasetText.count)),
        ]
        if let rate = set.rateHz {
            lines.append(("rate", DatasetText.factText(rate) { "\(Int($0)) Hz" }))
        }
        for (ending, count) in set.beats.sorted(by: { $0.key < $1.key }) {
            lines.append(
                ("beats", "\(DatasetText.factText(count, DatasetText.count)), by .\(ending)"))
        }
        lines.append(
            (
                "size",
                set.byteCount.map { fact in
                    DatasetText.factText(fact) { "about \(DatasetText.size($0))" }
                }
                    ?? "not known"
            ))
        lines.append(
            (
                "licence",
                set.licence.map { fact in
                    DatasetText.factText(fact) { $0 } + (set.licenceAddress.map { ": \($0)" } ?? "")
                } ?? "not known: see its page"
            ))
        lines.append(("cite", set.citation))
        if let doi = set.doi { lines.append(("DOI", DatasetText.factText(doi) { $0 })) }
        lines.append(("page", set.page))
        lines.append(
            (
                "sums",
                set.checksumFileSHA256.map { "SHA-256 of SHA256SUMS.txt is \($0)" }
                    ?? "no digest is known: the first SHA256SUMS.txt that comes is trusted, and kept"
            ))
        if let agreementAddress = set.agreementAddress {
            lines.append(
                ("agreement", "one signs for it at \(agreementAddress); it is never fetched"))
        }
        let folders = locations.folders(of: set)
        lines.append(("here", folders.isEmpty ? "no" : folders.joined(separator: ", ")))
        return lines
    }
}
