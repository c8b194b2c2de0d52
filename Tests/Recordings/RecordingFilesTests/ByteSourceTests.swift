import Testing

@testable import RecordingFiles

@Suite struct ByteSourceTests {
    /// 0 ... count - 1 in blocks of unequal sizes.
    private static func source(_ count: Int) -> ByteSource {
        var next = 0
        var size = 1
        return ByteSource { () throws(RecordingError) -> [UInt8] in
            let block = (next..<min(count, next + size)).map { UInt8($0 % 251) }
            next += block.count
            size = size % 7 + 1
            return block
        }
    }

    @Test func everyByteComesOnceInItsOrder() throws {
        var source = Self.source(1000)
        var read: [UInt8] = []
        var ask = 1
        while case let bytes = try source.read(ask), !bytes.isEmpty {
            read += bytes
            ask = ask % 13 + 1
        }
        #expect(read == (0..<1000).map { UInt8($0 % 251) })
    }

    @Test func whatWasLookedAtStays() throws {
        var source = Self.source(100)
        #expect(Array(try source.peek(40)) == (0..<40).map(UInt8.init))
        #expect(Array(try source.peek(10)) == (0..<10).map(UInt8.init))
        #expect(Array(try source.read(3)) == [0, 1, 2])
        #expect(try source.peek(1).first == 3)
    }

    @Test func readsAtTheEndAreShorter() throws {
        var source = Self.source(10)
        #expect(try source.skip(8) == 8)
        #expect(Array(try source.read(5)) == [8, 9])
        #expect(try source.read(5).isEmpty)
        #expect(try source.skip(4) == 0)
        var bytes = ByteSource([1, 2, 3])
        #expect(try Array(bytes.readBlock()) == [1, 2, 3])
        #expect(try bytes.readBlock().isEmpty)
    }
}
