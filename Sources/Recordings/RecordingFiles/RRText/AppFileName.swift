/// What the name of an app's export says.
enum AppFileName {
    /// The name without the ending of a packed file.
    static func unpacked(_ name: String) -> String {
        let ending = ".gz"
        return name.lowercased().hasSuffix(ending) ? String(name.dropLast(ending.count)) : name
    }

    /// The start in `2026-01-17 17-47-13.txt`, a space or an underscore in the middle.
    static func startDate(of name: String) -> String? {
        let characters = Array(name.prefix(19))
        guard characters.count == 19 else { return nil }
        for (index, character) in characters.enumerated() {
            switch index {
            case 4, 7, 13, 16: guard character == "-" else { return nil }
            case 10: guard character == " " || character == "_" else { return nil }
            default: guard character.isASCII, character.isNumber else { return nil }
            }
        }
        let date = String(characters[..<10])
        let time = String(characters[11...]).split(separator: "-").joined(separator: ":")
        return "\(date)T\(time)"
    }

    /// The rate that a name such as `ecg_1000hz.csv` or `rest 512.5 Hz.txt` states; Hz.
    static func rateHz(of name: String) -> Double? {
        let bytes = Array(name.lowercased().utf8)
        guard bytes.count > 2 else { return nil }
        for end in 1..<(bytes.count - 1)
        where bytes[end] == UInt8(ascii: "h") && bytes[end + 1] == UInt8(ascii: "z") {
            var last = end
            while last > 0, [0x20, 0x2D, 0x5F].contains(bytes[last - 1]) { last -= 1 }
            var first = last
            while first > 0, (0x30...0x39).contains(bytes[first - 1]) || bytes[first - 1] == 0x2E {
                first -= 1
            }
            // In 1e9hz the 9 is no number by itself.
            if first > 0, (0x61...0x7A).contains(bytes[first - 1]) { continue }
            let number = DecimalNumber(bytes[first..<last])?.value()
            if let number, RecordingLimits.rateHz.contains(number) { return number }
        }
        return nil
    }
}
