extension SHA256 {
    /// Adds the bytes of a file.
    ///
    /// - Returns: whether all of them could be read.
    package mutating func add(file path: String) -> Bool {
        guard var source = try? RecordingFile.bytes(path: path) else { return false }
        while true {
            guard let block = try? source.readBlock() else { return false }
            if block.isEmpty { return true }
            block.withUnsafeBytes { add($0) }
        }
    }
}
