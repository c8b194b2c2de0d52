import Foundation
import RecordingFiles
import TestSupport
import Testing

@testable import Datasets

@Suite struct DatasetNameTests {
    private let home: TemporaryFolder
    private let locations: DatasetLocations

    init() throws {
        home = try TemporaryFolder()
        locations = DatasetLocations(
            store: home.path + "/store", sharedFolder: home.path + "/shared")
        for folder in ["store/nsrdb/1.0.0", "shared/nsrdb"] {
            try FileManager.default.createDirectory(
                atPath: "\(home.path)/\(folder)", withIntermediateDirectories: true)
        }
        try home.write("store/nsrdb/1.0.0/16265.hea", "")
        try home.write("shared/nsrdb/16272.hea", "")
        try home.write("shared/nsrdb/16265.hea", "")
        try home.write("shared/nsrdb/RECORDS", "16265\n16272\n16273\n")
    }

    @Test func aRecordIsFoundWhereItLies() throws {
        #expect(
            try DatasetName.paths("nsrdb:16265", in: locations)
                == [home.path + "/store/nsrdb/1.0.0/16265.hea"])
        #expect(
            try DatasetName.paths("nsrdb:16272", in: locations) == [
                home.path + "/shared/nsrdb/16272.hea"
            ])
    }

    /// A single record that was fetched does not hide the others; that they are not all is said.
    @Test func allRecordsAreThoseOfTheFullestFolder() throws {
        #expect(
            try DatasetName.paths("nsrdb:*", in: locations)
                == ["16265", "16272"].map { "\(home.path)/shared/nsrdb/\($0).hea" })
        #expect(
            DatasetName.missingRecordsText("nsrdb:*", in: locations)?.hasPrefix(
                "nsrdb:*: 2 of 18 records are here")
                == true)
        #expect(DatasetName.missingRecordsText("nsrdb:16265", in: locations) == nil)
        let sharedFolder = DatasetLocations(
            store: home.path + "/none", sharedFolder: home.path + "/shared")
        #expect(
            try DatasetName.paths("nsrdb:*", in: sharedFolder)
                == ["16265", "16272"].map { "\(home.path)/shared/nsrdb/\($0).hea" })
    }

    @Test func otherWordsStayAsTheyAre() throws {
        for word in ["a.txt", "C:data", "unknown:100", "nsrdb", "nsrdb:", "nsrdb:../x", "-"] {
            #expect(try DatasetName.paths(word, in: locations) == [word])
        }
        // A file of that name is meant where there is one.
        let file = try home.write("nsrdb:16265", "800\n")
        #expect(try DatasetName.paths(file, in: locations) == [file])
    }

    @Test func whatIsNotHereSaysWhereItBelongs() throws {
        let record = #expect(throws: DatasetFailure.self) {
            try DatasetName.paths("nsrdb:16273", in: locations)
        }
        #expect(record?.kind == .unavailable)
        #expect(record?.text.contains("hrv datasets fetch nsrdb:16273") == true)
        let set = #expect(throws: DatasetFailure.self) {
            try DatasetName.paths("mitdb:100", in: locations)
        }
        #expect(set?.kind == .unavailable)
        #expect(set?.text.contains(home.path + "/store/mitdb/1.0.0") == true)
    }
}

@Suite struct DatasetCatalogueTests {
    @Test func namesAreOneEachAndCountsFit() {
        let sets = DatasetCatalogue.all
        #expect(Set(sets.map(\.id)).count == sets.count)
        for set in sets where !set.records.isEmpty {
            #expect(set.records.count == set.recordCount.value, "\(set.id)")
            #expect(Set(set.records).count == set.records.count, "\(set.id)")
        }
    }

    @Test func setsBehindAnAgreementAreNamedOnly() {
        for set in DatasetCatalogue.all {
            #expect((set.agreementAddress == nil) == (set.licence != nil), "\(set.id)")
            #expect(set.agreementAddress?.hasPrefix("https://") ?? true)
            #expect(set.checksumFileSHA256.map { $0.count == 64 } ?? true)
        }
    }

    @Test func namesAreWrittenShort() {
        #expect(
            RecordNames.expand("a08...a11 b 118e_6") == ["a08", "a09", "a10", "a11", "b", "118e_6"])
    }

    @Test(.needsDatasets) func aMirrorOfHalfASetSaysWhichHalf() throws {
        let set = try #require(DatasetCatalogue.set("mitdb"))
        let found = try DatasetVerification(set, in: Datasets.path("mitdb"))
        #expect(found.records.count == 24 && found.missingRecords.count == 24)
        #expect(found.missingRecords.prefix(3) == ["101", "103", "104"])
        #expect(found.sums == nil && !found.isComplete)
        // The counts that came with the recordings, made by another program.
        let counts = try Datasets.text("mitdb/beat_counts.csv").split(whereSeparator: \.isNewline)
            .dropFirst().compactMap {
                $0.split(separator: ",").dropFirst(3).first.flatMap { Int($0) }
            }
        #expect(found.beats == ["atr": counts.reduce(0, +)])
    }
}

@Suite struct SumsFileTests {
    private let checksum = String(repeating: "ab", count: 32)

    private func file(_ text: String) throws(DatasetFailure) -> ChecksumFile {
        try ChecksumFile(Array(text.utf8), path: "S")
    }

    @Test func oneBlankTwoOrAStarStandBetween() throws {
        let read = try file(
            "\(checksum) a\n\(checksum)  b c\r\n\n\(checksum.uppercased()) *d/e.dat\n\(checksum) SHA256SUMS.txt"
        )
        #expect(read.lines.map(\.name) == ["a", "b c", "d/e.dat"])
        #expect(read.lines.allSatisfy { $0.checksum == checksum })
    }

    @Test(arguments: [
        "", "\n", "abc a", "SUM", "SUMx a", "SUM ", "SUM  \u{7}bell", "SUM a\nOTHER a",
    ])
    func whatIsNoSumIsRefused(_ text: String) {
        let text = text.replacingOccurrences(of: "SUM", with: checksum)
            .replacingOccurrences(of: "OTHER", with: String(repeating: "0", count: 64))
        #expect(throws: DatasetFailure.self) { try file(text) }
    }

    @Test func filesOfARecordBeginWithItsName() throws {
        let read = try file(
            ["RECORDS", "1.dat", "1.atr", "10.dat", "1/2.dat", "doc.html"].map {
                "\(checksum) \($0)"
            }
            .joined(separator: "\n"))
        #expect(read.lines(of: ["1"]).map(\.name) == ["RECORDS", "1.dat", "1.atr"])
        #expect(read.lines(of: ["1/2"]).map(\.name) == ["RECORDS", "1/2.dat"])
        #expect(read.lines(of: nil).count == 6)
    }
}
