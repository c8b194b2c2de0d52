/// The names of the columns among the lines above the rows.
extension TableShape {
    /// Lines below a first row in which a line of names may stand.
    private static let maxTitleLines = 12

    /// The first row below a line that names intervals, where lines above it look like rows, such as
    /// `Session 2 of 4`; nil where there is no such line.
    func rowBelowNames(_ lines: [Line], _ begin: Int, _ isRow: (Line) -> Bool) -> Int? {
        let below = lines[(begin + 1)...].prefix(Self.maxTitleLines)
        guard
            let names = below.firstIndex(where: { line in
                !line.isComment && line.cells.count == width && isNameLine(line)
                    && line.cells.contains { HeaderVocabulary.kind(HeaderWords($0)) == .interval }
            }), !lines[..<begin].contains(where: { $0.bytes == lines[names].bytes })
        else { return nil }
        return lines[names...].firstIndex(where: isRow)
    }

    /// The names of the columns are the last line before the rows with about as many words, above a
    /// row of units where there is one.
    mutating func resolveHeader(_ above: [Line]) {
        var above = above
        var units: [String] = []
        // A row of counts below the names.
        if above.count > 1, let last = above.last, last.cells.first?.isEmpty == true,
            last.cells.allSatisfy({ $0.isEmpty || style.number($0) != nil })
        {
            preface.append(above.removeLast())
        }
        if above.count > 1, let last = above.last, isUnitLine(last),
            !last.isComment
                || above[above.count - 2].isComment && isNameLine(above[above.count - 2])
        {
            let names = above[above.count - 2]
            let last = self.names(last)
            // `s,ms` below `time,rr`; a lone `ms` may be the name of a column, and `Time;bpm` and `time` below a title are names.
            let areNames =
                last.contains { HeaderVocabulary.kind(HeaderWords($0)) == .time }
                && (last.count == 1
                    ? HeaderVocabulary.kind(HeaderWords(names.bytes)) == nil
                    : Self.isTitle(names.cells))
            if !areNames,
                names.cells.count == last.count || last.count == width && isNameLine(names)
            {
                units = last.map { Self.unit(in: $0) }
                above.removeLast()
            }
        }
        let candidate = above.lastIndex { isNameLine($0) }
        // Comments may stand between the names and the rows, nothing else.
        guard let candidate, above[(candidate + 1)...].allSatisfy(\.isComment) else {
            preface += above
            return
        }
        let line = above[candidate]
        headerLine = line
        header = names(line).map { HeaderWords($0) }
        // `RR (ms)` above rows of several intervals is one name.
        if HeaderVocabulary.kind(HeaderWords(line.bytes)) == .interval, width > 1,
            header.count == 1 || separator == .space && (header.count != width || areRagged)
        {
            header = [HeaderWords(line.bytes)]
            // `Beat # RR (ms)`: the number of the beat is no interval.
            if firstColumnCounts {
                header = spacedNames(line).map { HeaderWords($0) }
                if header.isEmpty { headerLine = nil }
            }
        }
        for (column, unit) in units.enumerated()
        where column < header.count && !header[column].isUnitInBrackets && !unit.isEmpty {
            header[column] = HeaderWords("\(header[column].name) [\(unit)]")
        }
        preface += above[..<candidate] + above[(candidate + 1)...]
    }

    /// The cells of a line of names, without the mark of a comment.
    private func names(_ line: Line) -> [ArraySlice<UInt8>] {
        guard line.isComment else {
            return separator == .space && line.cells.count > width
                ? Self.joiningMarks(line.cells) : line.cells
        }
        if line.cells.count == width, line.cells[0].elementsEqual("#".utf8) { return line.cells }
        let text = line.bytes.drop { $0 == 0x23 || $0 == 0x25 || $0 == 0x2F || $0 == 0x20 }
        return (try? cells(TextLine.trimmed(text), line.number)) ?? []
    }

    /// Cells without the marks, units and words of one name between spaces, which belong to the word before: `Beat #`,
    /// `RR interval (ms)`.
    private static func joiningMarks(_ cells: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
        var names: [ArraySlice<UInt8>] = []
        for cell in cells {
            let isMark =
                cell.elementsEqual("#".utf8) || cell.first == UInt8(ascii: "(")
                || cell.first == UInt8(ascii: "[")
            let areOneName = [names.last, cell].allSatisfy {
                $0.flatMap { HeaderVocabulary.kind(HeaderWords($0)) } == .interval
            }
            if isMark || areOneName, let last = names.popLast() {
                names.append((last + [0x20] + cell)[...])
            } else {
                names.append(cell)
            }
        }
        return names
    }

    /// A name for each column from the words of a line, of which the last ones name intervals; empty where there are fewer.
    private func spacedNames(_ line: Line) -> [ArraySlice<UInt8>] {
        let words = Self.joiningMarks(line.bytes.split { $0 == 0x20 || $0 == 0x09 })
        guard words.count >= width else { return [] }
        let last = ArraySlice(words[(width - 1)...].joined(separator: [0x20]))
        guard HeaderVocabulary.kind(HeaderWords(last)) == .interval else { return [] }
        return words[..<(width - 1)] + [last]
    }

    /// True if the numbers of the first column rise by one from row to row.
    private var firstColumnCounts: Bool {
        let values = rows.prefix(200).compactMap { row in
            row.cells.first.flatMap { style.number($0)?.value() }
        }
        let stepCount = zip(values.dropFirst(), values).count { $0 - $1 == 1 }
        return values.count > 2 && 10 * stepCount >= 9 * (values.count - 1)
    }

    /// True if the rows have three numbers of cells or more.
    private var areRagged: Bool { Set(rows.prefix(200).map(\.cells.count)).count > 2 }

    private func isNameLine(_ line: Line) -> Bool {
        let cells = names(line)
        // `BottomValue=` ends the header of LabChart.
        guard let first = cells.first, first.last != UInt8(ascii: "="),
            cells.contains(where: { !$0.isEmpty }),
            cells.allSatisfy({ style.number($0) == nil && WrittenTime($0) == nil })
        else { return false }
        if line.isComment {
            // A comment names columns where it has one word for each, one of them known, or between spaces most of them.
            let knownCount = cells.count {
                let kind = HeaderVocabulary.kind(HeaderWords($0))
                return kind != nil && kind != .person
            }
            return cells.count == width && knownCount > (separator == .space ? width / 2 : 0)
                && (width > 1 || HeaderVocabulary.kind(HeaderWords(cells[0])) == .interval)
        }
        if cells.count == 1 || separator == .space, Self.isKeyWithValue(line.bytes) {
            return HeaderVocabulary.kind(HeaderWords(line.bytes)) == .interval
        }
        if separator == .space {
            let areKnown = cells.allSatisfy { HeaderVocabulary.kind(HeaderWords($0)) != nil }
            // `ECG: mV` names no two columns.
            if width > 1, first.last == 0x3A,
                !areKnown || cells.contains(where: { $0.last != 0x3A })
            {
                return false
            }
            // Words between spaces are a title unless there is one for each column.
            return cells.count == width || areKnown
        }
        if separator == .comma, isProse(line) { return false }
        if cells.count < width, width > 2, Self.isTitle(cells) { return false }
        if cells.count == 1, width > 1 {
            // A title above a table, or the one name of rows of several intervals.
            return HeaderVocabulary.kind(HeaderWords(cells[0])) == .interval
        }
        return true
    }

    /// Returns true for `Date: 04/02/2023` and `Note 1: none`, but not for `ECG: mV` or `Channel: Respiration`, which say what
    /// stands below.
    private static func isKeyWithValue(_ line: ArraySlice<UInt8>) -> Bool {
        guard let mark = line.firstIndex(where: { $0 == 0x3A || $0 == 0x3D }),
            mark > line.startIndex
        else { return false }
        let (key, value) = (line[..<mark], TextLine.trimmed(line[(mark + 1)...]))
        guard !value.isEmpty, value.last != 0x3A else { return false }
        func hasDigit(_ text: ArraySlice<UInt8>) -> Bool { text.contains { $0 &- 0x30 < 10 } }
        switch HeaderVocabulary.kind(HeaderWords(key)) {
        case .time, .person: return true
        case .heartRate, .counter, .summary: return hasDigit(value)
        case nil, .label: return hasDigit(line) && HeaderVocabulary.kind(HeaderWords(value)) == nil
        default: return false
        }
    }

    /// Returns true if the commas of a line are those of a sentence, such as `Recorded lying down, eyes closed`: a space follows
    /// them, unlike in the rows, and several words in lower case, none of which means a column.
    private func isProse(_ line: Line) -> Bool {
        let mark = [0x2C, 0x20] as [UInt8]
        guard line.bytes.firstRange(of: mark) != nil, rows.first?.bytes.firstRange(of: mark) == nil
        else { return false }
        let isSentence = line.cells.dropFirst().contains {
            $0.first.map { (0x61...0x7A).contains($0) } == true && $0.contains(0x20)
        }
        return (isSentence || line.cells[0].firstRange(of: [0x3A, 0x20] as [UInt8]) != nil)
            && Self.areNoNames(line.cells)
    }

    private static func areNoNames(_ cells: [ArraySlice<UInt8>]) -> Bool {
        cells.allSatisfy {
            let words = HeaderWords($0)
            return [nil, .person].contains(HeaderVocabulary.kind(words)) && words.unit.isEmpty
                && !words.words.contains(where: HeaderVocabulary.beatWords.contains)
        }
    }

    /// Returns true if the cells of a line with fewer of them than the rows are parts of a title: `Lab 3, morning session`.
    static func isTitle(_ cells: [ArraySlice<UInt8>]) -> Bool {
        cells.contains { $0.contains(0x20) } && cells.contains { $0.contains { $0 &- 0x30 < 10 } }
            && areNoNames(cells)
    }

    /// Letters of a unit that is not known.
    private static let maxOtherUnitLength = 5

    private func isUnitLine(_ line: Line) -> Bool {
        let filled = names(line).filter { !$0.isEmpty }
        if !filled.isEmpty, filled.allSatisfy({ $0.first == 0x5B && $0.last == 0x5D }) {
            return true
        }
        let units = filled.map { Self.unit(in: $0) }
        let others = units.filter { TableUnit($0) == nil }
        // Units that nothing here uses, such as `N` or `kPa`, are short.
        return 2 * others.count < units.count
            && others.allSatisfy {
                $0.count <= Self.maxOtherUnitLength
                    && [nil, .counter].contains(HeaderVocabulary.kind(HeaderWords($0)))
            }
    }

    /// The word in brackets or quotes of a row of units.
    private static func unit(in cell: ArraySlice<UInt8>) -> String {
        TextLine.string(cell).filter { !"[](){}'\" ".contains($0) }
    }

    // MARK: Cells
}
