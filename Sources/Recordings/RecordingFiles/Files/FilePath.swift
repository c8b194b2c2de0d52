/// Parts of a path as text. Foundation's own way traps on Linux for a path of one character.
enum FilePath {
    /// The folder that a path names something in; empty for a plain name.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
