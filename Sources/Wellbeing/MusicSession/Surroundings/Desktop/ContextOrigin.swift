import Foundation

/// The origin of the reports of the desktop: a file, or a program that writes one.
package enum ContextOrigin: Sendable, Equatable {
    case file(path: String)
    /// The program's path, and its arguments.
    case program(path: String, arguments: [String])

    /// - Parameters:
    ///   - text: the path of a file, or a command: words, with quotation marks around those that hold blanks. No shell
    ///     reads it.
    ///   - environment: whose `PATH` names the folders of programs.
    /// - Returns: nil where it is neither.
    package init?(_ text: String, environment: [String: String]) {
        if Self.isFile(text), access(text, X_OK) != 0 || text.hasSuffix(".json") {
            self = .file(path: text)
            return
        }
        guard let words = Self.words(text), let name = words.first,
            let path = Self.path(of: name, environment)
        else {
            // One that is not there yet is a file by its name.
            guard text.hasSuffix(".json") else { return nil }
            self = .file(path: text)
            return
        }
        self = .program(path: path, arguments: Array(words.dropFirst()))
    }

    private static func isFile(_ path: String) -> Bool {
        var fileStatus = stat()
        return stat(path, &fileStatus) == 0 && fileStatus.st_mode & S_IFMT == S_IFREG
    }

    private static func path(of name: String, _ environment: [String: String]) -> String? {
        let candidates =
            name.contains("/")
            ? [name]
            : (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
        return candidates.first { isFile($0) && access($0, X_OK) == 0 }
    }

    /// Words between blanks; nil where a quotation mark is not closed.
    static func words(_ text: String) -> [String]? {
        var words: [String] = []
        var word: String?
        var mark: Character?
        for character in text {
            if let open = mark {
                if character == open { mark = nil } else { word?.append(character) }
            } else if character == "\"" || character == "'" {
                mark = character
                word = word ?? ""
            } else if character == " " || character == "\t" {
                if let done = word { words.append(done) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let done = word { words.append(done) }
        return mark == nil ? words : nil
    }
}
