import PhysioTypes

/// The variables of a MATLAB file of version 4 to 7, in their order.
///
/// Fields of structures are variables of their own; structure arrays, sparse and complex numbers,
/// objects and functions are named only. What is damaged or cut ends the file: variables before it are
/// used, with a warning.
///
/// - SeeAlso: "MAT-File Format", The MathWorks, R2023b, chapters "Level 5" and "Level 4".
struct MATFile {
    private(set) var variables: [MATVariable] = []
    private(set) var notices: [Notice] = []

    /// The first words of a file of version 5 to 7.
    static let magic = "MATLAB 5.0 MAT-file"
    /// Words, version and mark of byte order before the first variable.
    static let headerSize = 128
    private static let variableLimit = 10_000
    /// Structures within structures.
    private static let depthLimit = 8

    private var isBigEndian = false
    /// Bytes that may still be unpacked.
    private var remainingUnpackBytes = DocumentBytes.sizeLimit

    /// - Parameter bytes: of the whole file.
    /// - Throws: where not one variable can be read.
    init(_ bytes: [UInt8]) throws(RecordingError) {
        if MATHeader4(bytes[...]) != nil {
            readVersion4(bytes)
        } else {
            try readVersion5(bytes)
        }
        guard variables.isEmpty else { return }
        throw notices.isEmpty
            ? .empty("the MATLAB file holds no variable")
            : .unknownFormat("the MATLAB file is damaged or ends early: copy it again", line: nil)
    }

    private mutating func noteDamage(_ offset: Int) {
        notices.append(
            Notice(
                .warning, code: "mat_damaged",
                "the MATLAB file is damaged or ends early at byte \(offset): the "
                    + "\(variables.count) variables before that are used"))
    }

    // MARK: Version 4

    private mutating func readVersion4(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard variables.count < Self.variableLimit, let header = MATHeader4(rest),
                let variable = header.variable(rest)
            else { return noteDamage(rest.startIndex) }
            variables.append(variable)
            rest = rest.dropFirst(header.byteCount)
        }
    }

    // MARK: Version 5 to 7

    private mutating func readVersion5(_ bytes: [UInt8]) throws(RecordingError) {
        guard bytes.count >= Self.headerSize else { return noteDamage(bytes.count) }
        isBigEndian = bytes[126] == UInt8(ascii: "M")
        var elements = MATElements(bytes[Self.headerSize...], isBigEndian: isBigEndian)
        while !elements.isAtEnd {
            let offset = elements.offset
            guard let element = elements.next(), try readVariable(element) else {
                return noteDamage(offset)
            }
        }
    }

    /// Reads a variable at the level of the file.
    ///
    /// - Returns: whether it is whole.
    private mutating func readVariable(
        _ element: MATElements.Element
    ) throws(RecordingError) -> Bool {
        guard element.type == MATElements.compressed else { return readElement(element) }
        guard let unpacked = try unpacked(element.data) else { return false }
        var inner = MATElements(unpacked[...], isBigEndian: isBigEndian)
        guard let element = inner.next() else { return false }
        return readElement(element)
    }

    private mutating func readElement(_ element: MATElements.Element) -> Bool {
        // Elements of other types hold nothing that has a name.
        guard element.type == MATElements.matrix else { return true }
        return readMatrix(element.data, path: "", name: nil, depth: 0)
    }

    /// Unpacks a variable.
    ///
    /// - Returns: nil where the data are damaged or end early.
    private mutating func unpacked(
        _ data: ArraySlice<UInt8>
    ) throws(RecordingError) -> [UInt8]? {
        let inflater = Inflater(.zlib)
        let packed = Array(data)
        var position = 0
        var bytes: [UInt8] = []
        let limits = ZipLimits()
        while inflater.status == .inProgress {
            let output = inflater.unpack(packed, from: &position)
            if output.isEmpty, position == packed.count { break }
            bytes += output
            guard bytes.count <= remainingUnpackBytes else { throw DocumentBytes.tooLong }
            if bytes.count > limits.ratioExemptByteCount,
                bytes.count / limits.maxUnpackingRatio > position
            {
                throw .badArchive(
                    "a variable of the MATLAB file unpacks to more than \(limits.maxUnpackingRatio) times its "
                        + "size: it is not a file to be trusted", .limit)
            }
        }
        remainingUnpackBytes -= bytes.count
        return inflater.status == .ended ? bytes : nil
    }

    // MARK: Matrices

    /// Reads a matrix of any class.
    ///
    /// - Parameter path: names of the structures around it, each followed by a point.
    /// - Parameter name: of the field that it is; nil where its own name counts.
    /// - Returns: whether it is whole.
    private mutating func readMatrix(
        _ data: ArraySlice<UInt8>, path: String, name: String?, depth: Int
    ) -> Bool {
        // A field without a value.
        if data.isEmpty { return true }
        guard variables.count < Self.variableLimit else { return false }
        var elements = MATElements(data, isBigEndian: isBigEndian)
        guard let flags = elements.next()?.data, flags.count == 8,
            let dimensions = elements.integers(), !dimensions.isEmpty,
            dimensions.allSatisfy({ $0 >= 0 }), let ownName = elements.next()?.data
        else { return false }
        let path = path + (name ?? Self.name(ownName))
        let word = elements.integer(flags)
        func append(_ value: MATVariable.Value) {
            variables.append(MATVariable(path: path, value: value))
        }
        switch word & 0xFF {
        case 1:
            guard let texts = texts(&elements, depth: depth) else { return false }
            append(texts.isEmpty ? .other("a cell array") : .texts(texts))
        case 2:
            return readFields(&elements, dimensions, path: path, depth: depth)
        case 4:
            guard let element = elements.next() else { return false }
            append(.texts(MATText.rows(element, dimensions, isBigEndian: isBigEndian)))
        case 6...15:
            guard let part = elements.next() else { return false }
            guard let array = array(part, dimensions) else { return false }
            if word & 0x0800 != 0 {
                append(.other("an array of complex numbers"))
            } else {
                append(array.count > 0 ? .numbers(array) : .other("an empty array"))
            }
        case 5: append(.other("a sparse matrix"))
        case let type: append(.other(type == 16 ? "a function" : "an object"))
        }
        return true
    }

    private func array(_ part: MATElements.Element, _ dimensions: [Int]) -> MATArray? {
        guard let type = MATElements.numberTypes[part.type] else { return nil }
        // Further dimensions of a size of 1 are none.
        let sides = dimensions.count > 2 ? dimensions.filter { $0 != 1 } : dimensions
        var columnCount = 1
        for side in sides.dropFirst() {
            let product = columnCount.multipliedReportingOverflow(by: side)
            guard !product.overflow else { return nil }
            columnCount = product.partialValue
        }
        return MATArray(
            rowCount: sides.first ?? 1, columnCount: columnCount, type: type,
            isBigEndian: isBigEndian, bytes: part.data)
    }

    private mutating func readFields(
        _ elements: inout MATElements, _ dimensions: [Int], path: String, depth: Int
    ) -> Bool {
        guard depth < Self.depthLimit, dimensions.allSatisfy({ $0 == 1 }) else {
            variables.append(MATVariable(path: path, value: .other("an array of structures")))
            return true
        }
        guard let width = elements.integers()?.first, width > 0, let names = elements.next()?.data
        else { return false }
        var start = names.startIndex
        while start < names.endIndex {
            let end = min(names.endIndex, start + min(width, names.count))
            let name = Self.name(names[start..<end])
            start = end
            guard let field = elements.next(), field.type == MATElements.matrix,
                readMatrix(field.data, path: path + ".", name: name, depth: depth + 1)
            else { return false }
        }
        return true
    }

    /// The texts of a cell array; empty where a cell holds something else; nil where it is damaged.
    private func texts(_ elements: inout MATElements, depth: Int) -> [String]? {
        var texts: [String] = []
        var hasOnlyTexts = true
        while !elements.isAtEnd {
            guard let cell = elements.next(), texts.count < Self.variableLimit else { return nil }
            var inner = MATElements(cell.data, isBigEndian: isBigEndian)
            guard hasOnlyTexts, let flags = inner.next()?.data, flags.count == 8,
                inner.integer(flags) & 0xFF == 4, let dimensions = inner.integers(),
                inner.next() != nil, let text = inner.next()
            else {
                hasOnlyTexts = false
                continue
            }
            texts.append(
                MATText.rows(text, dimensions, isBigEndian: isBigEndian).first ?? "")
        }
        return hasOnlyTexts ? texts : []
    }

    /// A name up to its first zero, without what no name has.
    static func name(_ bytes: ArraySlice<UInt8>) -> String {
        TextLine.string(bytes.prefix { $0 != 0 }[...].filter { $0 > 0x20 && $0 != 0x7F }[...])
    }
}
