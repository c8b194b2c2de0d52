import PhysioTypes

/// The recordings that the rows of one table make: one, or one a participant.
struct TableParts {
    /// One table a recording, in the order of the text.
    private(set) var tables: [RRTable]
    /// Names of the recordings; nil where they are counted.
    private(set) var names: [String]?
    private(set) var notices: [Notice] = []
    /// The reason that the table cannot be divided as the person asked.
    private(set) var error: RecordingError?

    /// Rows that a run of one word has at least, on average, where the column's name does not say
    /// that its words are participants.
    private static let minRunLength = 10

    /// - Parameter wordNames: the words of each column of `layout.wordColumns`.
    init(
        _ table: RRTable, wordNames: [[String]], layout: TableReading.BeatLayout?,
        reading: TableReading?, splitColumn: String?
    ) {
        tables = [table]
        guard let layout, let reading else { return }
        if let splitColumn {
            splitByChoice(table, wordNames, layout, reading, splitColumn)
            return
        }
        var person: (position: Int, distinct: Int)?
        for (position, column) in layout.wordColumns.enumerated() {
            let words = table.words[position]
            let distinctWordCount = Set(words).count
            guard distinctWordCount > 1 else { continue }
            let runCount = 1 + zip(words.dropFirst(), words).count { $0 != $1 }
            let hasRecurringWords = runCount > distinctWordCount
            let isPersonColumn = layout.personColumns.contains(column)
            let hasLongRuns = words.count >= Self.minRunLength * runCount
            // A note beside some of the rows is no participant.
            let hasBlanks = wordNames[position].contains("")
            let splitsTable =
                isPersonColumn
                ? 2 * runCount <= words.count : !hasRecurringWords && hasLongRuns && !hasBlanks
            // A person has several sessions, a group several persons: the finest parts count.
            if splitsTable, distinctWordCount > person?.distinct ?? 1 {
                person = (position, distinctWordCount)
            } else if hasLongRuns, hasRecurringWords {
                noteLabel(reading.columns[column], wordNames[position])
            }
        }
        if let person {
            split(table, table.words[person.position], wordNames[person.position])
        } else {
            noteBlocks(table)
        }
    }

    private mutating func splitByChoice(
        _ table: RRTable, _ wordNames: [[String]], _ layout: TableReading.BeatLayout,
        _ reading: TableReading, _ name: String
    ) {
        let found = layout.wordColumns.firstIndex { column in
            let title = reading.columns[column].title
            return title.lowercased() == name.lowercased() || "\(column)" == name
        }
        guard let found else {
            let titles = layout.wordColumns.map { reading.columns[$0].title }
            error = .ambiguous(
                titles.isEmpty
                    ? "--split-by \(name): the table has no column of words"
                    : "--split-by \(name): the columns of words are \(titles.joined(separator: ", "))"
            )
            return
        }
        split(table, table.words[found], wordNames[found])
    }

    private mutating func split(_ table: RRTable, _ words: [Int32], _ wordNames: [String]) {
        var rows: [Int32: [Int]] = [:]
        var order: [Int32] = []
        for (row, word) in words.enumerated() {
            if rows[word] == nil { order.append(word) }
            rows[word, default: []].append(row)
        }
        tables = order.map { word in
            let chosen = rows[word] ?? []
            var part = table.rows(chosen)
            part.breakAtJumps(chosen)
            return part
        }
        names = order.map { word in
            let name = wordNames[Int(word)]
            return name.isEmpty ? "-" : name
        }
    }

    /// Blocks below a repeated header make one recording with a gap between them.
    private mutating func noteBlocks(_ table: RRTable) {
        guard table.blockStarts.count > 1 else { return }
        notices.append(
            Notice(
                .note, code: "blocks",
                "the header is repeated: \(table.blockStarts.count) blocks, with a gap between them"
            ))
    }

    private mutating func noteLabel(_ column: TableColumn, _ words: [String]) {
        notices.append(
            Notice(
                .note, code: "label_unused",
                "the column \(column.title) has \(words.count) words that come back: taken for a label "
                    + "and not used; --split-by \(column.index) makes a recording of each"))
    }
}

extension RRTable {
    /// Marks rows that did not follow one another in the table they come from.
    mutating func breakAtJumps(_ rows: [Int]) {
        for (position, pair) in zip(rows.dropFirst(), rows).enumerated() where pair.0 != pair.1 + 1
        {
            markGapBefore(position + 1)
        }
    }
}
