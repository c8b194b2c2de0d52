import Foundation
import RecordingFiles

/// What a batch is: written once into its folder as `batch.json`.
package struct BatchPlan: Codable, Sendable, Equatable {
    /// Version of the toolkit that makes the rows.
    package let version: String
    /// The options of the analysis as words of the command line, in one order.
    package let options: [String]
    /// The sum of the manifest.
    package let digest: String
    package let manifest: Manifest
    /// Size of each recording when the batch began; bytes.
    package let sizes: [Int]
    /// Where each chunk ends among the recordings.
    package let chunkEnds: [Int]

    package init(version: String, options: [String], manifest: Manifest) {
        self.version = version
        self.options = options
        self.manifest = manifest
        digest = manifest.digest
        sizes = manifest.records.map { FileMark.bytes(of: manifest.place(of: $0)) }
        chunkEnds = ChunkPlan.chunks(sizes).map(\.upperBound)
    }

    package var chunkCount: Int { chunkEnds.count }

    /// Places of the recordings of a chunk.
    func records(of chunk: Int) -> Range<Int> {
        (chunk == 0 ? 0 : chunkEnds[chunk - 1])..<chunkEnds[chunk]
    }

    /// What differs in the batch that the folder was made for; nil where it is the same.
    package func difference(to other: BatchPlan) -> String? {
        if version != other.version {
            return "it was begun by version \(other.version), and this is \(version)"
        }
        if options != other.options {
            func said(_ words: [String]) -> String {
                words.isEmpty ? "no options" : words.joined(separator: " ")
            }
            return "it was begun with \(said(other.options)), and now there are \(said(options))"
        }
        if digest != other.digest {
            let (before, now) = (other.manifest.records, manifest.records)
            if before.count != now.count {
                return
                    "it was begun with \(before.count) recordings, and now there are \(now.count)"
            }
            if let place = zip(before, now).enumerated().first(where: { $1.0 != $1.1 })?.offset {
                return
                    "recording \(place + 1) of the manifest was \(before[place].id), and is another one or has other values now"
            }
            return "the columns of the manifest have changed"
        }
        return nil
    }
}

/// By what a file is known again without reading it.
struct FileMark: Codable, Sendable, Equatable {
    let byteCount: Int
    let modifiedNanoseconds: Int

    /// - Returns: nil where the file, or the header of a WFDB record, is not there.
    init?(_ path: String) {
        var found = stat()
        guard stat(path, &found) == 0 || stat(path + ".hea", &found) == 0 else { return nil }
        byteCount = Int(found.st_size)
        #if canImport(Darwin)
            let time = found.st_mtimespec
        #else
            let time = found.st_mtim
        #endif
        modifiedNanoseconds = Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec)
    }

    /// Of all files of a recording together; 0 where it is not there.
    static func bytes(of path: String) -> Int {
        let files = [path] + (WFDBRecordLayout(input: path)?.files ?? [])
        return Set(files).reduce(0) { sum, file in
            var found = stat()
            return stat(file, &found) == 0 ? sum + Int(found.st_size) : sum
        }
    }
}
