import Foundation

/// Why a file cannot be part of the page.
struct EmbeddingError: Error, Equatable {
    /// Path of the file below the folder of the page.
    let file: String
    /// One sentence.
    let text: String
}

/// A file of the page: its path, what a browser is told that it is, and its text.
struct EmbeddedFile: Equatable {
    /// Path below the folder of the page, with `/` between folders.
    let name: String
    let contentType: String
    let text: String

    /// The kinds of files that the page consists of, by the end of their names.
    static let contentTypes = [
        "css": "text/css; charset=utf-8",
        "html": "text/html; charset=utf-8",
        "js": "text/javascript; charset=utf-8",
    ]

    /// - Throws: `EmbeddingError` for a name that an address cannot have as it is, for a kind that is not in
    ///   `contentTypes`, for bytes that are not UTF-8, and for carriage returns, which the compiler would
    ///   make line feeds.
    init(name: String, contents: Data) throws(EmbeddingError) {
        guard name.utf8.allSatisfy(Self.isPlain) else {
            throw EmbeddingError(
                file: name, text: "a name consists of letters, digits, hyphens, dots and slashes")
        }
        let kind = name.split(separator: "/").last?.split(separator: ".").dropFirst().last ?? ""
        guard let contentType = Self.contentTypes[String(kind)] else {
            let known = Self.contentTypes.keys.sorted().map { "." + $0 }.joined(separator: ", ")
            throw EmbeddingError(
                file: name,
                text: "the page consists of \(known); a further kind needs its content type in "
                    + "EmbeddedFile.contentTypes of EmbedPage")
        }
        guard let text = String(bytes: contents, encoding: .utf8) else {
            throw EmbeddingError(file: name, text: "the file is not UTF-8")
        }
        guard !contents.contains(0x0D), !contents.contains(0) else {
            throw EmbeddingError(file: name, text: "the file has carriage returns or zero bytes")
        }
        self.name = name
        self.contentType = contentType
        self.text = text
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "/"):
            true
        default: false
        }
    }
}
