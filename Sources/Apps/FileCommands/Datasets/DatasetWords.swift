import BatchRuns
import CommandSupport
import Datasets

extension PublishedDataset {
    /// The set of a word on the command line.
    static func named(_ id: String) throws(DatasetFailure) -> PublishedDataset {
        if let set = DatasetCatalogue.set(id) { return set }
        if let record = DatasetName(id) {
            throw DatasetFailure(
                .usage, "\(id) names records of a data set: name the set alone, \(record.set.id)")
        }
        let similarID = DatasetCatalogue.all.map(\.id).first {
            $0.prefix(3) == id.lowercased().prefix(3)
        }
        throw DatasetFailure(
            .usage,
            "there is no data set \(id) in the catalogue: "
                + (similarID.map { "did you mean \($0)?" } ?? "hrv datasets list names all"))
    }
}

/// Texts about data sets for a person.
enum DatasetText {
    static let unverifiedText = "not verified"

    static func count(_ number: Int) -> String { BatchProgress.grouped(number) }

    static func size(_ bytes: Int) -> String {
        bytes < 1_000_000_000
            ? "\(max(1, (bytes + 500_000) / 1_000_000)) MB"
            : "\((Double(bytes) / 1e8).rounded() / 10) GB"
    }

    /// A value, marked where it is not verified.
    static func factText<Value>(
        _ fact: PublishedDataset.Fact<Value>, _ text: (Value) -> String
    ) -> String {
        text(fact.value) + (fact.isVerified ? "" : " (\(unverifiedText))")
    }

    /// Names of a list, the first ones where there are many.
    static func names(_ names: [String]) -> String {
        names.count <= 30
            ? names.joined(separator: ", ")
            : names.prefix(30).joined(separator: ", ") + " and \(names.count - 30) more"
    }

    /// Does some work, and ends with its exit code.
    static func runReportingErrors(
        _ diagnostics: Diagnostics, _ work: () async throws(DatasetFailure) -> ExitStatus
    ) async throws {
        let status: ExitStatus
        do throws(DatasetFailure) {
            status = try await work()
        } catch {
            diagnostics.error(error.text, code: error.code)
            status = error.status
        }
        throw status.exitCode
    }
}
