/// Cuts the text of an export into the elements below its root, and gives the parser those of which something is kept.
///
/// Elements are found by brackets and quotes alone. One that is broken, too deep or too long is left out and counted,
/// and the reading goes on with the next one. What the parser gets is clean: no document type, no control characters,
/// no bytes that are not UTF-8, no spaces in names of attributes. Memory: one tag, at most 1 MiB, and two blocks.
final class ExportFilter {
    /// Most levels of elements below the root.
    static let depthLimit = 16
    /// Longest tag; bytes.
    static let maxTagBytes = 1 << 20
    /// Text between two tags that is used whole; bytes.
    private static let textLimit = 64 << 10
    /// Text is given to the parser from this length on; bytes.
    private static let batchSize = 64 << 10

    /// The part of the text that the reading has reached.
    enum Phase { case prologue, root, elements, end }

    private(set) var phase = Phase.prologue
    private let parser: ExpatParser
    private let skipsUnneededElements: Bool
    private let onError: () -> Void

    /// Text that is not used yet.
    private var buffer: [UInt8] = []
    private var position = 0
    /// The bytes that end the comment, section or instruction that the text is in.
    private var skipTerminator: [UInt8]?
    /// Indicates whether the next element below the root is searched for, after an error.
    private var isSearching = false

    /// Open elements below the root.
    private var depth = 0
    private var element = ExportElement.unknown
    private var handling = Handling.skip
    /// True if a part of the element would be stored.
    private var isNeeded = false
    /// Indicates whether the parser found an error in the element, which was counted.
    private var isErrorCounted = false

    /// The use of the text of an element.
    private enum Handling { case parse, skip }

    /// Text for the parser, and the offsets in it where elements below the root end.
    private var batch: [UInt8] = []
    private var elementEnds: [(byteOffset: Int, isNeeded: Bool)] = []

    /// - Parameter skipsUnneeded: whether the parser is not given the elements of which nothing is kept; what is kept is
    ///   the same either way.
    /// - Parameter onError: called for each element that is left out because its text is broken.
    init(
        _ handler: any XMLHandler, skipsUnneededElements: Bool, onError: @escaping () -> Void
    ) {
        parser = ExpatParser(handler)
        self.skipsUnneededElements = skipsUnneededElements
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

    /// True if the root was ended. An element that the text ends in is not used.
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
        case .incomplete, .exportRootBeyondEnd:
            guard buffer.count < Self.maxTagBytes else { throw Self.noExport }
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
        if let terminator = skipTerminator { return skip(to: terminator, base, end) }
        if isSearching { return findNextElement(base, end) }
        let openIndex = ByteSearch.first(UInt8(ascii: "<"), in: base, from: position, end: end)
        // Text is used whole, so that no reference in it is cut; only text without end is not.
        guard openIndex < end || end - position > Self.textLimit else { return false }
        readText(base, to: openIndex)
        position = openIndex
        guard end - openIndex >= 2 else { return false }
        switch base[openIndex + 1] {
        case UInt8(ascii: "!"): return readDeclaration(base, end)
        case UInt8(ascii: "?"):
            skipTerminator = Array("?>".utf8)
            position = openIndex + 2
            return true
        case UInt8(ascii: "/"): return readEndTag(base, end)
        case let byte where Self.isNameStart(byte): return readStartTag(base, end)
        default: return fail(at: openIndex + 1)
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
            if handling == .parse { append(base, position..<end) }
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
            skipTerminator = Array("-->".utf8)
        } else if text.starts(with: section.utf8) {
            position += section.utf8.count
            skipTerminator = Array("]]>".utf8)
        } else if "<!--".utf8.starts(with: text) || section.utf8.starts(with: text) {
            return false
        } else {
            return fail(at: position + 1)
        }
        return true
    }

    private func skip(to terminator: [UInt8], _ base: UnsafePointer<UInt8>, _ end: Int) -> Bool {
        while end - position >= terminator.count {
            position = ByteSearch.first(terminator[0], in: base, from: position, end: end)
            let text = UnsafeBufferPointer(start: base + position, count: end - position)
            if text.starts(with: terminator) {
                position += terminator.count
                skipTerminator = nil
                return true
            }
            guard text.count >= terminator.count else { return false }
            position += 1
        }
        return false
    }

    // MARK: Tags

    private func readStartTag(_ base: UnsafePointer<UInt8>, _ end: Int) -> Bool {
        let tag: XMLTag
        switch XMLTag.scan(base, from: position, end: end) {
        case .incomplete:
            return end - position > Self.maxTagBytes ? fail(at: end) : false
        case .broken(let offset): return fail(at: offset)
        case .tag(let found): tag = found
        }
        guard tag.end - tag.start <= Self.maxTagBytes else { return fail(at: tag.end) }
        position = tag.end
        guard phase == .elements else {
            phase = tag.isSelfClosing ? .end : .elements
            return true
        }
        let name = XMLText(base + tag.start + 1, count: tag.nameEnd - tag.start - 1)
        let found = ExportElement(name)
        if depth > 0, !found.canNest(in: element) {
            // The element around was never ended; this one is the next.
            failElement()
        }
        if depth == 0 { beginElement(found, tag, base) }
        guard depth < Self.depthLimit else { return fail(at: tag.end) }
        if handling == .parse { append(tag, base) }
        if tag.isSelfClosing {
            if depth == 0 { endElement() }
        } else {
            depth += 1
        }
        return true
    }

    private func readEndTag(_ base: UnsafePointer<UInt8>, _ end: Int) -> Bool {
        let closeIndex = ByteSearch.first(
            UInt8(ascii: ">"), or: UInt8(ascii: "<"), in: base, from: position + 1, end: end)
        guard closeIndex < end else {
            return end - position > Self.maxTagBytes ? fail(at: end) : false
        }
        guard base[closeIndex] == UInt8(ascii: ">"), closeIndex - position < Self.maxTagBytes else {
            return fail(at: closeIndex)
        }
        let tag = position..<(closeIndex + 1)
        let name = XMLText(base + position + 2, count: closeIndex - position - 2)
        position = closeIndex + 1
        if Self.isRoot(name) {
            if depth > 0 { failElement() }
            phase = .end
        } else if depth > 0 {
            if handling == .parse { append(base, tag) }
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
                    HealthKind.mayBeNeeded(XMLText(base + $0.lowerBound, count: $0.count))
                }
                    ?? true
            }
        handling = isNeeded || !skipsUnneededElements ? .parse : .skip
    }

    private func endElement() {
        isErrorCounted = false
        guard handling == .parse else { return }
        elementEnds.append((batch.count, isNeeded))
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
        if depth > 0, handling == .parse {
            flush()
            // Where the parser found an error of its own, it has begun anew.
            if handling == .parse { parser.restart() }
        }
        if !isErrorCounted { countError() }
        isErrorCounted = false
        depth = 0
        handling = .skip
    }

    /// Counts an error after all that comes before it in the text.
    private func countError() {
        flush()
        onError()
    }

    /// Goes on with the next tag that begins an element below the root, or ends the root.
    private func findNextElement(_ base: UnsafePointer<UInt8>, _ end: Int) -> Bool {
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
                while next < elementEnds.count, elementEnds[next].byteOffset <= byteOffset {
                    next += 1
                }
                parser.restart()
                guard next < elementEnds.count else {
                    // The element goes on in text that is not read yet, and is passed over.
                    if isNeeded { onError() }
                    isErrorCounted = isNeeded
                    handling = .skip
                    return
                }
                if elementEnds[next].isNeeded { onError() }
                start = elementEnds[next].byteOffset
            }
        }
        batch.removeAll(keepingCapacity: true)
        elementEnds.removeAll(keepingCapacity: true)
    }
}
