import BeatDetection
import Foundation
import TestSupport

/// The first lead of an MIT-BIH record and its annotations, decoded by these lines alone: two leads
/// of 12 bits in three bytes, and pairs of bytes that hold a code and a distance.
struct BaselineRecord {
    let millivolts: [Double]
    let marks: BeatMarks
    static let sampleRateHz = 360.0

    static let names = try? Datasets.text("mitdb/RECORDS").split(whereSeparator: \.isNewline)
        .map(String.init)

    init(_ name: String) throws {
        let folder = try Datasets.path("mitdb/")
        let header = try String(contentsOfFile: folder + name + ".hea", encoding: .utf8)
        let first = header.split(whereSeparator: \.isNewline)[1].split(separator: " ")
        let gain = Double(first[2].prefix { $0.isNumber }) ?? 200
        let zero = Double(first[4]) ?? 0
        let data = try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder + name + ".dat")))
        millivolts = stride(from: 0, to: data.count - 2, by: 3).map { index in
            let bits = Int(data[index]) | Int(data[index + 1] & 15) << 8
            return (Double(bits >= 2048 ? bits - 4096 : bits) - zero) / gain
        }
        marks = BeatMarks(
            marks: Self.marks(
                try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder + name + ".atr")))),
            sampleRateHz: Self.sampleRateHz)
    }

    /// The symbols by code: those of beats, flutter and noise.
    private static let symbols: [Int: Character] = [
        1: "N", 2: "L", 3: "R", 4: "a", 5: "V", 6: "F", 7: "J", 8: "A", 9: "S", 10: "E", 11: "j",
        12: "/", 13: "Q", 14: "~", 25: "B", 30: "?", 32: "[", 33: "]", 34: "e", 35: "n", 38: "f",
        41: "r",
    ]

    private static func marks(_ bytes: [UInt8]) -> [BeatMarks.Mark] {
        func word(_ offset: Int) -> Int { Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 }
        var marks: [BeatMarks.Mark] = []
        var offset = 0
        var sample = 0
        var isLastRetained = false
        while offset + 1 < bytes.count, word(offset) != 0 {
            let (code, low) = (word(offset) >> 10, word(offset) & 1023)
            offset += 2
            switch code {
            case 59:
                sample += word(offset) << 16 | word(offset + 2)
                offset += 4
            case 60, 62: break
            case 61: if !marks.isEmpty, isLastRetained { marks[marks.count - 1].subtype = low }
            case 63: offset += low + low % 2
            default:
                sample += low
                isLastRetained = symbols[code] != nil
                if let symbol = symbols[code] {
                    marks.append(.init(position: Double(sample), symbol: symbol))
                }
            }
        }
        return marks
    }
}
