/// The data sets that are known here by name.
///
/// What could not be read at the set's own page, nor counted in its files, is marked as unverified, and shown so. Sizes are
/// those of the signals where nothing better is known. To add a set is to add an entry.
package enum DatasetCatalogue {
    private typealias Fact = PublishedDataset.Fact

    /// The sets in the order of their names.
    package static let all = datasets.sorted { $0.id < $1.id }

    package static func set(_ id: String) -> PublishedDataset? { all.first { $0.id == id } }

    /// A set of PhysioNet that everybody may fetch.
    ///
    /// - Parameter doi: what stands behind `10.13026/`.
    private static func openDataset(
        _ id: String, _ title: String, recordCount: Fact<Int>, records: String = "",
        rateHz: Fact<Double>, beats: [String: Fact<Int>] = [:], megabytes: Double? = nil,
        doi: String,
        sums: String? = nil, _ citation: String? = nil
    ) -> PublishedDataset {
        let physioNetCitation =
            "Goldberger et al., PhysioBank, PhysioToolkit, and PhysioNet, Circulation 101(23):e215, 2000"
        return PublishedDataset(
            id, "1.0.0", title, recordCount: recordCount, records: records, rateHz: rateHz,
            beats: beats, byteCount: megabytes.map { .unverified(Int($0 * 1e6)) },
            licence: .unverified("Open Data Commons Attribution License 1.0 (ODC-By 1.0)"),
            licenceAddress: "https://\(PublishedDataset.host)/content/\(id)/view-license/1.0.0/",
            citation: citation.map { "\($0); \(physioNetCitation)" } ?? physioNetCitation,
            doi: .unverified("10.13026/\(doi)"), checksumFileSHA256: sums)
    }

    /// A set that one signs for.
    private static func restrictedDataset(
        _ id: String, _ title: String, recordCount: Int, rateHz: Double, at address: String,
        _ citation: String
    ) -> PublishedDataset {
        PublishedDataset(
            id, "", title, recordCount: .unverified(recordCount), rateHz: .unverified(rateHz),
            citation: citation, agreementAddress: address)
    }

    private static let datasets: [PublishedDataset] = [
        openDataset(
            "mitdb", "MIT-BIH Arrhythmia Database", recordCount: .verified(48),
            records:
                "100...109 111...119 121...124 200...203 205 207...210 212...215 217 219...223 228 230...234",
            rateHz: .verified(360), beats: ["atr": .verified(109_494)], megabytes: 100,
            doi: "C2F305",
            sums: "b61158a96d5f2ca80edfb354a9a66a6324836c390a84e1966dcee2b907d6be43",
            "Moody and Mark, The impact of the MIT-BIH Arrhythmia Database, IEEE Eng. Med. Biol. 20(3):45, 2001"
        ),
        openDataset(
            "nsrdb", "MIT-BIH Normal Sinus Rhythm Database", recordCount: .verified(18),
            records:
                "16265 16272 16273 16420 16483 16539 16773 16786 16795 17052 17453 18177 18184 19088 19090 19093 19140 19830",
            rateHz: .unverified(128), beats: ["atr": .unverified(1_729_629)], megabytes: 605,
            doi: "C2NK5R"),
        openDataset(
            "ltdb", "MIT-BIH Long-Term ECG Database", recordCount: .verified(7),
            records: "14046 14134 14149 14157 14172 14184 15814",
            rateHz: .unverified(128), megabytes: 204,
            doi: "C2KS3F"),
        openDataset(
            "chfdb", "BIDMC Congestive Heart Failure Database", recordCount: .verified(15),
            records: "chf01...chf15",
            rateHz: .verified(250), beats: ["ecg": .unverified(1_622_282)], megabytes: 810,
            doi: "C29G60",
            "Baim et al., Survival of patients with severe congestive heart failure treated with oral milrinone, J. Am. Coll. Cardiol. 7(3):661, 1986"
        ),
        openDataset(
            "slpdb", "MIT-BIH Polysomnographic Database", recordCount: .verified(18),
            records:
                "slp01a slp01b slp02a slp02b slp03 slp04 slp14 slp16 slp32 slp37 slp41 slp45 slp48 slp59 slp60 slp61 slp66 slp67x",
            rateHz: .unverified(250), megabytes: 663.056564,
            doi: "C23K5S",
            "Ichimaru and Moody, Development of the polysomnographic database on CD-ROM, Psychiatry Clin. Neurosci. 53:175, 1999"
        ),
        openDataset(
            "apnea-ecg", "Apnea-ECG Database", recordCount: .verified(70),
            records: "a01...a20 b01...b05 c01...c10 x01...x35",
            rateHz: .unverified(100), megabytes: 583,
            doi: "C23W2R",
            "Penzel et al., The Apnea-ECG Database, Comput. Cardiol. 27:255, 2000"),
        openDataset(
            "nsr2db", "Normal Sinus Rhythm RR Interval Database", recordCount: .unverified(54),
            records: "nsr001...nsr054",
            rateHz: .unverified(128), megabytes: 12,
            doi: "C2S881"),
        openDataset(
            "chf2db", "Congestive Heart Failure RR Interval Database", recordCount: .unverified(29),
            records: "chf201...chf229",
            rateHz: .unverified(128), megabytes: 7,
            doi: "C2F598"),
        openDataset(
            "afdb", "MIT-BIH Atrial Fibrillation Database", recordCount: .unverified(25),
            records:
                "00735 03665 04015 04043 04048 04126 04746 04908 04936 05091 05121 05261 06426 06453 06995 07162 07859 07879 07910 08215 08219 08378 08405 08434 08455",
            rateHz: .unverified(250), beats: ["qrs": .unverified(1_221_559)], megabytes: 635,
            doi: "C2MW2D",
            "Moody and Mark, A new method for detecting atrial fibrillation using R-R intervals, Comput. Cardiol. 10:227, 1983"
        ),
        openDataset(
            "ltafdb", "Long Term AF Database", recordCount: .unverified(84),
            rateHz: .unverified(128), beats: ["atr": .unverified(8_995_973)], megabytes: 2710,
            doi: "C2QG6Q",
            "Petrutiu et al., Abrupt changes in fibrillatory wave characteristics at the termination of paroxysmal atrial fibrillation in humans, Europace 9:466, 2007"
        ),
        openDataset(
            "incartdb", "St Petersburg INCART 12-lead Arrhythmia Database",
            recordCount: .unverified(75),
            records: "I01...I75",
            rateHz: .unverified(257), beats: ["atr": .unverified(175_907)], megabytes: 833,
            doi: "C2V88N"),
        openDataset(
            "svdb", "MIT-BIH Supraventricular Arrhythmia Database", recordCount: .unverified(78),
            records: "800...812 820...829 840...894",
            rateHz: .unverified(128), beats: ["atr": .unverified(184_583)], megabytes: 54,
            doi: "C2V30W",
            "Greenwald, Improved detection and classification of arrhythmias in noise-corrupted electrocardiograms using contextual information, thesis, Harvard-MIT, 1990"
        ),
        openDataset(
            "edb", "European ST-T Database", recordCount: .unverified(90),
            rateHz: .unverified(250), beats: ["atr": .unverified(790_565)], megabytes: 486,
            doi: "C2D59Z",
            "Taddei et al., The European ST-T Database, Eur. Heart J. 13:1164, 1992"),
        openDataset(
            "nstdb", "MIT-BIH Noise Stress Test Database", recordCount: .verified(15),
            records:
                "118e24 118e18 118e12 118e06 118e00 118e_6 119e24 119e18 119e12 119e06 119e00 119e_6 bw em ma",
            rateHz: .unverified(360),
            doi: "C2HS3T",
            sums: "b76bd98c5111439fcfff2f410afd70d64e79f072049c45b5a9916a3044fdb84f",
            "Moody, Muldrow and Mark, A noise stress test for arrhythmia detectors, Comput. Cardiol. 11:381, 1984"
        ),
        openDataset(
            "fantasia", "Fantasia Database", recordCount: .verified(40),
            records: "f1y01...f1y10 f1o01...f1o10 f2y01...f2y10 f2o01...f2o10",
            rateHz: .verified(250), megabytes: 307,
            doi: "C2RG61",
            "Iyengar et al., Age-related alterations in the fractal scaling of cardiac interbeat interval dynamics, Am. J. Physiol. 271:R1078, 1996"
        ),
        restrictedDataset(
            "shhs", "Sleep Heart Health Study", recordCount: 8444, rateHz: 125,
            at: "https://sleepdata.org/datasets/shhs",
            "Quan et al., The Sleep Heart Health Study, Sleep 20(12):1077, 1997"),
        restrictedDataset(
            "mesa", "Multi-Ethnic Study of Atherosclerosis, sleep", recordCount: 2056, rateHz: 256,
            at: "https://sleepdata.org/datasets/mesa",
            "Chen et al., Racial/ethnic differences in sleep disturbances, Sleep 38(6):877, 2015"),
    ]
}
