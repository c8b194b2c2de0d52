/// FIT files given byte by byte.
enum FITVectors {
    /// 103 bytes: a file with one `hrv` message of 812, 805 and 799 ms and one `beat_intervals` message of
    /// the same at +2.25 s; its checksum is valid.
    static let small: [UInt8] = bytes(
        """
        0e 20 e2 52 57 00 00 00 2e 46 49 54 98 a0 40 00 00 00 00 04 00 01 00 01 02 84 02 02 84 04 04 86
        00 04 ff 00 00 00 00 ca 9a 3b 41 00 00 4e 00 01 00 0a 84 01 2c 03 25 03 ff ff ff ff ff ff 01 1f
        03 ff ff ff ff ff ff ff ff 42 00 00 22 01 03 fd 04 86 00 02 84 01 06 84 02 02 ca 9a 3b fa 00 2c
        03 25 03 1f 03 2c a7
        """)

    static func bytes(_ text: String) -> [UInt8] {
        text.split(whereSeparator: \.isWhitespace).compactMap { UInt8($0, radix: 16) }
    }
}
