import PhysioTypes
package import RecordingFiles

/// A health file as a folder of recordings: its segments of beats, and the files in it that hold beats or an ECG.
package struct HealthRecordings {
    /// The segments that are wanted.
    package struct Selection: Sendable, Equatable {
        /// First date, or date and time, on the clock of the file, such as `2026-11-14` or `2026-11-14T03:12`.
        package var from: String?
        /// Last date, or date and time, which is wanted as a whole.
        package var to: String?
        /// Maximum numbers of segments and of files, of which the newest are wanted; nil for all.
        package var maxNewestCount: Int?

        package init() {}

        /// Returns true if a moment lies between the two, as their texts compare.
        func contains(_ text: String) -> Bool {
            (from.map { text >= $0 } ?? true) && (to.map { text.prefix($0.count) <= $0 } ?? true)
        }
    }

    /// Path of the file, as the person named it.
    private let path: String
    private let reader: HealthFileReader
    private let selection: Selection

    /// Opens a path as a health file.
    ///
    /// - Returns: nil where it is neither an archive with an export or with activities alone, nor the XML file of an
    ///   export.
    /// - Throws: where it is one and cannot be read.
    package init?(_ path: String, _ selection: Selection = Selection()) throws(RecordingError) {
        guard FolderListing.kind(of: path) == .file, let file = try? RandomAccessFile(path),
            let head = try? file.bytes.read(at: 0, count: 1 << 16),
            Self.isHealthFile(head[...])
        else { return nil }
        do throws(HealthFileError) {
            reader = try HealthFileReader.open(path)
        } catch {
            // Other recordings may lie in an archive, also beside files that cannot be unpacked.
            let holdsNoExport = [.noExport, .unsupportedZipMethod, .zipLimitExceeded].contains(
                error.code)
            if holdsNoExport, ZipArchive.isArchive(head[...]) { return nil }
            throw RecordingError(error)
        }
        if case .fit = reader.content, reader.hasOtherFiles { return nil }
        self.path = path
        self.selection = selection
    }

    private static func isHealthFile(_ head: ArraySlice<UInt8>) -> Bool {
        if ZipArchive.isArchive(head) { return true }
        switch HealthFilePart.kind(head) {
        case .export: return true
        // Other XML has other encodings, and other readers.
        case .badEncoding: return String(decoding: head, as: UTF8.self).contains("<HealthData")
        case .fit, .other: return false
        }
    }

    // MARK: Files

    /// Returns true if a file is an ECG of an export, whose first lines name a person.
    package static func isElectrocardiogram(_ part: HealthFilePart) -> Bool {
        label(of: part).hasPrefix(electrocardiogramFolder)
    }

    private static let electrocardiogramFolder = "electrocardiograms/"

    /// Name of a file in the health file, as it is given behind the `#`.
    package static func label(of part: HealthFilePart) -> String {
        guard let range = part.name.firstRange(of: electrocardiogramFolder) else {
            return String(part.fileName)
        }
        return electrocardiogramFolder + part.name[range.upperBound...]
    }

    /// Opens the file that a name means, such as `export.zip#electrocardiograms/ecg_2020-02-05.csv`.
    ///
    /// - Returns: nil where the name means no file in a health file.
    package static func file(named name: String) throws(RecordingError) -> HealthFilePart? {
        let input = InputName(name)
        guard let part = input.part, let health = try HealthRecordings(input.path) else {
            return nil
        }
        return health.files.first { label(of: $0) == part }
    }

    /// The files that hold an ECG or the beats of an activity, by name; of an ECG the date is in the name.
    package var files: [HealthFilePart] {
        switch reader.content {
        case .export:
            reader.electrocardiograms.sorted { $0.name < $1.name }.filter { part in
                guard let date = Self.date(in: part.fileName) else { return true }
                return selection.from.map { date >= $0.prefix(10) } ?? true
                    && selection.to.map { date <= $0.prefix(10) } ?? true
            }
        case .fit(let parts): parts
        }
    }

    /// `2020-02-05` in `ecg_2020-02-05_1.csv`.
    private static func date(in name: Substring) -> Substring? {
        var rest = name
        while rest.count >= 10 {
            let text = rest.prefix(10)
            let isDate = zip(text, "0000-00-00").allSatisfy {
                $1 == "0" ? $0.isASCII && $0.isNumber : $0 == $1
            }
            if isDate { return text }
            rest = rest.dropFirst()
        }
        return nil
    }

    // MARK: Segments

    /// The segments of beats, by time, each under its own name.
    ///
    /// - Returns: empty for a file without an export. Where only the newest are wanted, and where the file could not
    ///   be read whole, the first one says so; where there is none, one that cannot be read does.
    package func beatSegments() throws(RecordingError) -> [NamedRecording] {
        guard case .export = reader.content else { return [] }
        var collector = BeatSegmentCollector(selection: selection)
        let summary: HealthFileSummary
        do {
            summary = try reader.read(into: &collector)
        } catch let error as HealthFileError {
            throw RecordingError(error)
        } catch {
            throw .cannotRead("reading failed: \(error)", .failed)
        }
        let found = collector.beatSegments.sorted {
            ($0.start, $0.sourceIndex) < ($1.start, $1.sourceIndex)
        }
        if found.isEmpty, summary.isDamaged {
            return [NamedRecording(name: path, outcome: .failure(Self.noBeatsBeforeDamageError))]
        }
        let newest = found.suffix(selection.maxNewestCount ?? found.count)
        var notices = Self.notices(summary, collector.badBeatTimeCount)
        if newest.count < found.count {
            notices.append(
                Notice(
                    .note, code: "newest",
                    "the newest \(newest.count) of \(found.count) stretches are shown: --output "
                        + "csv has all, --from and --to choose"))
        }
        return newest.enumerated().map { index, beatSegment in
            NamedRecording(
                name: InputName.name(ofPart: beatSegment.startText, in: path),
                outcome: .success(beatSegment.recording.addingNotices(index == 0 ? notices : [])))
        }
    }

    private static let noBeatsBeforeDamageError = RecordingError.badArchive(
        "the export ends early or is damaged, and there are no beats before that, or none at that "
            + "time: copy it again, or export it again", .cut)

    private static func notices(_ summary: HealthFileSummary, _ badBeatTimeCount: Int) -> [Notice] {
        var notices: [Notice] = []
        if let damageText = summary.damageText {
            notices.append(Notice(.warning, code: "cut", damageText))
        }
        if badBeatTimeCount > 0 {
            let records = badBeatTimeCount == 1 ? "record is" : "records are"
            notices.append(
                Notice(
                    .warning, code: HealthRecordError.badBeatTime.rawValue,
                    "\(badBeatTimeCount) \(records) left out: the times of the beats do not fit"))
        }
        return notices
    }
}

/// Collects the segments of an export alone.
private struct BeatSegmentCollector: HealthSink {
    let selection: HealthRecordings.Selection
    var beatSegments: [BeatSegment] = []
    var badBeatTimeCount = 0

    mutating func source(_ source: HealthSource) {}
    mutating func sample(_ sample: HealthSample) {}
    mutating func sleep(_ sample: SleepSample) {}
    mutating func beatSegment(_ beatSegment: BeatSegment) {
        if selection.contains(beatSegment.startText) { beatSegments.append(beatSegment) }
    }
    mutating func workout(_ workout: HealthWorkout) {}
    mutating func error(_ error: HealthRecordError) {
        if error == .badBeatTime { badBeatTimeCount += 1 }
    }
    mutating func progress(bytesRead: Int64, byteCount: Int64?) {}
}

extension Recording {
    fileprivate func addingNotices(_ added: [Notice]) -> Recording {
        with(notices: added + notices)
    }
}

extension RecordingError {
    /// The same as an error of recordings.
    init(_ error: HealthFileError) {
        self =
            switch error.code {
            case .zipDamaged: .badArchive(error.text, .damaged)
            case .unsupportedZipMethod: .badArchive(error.text, .method)
            case .zipLimitExceeded: .badArchive(error.text, .limit)
            case .noExport: .badArchive(error.text, .noExport)
            case .badEncoding: .badArchive(error.text, .badEncoding)
            case .ambiguous: .ambiguous(error.text)
            case .notAFile: .cannotRead(error.text, .notAFile)
            case .notFound: .cannotRead(error.text, .notFound)
            case .notPermitted: .cannotRead(error.text, .notPermitted)
            case .inputOutput, .cancelled: .cannotRead(error.text, .failed)
            }
    }
}
