/// The header before each variable of a MATLAB file of version 4.
///
/// Such a file has no mark of its own: its first bytes must be a possible header with a possible
/// name.
struct MATHeader4 {
    private let isBigEndian: Bool
    private let numberType: NumberType
    private let isText: Bool
    private let isComplex: Bool
    private let rowCount: Int
    private let columnCount: Int
    private let name: String
    private let dataOffset: Int
    private let dataByteCount: Int

    private static let size = 20
    private static let nameLimit = 64

    /// Types of numbers by the digit that stands for them.
    private static let numberTypes: [NumberType] = [
        .float64, .float32, .int32, .int16, .uint16, .uint8,
    ]

    /// - Returns: nil where the bytes do not begin with a header.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count > Self.size else { return nil }
        func number(_ index: Int, _ isBigEndian: Bool) -> Int {
            MATElements.integer(
                bytes[(bytes.startIndex + 4 * index)...], isBigEndian: isBigEndian)
        }
        // Thousands state the order of bytes, tens the type of numbers, ones whether it is text.
        let littleEndianType = number(0, false)
        isBigEndian = littleEndianType >= 1000
        let type = isBigEndian ? number(0, true) - 1000 : littleEndianType
        guard type >= 0, type < 60, type % 10 <= 1 else { return nil }
        (numberType, isText) = (Self.numberTypes[type / 10], type % 10 == 1)
        rowCount = number(1, isBigEndian)
        columnCount = number(2, isBigEndian)
        let imaginary = number(3, isBigEndian)
        let nameByteCount = number(4, isBigEndian)
        guard imaginary <= 1, (2...Self.nameLimit).contains(nameByteCount),
            bytes.count >= Self.size + nameByteCount
        else { return nil }
        isComplex = imaginary == 1
        let nameBytes = bytes.dropFirst(Self.size).prefix(nameByteCount)
        let characters = nameBytes.dropLast()
        guard nameBytes.last == 0,
            characters.allSatisfy({
                $0 == 0x5F || $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26
            })
        else { return nil }
        name = TextLine.string(characters)
        dataOffset = Self.size + nameByteCount
        let count = rowCount.multipliedReportingOverflow(by: columnCount)
        let byteCount = count.partialValue.multipliedReportingOverflow(
            by: numberType.byteCount * (isComplex ? 2 : 1))
        guard !count.overflow, !byteCount.overflow, byteCount.partialValue < 1 << 40 else {
            return nil
        }
        dataByteCount = byteCount.partialValue
    }

    /// Bytes of the header and the data behind it.
    var byteCount: Int { dataOffset + dataByteCount }

    /// The variable that the header begins; nil where the bytes end before it does.
    func variable(_ bytes: ArraySlice<UInt8>) -> MATVariable? {
        guard bytes.count >= byteCount else { return nil }
        let data = bytes.dropFirst(dataOffset).prefix(dataByteCount)
        if isComplex {
            return MATVariable(path: name, value: .other("an array of complex numbers"))
        }
        guard
            let array = MATArray(
                rowCount: rowCount, columnCount: columnCount, type: numberType,
                isBigEndian: isBigEndian, bytes: data)
        else { return nil }
        guard !isText else { return MATVariable(path: name, value: .texts(Self.rows(array))) }
        return MATVariable(
            path: name, value: array.count > 0 ? .numbers(array) : .other("an empty array"))
    }

    /// Rows of characters, which are stored as numbers.
    private static func rows(_ array: MATArray) -> [String] {
        (0..<min(array.rowCount, 4096)).map { row in
            let text = (0..<array.columnCount).map { column in
                let code = array[column * array.rowCount + row]
                return (32...126).contains(code) ? Character(Unicode.Scalar(UInt8(code))) : " "
            }
            return String(text).trimmingSpace
        }
    }
}

extension String {
    /// The text without spaces at its end.
    fileprivate var trimmingSpace: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
