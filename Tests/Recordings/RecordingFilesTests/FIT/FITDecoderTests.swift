import PhysioTypes
import TestSupport
import Testing

@testable import RecordingFiles

@Suite struct FITDecoderTests {
    private static func messages(
        _ bytes: [UInt8]
    ) throws -> (
        messages: [(number: UInt16, timestamp: UInt32?, first: Double?)], errors: [FITError]
    ) {
        var decoder = FITDecoder()
        var messages: [(UInt16, UInt32?, Double?)] = []
        var errors: [FITError] = []
        func receive(_ event: FITDecoder.Event) {
            switch event {
            case .fileBegins: break
            case .message(let message):
                messages.append((message.number, message.timestamp, message.number(0)))
            case .error(let error): errors.append(error)
            }
        }
        var source = SignalReading.pipe(bytes)
        while case let block = try source.readBlock(), !block.isEmpty {
            try decoder.push(block, receive)
        }
        try decoder.finish(receive)
        return (messages, errors)
    }

    /// The check value of the catalogue of such sums for CRC-16/ARC.
    @Test func theChecksumOfOneToNineIsTheCataloguedOne() {
        #expect(FITChecksum.checksum("123456789".utf8) == 0xBB3D)
        #expect(FITBuilder.checksum(Array("123456789".utf8)) == 0xBB3D)
    }

    @Test func theSmallFileIsReadByteByByte() throws {
        let bytes = FITVectors.small
        #expect(bytes.count == 103)
        let (messages, errors) = try Self.messages(bytes)
        #expect(errors.isEmpty)
        #expect(messages.map(\.number) == [0, 78, 78, 290])
        // 0x3b9aca02 is a thousand million and two.
        #expect(messages.map(\.timestamp) == [nil, nil, nil, 1_000_000_002])
        #expect(messages.map(\.first) == [4, 812, 799, 250])
    }

    /// Table: byte of the type, stored bytes, value; nil for the mark of a missing one.
    @Test(
        arguments: [
            (0x00, "05", 5), (0x00, "ff", nil), (0x01, "80", -128), (0x01, "7f", nil),
            (0x02, "fe", 254),
            (0x02, "ff", nil), (0x83, "00 80", -32768), (0x83, "ff 7f", nil),
            (0x84, "fe ff", 65534),
            (0x84, "ff ff", nil), (0x85, "ff ff ff ff", -1), (0x85, "ff ff ff 7f", nil),
            (0x86, "ff ff ff 7f", 2_147_483_647), (0x86, "ff ff ff ff", nil),
            (0x88, "00 00 c0 3f", 1.5), (0x88, "ff ff ff ff", nil), (0x88, "00 00 80 7f", nil),
            (0x89, "00 00 00 00 00 00 04 40", 2.5), (0x89, "ff ff ff ff ff ff ff ff", nil),
            (0x0A, "00", nil), (0x0A, "ff", 255), (0x8B, "00 00", nil), (0x8B, "ff ff", 65535),
            (0x8C, "00 00 00 00", nil), (0x8C, "01 00 00 00", 1), (0x0D, "ff", nil),
            (0x0D, "10", 16),
            (0x8E, "fe ff ff ff ff ff ff ff", -2), (0x8E, "ff ff ff ff ff ff ff 7f", nil),
            (0x8F, "00 00 00 00 01 00 00 00", 4_294_967_296),
            (0x8F, "ff ff ff ff ff ff ff ff", nil),
            (0x90, "00 00 00 00 00 00 00 00", nil), (0x07, "41", nil), (0x91, "41", nil),
        ] as [(UInt8, String, Double?)])
    func everyTypeHasItsValuesAndItsMark(type: UInt8, hex: String, value: Double?) throws {
        let stored = FITVectors.bytes(hex)
        for isBigEndian in [false, true] {
            var builder = FITBuilder()
            builder.isBigEndian = isBigEndian
            builder.define(5, message: 0xFF00, [(0, UInt8(stored.count), type)])
            builder.append([5] + (isBigEndian ? stored.reversed() : stored))
            let read = try Self.messages(builder.file())
            #expect(read.messages.map(\.first) == [value])
            #expect(read.messages.map(\.number) == [0xFF00] && read.errors.isEmpty)
        }
    }

    @Test func developerFieldsArePassedOverByTheirSize() throws {
        var builder = FITBuilder()
        builder.define(
            0, message: 20, [FITBuilder.timestamp, (3, 1, FITBuilder.u8)],
            developer: [(0, 7, 0), (1, 255, 0)])
        for second in 0..<3 {
            builder.add(0, [(1000 + second, 4), (60, 1)])
            builder.append([UInt8](repeating: UInt8(second), count: 262))
        }
        let (messages, errors) = try Self.messages(builder.file(headerSize: 12))
        #expect(messages.map(\.timestamp) == [1000, 1001, 1002] && errors.isEmpty)
    }

    /// Offsets of five bits that go on, stay, and come round.
    @Test func compressedTimesFollowTheLastWholeOne() throws {
        var builder = FITBuilder()
        builder.define(0, message: 21, [FITBuilder.timestamp])
        builder.define(2, message: 20, [(3, 1, FITBuilder.u8)])
        func add(_ offset: UInt8) { builder.append([0x80 | 2 << 5 | offset, 60]) }
        add(9)
        builder.add(0, [(1_000_000_027, 4)])
        // 1,000,000,027 is 27 more than a multiple of 32.
        for offset: UInt8 in [27, 28, 31, 0, 5, 4] { add(offset) }
        let times = try Self.messages(builder.file()).messages.map(\.timestamp)
        let base: UInt32 = 1_000_000_000
        #expect(
            times == [
                nil, base + 27, base + 27, base + 28, base + 31, base + 32, base + 37, base + 68,
            ])
    }

    @Test func filesThatFollowOneAnotherHaveDefinitionsOfTheirOwn() throws {
        var builder = FITBuilder()
        builder.append([0, 1, 2])
        let (messages, errors) = try Self.messages(FITVectors.small + builder.file())
        #expect(messages.count == 4)
        #expect(errors == [FITError(kind: .missingDefinition, offset: 103 + 14)])
        let three = try Self.messages(
            FITVectors.small + builder.file() + FITVectors.small + [1, 2, 3])
        #expect(three.messages.count == 8)
        #expect(three.errors.map(\.kind) == [.missingDefinition, .trailingBytes])
    }

    // MARK: Damage

    @Test func everyByteOfAFileIsCheckedByItsSum() throws {
        for index in FITVectors.small.indices {
            var bytes = FITVectors.small
            bytes[index] ^= 0x10
            let errors = (try? Self.messages(bytes).errors) ?? []
            // The first twelve bytes decide whether it is a file at all.
            let isMark = index == 0 || (8..<12).contains(index)
            #expect(isMark || !errors.isEmpty, "byte \(index)")
        }
    }

    @Test func aFileThatIsCutGivesWhatComesBefore() throws {
        let whole = try Self.messages(FITVectors.small).messages
        for count in 14..<FITVectors.small.count {
            let (messages, errors) = try Self.messages(Array(FITVectors.small.prefix(count)))
            #expect(errors == [FITError(kind: .truncated, offset: count)])
            #expect(messages.count <= whole.count)
            for (cut, of) in zip(messages, whole) { #expect(cut == of) }
        }
        for count in 0..<14 {
            #expect(throws: RecordingError.self) {
                try Self.messages(Array(FITVectors.small.prefix(count)))
            }
        }
    }

    @Test func fieldsOfOddSizesAreLeftOut() throws {
        var builder = FITBuilder()
        builder.define(
            0, message: 78, [(1, 3, FITBuilder.u16), (0, 2, FITBuilder.u16), (2, 0, 0x86)])
        builder.append([0, 9, 9, 9, 0x2C, 0x03])
        let (messages, errors) = try Self.messages(builder.file())
        #expect(messages.map(\.first) == [812])
        #expect(errors.map(\.kind) == [.field])
    }

    @Test func aMessageOfMaximumLengthIsReadAndNoneIsLongerThanTheFile() throws {
        var builder = FITBuilder()
        let fields = (0..<255).map { (number: UInt8($0), size: UInt8(255), type: FITBuilder.byte) }
        builder.define(
            0, message: 20, fields, developer: (0..<255).map { (UInt8($0), 255, 0) })
        builder.append([0] + [UInt8](repeating: 7, count: 2 * 255 * 255))
        let long = try Self.messages(builder.file())
        #expect(long.messages.map(\.first) == [7] && long.errors.isEmpty)
        builder.append([0, 1, 2])
        let short = try Self.messages(builder.file())
        #expect(short.messages.count == 1 && short.errors.map(\.kind) == [.overrun])
    }

    @Test func anEndlessChainEnds() throws {
        let empty = FITBuilder().file()
        let chain = [[UInt8]](repeating: empty, count: FITDecoder.fileCountLimit + 5).flatMap { $0 }
        #expect(try Self.messages(chain).errors.map(\.kind) == [.trailingBytes])
    }
}
