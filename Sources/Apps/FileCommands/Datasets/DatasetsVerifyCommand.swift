import ArgumentParser
import CommandSupport
import Datasets

/// `hrv datasets verify ID`: whether all of a set is there, to the byte and to the beat.
struct DatasetsVerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check the files, the records and the beats of a data set that is here.")

    @Argument(help: ArgumentHelp("The name of the set, such as mitdb.", valueName: "ID"))
    var id: String

    @Flag(help: "As one JSON object.")
    var json = false

    func run() async throws {
        try await DatasetText.runReportingErrors(Diagnostics(isQuiet: false)) {
            () throws(DatasetFailure) in
            let set = try PublishedDataset.named(id)
            guard let folder = DatasetLocations.local.folders(of: set).first else {
                throw try DatasetsPathCommand.missingFolderFailure(set)
            }
            let verification = try DatasetVerification(set, in: folder)
            if json {
                print(DatasetJSON.text(VerificationJSON(verification)))
            } else {
                for line in Self.lines(verification) { print(line) }
            }
            return verification.isComplete ? .ok : .someFailed
        }
    }

    private static func lines(_ verification: DatasetVerification) -> [String] {
        let set = verification.set
        var lines = ["\(set.id) in \(verification.folder)"]
        if let sums = verification.sums {
            let fileCount = sums.matchingCount + sums.mismatchedFiles.count + sums.missing.count
            let trustText = sums.isPinned ? "known digest" : "trusted on first use"
            lines.append(
                "files     \(DatasetText.count(sums.matchingCount)) of \(DatasetText.count(fileCount)) as SHA256SUMS.txt (\(trustText)) has them"
            )
            if !sums.mismatchedFiles.isEmpty {
                lines.append("          wrong: \(DatasetText.names(sums.mismatchedFiles))")
            }
            if !sums.missing.isEmpty {
                lines.append("          missing: \(DatasetText.names(sums.missing))")
            }
        } else {
            lines.append("files     there is no SHA256SUMS.txt, so their bytes cannot be checked")
        }
        lines.append(
            "records   \(verification.records.count) of \(DatasetText.factText(set.recordCount, DatasetText.count))"
        )
        if !verification.missingRecords.isEmpty {
            lines.append("          missing: \(DatasetText.names(verification.missingRecords))")
        }
        for (ending, fact) in set.beats.sorted(by: { $0.key < $1.key }) {
            lines.append(
                "beats     \(DatasetText.count(verification.beats[ending] ?? 0)) of \(DatasetText.factText(fact, DatasetText.count)), by .\(ending)"
            )
        }
        lines += verification.errors.map { "          \($0)" }
        lines.append(
            verification.isComplete
                ? "all of it is there" : "not all of it is there as it should be")
        return lines
    }
}

private struct VerificationJSON: Encodable {
    let id: String
    let folder: String
    let whole: Bool
    let sums: String
    let filesRight: Int?
    let filesWrong: [String]
    let filesMissing: [String]
    let records: [String]
    let recordsExpected: Int
    let recordsMissing: [String]
    let beats: [String: Int]
    let beatsExpected: [String: Int]
    let errors: [String]

    init(_ verification: DatasetVerification) {
        id = verification.set.id
        folder = verification.folder
        whole = verification.isComplete
        sums =
            verification.sums.map { $0.isPinned ? "pinned" : "trusted_on_first_use" } ?? "missing"
        filesRight = verification.sums?.matchingCount
        filesWrong = verification.sums?.mismatchedFiles ?? []
        filesMissing = verification.sums?.missing ?? []
        records = verification.records
        recordsExpected = verification.set.recordCount.value
        recordsMissing = verification.missingRecords
        beats = verification.beats
        beatsExpected = verification.set.beats.mapValues(\.value)
        errors = verification.errors
    }

    private enum CodingKeys: String, CodingKey {
        case id, folder, whole, sums, filesRight, filesWrong, filesMissing, records,
            recordsExpected, recordsMissing, beats, beatsExpected
        case errors = "faults"
    }
}
