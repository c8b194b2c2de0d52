/// A set of recordings that others publish, and what the catalogue knows of it.
package struct PublishedDataset: Sendable, Equatable {
    /// A number or a text, and whether we know it first hand.
    package struct Fact<Value: Sendable & Equatable>: Sendable, Equatable {
        package let value: Value
        /// True if it was read at the set's own page, or counted in its files.
        package let isVerified: Bool

        static func verified(_ value: Value) -> Self { Self(value: value, isVerified: true) }
        static func unverified(_ value: Value) -> Self { Self(value: value, isVerified: false) }
    }

    /// The name of the set at its publisher, and in `mitdb:100`.
    package let id: String
    package let version: String
    package let title: String
    package let recordCount: Fact<Int>
    /// Names of all records; empty where the catalogue does not list them.
    package let records: [String]
    /// Sampling rate; Hz.
    package let rateHz: Fact<Double>?
    /// Beats of all records, by the ending of the annotation files.
    package let beats: [String: Fact<Int>]
    /// Size of all files.
    package let byteCount: Fact<Int>?
    package let licence: Fact<String>?
    package let licenceAddress: String?
    package let citation: String
    package let doi: Fact<String>?
    /// SHA-256 of its `SHA256SUMS.txt`; nil where no trusted source states one.
    package let checksumFileSHA256: String?
    /// The page on which a person signs for it; nil where every person may fetch it.
    package let agreementAddress: String?

    init(
        _ id: String, _ version: String, _ title: String, recordCount: Fact<Int>,
        records: String = "",
        rateHz: Fact<Double>? = nil, beats: [String: Fact<Int>] = [:], byteCount: Fact<Int>? = nil,
        licence: Fact<String>? = nil, licenceAddress: String? = nil, citation: String,
        doi: Fact<String>? = nil, checksumFileSHA256: String? = nil, agreementAddress: String? = nil
    ) {
        self.id = id
        self.version = version
        self.title = title
        self.recordCount = recordCount
        self.records = RecordNames.expand(records)
        self.rateHz = rateHz
        self.beats = beats
        self.byteCount = byteCount
        self.licence = licence
        self.licenceAddress = licenceAddress
        self.citation = citation
        self.doi = doi
        self.checksumFileSHA256 = checksumFileSHA256
        self.agreementAddress = agreementAddress
    }

    /// The page that describes the set.
    package var page: String {
        agreementAddress ?? "https://\(Self.host)/content/\(id)/\(version)/"
    }

    /// The only host that sets are fetched from where no mirror is named.
    static let host = "physionet.org"

    /// The folder of its files below the publisher's address, or below a mirror's.
    var folder: String { version.isEmpty ? id : "\(id)/\(version)" }
}

/// Names of records, written short: `a01...a03 b07` are `a01`, `a02`, `a03` and `b07`.
enum RecordNames {
    static func expand(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).flatMap { word -> [String] in
            guard let dots = word.firstRange(of: "...") else { return [String(word)] }
            let (first, last) = (word[..<dots.lowerBound], word[dots.upperBound...])
            let digits = first.reversed().prefix { $0.isNumber }.count
            let stem = first.dropLast(digits)
            guard let low = Int(first.suffix(digits)), let high = Int(last.suffix(digits)),
                low <= high
            else { return [String(word)] }
            return (low...high).map { number in
                let text = String(number)
                return stem + String(repeating: "0", count: max(0, digits - text.count)) + text
            }
        }
    }
}
