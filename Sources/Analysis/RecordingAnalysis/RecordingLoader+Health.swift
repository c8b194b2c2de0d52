import HealthRecords
import PhysioTypes
import RecordingFiles

extension RecordingLoader {
    /// The recordings of a health export or an archive: segments of beats by time, then the files in it.
    ///
    /// - Parameter name: a path; behind a `#` the start of a segment or the name of a file in it.
    /// - Returns: nil where the path is neither an archive nor an export.
    /// - Throws: where it cannot be read, or where there is no such recording in it.
    func healthRecordings(_ name: String) throws(RecordingError) -> [NamedRecording]? {
        let input = InputName(name)
        guard name != "-",
            let health = try HealthRecordings(
                input.path, input.part == nil ? healthSelection : HealthRecordings.Selection())
        else { return nil }
        if let part = input.part {
            let file = health.files.first { file in
                let label = HealthRecordings.label(of: file)
                return part == label || part.hasPrefix(label + "#")
            }
            if let file { return recordings(of: file, in: input.path, part) }
            let beatSegments = try health.beatSegments().filter { $0.name == name }
            guard !beatSegments.isEmpty else {
                throw .cannotRead("there is no #\(part) in \(input.path)", .notFound)
            }
            return beatSegments
        }
        let allRecordings = try health.beatSegments() + files(of: health, in: input.path)
        guard !allRecordings.isEmpty else {
            throw .empty("there are no beats and no ECGs in this export, or none at that time")
        }
        return allRecordings
    }

    /// The recordings of the files in a health file; of an export table the newest ones.
    private func files(of health: HealthRecordings, in path: String) -> [NamedRecording] {
        let files = health.files
        let newestFiles = files.suffix(healthSelection.maxNewestCount ?? files.count)
        var allRecordings = newestFiles.flatMap { file in
            recordings(of: file, in: path, HealthRecordings.label(of: file))
        }
        if newestFiles.count < files.count, let first = allRecordings.first {
            let notice = Notice(
                .note, code: "newest",
                "the newest \(newestFiles.count) of \(files.count) files are shown: --output csv has all"
            )
            allRecordings[0] = NamedRecording(
                name: first.name,
                outcome: first.outcome.map { $0.with(notices: [notice] + $0.notices) })
        }
        return allRecordings
    }

    /// - Parameter part: name of the file; behind another `#` which of its recordings is meant.
    private func recordings(
        of file: HealthFilePart, in path: String, _ part: String
    ) -> [NamedRecording] {
        let label = HealthRecordings.label(of: file)
        let name = InputName.name(ofPart: part, in: path)
        do throws(RecordingError) {
            let number = part == label ? nil : String(part.dropFirst(label.count + 1))
            let fileName = String(file.fileName)
            // An ECG is read as nothing else: its first lines name a person, and no error may repeat them.
            let input =
                if HealthRecordings.isElectrocardiogram(file) {
                    RecordingInput.signals(
                        try RecordingFile.openSignals(
                            file.open(), fileName: fileName, options: options))
                } else {
                    try RecordingFile.openInput(
                        file.open(),
                        name: InputName(
                            path: InputName.name(ofPart: label, in: path), part: number),
                        fileName: fileName, options: options)
                }
            return try recordings(input, name)
        } catch {
            return [NamedRecording(name: name, outcome: .failure(error))]
        }
    }
}
