/// The content of a line: without brackets, outer quotes and comments.
extension TableShape {
    /// A line of numbers without the brackets around it, or the one that begins or ends a list over
    /// several lines: `[602, 609]`.
    static func withoutBrackets(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard line.first == 0x5B || line.last == 0x5D else { return line }
        var inner = line
        if inner.first == 0x5B { inner = inner.dropFirst() }
        if inner.last == 0x5D { inner = inner.dropLast() }
        guard inner.contains(where: { $0 &- 0x30 < 10 }),
            inner.allSatisfy({
                $0 &- 0x30 < 10 || [0x2C, 0x20, 0x2E, 0x3B, 0x09, 0x7C].contains($0)
            })
        else { return line }
        return TextLine.trimmed(inner)
    }

    /// A line without outer white space and quotes; tabs at its ends separate empty cells and stay.
    static func content(of raw: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var line = raw
        while let first = line.first, first == 0x20 || (0x0A...0x0D).contains(first) {
            line = line.dropFirst()
        }
        while let last = line.last, last == 0x20 || (0x0A...0x0D).contains(last) {
            line = line.dropLast()
        }
        guard line.first == 0x09 || line.last == 0x09 else { return TextLine.trimmed(line) }
        return line.allSatisfy({ $0 == 0x09 || $0 == 0x20 }) ? [] : line
    }

    /// The line up to a comment that follows its cells after a space or a tab. A mark at the end of a cell, as in
    /// `sample #,ECG` or `SpO2 %;HR`, begins none, and one at the end of a line of names, or before that of the intervals, as
    /// in `type # RR`, is a name, and so is `ECG #2`.
    static func withoutComment(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard line.contains(where: { $0 == 0x23 || $0 == 0x2F || $0 == 0x25 }) else { return line }
        for mark in [" #", "\t#", " //", "\t//", " %", "\t%"] {
            guard let range = line.firstRange(of: mark.utf8),
                line[range.upperBound...].first.map({ !",;|\t\"'".utf8.contains($0) })
                    ?? line.first(where: { $0 > 0x20 }).map({ $0 < 0x3A })
                    ?? true
            else { continue }
            let isName =
                mark.hasSuffix("#")
                && !line[..<range.lowerBound].contains { $0 &- 0x30 < 10 }
                && (line[range.upperBound...].first.map { $0 &- 0x30 < 10 } == true
                    || HeaderVocabulary.kind(HeaderWords(line[range.upperBound...])) == .interval)
            return isName ? line : content(of: line[..<range.lowerBound])
        }
        return line
    }
}
