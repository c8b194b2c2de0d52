/// The Swift file that holds the files of a page.
enum SwiftSource {
    /// Each file as a raw string, which compiles fast; the same files give the same text.
    ///
    /// - Parameter files: the files of the page; their order does not matter.
    /// - Parameter screens: addresses of the page's screens, in their order.
    static func text(of files: [EmbeddedFile], screens: [String]) -> String {
        let files = files.sorted { $0.name < $1.name }
        let entries = files.indices.map { index in
            "        \(literal(files[index].name)): "
                + "PageFile(contentType: \(literal(files[index].contentType)), text: file\(index)),\n"
        }
        let texts = files.indices.map { index in
            "\n    private static let file\(index) = \(rawString(files[index].text))\n"
        }
        return """
            // Written by EmbedPage from the folder Page when the package is built.

            extension PageFile {
                /// Addresses of the page's screens; a part such as `:id` is any.
                static let screens: [String] = [\(screens.map(literal).joined(separator: ", "))]

                /// Every file of the page, by its path below the folder `Page`.
                static let all: [String: PageFile] = [
            \(entries.joined())    ]
            \(texts.joined())}

            """
    }

    private static func literal(_ name: String) -> String { "\"\(name)\"" }

    /// A raw string literal of several lines.
    ///
    /// It has one number sign more than the longest run of them in the text, so that nothing in the text
    /// ends it or is an escape.
    static func rawString(_ text: String) -> String {
        let longest = text.utf8.split { $0 != UInt8(ascii: "#") }.map(\.count).max() ?? 0
        let marks = String(repeating: "#", count: longest + 1)
        return "\(marks)\"\"\"\n\(text)\n\"\"\"\(marks)"
    }
}
