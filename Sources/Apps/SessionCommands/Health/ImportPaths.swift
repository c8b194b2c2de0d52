import CommandSupport
import HealthRecords
import RecordingFiles

/// The files that the paths of an import stand for.
///
/// A folder with archives or FIT files, at any depth, stands for each of them and for exports that lie unpacked among
/// them, so that every file has an outcome of its own. Any other folder is an unpacked export.
enum ImportPaths {
    static func files(_ paths: [String]) -> [String] { paths.flatMap(files) }

    private static func files(_ path: String) -> [String] {
        guard FolderListing.kind(of: path) == .folder else { return [path] }
        let root = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        let names = FolderListing.files(in: root)
        guard names.contains(where: hasImportSuffix) else { return [path] }
        return names.filter { hasImportSuffix($0) || isExport($0, in: root) }.map {
            "\(root)/\($0)"
        }
    }

    private static func hasImportSuffix(_ name: String) -> Bool {
        [".zip", ".fit"].contains { name.lowercased().hasSuffix($0) }
    }

    /// Returns true if a file is the XML of an export; beside it may be others that are none.
    private static func isExport(_ name: String, in root: String) -> Bool {
        name.lowercased().hasSuffix(".xml")
            && (try? HealthFileReader.open("\(root)/\(name)")) != nil
    }
}
