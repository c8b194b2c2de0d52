import Testing

@testable import RecordingFiles

@Suite struct WFDBHeaderTests {
    private static func read(_ text: String) throws(RecordingError) -> WFDBHeader {
        try WFDBHeader(Array(text.utf8))
    }

    private static func code(_ text: String) -> String? {
        do throws(RecordingError) {
            _ = try read(text)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func recordLineIsRead() throws {
        let header = try Self.read(
            "# a comment\ne002a 0 125.44 0 9:45:00 28/06/1987\n# Start time=09:45\n")
        #expect(header.name == "e002a")
        #expect(header.sampleRateHz == 125.44)
        #expect(header.sampleCount == nil)
        #expect(header.startDate == "1987-06-28T9:45:00")
    }

    @Test func signalLinesAreRead() throws {
        let header = try Self.read(
            "100 2 360/360(0) 650000\n100.dat 212 200(1024)/mV 11 1024\n100.dat 212x2:3+24 0\n")
        #expect(header.sampleRateHz == 360)
        #expect(header.sampleCount == 650_000)
        #expect(header.signals.map(\.format) == [212, 212])
        #expect(header.signals.map(\.gain) == [200, 200])
        #expect(header.notices.map(\.code) == ["gain"])
        #expect(header.notices.first?.line == 3)
    }

    @Test func everyFieldOfASignalLineIsRead() throws {
        let line = try Self.read(
            "# first\nr 1 500/1000.5(-20) 0\n# between\n"
                + "r.dat 16x4:3+24 1.052e+04(-1605)/mmHg 12 7 -943 -23651 512 ABP of  the arm \n"
        ).signals[0]
        #expect(line.fileName == "r.dat" && line.format == 16)
        #expect(line.samplesPerFrame == 4 && line.skewFrames == 3 && line.byteOffset == 24)
        #expect(line.gain == 10_520 && line.baseline == -1605 && line.unit == "mmHg")
        #expect(line.initialValue == -943 && line.checksum == -23_651)
        #expect(line.description == "ABP of  the arm")
    }

    @Test func theCounterRunsAtTheRateWhereNoneIsStated() throws {
        let header = try Self.read("r 0 500/1000.5(-20) 0\n")
        #expect(header.counterRateHz == 1000.5 && header.counterBase == -20)
        let plain = try Self.read("r 0 500\n")
        #expect(plain.counterRateHz == 500 && plain.counterBase == 0)
        #expect(try Self.read("r 0 500/0\n").counterRateHz == 500)
        #expect(plain.statesRate)
        #expect(try !Self.read("r 0\n").statesRate)
    }

    /// Each line stops one field earlier; what is left out is what the format sets for it.
    @Test(
        arguments: [
            ("r.dat 16 100(7)/V 12 3 -4 5 0 X", 100.0, 7, "V", -4, 5, "X"),
            ("r.dat 16 100(7)/V 12 3 -4 5 0", 100, 7, "V", -4, 5, ""),
            ("r.dat 16 100(7)/V 12 3 -4", 100, 7, "V", -4, nil, ""),
            ("r.dat 16 100/V 12 3", 100, 3, "V", 3, nil, ""),
            ("r.dat 16 100(7)", 100, 7, "mV", 0, nil, ""),
            ("r.dat 16 100", 100, 0, "mV", 0, nil, ""),
            ("r.dat 16", 200, 0, "mV", 0, nil, ""),
        ] as [(String, Double, Int, String, Int, Int?, String)])
    func fieldsMayEndAnywhere(
        line: String, gain: Double, baseline: Int, unit: String, initial: Int, checksum: Int?,
        description: String
    ) throws {
        let header = try Self.read("r 1 100 10\n\(line)\n")
        let signal = header.signals[0]
        #expect(signal.gain == gain && signal.baseline == baseline && signal.unit == unit)
        #expect(signal.initialValue == initial && signal.checksum == checksum)
        #expect(signal.description == description && header.notices.isEmpty)
    }

    @Test func wordsWhereNumbersBelongAreAWarning() throws {
        let header = try Self.read("r 1 100 10\nr.dat 16 200 twelve 5 -4 sum 0 ECG\n")
        #expect(header.signals[0].checksum == nil && header.signals[0].baseline == 5)
        #expect(header.notices.map(\.code) == ["header_field"])
        #expect(header.notices[0].text.contains("ADC resolution, checksum"))
    }

    @Test func segmentLinesAreRead() throws {
        let header = try Self.read("m/3 2 100 30\nm_layout 0\n~ 10\n# note\nm_0001 20\n")
        #expect(header.segments?.map(\.name) == ["m_layout", nil, "m_0001"])
        #expect(header.segments?.map(\.frameCount) == [0, 10, 20])
        #expect(header.signals.isEmpty)
    }

    @Test(arguments: ["16x", "16x2x", "16:", "16+a", "16-2", "x2", "16 x2 y", "1e3"])
    func brokenStorageIsRefused(field: String) {
        let code = Self.code("r 1 100 10\nr.dat \(field)\n")
        // A blank ends the field, so that "x2" is taken for a gain.
        #expect(code == (field == "16 x2 y" ? nil : "bad_header"))
    }

    @Test func rateIs250WhereNoneIsStated() throws {
        #expect(try Self.read("rec 0\n").sampleRateHz == 250)
    }

    @Test(arguments: ["0", "-5", "nan", "1e300", "1e-308", "inf", "fast"])
    func impossibleRatesAreErrors(rate: String) {
        #expect(Self.code("rec 1 \(rate) 100\nrec.dat 16\n") == "bad_header")
    }

    @Test(arguments: [
        ("", "bad_header"), ("rec\n", "bad_header"), ("rec 4000000000 250\n", "bad_header"),
        ("rec -1 250\n", "bad_header"), ("../../etc/passwd 1 250\n", "bad_path"),
        ("rec 1 250\n../../etc/passwd 16\n", "bad_path"),
        ("rec 1 250\n/etc/passwd 16\n", "bad_path"),
        ("rec 1 250\n.. 16\n", "bad_path"), ("rec 1 250\nrec.dat\n", "bad_header"),
        ("rec 1 250\nrec.dat wav\n", "bad_header"),
    ])
    func brokenHeadersAreRefused(text: String, code: String) {
        #expect(Self.code(text) == code)
    }
}
