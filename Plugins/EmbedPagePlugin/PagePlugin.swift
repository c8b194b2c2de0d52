import Foundation
import PackagePlugin

/// Has the files of a target's folder `Page` written as one Swift file whenever one of them was changed,
/// added or removed.
///
/// The script is one for `awk`, which every system with a shell has: a program of this package would be compiled by
/// every dependent, also by those without the page.
@main struct PagePlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let page = target.directoryURL.appendingPathComponent("Page")
        let names = try Self.files(in: page)
        let script = context.package.directoryURL.appendingPathComponent("Scripts/embed-page.awk")
        let output = context.pluginWorkDirectoryURL.appendingPathComponent("PageFile+All.swift")
        return [
            // The names are arguments, so that the command differs where a file came or went.
            .buildCommand(
                displayName: "Embedding the page of \(target.name)",
                executable: URL(fileURLWithPath: "/usr/bin/awk"),
                arguments: ["-f", script.path, page.path, output.path] + names,
                inputFiles: [script] + names.map { page.appendingPathComponent($0) },
                outputFiles: [output])
        ]
    }

    /// Paths of the files below a folder, in order. Hidden ones are an editor's or the system's.
    private static func files(in folder: URL) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { path in
                var isFolder: ObjCBool = false
                let file = folder.appendingPathComponent(path).path
                return !path.split(separator: "/").contains { $0.hasPrefix(".") }
                    && FileManager.default.fileExists(atPath: file, isDirectory: &isFolder)
                    && !isFolder.boolValue
            }
            .sorted()
    }
}
