/// The bytes of an export, built up piece by piece.
struct HealthXMLText {
    private(set) var bytes: [UInt8] = []
    private let era: HealthSimulation.Era

    init(era: HealthSimulation.Era) {
        self.era = era
        bytes.reserveCapacity(Self.blockSize + 8192)
    }

    /// Bytes collected before they are handed on.
    static let blockSize = 64 * 1024

    var isFull: Bool { bytes.count >= Self.blockSize }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func add(_ newBytes: [UInt8]) { bytes.append(contentsOf: newBytes) }

    /// ` name="value"`, the value escaped.
    mutating func add(_ name: String, _ value: String) {
        add(" ")
        add(name)
        add("=\"")
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "<"): add("&lt;")
            case UInt8(ascii: ">"): add("&gt;")
            case UInt8(ascii: "&"): add("&amp;")
            case UInt8(ascii: "\""): add("&quot;")
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func add(_ name: String, _ number: Double) { add(name, Self.text(number)) }

    /// The shortest text of a number; whole numbers without a fraction.
    static func text(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
    }

    /// ` name="2026-11-20 07:05:03 +0100"`, or as iOS 8 has it `20261120070503+0100`.
    mutating func add(_ name: String, dateMs: Int64, offsetMinutes: Int) {
        add(" ")
        add(name)
        add("=\"")
        addDate(dateMs, offsetMinutes: offsetMinutes)
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func addDate(_ unixMs: Int64, offsetMinutes: Int) {
        let wallClockMs = unixMs + Int64(offsetMinutes) * 60_000
        let day = HealthCalendar.day(unixMs: unixMs, offsetMinutes: offsetMinutes)
        let seconds = Int(wallClockMs - Int64(day) * HealthCalendar.dayMs) / 1000
        let date = HealthCalendar.date(day)
        let isOldFormat = era == .ios8
        addDigits(date.year, 4)
        if !isOldFormat { add("-") }
        addDigits(date.month, 2)
        if !isOldFormat { add("-") }
        addDigits(date.day, 2)
        if !isOldFormat { add(" ") }
        addDigits(seconds / 3600, 2)
        if !isOldFormat { add(":") }
        addDigits(seconds / 60 % 60, 2)
        if !isOldFormat { add(":") }
        addDigits(seconds % 60, 2)
        if !isOldFormat { add(" ") }
        add(offsetMinutes < 0 ? "-" : "+")
        addDigits(abs(offsetMinutes) / 60, 2)
        addDigits(abs(offsetMinutes) % 60, 2)
    }

    mutating func addDigits(_ number: Int, _ count: Int) {
        var scale = 1
        for _ in 1..<count { scale *= 10 }
        while scale > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(number / scale % 10))
            scale /= 10
        }
    }
}
