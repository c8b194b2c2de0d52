/// A playlist as a file of lines: M3U, and extended M3U.
///
/// Lines are bytes: what is UTF-8 is taken so, all else as Latin-1. Nothing is opened.
package struct M3U: Sendable, Equatable {
    /// Paths that an entry may mean, the likeliest first, each absolute and without `..`.
    package typealias Entry = [SongPath]

    /// The name of `#PLAYLIST:`, where there is one.
    package var name: String?
    package var entries: [Entry] = []
    /// Entries that are addresses, lie outside of the folders, or are too long.
    package var badEntryCount = 0

    /// A longer line is no path.
    package static let maxLineByteCount = 8_192
    /// More entries are left out, and counted as bad.
    package static let maxEntryCount = 1_000_000

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// - Parameters:
    ///   - bytes: of the whole file.
    ///   - folder: in which it lies.
    ///   - roots: folders that songs may lie in.
    package init(_ bytes: [UInt8], in folder: SongPath, roots: [SongPath]) {
        let start = bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
        for line in bytes[start...].split(whereSeparator: { $0 == 10 || $0 == 13 }) {
            let line = Self.trimmed(line)
            if line.isEmpty { continue }
            if line.first == UInt8(ascii: "#") {
                readPlaylistName(line)
                continue
            }
            let entry = Self.entry(line, folder).filter { path in
                roots.contains(where: path.isUnder)
            }
            if entry.isEmpty || entries.count >= Self.maxEntryCount {
                badEntryCount += 1
            } else {
                entries.append(entry)
            }
        }
    }

    private mutating func readPlaylistName(_ line: ArraySlice<UInt8>) {
        let mark = Array("#PLAYLIST:".utf8)
        guard name == nil, line.starts(with: mark) else { return }
        name = TagText.clean(
            String(decoding: Self.utf8Bytes(Array(line.dropFirst(mark.count))), as: UTF8.self))
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var line = line.drop { $0 == 32 || $0 == 9 }
        while let last = line.last, last == 32 || last == 9 { line.removeLast() }
        return line
    }

    private static func entry(_ line: ArraySlice<UInt8>, _ folder: SongPath) -> [SongPath] {
        guard line.count <= maxLineByteCount, !line.contains(0) else { return [] }
        guard let scheme = scheme(of: line) else {
            return candidates(Array(line)).compactMap { absolutePath($0, folder) }
        }
        guard scheme == "file", let path = path(ofAddress: line) else { return [] }
        return candidates(path).compactMap {
            $0.first == UInt8(ascii: "/") ? absolutePath($0, folder) : nil
        }
    }

    /// Returns the path as it is; as UTF-8 where it is Latin-1; and with the separators of Windows
    /// replaced.
    private static func candidates(_ path: [UInt8]) -> [[UInt8]] {
        let backslash = UInt8(ascii: "\\")
        var result = [path]
        let utf8Path = utf8Bytes(path)
        if utf8Path != path { result.append(utf8Path) }
        if path.contains(backslash) {
            result += result.map { $0.map { $0 == backslash ? UInt8(ascii: "/") : $0 } }
        }
        return result
    }

    /// Bytes that are UTF-8 as they are; others as Latin-1 in UTF-8.
    private static func utf8Bytes(_ bytes: [UInt8]) -> [UInt8] {
        if String(validating: bytes, as: UTF8.self) != nil { return bytes }
        return bytes.flatMap { Array(String(UnicodeScalar($0)).utf8) }
    }

    /// The letters before a colon with two slashes, as addresses have them, or before that of `file:`.
    private static func scheme(of line: ArraySlice<UInt8>) -> String? {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
        guard let first = name.first, first.isASCII, first.isLetter,
            name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+.-".contains($0)) })
        else { return nil }
        let isAddress = line[(colon + 1)...].starts(with: Array("//".utf8))
        return isAddress || name == "file" ? name : nil
    }

    /// The path of `file:/a`, `file:///a` or `file://localhost/a`, with its escapes resolved.
    private static func path(ofAddress line: ArraySlice<UInt8>) -> [UInt8]? {
        var rest = line.dropFirst("file:".utf8.count)
        if rest.starts(with: Array("//".utf8)) {
            rest = rest.dropFirst(2)
            let host = rest.prefix { $0 != UInt8(ascii: "/") }
            guard host.isEmpty || host.elementsEqual("localhost".utf8) else { return nil }
            rest = rest.dropFirst(host.count)
        }
        var result: [UInt8] = []
        var index = rest.startIndex
        while index < rest.endIndex {
            if rest[index] == UInt8(ascii: "%") {
                guard rest.endIndex - index > 2,
                    let byte = UInt8(
                        String(decoding: rest[(index + 1)...(index + 2)], as: UTF8.self), radix: 16),
                    byte != 0
                else { return nil }
                result.append(byte)
                index += 3
            } else {
                result.append(rest[index])
                index += 1
            }
        }
        return result
    }

    /// A path without `.`, `..` and empty parts; nil where it leaves the file system, or is none.
    private static func absolutePath(_ path: [UInt8], _ folder: SongPath) -> SongPath? {
        let slash = UInt8(ascii: "/")
        let joinedPath = path.first == slash ? path : folder.bytes + [slash] + path
        var parts: [ArraySlice<UInt8>] = []
        for part in joinedPath.split(separator: slash) {
            if part.elementsEqual(".".utf8) { continue }
            guard part.elementsEqual("..".utf8) else {
                parts.append(part)
                continue
            }
            guard parts.popLast() != nil else { return nil }
        }
        return parts.isEmpty ? nil : SongPath(parts.flatMap { [slash] + $0 })
    }
}
