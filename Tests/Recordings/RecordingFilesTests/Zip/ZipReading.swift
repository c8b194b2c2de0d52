import Foundation
import TestSupport

@testable import RecordingFiles

/// Reads archives as the tests of zip do.
enum ZipReading {
    /// Python 3.11.7, zipfile: `apple_health_export/Exportación.xml` deflated, a folder, `../../etc/passwd` stored,
    /// and `empty` deflated.
    static let plain = bytes(
        """
        UEsDBBQAAAgIAIMYIlwYpH4FFQAAAJwAAAAkAAAAYXBwbGVfaGVhbHRoX2V4cG9ydC9FeHBvcnRhY2nDs24ueG1s0zXm0jXi0jXk\
        MuAy5DLiAvIGjwAAUEsDBBQAAAAAAIMYIlwAAAAAAAAAAAAAAAAWAAAAYXBwbGVfaGVhbHRoX2V4cG9ydC9hL1BLAwQUAAAAAACD\
        GCJc4pxTpQcAAAAHAAAAEAAAAC4uLy4uL2V0Yy9wYXNzd2RzdG9yZWQKUEsDBBQAAAAIAIMYIlwAAAAAAgAAAAAAAAAFAAAAZW1w\
        dHkDAFBLAQIUAxQAAAgIAIMYIlwYpH4FFQAAAJwAAAAkAAAAAAAAAAAAAACAAQAAAABhcHBsZV9oZWFsdGhfZXhwb3J0L0V4cG9y\
        dGFjacOzbi54bWxQSwECFAMUAAAAAACDGCJcAAAAAAAAAAAAAAAAFgAAAAAAAAAAAAAAgAFXAAAAYXBwbGVfaGVhbHRoX2V4cG9y\
        dC9hL1BLAQIUAxQAAAAAAIMYIlzinFOlBwAAAAcAAAAQAAAAAAAAAAAAAACAAYsAAAAuLi8uLi9ldGMvcGFzc3dkUEsBAhQDFAAA\
        AAgAgxgiXAAAAAACAAAAAAAAAAUAAAAAAAAAAAAAAIABwAAAAGVtcHR5UEsFBgAAAAAEAAQABwEAAOUAAAAAAA==
        """)

    /// Python 3.11.7, zipfile writing to a pipe with force_zip64: the sizes follow the data.
    static let streamed = bytes(
        """
        UEsDBC0ACAAIAIMYIlwAAAAA//////////8IABQAc3RyZWFtZWQBABAAAAAAAAAAAAAAAAAAAAAAANM15tI14tI15DLgMuQy4gLy\
        Bo8AAFBLBwgYpH4FFQAAAAAAAACcAAAAAAAAAFBLAQItAy0ACAAIAIMYIlwYpH4FFQAAAJwAAAAIAAAAAAAAAAAAAACAAQAAAABz\
        dHJlYW1lZFBLBQYAAAAAAQABADYAAABnAAAAAAA=
        """)

    /// Python 3.11.7, zipfile with ZIP64_LIMIT = 10: `a` and `b`, their sizes and offsets in fields of zip64.
    static let zip64 = bytes(
        """
        UEsDBC0AAAAIAIMYIlwYpH4F//////////8BABQAYQEAEACcAAAAAAAAABUAAAAAAAAA0zXm0jXi0jXkMuAy5DLiAvIGjwAAUEsDBC0A\
        AAAIAIMYIlwYpH4F//////////8BABQAYgEAEACcAAAAAAAAABUAAAAAAAAA0zXm0jXi0jXkMuAy5DLiAvIGjwAAUEsBAi0DLQAAAAgA\
        gxgiXBikfgX//////////wEAFAAAAAAAAAAAAIABAAAAAGEBABAAnAAAAAAAAAAVAAAAAAAAAFBLAQItAy0AAAAIAIMYIlwYpH4F////\
        //////8BABwAAAAAAAAAAACAAf////9iAQAYAJwAAAAAAAAAFQAAAAAAAABIAAAAAAAAAFBLBgYsAAAAAAAAAC0ALQAAAAAAAAAAAAIA\
        AAAAAAAAAgAAAAAAAACOAAAAAAAAAJAAAAAAAAAAUEsGBwAAAAAeAQAAAAAAAAEAAABQSwUGAAAAAAIAAgCOAAAAkAAAAAAA
        """)

    /// Python 3.11.7, zipfile: `b` packed by bzip2.
    static let bzip2 = bytes(
        """
        UEsDBC4AAAAMAIMYIlwYpH4FOgAAAJwAAAABAAAAYkJaaDkxQVkmU1mldpjWAAApWAAAEAACeAAgAFBgAUlQ9T6Oo6OjR7H0jo0a\
        NGTR+LuSKcKEhSu0xrBQSwECLgMuAAAADACDGCJcGKR+BToAAACcAAAAAQAAAAAAAAAAAAAAgAEAAAAAYlBLBQYAAAAAAQABAC8A\
        AABZAAAAAAA=
        """)

    /// Python 3.11.7, zipfile: 300,000 zeros as `zeros`, which are packed to 307 bytes.
    static let zeros = bytes(
        """
        UEsDBBQAAAAIAIMYIlz74rL2MwEAAOCTBAAFAAAAemVyb3PtwQENAAAAwqD3T20PBxQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAPwYUEsBAhQDFAAAAAgAgxgiXPvisvYzAQAA4JMEAAUAAAAAAAAAAAAAAIABAAAAAHpl\
        cm9zUEsFBgAAAAABAAEAMwAAAFYBAAAAAA==
        """)

    /// The contents of the deflated entries.
    static let text = Array((0..<64).map { "\($0 % 7 - 3)\n" }.joined().utf8)

    static func open(
        _ bytes: [UInt8], limits: ZipLimits = ZipLimits()
    ) throws(RecordingError) -> ZipArchive {
        try ZipArchive(RandomAccessBytes(bytes), limits: limits)
    }

    /// The contents of an entry, with the codes of its notices.
    struct Content: Equatable {
        var bytes: [UInt8]
        var codes: [String]

        init(_ bytes: [UInt8], _ codes: [String] = []) {
            self.bytes = bytes
            self.codes = codes
        }
    }

    /// An entry unpacked.
    static func read(
        _ archive: ZipArchive, _ index: Int = 0
    ) throws(RecordingError) -> Content {
        try drain(archive.source(of: archive.entries[index]))
    }

    static func drain(
        _ opened: ByteSource
    ) throws(RecordingError) -> Content {
        var source = opened
        var bytes: [UInt8] = []
        while case let block = try source.readBlock(), !block.isEmpty { bytes += block }
        return Content(bytes, source.notices().map(\.code))
    }

    /// The code of the error that reading the first entry ends with.
    static func failure(_ bytes: [UInt8], limits: ZipLimits = ZipLimits()) -> String? {
        do throws(RecordingError) {
            _ = try read(open(bytes, limits: limits))
            return nil
        } catch {
            return error.code
        }
    }

    private static func bytes(_ text: String) -> [UInt8] {
        Data(base64Encoded: text).map(Array.init) ?? []
    }
}
