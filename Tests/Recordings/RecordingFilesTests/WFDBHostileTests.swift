import PhysioTypes
import Testing
import TestSupport

@testable import RecordingFiles

/// Damaged and hostile records: every one ends in data with warnings, or in one error.
@Suite struct WFDBHostileTests {
    private static let header = """
        # a comment
        r 3 100/1000(5) 40 10:00:00 01/02/2003
        r.dat 212x2:1 200(3)/mV 12 0 -5 1 0 ECG lead II
        r.dat 212 10/mmHg 12 0 0 2 0 ABP
        q.dat 8+2 5 8 0 7 3 0 RESP
        # the end
        """

    private static let folder: WFDBTestFolder = {
        var generator = SplitMix64(seed: 19)
        func bytes(_ count: Int) -> [UInt8] {
            (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        }
        return WFDBTestFolder(
            ["r.hea": header], samples: ["r.dat": bytes(180), "q.dat": bytes(42)])
    }()

    @Test func theWholeRecordIsRead() throws {
        let result = try Self.folder.read("r")
        #expect(result.signals.map(\.samples.count) == [80, 40, 40])
    }

    @Test func aHeaderCutAnywhereNeverTraps() {
        let bytes = Array(Self.header.utf8)
        for count in bytes.indices {
            var folder = Self.folder
            folder.files["r.hea"] = Array(bytes[..<count])
            guard let result = try? folder.read("r") else { continue }
            #expect(result.signals.count <= 3)
        }
    }

    @Test func samplesCutAnywhereGiveTheFramesThatAreWhole() throws {
        let whole = try Self.folder.read("r").signals
        for count in 0..<180 {
            var folder = Self.folder
            folder.files["r.dat"]?.removeLast(180 - count)
            if count < 5 {
                #expect(folder.code("r") == "empty")
                continue
            }
            let result = try folder.read("r")
            // Three samples a frame, 1.5 bytes a sample.
            let frames = count * 2 / 9
            #expect(result.signals[1].samples == Array(whole[1].samples[..<frames]))
            #expect(result.signals[0].samples.count == 2 * frames)
            #expect(result.notices.contains { $0.code == "short_data" })
        }
    }

    @Test func spoiltHeadersNeverTrap() {
        var generator = SplitMix64(seed: 20)
        let alphabet = Array("0123456789-+:x()/. ~#\n9e\u{B5}".utf8)
        for _ in 0..<3000 {
            var bytes = Array(Self.header.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = Int.random(in: bytes.indices, using: &generator)
                bytes[index] = alphabet.randomElement(using: &generator) ?? 0
            }
            var folder = Self.folder
            folder.files["r.hea"] = bytes
            guard let result = try? folder.read("r") else { continue }
            // No more samples than there are bytes and bits for.
            #expect(result.signals.allSatisfy { $0.samples.count <= 4 * 180 })
        }
    }

    @Test func garbageInEveryFileNeverTraps() {
        var generator = SplitMix64(seed: 21)
        for _ in 0..<500 {
            var folder = Self.folder
            for name in ["r.hea", "r.dat", "q.dat"] {
                folder.files[name] = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
                    UInt8.random(in: 0...255, using: &generator)
                }
            }
            #expect(folder.code("r") != nil)
        }
    }

    /// Annotations before a cut are read as they are without the cut.
    @Test func annotationsCutAnywhereKeepWhatStandsBefore() throws {
        let annotations = (0..<12).map { index in
            WFDBAnnotation(
                sample: 700 * index * index, code: UInt8(index + 1), subtype: Int8(index),
                channel: UInt8(index / 3), number: Int8(index % 2),
                text: index % 3 == 0 ? "" : String(repeating: "t", count: index))
        }
        let bytes = WFDBAnnotationWriter.bytes(of: annotations)
        for count in bytes.indices {
            let file = try WFDBAnnotationFile(bytes: Array(bytes[..<count]), sampleRateHz: 100)
            let whole = file.annotations.dropLast()
            #expect(Array(whole) == Array(annotations[..<whole.count]))
            #expect(file.notices.count == 1)
        }
    }

    @Test func garbageAnnotationsComeInTheOrderOfTheirTimes() {
        var generator = SplitMix64(seed: 22)
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0...80, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            guard let file = try? WFDBAnnotationFile(bytes: bytes, sampleRateHz: 100) else {
                continue
            }
            let times = file.annotations.map(\.sample)
            #expect(times == times.sorted() && (times.first ?? 0) >= 0)
        }
    }

    @Test(arguments: [
        ("r 4000000000 250 10\n", "bad_header"), ("r 1 250 10\n../../etc/passwd 16\n", "bad_path"),
        ("r 1 250 10\n/etc/passwd 16\n", "bad_path"), ("r 1 250 10\nr.dat 16x0\n", "bad_header"),
        ("r 1 250 10\nr.dat 16x99999\n", "bad_header"),
        ("r 1 250 10\nr.dat 16:99999999999999999999\n", "bad_header"),
        ("r 1 250 10\nr.dat 99999999999999999999\n", "bad_header"),
        ("r 1 250 99999999999999999999\nr.dat 16\n", "bad_header"),
        ("r 1 250 -5\nr.dat 16\n", "bad_header"), ("r 1 0 10\nr.dat 16\n", "bad_header"),
        ("r 1 1000 10\nr.dat 16x1001\n", "bad_header"),
        ("r/99999999 1 250\nr.dat 16\n", "bad_header"), ("r/1 1 250\nr 5\n", "nested_segment"),
    ])
    func absurdHeadersAreRefusedBeforeAnythingIsOpened(header: String, code: String) {
        // There is no signal file at all.
        #expect(WFDBTestFolder(["r.hea": header]).code("r") == code)
    }

    /// White space that is not ASCII: no-break spaces in Latin-1, a line separator in UTF-8.
    @Test(arguments: [[0xA0], [0xA0, 0xA0, 0x0A], [0xE2, 0x80, 0xA8], [0x20, 0xC2, 0xA0, 0x0D]])
    func aHeaderOfBlankLinesHasNoRecordLine(bytes: [UInt8]) {
        var folder = WFDBTestFolder()
        folder.files["r.hea"] = bytes
        #expect(folder.code("r") == "bad_header")
        folder.files["r.hea"] =
            bytes + Array("\nr 1 250 2\n".utf8) + bytes + Array("\nr.dat 8".utf8)
        folder.files["r.dat"] = [1, 1]
        #expect((try? folder.read("r"))?.signals.map(\.samples.count) == [2])
    }

    @Test(arguments: [Int.min, Int.max, -1 << 40, 1 << 40])
    func absurdNumbersInASignalLineNeverTrap(number: Int) throws {
        let header = "r 1 250 2\nr.dat 8 2(\(number)) \(number) \(number) \(number) \(number) 0\n"
        let result = try WFDBTestFolder(["r.hea": header], samples: ["r.dat": [1, 1]]).read("r")
        #expect(result.signals[0].samples.count == 2)
        #expect(result.signals[0].samples.allSatisfy { $0.isFinite })
    }

    /// Lengths that would fill any memory, and a file that holds next to nothing.
    @Test(arguments: [
        ("r.dat 16:1099511627776 1", "bad_header"), ("r.dat 16+1099511627776 1", "bad_header"),
        ("r.dat 16x4096 1", "empty"), ("r.dat 16 1", nil),
    ])
    func absurdLengthsCostNothing(line: String, code: String?) throws {
        let folder = WFDBTestFolder(
            ["r.hea": "r 1 200 1099511627776\n\(line)\n"],
            samples: ["r.dat": [UInt8](repeating: 1, count: 100)])
        #expect(folder.code("r") == code)
        guard code == nil else { return }
        let result = try folder.read("r")
        #expect(result.signals[0].samples.count == 50)
        #expect(result.notices.map(\.code) == ["short_data"])
    }

    @Test(arguments: [
        ("r.dat 212+99999999", "r.hea line 3: r.dat holds no whole frame of samples from byte"),
        ("r.dat 212:99999999999", "r.hea line 3: the signal is stored 99999999999 frames late"),
        ("r.dat 212:4", "r.hea line 3: the signal is stored 4 frames late, and there are 4"),
    ])
    func aRecordWithoutASampleLeftNamesItsLine(line: String, text: String) {
        let folder = WFDBTestFolder(
            ["r.hea": "# of four\nr 1 360 4\n\(line)\n"], samples: ["r.dat": [1, 2, 3, 4, 5, 6]])
        #expect(folder.failure("r")?.text.hasPrefix(text) == true)
        #expect(folder.failure("r")?.code == "bad_header")
    }

    @Test(arguments: ["r 1 360 4", "r 1 360"])
    func anEmptySignalFileIsAnError(record: String) {
        let folder = WFDBTestFolder(
            ["r.hea": "\(record)\nr.dat 212\n"], samples: ["r.dat": []])
        #expect(folder.failure("r")?.code == "empty")
        #expect(folder.failure("r")?.text.contains("r.dat") == true)
    }

    /// One segment of two is enough.
    @Test func aSegmentWithoutSamplesIsAWarningWhereAnotherHasSome() throws {
        var folder = WFDBTestFolder(
            [
                "r.hea": "r/2 1 100 4\na 2\nb 2\n", "a.hea": "a 1 100 2\na.dat 8 1\n",
                "b.hea": "b 1 100 2\nb.dat 8 1\n",
            ],
            samples: ["a.dat": [], "b.dat": [1, 1]])
        let signal = try folder.read("r").signals[0].samples
        #expect(signal.count == 4 && signal[0].isNaN && signal[2...] == [1, 2])
        folder.files["b.dat"] = []
        #expect(folder.failure("r")?.text.contains("a.dat") == true)
    }

    @Test func errorsOfSignalLinesNameTheirHeader() {
        let line = "\nx.dat 16x4096 1\n"
        let record = WFDBTestFolder(["r.hea": "r 1 1000 4" + line])
        #expect(record.failure("r")?.text.hasPrefix("r.hea line 2: 4096 samples a frame") == true)
        #expect(record.failure("r")?.line == nil)
        let segments = WFDBTestFolder([
            "r.hea": "r/1 1 1000 4\na 4\n", "a.hea": "# first\na 1 1000 4" + line,
        ])
        #expect(segments.failure("r")?.text.hasPrefix("a.hea line 3: 4096 samples") == true)
    }

    /// One segment of many signals and files, named as often as a header of 40 kB can: what it says
    /// is found out once, not ten thousand times a million comparisons.
    @Test(arguments: TestEffort.pick([true], all: [true, false]))
    func aSegmentThatComesTenThousandTimesIsOpenedOnce(isOneFile: Bool) throws {
        let signals = (0..<2000).map { "d\(isOneFile ? 0 : $0) 8 1 8 0 0 0 0 s\($0 / 2)\n" }
            .joined()
        let files = WFDBTestFolder([
            "r.hea": "r/10001 2000 100\nt 0\n" + String(repeating: "s 1\n", count: 10_000),
            "t.hea": "t 2000 100 0\n" + signals, "s.hea": "s 2000 100 1\n" + signals,
        ])
        let samples = [UInt8](repeating: 7, count: isOneFile ? 2000 : 1)
        var opened = 0
        var record = try WFDBSignals(
            try WFDBHeader(files.files["r.hea"] ?? []),
            WFDBFolder(
                header: { name throws(RecordingError) in
                    opened += 1
                    return try WFDBHeader(files.files[name + ".hea"] ?? [])
                },
                samples: { _ throws(RecordingError) in ByteSource(samples) }))
        record.choose([0])
        var count = 0
        while let block = try record.nextBlock() {
            #expect(block.pieces[0] == .init(firstSample: count, samples: [7]))
            count += 1
        }
        #expect(count == 10_000)
        // The layout and the segment.
        #expect(opened == 2)
    }
}
