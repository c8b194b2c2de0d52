import CResonance
import Entries

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The functions that take data, each under its name.
enum EntryTarget {
    typealias Test = @Sendable (Arguments) -> Void

    static let all: [String: Test] = [
        "rsn_hrv": intervals(
            rsnHRV,
            [
                "", #"{"unit":"s"}"#, #"{"peaks-rate":250}"#, #"{"ecg-rate":250}"#,
                #"{"window":60,"step":7}"#,
                #"{"like":"kubios"}"#, #"{"like":"neurokit","with-defects":true}"#, #"{"ci":true}"#,
                #"{"force":true,"correct":"none"}"#, #"{"psd":"welch","names":"sql"}"#,
                #"{"psd":"burg","night":"22:00-06:00","start":"21:00"}"#, #"{"jobs":3}"#,
            ]),
        "rsn_correct": intervals(
            rsnCorrect,
            [
                "", #"{"correct":"malik","repair":"linear"}"#, #"{"correct":"lipponen"}"#,
                #"{"peaks-rate":250}"#,
            ]),
        "rsn_psd": intervals(
            rsnPSD,
            [
                "", #"{"psd":"welch"}"#, #"{"psd":"multitaper"}"#, #"{"psd":"burg","force":true}"#,
                #"{"psd":"fft","detrend":"smoothness-priors"}"#, #"{"peaks-rate":250}"#,
            ]),
        "rsn_coherence": intervals(
            rsnCoherence,
            [
                #"{"rate":6}"#, #"{"schedule":"6:1,free:1","step":1}"#,
                #"{"rate":4,"offset":-3,"score":"msc"}"#,
                #"{"rate":6,"peaks-rate":250}"#, "",
            ]),
        "rsn_lomb_scargle": lombScargle, "rsn_peaks": peaks, "rsn_read": read,
        "rsn_analyze": analyze,
        "rsn_live": live, "rsn_metrics": metrics,
    ]

    typealias IntervalCall =
        @Sendable (
            UnsafePointer<Double>?, UnsafePointer<Int64>?, Int64, UnsafePointer<CChar>?,
            UnsafePointer<Int32>?, UnsafeMutablePointer<ArrowSchema>?,
            UnsafeMutablePointer<ArrowArray>?,
            UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        ) -> Int32

    /// One recording, or three that are parts of the numbers.
    private static func intervals(_ call: @escaping IntervalCall, _ choices: [String]) -> Test {
        { given in
            var given = given
            let options = given.options(choices)
            let split = given.byte()
            let numbers = given.numbers()
            let offsets = [0, numbers.count * split / 512, numbers.count / 2, numbers.count].map {
                Int64($0)
            }
            Outcome.check { schema, rows, error in
                split == 0
                    ? call(numbers, nil, Int64(numbers.count), options, nil, schema, rows, error)
                    : call(numbers, offsets, 3, options, nil, schema, rows, error)
            }
        }
    }

    private static let lombScargle: Test = { given in
        var given = given
        let options = given.options(["", #"{"taper":"hann"}"#])
        let numbers = given.numbers()
        let third = numbers.count / 3
        let parts = (0..<3).map { Array(numbers[$0 * third..<($0 + 1) * third]) }
        Outcome.check { schema, rows, error in
            rsnLombScargle(
                parts[0], parts[1], Int64(third), parts[2], Int64(third), options, nil, schema,
                rows,
                error)
        }
    }

    private static let peaks: Test = { given in
        var given = given
        let options = given.options([
            "", #"{"detector":"pan-tompkins"}"#, #"{"detector":"hamilton"}"#,
        ])
        let rate = [250, 100, 1000, 130.3, 4000, 0, -1, .nan][given.byte() % 8]
        let numbers = given.numbers()
        Outcome.check { schema, rows, error in
            rsnPeaks(numbers, Int64(numbers.count), rate, options, nil, schema, rows, error)
        }
    }

    private static let read: Test = { given in
        var given = given
        let options = given.options([
            "", #"{"signals":true}"#, #"{"signal":0}"#, #"{"rate":250}"#,
            #"{"unit":"ms","decimal":"comma"}"#,
        ])
        InputFile.with(given.rest) { path in
            Outcome.check { schema, rows, error in
                rsnRead(path, options, nil, schema, rows, error)
            }
        }
    }

    private static let analyze: Test = { given in
        var given = given
        let options = given.options([
            "", #"{"signal":0}"#, #"{"window":60}"#, #"{"jobs":2,"names":"neurokit"}"#,
        ])
        InputFile.with(given.rest) { path in
            let paths: [UnsafePointer<CChar>?] = [path, path]
            Outcome.check { schema, rows, error in
                rsnAnalyze(paths, 2, options, nil, schema, rows, error)
            }
        }
    }

    private static let metrics: Test = { given in
        var given = given
        let options = given.options(["", #"{"names":"kubios"}"#])
        Outcome.check { schema, rows, error in rsnMetrics(options, nil, schema, rows, error) }
    }

    /// Lines cut in two.
    private static let live: Test = { given in
        var given = given
        let options = given.options([
            "", #"{"pacer":"fixed","rate":6}"#, #"{"find-rate":true,"duration":5}"#,
            #"{"pacer":"adaptive","no-hold":true,"ecg":true}"#,
        ])
        let cut = given.byte()
        let lines = given.rest.map { CChar(bitPattern: $0) }
        var live: OpaquePointer?
        var error: UnsafeMutablePointer<CChar>?
        guard rsnLiveOpen(options, &live, &error) == RSN_OK else {
            precondition(live == nil && error != nil)
            rsnFree(error)
            return
        }
        let half = lines.count * cut / 256
        for part in [lines[..<half], lines[half...]] {
            var replies: UnsafeMutablePointer<CChar>?
            let status = Array(part).withUnsafeBufferPointer {
                rsnLivePush(live, $0.baseAddress, Int64($0.count), &replies, &error)
            }
            precondition(status == RSN_OK && replies != nil)
            rsnFree(replies)
        }
        rsnLiveClose(live)
    }
}

/// A file that holds the bytes for the time of a call.
private enum InputFile {
    static func with(_ bytes: [UInt8], _ work: (UnsafePointer<CChar>) -> Void) {
        let path = "/tmp/resonance-fuzz-\(getpid())"
        guard let file = fopen(path, "wb") else { return }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
        path.withCString(work)
        unlink(path)
    }
}
