/// Parts of a path as text. Foundation is not used: its way traps on Linux for a path of one character, and this module
/// has to be of use where Foundation is not at hand.
package enum FilePath {
    /// The folder that a path names something in; empty for a plain name.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The last part of a path, without slashes at its end; empty for none.
    package static func name(of path: String) -> String {
        let trimmedPath = trimmingSlashes(path)
        return String(
            trimmedPath[
                (trimmedPath.lastIndex(of: "/").map(trimmedPath.index(after:))
                    ?? trimmedPath.startIndex)...])
    }

    /// Returns the part of the name after its last point; empty where there is no point, or only
    /// one at the beginning of the name.
    package static func ending(of path: String) -> String {
        let name = name(of: path)
        guard let dotIndex = name.lastIndex(of: "."), dotIndex != name.startIndex else { return "" }
        return String(name[name.index(after: dotIndex)...])
    }

    /// The path without its ending and the point before it.
    package static func stem(of path: String) -> String {
        let name = name(of: path)
        guard let dotIndex = name.lastIndex(of: "."), dotIndex != name.startIndex,
            name.index(after: dotIndex) != name.endIndex
        else { return path }
        let trimmedPath = trimmingSlashes(path)
        return String(trimmedPath.dropLast(name.distance(from: dotIndex, to: name.endIndex)))
    }

    /// The path of something in a folder.
    ///
    /// - Parameter folder: empty for the current one.
    package static func path(_ name: String, in folder: String) -> String {
        if folder.isEmpty { return name }
        let name = name.drop { $0 == "/" }
        return folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }

    private static func trimmingSlashes(_ path: String) -> Substring {
        var trimmedPath = path[...]
        while trimmedPath.last == "/" { trimmedPath.removeLast() }
        return trimmedPath
    }
}
