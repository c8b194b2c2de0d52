#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The content of a folder: its regular files and its folders, by the C library alone.
///
/// Symbolic links, devices and named pipes are left out, so nothing outside of the folder is ever reached.
package enum FolderListing {
    /// The kind of thing that a path leads to, links followed.
    package enum Kind: Sendable {
        case file
        case folder
        /// A device, a named pipe or a socket.
        case other
    }

    /// The kind of what lies at `path`; nil where nothing does, or where it must not be looked at.
    package static func kind(of path: String) -> Kind? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return kind(status)
    }

    /// The regular files in a folder and in the folders below it, by name.
    ///
    /// Hidden files and folders are left out.
    ///
    /// - Parameter depth: levels of folders that are entered, the folder itself included.
    /// - Parameter limit: most files that are listed; further ones are left out.
    /// - Returns: paths relative to the folder, with `/` between the levels, in the order of their UTF-8 bytes.
    package static func files(
        in folder: String, depth: Int = 4, limit: Int = 100_000
    ) -> [String] {
        var found: [String] = []
        var pendingFolders = [(path: "", level: 1)]
        while let next = pendingFolders.popLast(), found.count < limit {
            let names = names(in: next.path.isEmpty ? folder : "\(folder)/\(next.path)") ?? []
            for name in names where !name.hasPrefix(".") {
                let path = next.path.isEmpty ? name : "\(next.path)/\(name)"
                var status = stat()
                guard lstat("\(folder)/\(path)", &status) == 0 else { continue }
                switch kind(status) {
                case .file where found.count < limit: found.append(path)
                case .folder where next.level < depth: pendingFolders.append((path, next.level + 1))
                default: break
                }
            }
        }
        return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Returns the entries of a folder and the folders below it whose names are no UTF-8; no
    /// function here can open them.
    ///
    /// - Returns: paths relative to the folder, such bytes as `\xE9`.
    package static func invalidUTF8Names(in folder: String) -> [String] {
        var found: [String] = []
        var pendingFolders = [""]
        while let next = pendingFolders.popLast() {
            let path = next.isEmpty ? folder : "\(folder)/\(next)"
            guard let stream = opendir(path) else { continue }
            defer { closedir(stream) }
            while let entry = readdir(stream) {
                let bytes = withUnsafeBytes(of: &entry.pointee.d_name) {
                    Array($0.prefix { $0 != 0 })
                }
                guard bytes.first != UInt8(ascii: ".") else { continue }
                let prefix = next.isEmpty ? "" : next + "/"
                guard let name = String(validating: bytes, as: UTF8.self) else {
                    found.append(prefix + escaped(bytes))
                    continue
                }
                var status = stat()
                if lstat("\(path)/\(name)", &status) == 0, kind(status) == .folder {
                    pendingFolders.append(prefix + name)
                }
            }
        }
        return found.sorted()
    }

    private static func escaped(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            byte < 0x80
                ? String(Unicode.Scalar(byte))
                : "\\x" + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    /// One sentence on such names in a folder; nil where there are none.
    package static func invalidNamesNotice(in folder: String) -> String? {
        let names = invalidUTF8Names(in: folder).filter { name in
            let ending = FilePath.ending(of: name).lowercased()
            return ending == "hea" || InputList.fileExtensions.contains(ending)
        }
        guard let first = names.first else { return nil }
        return names.count == 1
            ? "the name of \(first) is no UTF-8, so it cannot be opened: rename it"
            : "\(names.count) names are no UTF-8, so these files cannot be opened: rename them; the first is \(first)"
    }

    /// Returns true if something exists at `path`, links followed.
    static func exists(_ path: String) -> Bool { kind(of: path) != nil }

    /// The names of all that lies in a folder, in no order; nil where it cannot be listed.
    static func names(in folder: String) -> [String]? {
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(
                    to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)
                ) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    private static func kind(_ status: stat) -> Kind {
        switch status.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .folder
        default: .other
        }
    }
}
