import PhysioTypes

/// The files of a zip archive as recordings, each named by the archive and what is behind the `#`.
///
/// Files of other endings, and those that are no recordings, are passed over with a warning; hidden files
/// and descriptions such as a README are passed over. A WFDB record counts once, by its header. An archive
/// within the archive is not opened.
package struct RecordingArchive {
    /// A file of the archive, or a WFDB record of several.
    package struct Member {
        /// The text after the `#`: the name without its folders where no other file has it.
        package let label: String
        /// Name without folders.
        package let fileName: String
        fileprivate let entry: ZipEntry
        /// The WFDB record whose header the file is; nil for other files.
        fileprivate var record: WFDBRecordFiles?
    }

    /// Files that may hold recordings, in the order of the archive.
    package let members: [Member]
    private let path: String
    private let archive: ZipArchive
    private let all: [Member]
    private var notices: [Notice] = []

    private static let maxListedNames = 5

    /// Opens a file as an archive.
    ///
    /// - Returns: nil where it is none, or a document that is packed as archives are.
    /// - Throws: where the directory of the archive is damaged.
    package init?(_ path: String) throws(RecordingError) {
        guard FolderListing.kind(of: path) == .file, let file = try? RandomAccessFile(path),
            let head = try? file.bytes.read(at: 0, count: InputHead.startSize)[...],
            ZipArchive.isArchive(head), !Self.isDocument(head)
        else { return nil }
        let archive = try ZipArchive(file.bytes)
        self.archive = archive
        self.path = path
        let entries = archive.entries.filter { entry in
            !entry.isFolder && !entry.name.hasPrefix("__MACOSX/")
                && !FilePath.name(of: entry.name).hasPrefix(".")
        }
        var counts: [String: Int] = [:]
        for entry in entries { counts[FilePath.name(of: entry.name), default: 0] += 1 }
        all = entries.map { entry in
            let name = FilePath.name(of: entry.name)
            return Member(
                label: counts[name] == 1 ? name : entry.name, fileName: name, entry: entry)
        }
        let headers = all.filter { FilePath.ending(of: $0.fileName).lowercased() == "hea" }
        let records = Set(headers.map { FilePath.stem(of: $0.entry.name) })
        let segments = Set(headers.flatMap { Self.segments(of: $0.entry, in: archive) })
        let single = all.filter { !records.contains(FilePath.stem(of: $0.entry.name)) }
        members = all.compactMap { member in
            let stem = FilePath.stem(of: member.entry.name)
            guard records.contains(stem) else {
                return Self.shouldOpen(member.fileName) ? member : nil
            }
            guard FilePath.ending(of: member.fileName).lowercased() == "hea",
                !segments.contains(stem)
            else { return nil }
            var record = Member(
                label: FilePath.stem(of: member.label), fileName: member.fileName,
                entry: member.entry)
            record.record = Self.record(FilePath.folder(of: stem), member.fileName, in: archive)
            return record
        }
        let others = single.filter { member in
            !Self.shouldOpen(member.fileName) && !InputList.isDocumentation(member.fileName)
                && !segments.contains(FilePath.stem(of: member.entry.name))
        }
        if let first = others.first {
            notices.append(
                Self.skippedNotice(
                    others.count == 1
                        ? "\(first.label), by its ending"
                        : "\(first.label) and \(others.count - 1) more, by their endings"))
        }
    }

    /// Returns true if a file is opened: it may be a recording, or an archive, which is refused by
    /// name.
    private static func shouldOpen(_ fileName: String) -> Bool {
        InputList.mayBeRecording(fileName) || FilePath.ending(of: fileName).lowercased() == "zip"
    }

    // MARK: WFDB records

    /// The record of a header, with the files beside it in the archive.
    private static func record(
        _ folder: String, _ headerName: String, in archive: ZipArchive
    ) -> WFDBRecordFiles {
        WFDBRecordFiles(
            name: FilePath.stem(of: headerName),
            WFDBRecordFiles.Files(
                names: {
                    archive.entries.filter { FilePath.folder(of: $0.name) == folder }
                        .map { FilePath.name(of: $0.name) }
                },
                open: { name throws(RecordingError) in
                    let path = FilePath.path(name, in: folder)
                    guard let entry = archive.entries.first(where: { $0.name == path }) else {
                        throw .cannotRead("\(name) is not in the archive", .notFound)
                    }
                    return try archive.source(of: entry)
                }))
    }

    /// Names without ending of the records that are parts of the one of a header.
    private static func segments(of header: ZipEntry, in archive: ZipArchive) -> [String] {
        guard let source = try? archive.source(of: header),
            let bytes = try? RecordingFile.readAll(source, limit: RecordingFile.headerLimit)
        else { return [] }
        return InputList.segments(bytes, in: FilePath.folder(of: header.name))
    }

    /// The WFDB record that the part of a name means; nil for none.
    func record(_ part: String) -> WFDBRecordFiles? {
        if let index = InputName.index(part), members.indices.contains(index) {
            return members[index].record
        }
        return members.first { member in
            member.record != nil
                && [member.label, member.entry.name, FilePath.stem(of: member.entry.name)]
                    .contains(part)
        }?.record
    }

    /// The record that is meant where the archive alone is named; nil where it holds anything else.
    var onlyRecord: WFDBRecordFiles? { members.count == 1 ? members[0].record : nil }

    private static func isDocument(_ head: ArraySlice<UInt8>) -> Bool {
        let head = InputHead(start: head, options: .init())
        return ReadableFormats.documentFormats.contains { $0.probe(head) }
    }

    private static func skippedNotice(_ what: String) -> Notice {
        Notice(.warning, code: "zip_passed_over", "passed over in the archive: \(what)")
    }

    // MARK: Files

    /// The file that the part of a name means, and which of its recordings is meant.
    ///
    /// - Throws: `cannotRead` with `notFound` where there is none.
    package func member(
        _ part: String
    ) throws(RecordingError) -> (member: Member, part: String?) {
        for member in all where part == member.label || part == member.entry.name {
            return (member, nil)
        }
        // By its number, with the number of a recording of it behind a `#`.
        let number = part.prefix { $0 != "#" }
        if let index = InputName.index(number), members.indices.contains(index),
            members[index].record == nil
        {
            let rest = part.dropFirst(number.count + 1)
            return (members[index], rest.isEmpty ? nil : String(rest))
        }
        for member in all {
            for label in [member.label, member.entry.name] where part.hasPrefix(label + "#") {
                return (member, String(part.dropFirst(label.count + 1)))
            }
        }
        let names = members.prefix(Self.maxListedNames).map { "#\($0.label)" }
        let list =
            names.isEmpty
            ? ""
            : ": \(names.joined(separator: ", "))" + (members.count > names.count ? ", ..." : "")
        throw .cannotRead(
            "there is no #\(part) in the archive, which holds \(members.count) recordings\(list)",
            .notFound)
    }

    /// The file that is meant where the archive alone is named: its only one.
    ///
    /// - Throws: `ambiguous` where there are several.
    func onlyMember() throws(RecordingError) -> Member {
        if members.count == 1 { return members[0] }
        throw .ambiguous(
            "this is an archive of \(all.count) files: name one of them"
                + (members.first.map { ", such as \(name(of: $0))" } ?? " behind a #"))
    }

    /// The bytes of a file.
    ///
    /// - Throws: `badArchive` also for an archive within the archive.
    package func open(_ member: Member) throws(RecordingError) -> ByteSource {
        var source = try archive.source(of: member.entry)
        let head = try source.peek(InputHead.startSize)
        guard !ZipArchive.isArchive(head) || Self.isDocument(head) else {
            throw .badArchive(
                "\(member.label) is an archive within the archive, which is not opened: unpack it",
                .method)
        }
        return source
    }

    /// The name of a file as an input.
    package func name(of member: Member) -> String {
        InputName.name(ofPart: member.label, in: path)
    }

    // MARK: Recordings

    /// Every recording of the archive, in its order.
    ///
    /// - Parameter recordings: the recordings of a file that was opened as what it holds.
    /// - Returns: at least one; the first that can be read has the notices of the archive.
    /// - Throws: where nothing in the archive is a recording.
    package func recordings(
        _ options: RecordingFile.Options,
        _ recordings: (RecordingInput, _ name: String) throws(RecordingError) -> [NamedRecording]
    ) throws(RecordingError) -> [NamedRecording] {
        var found: [NamedRecording] = []
        var notices = notices
        var skippedFiles: [(label: String, error: RecordingError)] = []
        for member in members {
            let name = name(of: member)
            do throws(RecordingError) {
                found += try recordings(input(member, name, options), name)
            } catch {
                if Self.isNotRecordingError(error) {
                    skippedFiles.append((member.label, error))
                } else {
                    found.append(NamedRecording(name: name, outcome: .failure(error)))
                }
            }
        }
        notices += skippedFiles.prefix(Self.maxListedNames).map {
            Self.skippedNotice("\($0.label): \($0.error.text)")
        }
        if skippedFiles.count > Self.maxListedNames {
            notices.append(
                Self.skippedNotice("\(skippedFiles.count - Self.maxListedNames) further files"))
        }
        guard !found.isEmpty else {
            throw .unknownFormat(
                notices.first.map { "the archive holds no recording: \($0.text)" }
                    ?? "the archive holds no recording", line: nil)
        }
        let first = found.firstIndex { (try? $0.outcome.get()) != nil }
        if let first {
            found[first] = NamedRecording(
                name: found[first].name,
                outcome: found[first].outcome.map { $0.with(notices: notices + $0.notices) })
        }
        return found.mergingOptionNotices
    }

    private func input(
        _ member: Member, _ name: String, _ options: RecordingFile.Options
    ) throws(RecordingError) -> RecordingInput {
        if let record = member.record { return try RecordingFile.openInput(record, options) }
        if member.entry.name.contains("electrocardiograms/") {
            let source = try open(member)
            do throws(RecordingError) {
                return .signals(
                    try RecordingFile.openSignals(
                        source, fileName: member.fileName, options: options))
            } catch {
                // The first lines of such an ECG name a person, and no error may repeat them.
                throw .noSignal("the ECG of a health export cannot be read")
            }
        }
        return try RecordingFile.openInput(
            open(member), name: InputName(path: name), fileName: member.fileName, options: options)
    }

    /// The recordings of beats; a file of signals is named as one.
    func beats(_ options: RecordingFile.Options) throws(RecordingError) -> [NamedRecording] {
        try recordings(options) { (input, name) throws(RecordingError) in
            switch input {
            case .beats(let recording):
                [NamedRecording(name: name, outcome: .success(recording))]
            case .recordings(let recordings): recordings
            case .signals:
                [
                    NamedRecording(
                        name: name,
                        outcome: .failure(
                            UnsupportedInput.holdsSignalsError("a recording of samples")))
                ]
            }
        }
    }

    /// Returns true if a file that could not be read is no recording at all.
    private static func isNotRecordingError(_ error: RecordingError) -> Bool {
        switch error {
        case .empty, .noRR, .noSignal, .unknownFormat: true
        default: false
        }
    }
}
