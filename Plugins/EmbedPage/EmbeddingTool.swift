import Foundation

/// Writes the files of a page as one Swift file, for the plugin of the build.
///
///     EmbedPage FOLDER OUTPUT FILE...
///
/// Each `FILE` is a path below `FOLDER`. Where one of them cannot be served, an error names it and
/// nothing is written.
@main enum EmbeddingTool {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count > 2 else { fail("usage: EmbedPage FOLDER OUTPUT FILE...") }
        let folder = URL(fileURLWithPath: arguments[0])
        do {
            let files = try arguments.dropFirst(2).map { name throws(EmbeddingError) in
                try EmbeddedFile(
                    name: name, contents: try contents(of: folder.appendingPathComponent(name)))
            }
            let text = SwiftSource.text(of: files, screens: try ScreenList.addresses(in: files))
            try write(text, to: URL(fileURLWithPath: arguments[1]))
        } catch let error as EmbeddingError {
            fail("\(folder.appendingPathComponent(error.file).path): error: \(error.text)")
        } catch {
            fail("\(arguments[1]): error: \(error.localizedDescription)")
        }
    }

    private static func contents(of file: URL) throws(EmbeddingError) -> Data {
        do {
            return try Data(contentsOf: file)
        } catch {
            throw EmbeddingError(
                file: file.lastPathComponent,
                text: "the file cannot be read: \(error.localizedDescription)")
        }
    }

    /// A file that already says the same keeps its date: nothing is compiled again.
    private static func write(_ text: String, to file: URL) throws {
        let data = Data(text.utf8)
        guard (try? Data(contentsOf: file)) != data else { return }
        try data.write(to: file, options: .atomic)
    }

    private static func fail(_ text: String) -> Never {
        FileHandle.standardError.write(Data((text + "\n").utf8))
        exit(1)
    }
}
