import Foundation

/// An absolute path as the bytes that the file system has; they need not be UTF-8.
package struct SongPath: Hashable, Sendable, Comparable {
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package init(_ text: String) { bytes = Array(text.utf8) }

    /// The path for people, with what is no UTF-8 replaced.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The last part, without its ending.
    package var title: String {
        let name = bytes.split(separator: UInt8(ascii: "/")).last ?? []
        let end = name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
        return String(
            decoding: name[..<(end > name.startIndex ? end : name.endIndex)], as: UTF8.self)
    }

    /// The ending behind the last dot of the last part, in small letters.
    package var fileExtension: String {
        let name = bytes.split(separator: UInt8(ascii: "/")).last ?? []
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return "" }
        return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    }

    package var folder: SongPath {
        SongPath(Array(bytes[..<(bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0)]))
    }

    package func appending(_ name: [UInt8]) -> SongPath {
        SongPath(bytes == [UInt8(ascii: "/")] ? bytes + name : bytes + [UInt8(ascii: "/")] + name)
    }

    /// Returns true if the path is this folder, or lies somewhere in it.
    package func isUnder(_ folder: SongPath) -> Bool {
        guard folder.bytes != [UInt8(ascii: "/")] else { return true }
        guard bytes.starts(with: folder.bytes) else { return false }
        return bytes.count == folder.bytes.count
            || bytes[folder.bytes.count] == UInt8(ascii: "/")
    }

    package static func < (a: SongPath, b: SongPath) -> Bool {
        a.bytes.lexicographicallyPrecedes(b.bytes)
    }

    /// The path with every link resolved; nil where nothing is there.
    package var resolved: SongPath? {
        guard let found = withCString({ realpath($0, nil) }) else { return nil }
        defer { free(found) }
        return SongPath(UnsafeRawBufferPointer(start: found, count: strlen(found)).map { $0 })
    }

    func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        let characters = bytes.map { CChar(bitPattern: $0) } + [0]
        return characters.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return body("") }
            return body(start)
        }
    }
}
