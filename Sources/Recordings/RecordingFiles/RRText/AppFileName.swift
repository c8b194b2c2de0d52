/// The facts that the name of an app's export states.
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

    /// The rate that a name such as `ecg_1000hz.csv`, `rest 512.5 Hz.txt` or `lead2_fs250.csv`
    /// states; Hz.
    static func rateHz(of name: String) -> Double? {
        let bytes = Array(name.lowercased().utf8)
        for index in bytes.indices {
            let rest = bytes[index...]
            let number =
                if rateUnits.contains(where: { rest.starts(with: $0) }) {
                    numberBefore(index, bytes)
                } else if let key = rateKeys.first(where: { rest.starts(with: $0) }),
                    index == 0 || !isLetter(bytes[index - 1])
                {
                    numberAfter(index + key.count, bytes)
                } else {
                    nil as Double?
                }
            if let number, RecordingLimits.rateRangeHz.contains(number) { return number }
        }
        return nil
    }

    private static let rateUnits = ["hz", "sps"].map { Array($0.utf8) }
    private static let rateKeys = ["fs", "sr", "samplerate"].map { Array($0.utf8) }
    private static let separatorBytes: Set<UInt8> = [0x20, 0x2D, 0x5F, 0x3D]

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }

    private static func isNumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || byte == 0x2E
    }

    private static func numberBefore(_ end: Int, _ bytes: [UInt8]) -> Double? {
        var last = end
        while last > 0, separatorBytes.contains(bytes[last - 1]) { last -= 1 }
        var first = last
        while first > 0, isNumeric(bytes[first - 1]) { first -= 1 }
        // In 1e9hz the 9 is no number by itself.
        if first > 0, isLetter(bytes[first - 1]) { return nil }
        return DecimalNumber(bytes[first..<last])?.value()
    }

    private static func numberAfter(_ begin: Int, _ bytes: [UInt8]) -> Double? {
        var first = begin
        while first < bytes.count, separatorBytes.contains(bytes[first]) { first += 1 }
        var last = first
        while last < bytes.count, isNumeric(bytes[last]) { last += 1 }
        while last > first, bytes[last - 1] == 0x2E { last -= 1 }
        if last < bytes.count, isLetter(bytes[last]), bytes[last] != UInt8(ascii: "h") {
            return nil
        }
        return DecimalNumber(bytes[first..<last])?.value()
    }
}
