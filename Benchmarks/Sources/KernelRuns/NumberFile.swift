import Foundation

/// Arrays of little-endian Float64, as `numpy.fromfile` reads them.
enum NumberFile {
    static func write(_ values: [Double], to url: URL) throws {
        try values.map(\.bitPattern.littleEndian).withUnsafeBytes { Data($0) }.write(to: url)
    }

    static func read(_ url: URL) throws -> [Double] {
        let data = try Data(contentsOf: url)
        return data.withUnsafeBytes { bytes in
            (0..<bytes.count / 8).map { index in
                Double(
                    bitPattern: UInt64(
                        littleEndian: bytes.loadUnaligned(
                            fromByteOffset: 8 * index, as: UInt64.self)))
            }
        }
    }
}
