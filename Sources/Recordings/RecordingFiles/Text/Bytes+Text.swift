extension ArraySlice<UInt8> {
    /// Returns true if the bytes begin with `text`.
    func hasPrefix(text: String) -> Bool { starts(with: text.utf8) }

    /// Returns true if `text` occurs in the bytes.
    func contains(text: String) -> Bool { firstRange(of: text.utf8) != nil }

    /// Returns the range in which `pattern` occurs first.
    func firstRange(of pattern: String.UTF8View) -> Range<Int>? {
        let length = pattern.count
        guard let first = pattern.first, count >= length else { return nil }
        for start in startIndex...(endIndex - length)
        where self[start] == first && self[start...].starts(with: pattern) {
            return start..<(start + length)
        }
        return nil
    }
}
