import Testing

@testable import PhysioRecordings

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
