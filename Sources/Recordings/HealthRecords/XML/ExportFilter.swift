/// Cuts the text of an export into the elements below its root, and gives the parser those of which something is kept.
///
/// Elements are found by brackets and quotes alone. One that is broken, too deep or too long is left out and counted,
/// and the reading goes on with the next one. What the parser gets is clean: no document type, no control characters,
/// no bytes that are not UTF-8, no spaces in names of attributes. Memory: one tag, at most 1 MiB, and two blocks.
final class ExportFilter {
    /// Most levels of elements below the root.
    static let depthLimit = 16
    /// Longest tag; bytes.
    static let tagLimit = 1 << 20
    /// Text between two tags that is used whole; bytes.
    private static let textLimit = 64 << 10
    /// Text is given to the parser from this length on; bytes.
    private static let batchSize = 64 << 10

    /// How far the text was read.
    enum Phase { case prologue, root, elements, end }

    private(set) var phase = Phase.prologue
    private let parser: ExpatParser
    private let passesOver: Bool
    private let onError: () -> Void

    /// Text that is not used yet.
    private var buffer: [UInt8] = []
    private var position = 0
    /// What ends the comment, section or instruction that the text is in.
    private var skippedTo: [UInt8]?
    /// Indicates whether the next element below the root is searched for, after an error.
    private var isSearching = false

    /// Open elements below the root.
    private var depth = 0
    private var element = ExportElement.unknown
    private var use = Use.pass
    /// Whether something of the element would be kept.
    private var isNeeded = false
    /// Indicates whether the parser found an error in the element, which was counted.
    private var isCounted = false

    /// What becomes of the text of an element.
    private enum Use { case parse, pass }

    /// Text for the parser, and the offsets in it where elements below the root end.
    private var batch: [UInt8] = []
    private var ends: [(byteOffset: Int, isNeeded: Bool)] = []

    /// - Parameter passesOver: whether the parser is not given the elements of which nothing is kept; what is kept is
    ///   the same either way.
    /// - Parameter onError: called for each element that is left out because its text is broken.
    init(
        _ handler: any XMLHandler, passesOver: Bool, onError: @escaping () -> Void
    ) {
        parser = ExpatParser(handler)
        self.passesOver = passesOver
        self.onError = onError
    }

    /// Reads the next text.
    ///
    /// - Throws: `noExport` or `badEncoding` where the text is none that can be read.
    func push(_ bytes: ArraySlice<UInt8>) throws(HealthFileError) {
        guard phase != .end else { return }
        buffer.removeFirst(position)
        position = 0
        buffer += bytes
        if phase == .prologue { try readPrologue() }
        // The text stays where it is meanwhile: nothing that is called changes the buffer.
        let text = buffer
        text.withUnsafeBufferPointer { text in
            guard let base = text.baseAddress else { return }
            while phase == .root || phase == .elements, readToken(base, end: text.count) {}
        }
        flush()
    }

    /// Whether the root was ended. An element that the text ends in is not used.
    var isComplete: Bool { phase == .end }

    // MARK: The beginning

    private func readPrologue() throws(HealthFileError) {
        switch XMLPrologue.scan(buffer[...]) {
        case .export(let rootStart):
            position = rootStart
            phase = .root
        case .badEncoding:
            throw Self.badEncoding
        case .other: throw Self.noExport
        case .incomplete, .exportBeyondEnd:
            guard buffer.count < Self.tagLimit else { throw Self.noExport }
        }
    }

    static let noExport = HealthFileError(
        .noExport,
        "there is no health export in it: name the export.zip that the Health app made, its "
            + "folder, its export.xml, or a FIT file")

    static let badEncoding = HealthFileError(
        .badEncoding, "the export is in an encoding that is not read: save it as UTF-8")

    // MARK: Tokens

    /// Reads up to the end of the next tag.
    ///
    /// - Returns: false where more text is needed.
    private func readToken(_ base: UnsafePointer<UInt8>, end: Int) -> Bool {
        if let mark = skippedTo { return skip(to: mark, base, end) }
        if isSearching { return search(base, end) }
        let open = ByteSearch.first(UInt8(ascii: "<"), in: base, from: position, end: end)
        // Text is used whole, so that no reference in it is cut; only text without end is not.
        guard open < end || end - position > Self.textLimit else { return false }
        readText(base, to: open)
        position = open
        guard end - open >= 2 else { return false }
        switch base[open + 1] {
        case UInt8(ascii: "!"): return readDeclaration(base, end)
        case UInt8(ascii: "?"):
            skippedTo = Array("?>".utf8)
            position = open + 2
            return true
        case UInt8(ascii: "/"): return readEndTag(base, end)
        case let byte where Self.isNameStart(byte): return readStartTag(base, end)
        default: return fail(at: open + 1)
        }
    }

    private static func isNameStart(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte >= 0x80
            || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
    }

    /// Text between tags holds nothing that is kept; the parser judges whether it is right.
    private func readText(_ base: UnsafePointer<UInt8>, to end: Int) {
        guard end > position else { return }
        if depth > 0 {
            if use == .parse { append(base, position..<end) }
        } else if phase == .elements {
            // References to entities between the elements.
            for index in position..<end where base[index] == UInt8(ascii: "&") { countError() }
        }
    }

    private func readDeclaration(_ base: UnsafePointer<UInt8>, _ end: Int) -> Bool {
        let section = "<![CDATA["
        let text = UnsafeBufferPointer(start: base + position, count: end - position)
        if text.starts(with: "<!--".utf8) {
            position += 4
            skippedTo = Array("-->".utf8)
        } else if text.starts(with: section.utf8) {
            position += section.utf8.count
            skippedTo = Array("]]>".utf8)
        } else if "<!--".utf8.starts(with: text) || section.utf8.starts(with: text) {
            return false
        } else {
            return fail(at: position + 1)
        }
        return true
    }

    private func skip(to mark: [UInt8], _ base: UnsafePointer<UInt8>, _ end: Int) -> Bool {
        while end - position >= mark.count {
            position = ByteSearch.first(mark[0], in: base, from: position, end: end)
            let text = UnsafeBufferPointer(start: base + position, count: end - position)
            if text.starts(with: mark) {
                position += mark.count
                skippedTo = nil
                return true
            }
            guard text.count >= mark.count else { return false }
            position += 1
        }
        return false
    }

    // MARK: Tags

    private func readStartTag(_ base: UnsafePointer<UInt8>, _ end: Int) -> Bool {
        let tag: XMLTag
        switch XMLTag.scan(base, from: position, end: end) {
        case .incomplete:
            return end - position > Self.tagLimit ? fail(at: end) : false
        case .broken(let offset): return fail(at: offset)
        case .tag(let found): tag = found
        }
        guard tag.end - tag.start <= Self.tagLimit else { return fail(at: tag.end) }
        position = tag.end
        guard phase == .elements else {
            phase = tag.isSelfClosing ? .end : .elements
            return true
        }
        let name = XMLText(base + tag.start + 1, count: tag.nameEnd - tag.start - 1)
        let found = ExportElement(name)
        if depth > 0, !found.mayStand(in: element) {
            // The element around was never ended; this one is the next.
            failElement()
        }
        if depth == 0 { beginElement(found, tag, base) }
        guard depth < Self.depthLimit else { return fail(at: tag.end) }
        if use == .parse { append(tag, base) }
        if tag.isSelfClosing {
            if depth == 0 { endElement() }
        } else {
            depth += 1
        }
        return true
    }

    private func readEndTag(_ base: UnsafePointer<UInt8>, _ end: Int) -> Bool {
        let close = ByteSearch.first(
            UInt8(ascii: ">"), or: UInt8(ascii: "<"), in: base, from: position + 1, end: end)
        guard close < end else {
            return end - position > Self.tagLimit ? fail(at: end) : false
        }
        guard base[close] == UInt8(ascii: ">"), close - position < Self.tagLimit else {
            return fail(at: close)
        }
        let tag = position..<(close + 1)
        let name = XMLText(base + position + 2, count: close - position - 2)
        position = close + 1
        if Self.isRoot(name) {
            if depth > 0 { failElement() }
            phase = .end
        } else if depth > 0 {
            if use == .parse { append(base, tag) }
            depth -= 1
            if depth == 0 { endElement() }
        }
        return true
    }

    private static func isRoot(_ name: XMLText) -> Bool {
        name.hasPrefix("HealthData") && name.dropFirst(10).bytes.allSatisfy { $0 <= 0x20 }
    }

    // MARK: Elements

    private func beginElement(
        _ found: ExportElement, _ tag: XMLTag, _ base: UnsafePointer<UInt8>
    ) {
        element = found
        isNeeded =
            switch found {
            case .workout, .correlation, .exportDate: true
            case .unused, .unknown: false
            case .record:
                tag.type.map {
                    HealthKind.mayBeImported(XMLText(base + $0.lowerBound, count: $0.count))
                }
                    ?? true
            }
        use = isNeeded || !passesOver ? .parse : .pass
    }

    private func endElement() {
        isCounted = false
        guard use == .parse else { return }
        ends.append((batch.count, isNeeded))
        if batch.count >= Self.batchSize { flush() }
    }

    /// Handles an element that is broken at an offset; what follows is searched for the next one.
    private func fail(at offset: Int) -> Bool {
        failElement()
        position = offset
        isSearching = true
        phase = .elements
        return true
    }

    /// Leaves out the element that the text is in, after what came of it before the error.
    private func failElement() {
        if depth > 0, use == .parse {
            flush()
            // Where the parser found an error of its own, it has begun anew.
            if use == .parse { parser.restart() }
        }
        if !isCounted { countError() }
        isCounted = false
        depth = 0
        use = .pass
    }

    /// Counts an error after all that comes before it in the text.
    private func countError() {
        flush()
        onError()
    }

    /// Goes on with the next tag that begins an element below the root, or ends the root.
    private func search(_ base: UnsafePointer<UInt8>, _ end: Int) -> Bool {
        while true {
            position = ByteSearch.first(UInt8(ascii: "<"), in: base, from: position, end: end)
            let start = position + 1
            var nameEnd = start
            while nameEnd < end, nameEnd - start < 24, base[nameEnd] > 0x20,
                base[nameEnd] != UInt8(ascii: ">"), base[nameEnd] != UInt8(ascii: "<"),
                base[nameEnd] != UInt8(ascii: "/") || nameEnd == start
            { nameEnd += 1 }
            guard nameEnd < end else { return false }
            let name = XMLText(base + start, count: nameEnd - start)
            if ExportElement(name) != .unknown || name == "/HealthData" {
                isSearching = false
                return true
            }
            position = start
        }
    }

    // MARK: To the parser

    private func append(_ tag: XMLTag, _ base: UnsafePointer<UInt8>) {
        let start = batch.count
        append(base, tag.start..<tag.end)
        if tag.hasSpacedNames { XMLTag.joinSpacedNames(&batch, from: start) }
    }

    private func append(_ base: UnsafePointer<UInt8>, _ range: Range<Int>) {
        XMLCleaner.append(
            UnsafeBufferPointer(start: base + range.lowerBound, count: range.count), to: &batch)
    }

    private func flush() {
        batch.withUnsafeBufferPointer { text in
            var start = 0
            var next = 0
            while start < text.count, let offset = parser.parse(.init(rebasing: text[start...])) {
                let byteOffset = start + offset
                while next < ends.count, ends[next].byteOffset <= byteOffset { next += 1 }
                parser.restart()
                guard next < ends.count else {
                    // The element goes on in text that is not read yet, and is passed over.
                    if isNeeded { onError() }
                    isCounted = isNeeded
                    use = .pass
                    return
                }
                if ends[next].isNeeded { onError() }
                start = ends[next].byteOffset
            }
        }
        batch.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
    }
}
