import RecordingFiles

/// The names and the SHA-256 of the files of a set, as `SHA256SUMS.txt` has them: the root of trust.
struct ChecksumFile: Sendable, Equatable {
    struct Line: Sendable, Equatable {
        /// The path from the folder of the set on, with `/` between the levels.
        let name: String
        /// 64 hexadecimal digits in lower case.
        let checksum: String
    }

    static let name = "SHA256SUMS.txt"
    /// Longest file of sums that is read; bytes.
    static let limit = 64 << 20

    let lines: [Line]
    /// The sum of the file of sums itself.
    let digest: String

    /// - Throws: `badData` for a line that is no sum, a name that leads out of the folder, and a name with two sums.
    init(_ bytes: [UInt8], path: String) throws(DatasetFailure) {
        var digest = SHA256()
        digest.add(bytes)
        self.digest = digest.hex()
        var lines: [Line] = []
        var checksums: [String: String] = [:]
        let text = String(decoding: bytes, as: UTF8.self)
        for (index, row) in text.split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline
        )
        .enumerated() where !row.isEmpty {
            func failure(_ problem: String) -> DatasetFailure {
                DatasetFailure(
                    .badData, "\(path):\(index + 1): \(problem): nothing of this set is fetched")
            }
            let checksum = row.prefix(64).lowercased()
            // Two blanks, or a blank and a star, stand between sum and name.
            let name = row.dropFirst(64).drop { $0 == " " || $0 == "\t" }
            guard checksum.utf8.count == 64, checksum.utf8.allSatisfy(Self.isHexDigit),
                row.dropFirst(64).first == " ", !name.isEmpty
            else { throw failure("the line is no SHA-256 and name") }
            let fileName = String(name.first == "*" ? name.dropFirst() : name)
            guard Self.isSafeRelativePath(fileName) else {
                throw failure("\(fileName) leads out of the folder, or is hidden")
            }
            if fileName == Self.name { continue }
            if let earlier = checksums.updateValue(checksum, forKey: fileName) {
                guard earlier == checksum else { throw failure("\(fileName) has two sums") }
                continue
            }
            lines.append(Line(name: fileName, checksum: checksum))
        }
        guard !lines.isEmpty else {
            throw DatasetFailure(.badData, "\(path) names no file: nothing of this set is fetched")
        }
        self.lines = lines
    }

    /// Returns true if a name stays in its folder, and is none of those reserved for our own files.
    static func isSafeRelativePath(_ name: String) -> Bool {
        guard !name.isEmpty, name.utf8.count < 1000, !name.hasPrefix("/"), !name.contains("\\"),
            name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
        else { return false }
        return name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
            !$0.isEmpty && !$0.hasPrefix(".") && !$0.contains(PartFile.fileSuffix)
        }
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    /// The files of some records, and those that speak of the whole set; all where `records` is nil.
    func lines(of records: Set<String>?) -> [Line] {
        guard let records else { return lines }
        return lines.filter { line in
            let stem = line.name.prefix(upTo: line.name.lastIndex(of: ".") ?? line.name.endIndex)
            // A record's files begin with its name: 100.dat, 100.atr, and 118e_6.hea.
            return records.contains(String(stem)) || ["RECORDS", "ANNOTATORS"].contains(line.name)
        }
    }
}
