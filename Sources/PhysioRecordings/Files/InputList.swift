import Foundation

/// Finds the recordings among paths and folders.
public enum InputList {
    /// Endings of files that a folder is searched for; a file named itself is always read.
    public static let endings: Set<String> = [
        "", "txt", "csv", "tsv", "ibi", "rr", "rri", "hrm", "beats", "xml", "sml",
    ]

    /// The inputs a path stands for: itself, or for a folder every recording below it.
    ///
    /// A WFDB record counts once, by its header. Hidden files, links to folders and files of other
    /// endings are passed over.
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
        return files.filter { file in
            let ending = (file as NSString).pathExtension.lowercased()
            let stem = (file as NSString).deletingPathExtension
            if ending == "hea" {
                // Segments and signal-only records have no beats of their own to read.
                return WFDBRecordFiles(path: file, isForced: false)?.annotators().isEmpty == false
            }
            return endings.contains(ending) && !(ending.isEmpty && headers.contains(stem))
                && !isDescription(file)
        }
    }

    /// A README beside recordings is no recording.
    private static func isDescription(_ file: String) -> Bool {
        let name = ((file as NSString).lastPathComponent as NSString).deletingPathExtension
        return ["readme", "license", "records", "makefile"].contains(name.lowercased())
    }
}
