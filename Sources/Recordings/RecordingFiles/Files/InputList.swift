import Foundation

/// Finds the recordings among paths and folders.
public enum InputList {
    /// Endings of files that a folder is searched for; a file named itself is always read.
    public static let endings = Set(ReadFormats.all.flatMap { $0.endings } + [packedEnding])

    private static let packedEnding = "gz"

    /// The inputs a path stands for: itself, or for a folder every recording below it.
    ///
    /// A WFDB record with beats or signals counts once, by its header. A packed file counts by the
    /// ending below `.gz`. Descriptions such as a README, hidden files, links to folders and
    /// files of other endings are passed over.
    ///
    /// - Returns: paths in the order of their names; empty for a folder without recordings.
    public static func expand(_ path: String) -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
            isFolder.boolValue
        else { return [path] }
        return recordings(inFolder: path)
    }

    private static func recordings(inFolder folder: String) -> [String] {
        let keys: [URLResourceKey] = [.isRegularFileKey]
        guard
            let walk = FileManager.default.enumerator(
                at: URL(fileURLWithPath: folder, isDirectory: true),
                includingPropertiesForKeys: keys, options: [.skipsHiddenFiles])
        else { return [] }
        let root = URL(fileURLWithPath: folder, isDirectory: true).path
        var files: [String] = []
        for case let url as URL in walk {
            let values = try? url.resourceValues(forKeys: Set(keys))
            guard values?.isRegularFile == true else { continue }
            // The person's own spelling of the folder stays in front.
            var relative = url.path
            if relative.hasPrefix(root) { relative = String(relative.dropFirst(root.count)) }
            while relative.hasPrefix("/") { relative = String(relative.dropFirst()) }
            files.append((folder as NSString).appendingPathComponent(relative))
        }
        files.sort()
        return select(files)
    }

    private static func select(_ files: [String]) -> [String] {
        let headers = Set(
            files.filter { ($0 as NSString).pathExtension == "hea" }
                .map { ($0 as NSString).deletingPathExtension })
        let segments = Set(headers.flatMap(segments))
        return files.filter { file in
            var stem = (file as NSString).deletingPathExtension
            var ending = (file as NSString).pathExtension.lowercased()
            if ending == "hea" {
                return WFDBRecordFiles(path: file, isForced: false)?.annotators().isEmpty == false
                    || (hasSignals(file) && !segments.contains(stem))
            }
            guard endings.contains(ending), !isDescription(file) else { return false }
            if ending == packedEnding {
                ending = (stem as NSString).pathExtension.lowercased()
                stem = (stem as NSString).deletingPathExtension
                return endings.contains(ending) && ending != packedEnding
            }
            // Annotations `record.ecg`, and a record's own name, belong to the header.
            return !(["", "ecg"].contains(ending) && headers.contains(stem))
        }
    }

    private static func hasSignals(_ header: String) -> Bool {
        let bytes = try? RecordingFile.readAll(header, limit: RecordingFile.headerLimit)
        return ((try? bytes.map(WFDBHeader.init)) ?? nil).map { $0.signalCount > 0 } ?? false
    }

    /// Records that are parts of this one: the lines of a header whose first one is `name/count ...`.
    private static func segments(of record: String) -> [String] {
        let limit = RecordingFile.headerLimit
        guard let bytes = try? RecordingFile.readAll(record + ".hea", limit: limit) else {
            return []
        }
        let names = TextLines.filled(in: bytes)
            .filter { $0.first != UInt8(ascii: "#") }
            .compactMap { $0.split(separator: UInt8(ascii: " ")).first.map(TextLine.string) }
        guard names.first?.contains("/") == true else { return [] }
        let folder = FilePath.folder(of: record)
        return names.dropFirst().map { (folder as NSString).appendingPathComponent($0) }
    }

    /// The clinical document beside an export of health data holds nothing that is read.
    private static func isClinicalDocument(_ file: String) -> Bool {
        file.lowercased().hasSuffix("_cda.xml")
    }

    /// A README beside recordings is no recording.
    private static func isDescription(_ file: String) -> Bool {
        let name = ((file as NSString).lastPathComponent as NSString).deletingPathExtension
        return ["readme", "license", "records", "makefile"].contains(name.lowercased())
            || isClinicalDocument(file)
    }
}
