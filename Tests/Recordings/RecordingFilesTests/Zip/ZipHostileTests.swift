import Testing
import TestSupport

@testable import RecordingFiles

@Suite struct ZipHostileTests {
    private static let content = Array("twelve bytes".utf8)

    private static func archive(_ change: (inout TestZip.Entry) -> Void) -> [UInt8] {
        var entry = TestZip.Entry("x", content)
        change(&entry)
        return TestZip.archive([entry])
    }

    @Test func anArchiveWithoutItsEndIsDamaged() {
        let whole = ZipReading.plain
        for count in 0..<whole.count {
            #expect(ZipReading.failure(Array(whole.prefix(count))) == "zip_damaged")
        }
    }

    @Test func encryptedEntriesAndOtherMethodsAreRefused() {
        #expect(ZipReading.failure(ZipReading.bzip2) == "zip_method")
        #expect(ZipReading.failure(Self.archive { $0.flags |= 1 }) == "zip_method")
        #expect(ZipReading.failure(Self.archive { $0.method = 99 }) == "zip_method")
    }

    @Test func aWrongChecksumIsSaidAfterTheLastByte() throws {
        let archive = try ZipReading.open(Self.archive { $0.crc32 = 1 })
        #expect(try ZipReading.read(archive) == .init(Self.content, ["cut"]))
    }

    @Test func fewerBytesThanDeclaredAreUsedAsFarAsTheyGo() throws {
        let short = try ZipReading.open(Self.archive { $0.byteCount = 13 })
        #expect(try ZipReading.read(short) == .init(Self.content, ["cut"]))
        var damaged = ZipReading.plain
        damaged[70] ^= 0xFF
        let read = try ZipReading.read(ZipReading.open(damaged))
        #expect(read.codes == ["cut"])
        #expect(read.bytes.count <= ZipReading.text.count)
    }

    @Test func moreBytesThanDeclaredAreRefused() {
        #expect(ZipReading.failure(Self.archive { $0.byteCount = 11 }) == "zip_limit")
    }

    @Test func moreThanTheLimitIsRefusedBeforeItIsUnpacked() throws {
        var limits = ZipLimits()
        #expect(limits.byteCount == 17_179_869_184)
        limits.byteCount = 299_999
        let archive = try ZipReading.open(ZipReading.zeros, limits: limits)
        #expect(throws: RecordingError.self) { try archive.source(of: archive.entries[0]) }
        #expect(ZipReading.failure(ZipReading.zeros, limits: limits) == "zip_limit")
    }

    @Test func ratiosAboveTheLimitAreRefusedFromTheFreeBytesOn() throws {
        // 300,000 zeros of 307 bytes: 977 to 1.
        var limits = ZipLimits()
        #expect(limits.maxUnpackingRatio == 200 && limits.ratioExemptByteCount == 67_108_864)
        #expect(ZipReading.failure(ZipReading.zeros, limits: limits) == nil)
        limits.ratioExemptByteCount = 100_000
        #expect(ZipReading.failure(ZipReading.zeros, limits: limits) == "zip_limit")
        limits.maxUnpackingRatio = 1000
        #expect(ZipReading.failure(ZipReading.zeros, limits: limits) == nil)
    }

    @Test func anEntryThatIsNotWhereTheDirectorySaysIsDamage() {
        var moved = ZipReading.plain
        moved[0] = 0
        #expect(ZipReading.failure(moved) == "zip_damaged")
    }

    @Test func anArchiveInAnArchiveIsAnEntryLikeAnyOther() throws {
        let outer = TestZip.archive([TestZip.Entry("inner.zip", ZipReading.plain)])
        #expect(try ZipReading.read(ZipReading.open(outer)).bytes == ZipReading.plain)
    }

    @Test(arguments: [0, 1, 2, 3, 4])
    func changedBytesNeverTrap(vector: Int) {
        let whole = [
            ZipReading.plain, ZipReading.streamed, ZipReading.zip64, ZipReading.bzip2,
            TestZip.archive([TestZip.Entry("x", Self.content)]),
        ][vector]
        var generator = SplitMix64(seed: UInt64(vector))
        for _ in 0..<TestEffort.pick(4000, all: 20_000) {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let position = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[position] = UInt8.random(in: 0...255, using: &generator)
            }
            if Bool.random(using: &generator) {
                bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator))
            }
            guard let archive = try? ZipReading.open(bytes) else { continue }
            for index in archive.entries.indices { _ = try? ZipReading.read(archive, index) }
        }
    }
}
