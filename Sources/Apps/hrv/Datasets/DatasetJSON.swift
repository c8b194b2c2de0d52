import Datasets
import Foundation

/// A data set as JSON. A fact is a value with `verified`; what is not known is left out.
struct DatasetJSON: Encodable {
    struct Fact<Value: Encodable & Sendable & Equatable>: Encodable {
        let value: Value
        let verified: Bool

        init(_ fact: PublishedDataset.Fact<Value>) {
            value = fact.value
            verified = fact.isVerified
        }
    }

    let id: String
    let version: String
    let title: String
    let page: String
    let records: Fact<Int>
    let rate_hz: Fact<Double>?
    let beats: [String: Fact<Int>]
    let bytes: Fact<Int>?
    let licence: Fact<String>?
    let licence_address: String?
    let citation: String
    let doi: Fact<String>?
    let sums_sha256: String?
    let agreement: String?
    let folders: [String]

    init(_ set: PublishedDataset, _ places: DatasetPlaces) {
        id = set.id
        version = set.version
        title = set.title
        page = set.page
        records = Fact(set.recordCount)
        rate_hz = set.rateHz.map(Fact.init)
        beats = set.beats.mapValues(Fact.init)
        bytes = set.byteCount.map(Fact.init)
        licence = set.licence.map(Fact.init)
        licence_address = set.licenceAddress
        citation = set.citation
        doi = set.doi.map(Fact.init)
        sums_sha256 = set.sumsSHA256
        agreement = set.agreement
        folders = places.folders(of: set)
    }

    static func text(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
