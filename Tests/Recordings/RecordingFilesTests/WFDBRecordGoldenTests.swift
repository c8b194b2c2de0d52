import Foundation
import PhysioTypes
import Testing
import TestSupport

@testable import RecordingFiles

/// Every sample of real records against wfdb-python 4.3.1.
///
/// A row: record, signal, unit, samples, how many are missing, the first three values, and a digest
/// of all values. Made with
/// `wfdb.rdrecord(record, smooth_frames=False).e_p_signal` (`rdrecord(record).p_signal` for
/// binformats, whose format 8 the former does not read); the digest is h = 0xcbf29ce484222325, then
/// for the bits of each float64 (NaN as 0x7ff8000000000000) h = (h ^ bits) * 0x100000001b3 modulo
/// 2^64.
@Suite(.needsDatasets) struct WFDBRecordGoldenTests {
    private static let rows = """
        wfdb-formats/03700181|MCL1|mV|300000|0|0.022606342597435023 0.022606342597435023 0.022606342597435023|0f4377fb7138c168
        wfdb-formats/03700181|ABP|mmHg|75000|0|51.557632398753896 51.32398753894081 50.93457943925234|6b78cae4351da995
        wfdb-formats/03700181|RESP|mV|75000|4|-0.104 -0.093 -0.082|5bd0e68a9cdc5b88
        wfdb-formats/100_3chan|I|mV|999|0|-0.145 -0.145 -0.145|064b0dc3b9dfc4d1
        wfdb-formats/100_3chan|II|mV|999|0|-0.065 -0.065 -0.065|52a25e595e60565e
        wfdb-formats/100_3chan|III|mV|999|0|-0.145 -0.145 -0.145|064b0dc3b9dfc4d1
        wfdb-formats/100skew|MLII|mV|650000|0|-0.145 -0.145 -0.145|b8eb9d6a178075d9
        wfdb-formats/100skew|V5|mV|650000|3|-0.065 -0.065 -0.065|d2636009924f81a8
        wfdb-formats/a103l|II|mV|82500|0|-0.023595970746515798 -0.036980819649510145 -0.06292258865737546|fc1aabd054aa1ef6
        wfdb-formats/a103l|V|mV|82500|0|0.8675855513307985 0.9829847908745247 0.8597908745247148|0fdf4baf4b00305d
        wfdb-formats/a103l|PLETH|NU|82500|0|0.48220271348762966 0.5443735035913807 0.4782122905027933|cd451d3ccce725b6
        wfdb-formats/binformats|sig 0, fmt 8|mV|499|0|-10.235 -9.6 -8.965|3b68d452207aef6a
        wfdb-formats/binformats|sig 1, fmt 16|mV|499|0|-163.83 -161.21 -158.59|3ec857ed16cb1fe7
        wfdb-formats/binformats|sig 2, fmt 61|mV|499|0|-163.825 -161.205 -158.585|dbf9fe8a5fe46d18
        wfdb-formats/binformats|sig 3, fmt 80|mV|499|0|-0.62 -0.55 -0.48|6027c8bd1e096b7c
        wfdb-formats/binformats|sig 4, fmt 160|mV|499|0|-163.815 -161.195 -158.575|9e230f111496ba3e
        wfdb-formats/binformats|sig 5, fmt 212|mV|499|0|-10.21 -8.79 -7.37|5d2123c3e9e1540c
        wfdb-formats/binformats|sig 6, fmt 310|mV|499|0|-2.525 -0.79 0.945|a78e94f23fec10eb
        wfdb-formats/binformats|sig 7, fmt 311|mV|499|0|-2.52 -0.785 0.95|d690e6102ee70add
        wfdb-formats/binformats|sig 8, fmt 24|mV|499|0|-41942.995 -41613.975 -41284.955|fb636a5daa4884d5
        wfdb-formats/binformats|sig 9, fmt 32|mV|499|0|-10737418.19 -10653203.095 -10568988.0|fac2bd3b8433eff4
        wfdb-formats/s0010_re|i|mV|38400|0|-0.2445 -0.2425 -0.2415|62ddff109a583072
        wfdb-formats/s0010_re|ii|mV|38400|0|-0.229 -0.2335 -0.2345|7b5fe5b23b0de0b4
        wfdb-formats/s0010_re|iii|mV|38400|0|0.0155 0.009 0.007|4825382be2550647
        wfdb-formats/s0010_re|avr|mV|38400|0|0.237 0.238 0.238|e81ae1c849bb1aa7
        wfdb-formats/s0010_re|avl|mV|38400|0|-0.13 -0.1255 -0.124|85888340fc9d0acb
        wfdb-formats/s0010_re|avf|mV|38400|0|-0.107 -0.1125 -0.114|992d4db1d0d1d3e0
        wfdb-formats/s0010_re|v1|mV|38400|0|-0.044 -0.042 -0.044|b68e55da9c1cdbab
        wfdb-formats/s0010_re|v2|mV|38400|0|-0.1205 -0.1175 -0.118|4ec1321fb35b32e0
        wfdb-formats/s0010_re|v3|mV|38400|0|-0.056 -0.051 -0.0535|8246f720abca3eee
        wfdb-formats/s0010_re|v4|mV|38400|0|0.106 0.1095 0.1095|18d77c0777f85c83
        wfdb-formats/s0010_re|v5|mV|38400|0|0.1965 0.202 0.2005|b1916103bfc1ba49
        wfdb-formats/s0010_re|v6|mV|38400|0|0.195 0.198 0.1965|a37026dd1950156f
        wfdb-formats/s0010_re|vx|mV|38400|0|-0.0015 -0.0015 -0.0035|f2479f212b8aab39
        wfdb-formats/s0010_re|vy|mV|38400|0|0.06 0.061 0.0555|5c9bd47f581e1679
        wfdb-formats/s0010_re|vz|mV|38400|0|-0.009 -0.01 -0.0085|db7c60b557affc7b
        wfdb-formats/test01_00s|ECG 1|mV|4000|0|0.1 0.11 0.13|96634676ba3ac073
        wfdb-formats/test01_00s|ECG 2|mV|4000|0|-0.08 -0.06 -0.06|a62a93b05a72c8f9
        wfdb-formats/test01_00s|ECG 3|mV|4000|0|-0.57 -0.56 -0.55|bb6d961878e1689e
        wfdb-formats/test01_00s|ECG 4|mV|4000|0|-0.66 -0.66 -0.67|6126a8255aa42304
        wfdb-formats/test01_00s_frame|ECG_1|mV|4000|0|0.1 0.11 0.13|96634676ba3ac073
        wfdb-formats/test01_00s_frame|ECG_2|mV|8000|0|-0.08 -0.57 -0.06|6a5147554e1d01c6
        wfdb-formats/test01_00s_frame|ECG_3|mV|4000|0|-0.66 -0.66 -0.67|6126a8255aa42304
        wfdb-formats/test01_00s_skew|ECG_1|mV|4000|0|0.1 0.11 0.13|96634676ba3ac073
        wfdb-formats/test01_00s_skew|ECG_2|mV|4000|3|-0.07 -0.07 -0.05|3cba7d02e111d170
        wfdb-formats/test01_00s_skew|ECG_3|mV|4000|0|-0.57 -0.56 -0.55|bb6d961878e1689e
        wfdb-formats/test01_00s_skew|ECG_4|mV|4000|0|-0.66 -0.66 -0.67|6126a8255aa42304
        wfdb-formats/test01_00s_skewframe|ECG_1|mV|4000|3|0.14 0.15 0.15|4e92b8534399b994
        wfdb-formats/test01_00s_skewframe|ECG_2|mV|8000|0|-0.08 -0.57 -0.06|6a5147554e1d01c6
        wfdb-formats/test01_00s_skewframe|ECG_3|mV|4000|0|-0.66 -0.66 -0.67|6126a8255aa42304
        wfdb-formats/041s/041s|III|mV|8000|0|0.084 0.084 0.083|6dc61d469ea640f7
        wfdb-formats/041s/041s|I|mV|8000|1|0.001 -0.01 -0.032|68f4b4060922b70b
        wfdb-formats/041s/041s|V|mV|8000|0|0.0775 0.0665 0.0665|244df67924354878
        wfdb-formats/041s/041s|ABP|mmHg|2000|0|67.9 70.6 73.3|ccd53a32835371ad
        wfdb-formats/041s/041s|PAP|mmHg|2000|0|28.825 29.2875 29.7625|77ea8d88cb800648
        wfdb-formats/041s/041s|PLETH|mV|2000|0|-0.4205 -0.4205 -0.416|88b702e0865c0c72
        wfdb-formats/041s/041s|RESP|mV|2000|0|0.2005 0.2 0.199|46a28f1d4d4000e7
        wfdb-apps/100s|MLII|mV|21600|0|-0.145 -0.145 -0.145|7f1caeac18fd7902
        wfdb-apps/100s|V5|mV|21600|0|-0.065 -0.065 -0.065|b7161ea6c09dcc15
        icu-toolbox/TestICU|col 1|mV|37500|0|0.0 0.0 0.0|ef19e61dd5c0a955
        icu-toolbox/TestICU|col 2|mV|37500|0|0.0 0.0 0.0|a84de61dd5c0a955
        icu-toolbox/TestICU|col 3|mV|37500|0|42.0 42.0 42.0|2956e61dd5c0a955
        icu-toolbox/TestICU|col 4|mV|37500|0|33.0 35.0 36.0|401de61dd5c0a955
        icu-toolbox/TestICU|col 5|mV|37500|0|0.0 0.0 0.0|15ade61dd5c0a955
        icu-toolbox/TestICU|col 6|mV|37500|0|-1.0 -1.0 -1.0|7c5de61dd5c0a955
        mitdb/100|MLII|mV|650000|0|-0.145 -0.145 -0.145|b8eb9d6a178075d9
        mitdb/100|V5|mV|650000|0|-0.065 -0.065 -0.065|47d4a90bbda64bd2
        nstdb/118e06|MLII|mV|650000|0|-5.955 -5.955 -5.955|5e0844d3df870b6e
        nstdb/118e06|V1|mV|650000|0|-5.635 -5.635 -5.635|d9286acb3f0e7c24
        """

    /// The signals of a record as the rows state them.
    private static func described(
        _ record: String, _ signals: [WFDBTestFolder.Signal], _ descriptions: [SignalDescription]
    ) -> [String] {
        zip(signals, descriptions).map { signal, description in
            let digest = signal.samples.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { hash, value in
                (hash ^ WFDBTestFolder.bits(value)) &* 0x100_0000_01B3
            }
            let missing = signal.samples.count { $0.isNaN }
            let first = signal.samples.prefix(3).map { "\($0)" }.joined(separator: " ")
            let hex = String(digest, radix: 16)
            return [
                record, description.name, description.unit, "\(signal.samples.count)", "\(missing)",
                first, String(repeating: "0", count: 16 - hex.count) + hex,
            ].joined(separator: "|")
        }
    }

    private static func rows(of record: String) -> [String] {
        rows.split(separator: "\n").map(String.init).filter { $0.hasPrefix(record + "|") }
    }

    /// Signals may be read with mistakes in how they begin, so counts are compared at the end.
    private static func check(_ record: String, _ signals: inout WFDBSignals) throws {
        let read = try WFDBTestFolder.readAll(&signals, count: signals.signals.count)
        #expect(described(record, read, signals.signals) == rows(of: record))
        for (signal, description) in zip(read, signals.signals) {
            #expect(signal.samples.count == description.sampleCount)
        }
    }

    @Test(arguments: [
        "wfdb-formats/03700181", "wfdb-formats/100_3chan", "wfdb-formats/a103l",
        "wfdb-formats/binformats", "wfdb-formats/s0010_re", "wfdb-formats/test01_00s",
        "wfdb-formats/test01_00s_frame", "wfdb-formats/test01_00s_skew",
        "wfdb-formats/test01_00s_skewframe", "wfdb-formats/041s/041s", "wfdb-apps/100s",
        "icu-toolbox/TestICU", "mitdb/100", "nstdb/118e06",
    ])
    func everySampleIsThatOfWFDBPython(record: String) throws {
        let files = try #require(WFDBRecordFiles(path: Datasets.path(record), isForced: true))
        var signals = try #require(try files.openSignals() as? WFDBSignals)
        try Self.check(record, &signals)
        // The checksums of their headers are right, too.
        #expect(signals.notices.map(\.code) == [])
    }

    /// A header from another folder than the file it names.
    @Test func aSkewedRecordIsThatOfWFDBPython() throws {
        let header = Array(try Datasets.text("wfdb-formats/100skew.hea").utf8)
        let samples = try Data(contentsOf: URL(fileURLWithPath: Datasets.path("mitdb/100.dat")))
        let folder = WFDBTestFolder(samples: ["100skew.hea": header, "100.dat": Array(samples)])
        var signals = try folder.open("100skew")
        try Self.check("wfdb-formats/100skew", &signals)
    }

    @Test func aRecordIsReadByAnyOfItsNames() throws {
        let path = try Datasets.path("wfdb-formats/100_3chan")
        for ending in ["", ".hea", ".dat"] {
            var reader = try RecordingFile.openSignals(path: path + ending)
            #expect(reader.format == "wfdb")
            #expect(try reader.wholeSignal(1).samples.count == 999)
        }
    }

    @Test func aMissingSignalFileIsNamed() throws {
        var reader = try RecordingFile.openSignals(path: Datasets.path("wfdb-formats/100skew"))
        do throws(RecordingError) {
            _ = try reader.nextBlock()
            Issue.record("there is no 100.dat beside this header")
        } catch {
            #expect(error.code == "missing_file" && error.text.contains("100.dat"))
        }
    }
}
