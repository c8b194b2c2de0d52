import Foundation
import PhysioTypes
import Testing
import TestSupport

@testable import RecordingFiles

@Suite struct RecordingContentTests {
    private static func content(
        _ bytes: [UInt8], options: RecordingFile.Options = .init()
    ) throws -> RecordingContent {
        var input = try OpenedInput(
            SignalReading.pipe(bytes), fileName: nil, options: options)
        return switch try input.content() {
        case .beats, .document: .beats
        case .signals: .signals
        }
    }

    private static let column = (0..<400).map { "\(800 + $0 * 37 % 90)\n" }.joined()

    @Test(arguments: [
        (column, RecordingContent.beats), ("0.81\n0.82\n0.8\n", .beats),
        ("812\n0\n805\n-799\n801\n", .beats),
        ("time_s,rr_ms\n1,812\n2,805\n", .beats), ("date,rr,since start\n", .beats),
        ("Phone timestamp;RR-interval [ms]\n", .beats), ("[Params]\nInterval=238\n", .beats),
        ("<sml><IBI>812 805</IBI></sml>", .beats), ("1544021111.0, IBI\n0.8,0.81\n", .beats),
        ("", .beats), ("hello\n", .beats), ("530\n518\n506\n494\n", .beats),
        ("time,ecg_mV\n0,1\n0.004,2\n0.008,3\n", .signals),
        ("# R-R intervals, sampled at 1000 Hz\n812\n805\n799\n", .beats),
        ("# Sampling Rate (Hz):= 1000.00\n# Labels:= RRI\n601.5625\n593.75\n585.9\n", .beats),
        ("EKG\n512\n513\n514\n", .signals), ("x [\u{B5}V]\n512\n513\n514\n", .signals),
        ("-9.3\n-9.2\n-9.1\n-9.2\n", .signals), ("0.1\n-0.1\n-0.2\n0.3\n-0.1\n", .signals),
        ("# Sampling Rate (Hz):= 1000.00\n2044\n2045\n2046\n", .signals),
    ])
    func textsAreBeatsUnlessTheySayOtherwise(text: String, expected: RecordingContent) throws {
        #expect(try Self.content(Array(text.utf8)) == expected, "\(text.prefix(40))")
        #expect(try Self.content(Gzip.stored(Array(text.utf8))) == expected)
    }

    @Test func binaryFormatsOfSignalsAreSignals() throws {
        #expect(try Self.content(EDFBuilder().header) == .signals)
        #expect(try Self.content(EDFBuilder(isBDF: true).header) == .signals)
        #expect(try Self.content(Array("ISHNE1.0".utf8) + [0, 0]) == .signals)
    }

    @Test func thePersonDecides() throws {
        var options = RecordingFile.Options()
        options.rateHz = 250
        #expect(try Self.content(Array(Self.column.utf8), options: options) == .signals)
        options.rateHz = nil
        options.format = "ecg-text"
        #expect(try Self.content(Array(Self.column.utf8), options: options) == .signals)
        options.format = "rr-text"
        #expect(try Self.content(Array("EKG\n1\n2\n3\n".utf8), options: options) == .beats)
    }

    @Test(
        .needsDatasets,
        arguments: [
            ("edf/mitdb100_10min.edf", RecordingContent.signals), ("ishne/holter.ecg", .signals),
            ("ishne/holter.txt", .beats), ("polar-h10/polar_h10_ecg.csv", .signals),
            ("polar-h10/polar_h10_rr.csv", .beats), ("neurokit/good_4000.csv", .signals),
            ("neurokit/bio_resting_5min_100hz.csv", .signals),
            ("neurokit/ecg_1000hz.csv", .signals),
            ("nstdb-excerpts-heartpy/118e00.csv", .signals), ("ecg-misc/biosppy_ecg.txt", .signals),
            ("ecg-misc/pyhrv_SampleECG.txt", .signals), ("rhrv/a01.beats.txt", .beats),
            ("exports/elite-hrv/2017-07-19_07-50-42.txt", .beats),
            ("exports/polar-rr/polarSample01.txt", .beats), ("exports/empatica/IBI.csv", .beats),
            ("exports/polar-hrm/exercise_rri.hrm", .beats), ("mitdb/100", .beats),
            ("mitdb/100.dat", .beats), ("rr-24h/nsr2db/nsr003_rr_secs.txt", .beats),
            ("edb-excerpts-heartpy/e0103.csv", .signals),
        ])
    func realFilesAreWhatTheyAre(name: String, expected: RecordingContent) throws {
        #expect(try RecordingFile.content(path: Datasets.path(name)) == expected)
    }

    @Test func annotationsThatAreAskedForAndMissingAreAnError() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("r.hea", Array("r 1 250 2\nr.dat 8\n".utf8))
        _ = try folder.write("r.dat", [1, 1])
        guard case .signals = try RecordingFile.openInput(path: path) else {
            Issue.record("these are signals")
            return
        }
        var named = RecordingFile.Options()
        named.annotator = "atr"
        var forced = RecordingFile.Options()
        forced.format = "wfdb-annotations"
        for (options, words) in [(named, "no annotations .atr"), (forced, "hrv detect")] {
            do throws(RecordingError) {
                _ = try RecordingFile.openInput(path: path, options: options)
                Issue.record("there are no annotations")
            } catch {
                #expect(error.code == "missing_file" && error.text.contains(words))
            }
        }
    }

    @Test func anEmptyFileOfAnnotationsIsAnError() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("r.hea", Array("r 1 250 2\nr.dat 8\n".utf8))
        let annotations = try folder.write("r.atr", [])
        do throws(RecordingError) {
            _ = try WFDBAnnotationFile.read(path: path)
            Issue.record("the file is empty")
        } catch {
            #expect(error.code == "empty" && error.text.contains(".atr"))
        }
        // No beats, but a whole file: its end mark is there.
        try Data([0, 0]).write(to: URL(fileURLWithPath: annotations))
        #expect(try WFDBAnnotationFile.read(path: path).annotations.isEmpty)
    }

    @Test func openedInputsAreWhatTheyHold() throws {
        let folder = try TemporaryFolder()
        let beats = try folder.write("a.txt.gz", Gzip.stored(Array(Self.column.utf8)))
        guard case .beats(let recording) = try RecordingFile.openInput(path: beats) else {
            Issue.record("these are beats")
            return
        }
        #expect(recording.rr.count == 400 && recording.format == "rr-text")
        let ecg = try folder.write("a.csv", Array("ecg\n1\n-1\n2\n-2\n3\n-3\n".utf8))
        var options = RecordingFile.Options()
        options.rateHz = 10
        guard case .signals(var reader) = try RecordingFile.openInput(path: ecg, options: options)
        else {
            Issue.record("these are signals")
            return
        }
        #expect(try reader.wholeSignal(0).samples == [1, -1, 2, -2, 3, -3])
    }

    @Test func packedBeatsAreReadAsTheirAppWroteThem() throws {
        let folder = try TemporaryFolder()
        let name = "2026-01-17 17-47-13.txt.gz"
        let packed = Gzip.stored(Array("812\n805\n".utf8))
        let recording = try RecordingFile.read(path: folder.write(name, packed))
        #expect(recording.format == "elite-hrv")
        #expect(recording.rr.intervalsMs == [812, 805] && recording.notices.isEmpty)
        let cut = try RecordingFile.read(path: folder.write("x.gz", packed.dropLast(3)))
        #expect(cut.notices.map(\.code) == ["gzip_truncated"])
    }

    @Test(arguments: [
        ("0       X X\n", "an EDF"), ("ISHNE1.0\n", "an ISHNE"),
        ("# OpenSignals Text File Format\n1\t2\n", "an OpenSignals"),
    ])
    func signalsAskedForBeatsSaySo(text: String, words: String) throws {
        let error = try #require(TextReading.failure(text))
        #expect(error.code == "no_rr" && error.text.contains(words))
    }

    @Test func aTextOfSamplesHasNoIntervalsAndRevealsNoName() throws {
        let folder = try TemporaryFolder()
        let text = "Name,Jane Secret\nSample Rate,512 hertz\nUnit,\u{B5}V\n\n1\n-2\n3\n"
        let path = try folder.write("ecg.csv", Array(text.utf8))
        do throws(RecordingError) {
            _ = try RecordingFile.read(path: path)
            Issue.record("there are no intervals")
        } catch {
            #expect(error.code == "no_rr" && !error.text.contains("Secret"))
        }
        let repeated = try SignalReading.read(text + text)
        #expect(repeated.reader.notices.first?.text.contains("Name") == true)
        #expect(!"\(repeated.reader.notices)".contains("Secret"))
        let empty = SignalReading.failure(Array("Name,Jane Secret\n".utf8))
        #expect(empty?.text.contains("Secret") == false)
    }

    @Test func foldersHoldSignalsToo() throws {
        let folder = try TemporaryFolder()
        for name in [
            "a.edf", "b.BDF", "c.ecg", "d.csv.gz", "e.tar.gz", "f.dat", "README.txt", "r.hea",
            "r.dat",
            "s.hea", "s.ecg", "m.hea", "m1.hea", "m1.dat", "n.hea",
        ] {
            let header =
                switch name {
                case "m.hea": "m/1 1 250 10\nm1 10\n"
                case "n.hea": "n 0 250\n"
                case let name where name.hasSuffix(".hea"):
                    "\(name.dropLast(4)) 1 250 10\n\(name.dropLast(4)).dat 16\n"
                default: "x"
                }
            _ = try folder.write(name, Array(header.utf8))
        }
        let names = InputList.expand(folder.path).map { $0.dropFirst(folder.path.count + 1) }
        #expect(names == ["a.edf", "b.BDF", "c.ecg", "d.csv.gz", "m.hea", "r.hea", "s.hea"])
    }
}
