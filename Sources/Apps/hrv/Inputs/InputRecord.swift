import Foundation

/// The WFDB record that an input belongs to, as far as outputs have to know it.
struct InputRecord {
    /// Path without ending.
    let base: String
    /// Frames a second, which is what annotations count; Hz.
    let rateHz: Double
    /// Nil where the header states none.
    let frameCount: Int?
    /// Signal files beside the header, or the records that it is made of.
    private let parts: [String]
    private let hasSegments: Bool

    /// A header is some lines of text; what follows is not looked at.
    private static let headerLimit = 1 << 20
    /// Where a header states no rate (header(5) of the WFDB Applications Guide).
    private static let defaultRateHz = 250.0

    var header: String { base + ".hea" }

    /// - Parameter path: an input by any of its names.
    /// - Returns: nil where no header lies beside it.
    init?(input path: String) {
        let ending = (path as NSString).pathExtension
        let stem = (path as NSString).deletingPathExtension
        let manager = FileManager.default
        if !ending.isEmpty, manager.fileExists(atPath: stem + ".hea"),
            ["hea", "dat"].contains(ending.lowercased()) || manager.fileExists(atPath: path)
        {
            self.init(base: stem)
        } else {
            self.init(base: path)
        }
    }

    /// - Returns: nil where there is no header `base.hea` with a record line.
    init?(base: String) {
        guard let handle = FileHandle(forReadingAtPath: base + ".hea"),
            let data = try? handle.read(upToCount: Self.headerLimit)
        else { return nil }
        let lines = String(decoding: data, as: UTF8.self)
            .split(whereSeparator: \.isNewline)
            .map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
            .filter { $0.first?.hasPrefix("#") == false }
        guard let record = lines.first, record.count > 1 else { return nil }
        let rate = record.count > 2 ? record[2].split(separator: "/").first.map(String.init) : nil
        let count = record.count > 3 ? Int(record[3]) : nil
        self.base = base
        rateHz = rate.flatMap(Double.init) ?? Self.defaultRateHz
        frameCount = count == 0 ? nil : count
        parts = lines.dropFirst().map { $0[0] }.filter { $0 != "~" }
        hasSegments = record[0].contains("/")
    }

    /// The header and every file of samples, those of its segments among them.
    var files: [String] {
        let folder = (base as NSString).deletingLastPathComponent as NSString
        let places = parts.map { folder.appendingPathComponent($0) }
        guard hasSegments else { return [header] + places }
        // Segments have none of their own.
        return [header]
            + places.filter { $0 != base }.compactMap(Self.init(base:)).flatMap {
                $0.hasSegments ? [$0.header] : $0.files
            }
    }
}
