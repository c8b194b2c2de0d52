import PhysioTypes
import Testing
import TestSupport

@testable import RecordingFiles

@Suite struct SignalTextAppsTests {
    // MARK: Apple Watch

    private static let english = """
        Name,Jane Secret
        Date of Birth,"Jan 1, 1980"
        Recorded Date,2020-02-05 09:14:40 -0400
        Classification,Sinus Rhythm
        Symptoms,
        Software Version,1.90
        Device,"Watch5,4"
        Sample Rate,512.844 hertz


        Lead,Lead I
        Unit,\u{B5}V

        -265.868
        -12.5
        101

        """
    private static let german = """
        Name,Jane Secret
        Geburtsdatum,01.01.1980
        Aufgezeichnet,2020-02-05 09:14:40 -0400
        Klassifizierung,Sinusrhythmus
        Softwareversion,1,90
        Ger\u{E4}t,"Watch5,4"
        Messrate,512,844 Hertz

        Ableitung,Ableitung I
        Einheit,\u{B5}V

        -265,868
        -12,5
        101

        """

    @Test(arguments: [english, german])
    func appleRecordingsAreReadInEveryLanguage(text: String) throws {
        for end in ["\n", "\r\n"] {
            let file = text.split(separator: "\n", omittingEmptySubsequences: false)
                .joined(separator: end)
            let result = try SignalReading.read(file)
            #expect(result.reader.format == "apple-ecg")
            let signal = try #require(result.reader.signals.first)
            #expect(signal.sampleRateHz == 512.844 && signal.unit == "mV")
            #expect(["Lead I", "Ableitung I"].contains(signal.name))
            #expect(result.reader.startDate == "2020-02-05 09:14:40 -0400")
            #expect(result.signals == [[-265.868, -12.5, 101].map { $0 * 1e-3 }])
            #expect(result.reader.notices.isEmpty)
        }
    }

    @Test func nothingOfThePersonIsRepeated() throws {
        let result = try SignalReading.read(Self.english)
        let said = "\(result.reader.signals) \(result.reader.recipe) \(result.reader.notices)"
        #expect(!said.contains("Secret") && !said.contains("1980"))
    }

    @Test(arguments: [
        ("Sample Rate,512 Hz", 512.0), ("# Sampling Rate (Hz):= 1000.00", 1000),
        ("Frecuencia,512.844 hercios", 512.844), ("Messrate,512,844 Hertz", 512.844),
        ("\u{30B5}\u{30F3}\u{30D7}\u{30EB},512\u{30D8}\u{30EB}\u{30C4}", 512),
    ])
    func aRateIsANumberBesideHertz(line: String, rateHz: Double) {
        #expect(TextPreface.rate(in: line) == rateHz)
    }

    @Test func aNumberWithoutHertzIsNoRate() {
        for line in ["Software Version,1.90", "Device,\"Watch5,4\"", "Hz", "rate 0 Hz", "-"] {
            #expect(TextPreface.rate(in: line) == nil, "\(line)")
        }
    }

    // MARK: Polar Sensor Logger

    @Test func polarSensorTimesCountAndNotThePhones() throws {
        var text = "Phone timestamp;sensor timestamp [ns];timestamp [ms];ecg [uV]\n"
        for index in 0..<730 {
            // Packets of 73 arrive at once; the sensor counts from 2000 at 130.2 Hz.
            let packet = 56 * (index / 73)
            let phone = "2021-03-04T10:11:0\(packet / 100).\(packet % 100 + 100)".replacing100()
            let sensor = 599_000_000_000_000_000 + Int(Double(index) / 130.2 * 1e9)
            text += "\(phone);\(sensor);\(index == 0 ? "" : "\(Double(index) / 130.2 * 1000)");"
            text += "\(index % 11 * 10 - 40)\n"
        }
        let result = try SignalReading.read(text)
        #expect(result.reader.format == "polar-ecg")
        #expect(result.reader.signals.map(\.name) == ["ecg"])
        #expect(result.reader.signals[0].unit == "mV")
        #expect(abs(result.reader.signals[0].sampleRateHz - 130.2) < 1e-4)
        let microvolts: [Int] = (0..<730).map { $0 % 11 * 10 - 40 }
        #expect(result.signals == [microvolts.map { Double($0) * 1e-3 }])
        #expect(result.reader.recipe["input_time_column"] == .number(2))
    }

    @Test func phoneTimesAloneGiveTheRate() throws {
        var text = "Phone timestamp;ecg [uV]\n"
        for index in 0..<2600 {
            let ms = index / 130 * 1000 + index % 130 * 1000 / 130
            let (second, rest) = (ms / 1000, ms % 1000)
            text += "2021-03-04T10:11:\(second < 10 ? "0" : "")\(second)."
            text += "\(String(1000 + rest).dropFirst());\(index % 7 - 3)\n"
        }
        let result = try SignalReading.read(text)
        #expect(abs(result.reader.signals[0].sampleRateHz - 130) < 1e-3)
        #expect(result.signals[0].count == 2600 && result.gapStarts.isEmpty)
    }

    // MARK: OpenSignals

    private static func openSignals(
        device: String = "bitalino", second: String = "", sensor: String = "ECG"
    ) -> String {
        """
        # OpenSignals Text File Format
        # {"20:16": {"sensor": ["\(sensor)", "RESP"], "device": "\(device)", "label": ["A2", "A3"],\
         "column": ["nSeq", "I1", "A2", "A3"], "sampling rate": 1000, "resolution": [4, 1, 10, 10],\
         "date": "2016-6-11", "time": "7:3:47.29"}\(second)}
        # EndOfHeader
        0\t1\t512\t7\t
        1\t1\t1024\t8\t
        2\t1\t0\t9\t

        """
    }

    @Test func bitalinoSamplesBecomeMillivolts() throws {
        let result = try SignalReading.read(Self.openSignals())
        #expect(result.reader.format == "opensignals")
        #expect(result.reader.signals.map(\.name) == ["ECG", "RESP"])
        #expect(result.reader.signals.map(\.unit) == ["mV", ""])
        #expect(result.reader.signals[0].sampleRateHz == 1000)
        // (d / 2^10 - 1/2) * 3.3 V / 1100
        #expect(result.signals[0] == [0, 1.5, -1.5])
        #expect(result.signals[1] == [7, 8, 9])
    }

    @Test func otherDevicesKeepTheirNumbers() throws {
        let result = try SignalReading.read(Self.openSignals(device: "biosignalsplux"))
        #expect(result.reader.signals.map(\.unit) == ["", ""])
        #expect(result.signals[0] == [512, 1024, 0])
    }

    @Test func severalDevicesAndBrokenHeadersAreRefused() {
        let two = Self.openSignals(
            second: ", \"x\": {\"column\": [\"nSeq\"], \"sampling rate\": 10}")
        #expect(SignalReading.failure(Array(two.utf8))?.code == "ambiguous")
        for broken in ["{", "{}", "{\"a\": 1}", "{\"a\": {\"column\": [], \"sampling rate\": 0}}"] {
            let text = "# OpenSignals Text File Format\n# \(broken)\n# EndOfHeader\n1\t2\n3\t4\n"
            #expect(SignalReading.failure(Array(text.utf8))?.code == "bad_header", "\(broken)")
        }
    }

    @Test func statedRatesAndLabelsAreUsed() throws {
        let result = try SignalReading.read(
            "# Simple Text Format\n# Sampling Rate (Hz):= 1000.00\n# Resolution:= 12\n"
                + "# Labels:= ECG\n2044.0\n2045.0\n2043.5\n")
        #expect(
            result.reader.signals == [SignalDescription(name: "ECG", unit: "", sampleRateHz: 1000)])
        #expect(result.signals == [[2044, 2045, 2043.5]])
    }
}

extension String {
    /// `.156` for the hundredths 56: two digits kept.
    fileprivate func replacing100() -> String {
        split(separator: ".").map { $0.count == 3 ? $0.dropFirst() : $0 }.joined(separator: ".")
    }
}
