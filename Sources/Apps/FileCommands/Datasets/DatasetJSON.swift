import CommandSupport
import Datasets

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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
    let rateHz: Fact<Double>?
    let beats: [String: Fact<Int>]
    let bytes: Fact<Int>?
    let licence: Fact<String>?
    let licenceAddress: String?
    let citation: String
    let doi: Fact<String>?
    let sumsSHA256: String?
    let agreement: String?
    let folders: [String]

    init(_ set: PublishedDataset, _ locations: DatasetLocations) {
        id = set.id
        version = set.version
        title = set.title
        page = set.page
        records = Fact(set.recordCount)
        rateHz = set.rateHz.map(Fact.init)
        beats = set.beats.mapValues(Fact.init)
        bytes = set.byteCount.map(Fact.init)
        licence = set.licence.map(Fact.init)
        licenceAddress = set.licenceAddress
        citation = set.citation
        doi = set.doi.map(Fact.init)
        sumsSHA256 = set.checksumFileSHA256
        agreement = set.agreementAddress
        folders = locations.folders(of: set)
    }

    static func text(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
