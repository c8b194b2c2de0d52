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
        try await DatasetText.telling(Diagnostics(isQuiet: false)) { () throws(DatasetFailure) in
            let set = try PublishedDataset.named(id)
            guard let folder = DatasetLocations.here.folders(of: set).first else {
                throw try DatasetsPathCommand.absence(set)
            }
            let found = try DatasetVerification(set, in: folder)
            if json {
                print(DatasetJSON.text(VerificationJSON(found)))
            } else {
                for line in Self.lines(found) { print(line) }
            }
            return found.isWhole ? .ok : .someFailed
        }
    }

    private static func lines(_ found: DatasetVerification) -> [String] {
        let set = found.set
        var lines = ["\(set.id) in \(found.folder)"]
        if let sums = found.sums {
            let all = sums.rightCount + sums.wrong.count + sums.missing.count
            let trust = sums.isPinned ? "known digest" : "trusted on first use"
            lines.append(
                "files     \(DatasetText.count(sums.rightCount)) of \(DatasetText.count(all)) as SHA256SUMS.txt (\(trust)) has them"
            )
            if !sums.wrong.isEmpty {
                lines.append("          wrong: \(DatasetText.names(sums.wrong))")
            }
            if !sums.missing.isEmpty {
                lines.append("          missing: \(DatasetText.names(sums.missing))")
            }
        } else {
            lines.append("files     there is no SHA256SUMS.txt, so their bytes cannot be checked")
        }
        lines.append(
            "records   \(found.records.count) of \(DatasetText.fact(set.recordCount, DatasetText.count))"
        )
        if !found.missingRecords.isEmpty {
            lines.append("          missing: \(DatasetText.names(found.missingRecords))")
        }
        for (ending, fact) in set.beats.sorted(by: { $0.key < $1.key }) {
            lines.append(
                "beats     \(DatasetText.count(found.beats[ending] ?? 0)) of \(DatasetText.fact(fact, DatasetText.count)), by .\(ending)"
            )
        }
        lines += found.errors.map { "          \($0)" }
        lines.append(
            found.isWhole ? "all of it is there" : "not all of it is there as it should be")
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

    init(_ found: DatasetVerification) {
        id = found.set.id
        folder = found.folder
        whole = found.isWhole
        sums = found.sums.map { $0.isPinned ? "pinned" : "trusted_on_first_use" } ?? "missing"
        filesRight = found.sums?.rightCount
        filesWrong = found.sums?.wrong ?? []
        filesMissing = found.sums?.missing ?? []
        records = found.records
        recordsExpected = found.set.recordCount.value
        recordsMissing = found.missingRecords
        beats = found.beats
        beatsExpected = found.set.beats.mapValues(\.value)
        errors = found.errors
    }

    private enum CodingKeys: String, CodingKey {
        case id, folder, whole, sums, filesRight, filesWrong, filesMissing, records,
            recordsExpected, recordsMissing, beats, beatsExpected
        case errors = "faults"
    }
}
