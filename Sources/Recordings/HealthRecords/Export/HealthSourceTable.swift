/// The sources of an export, each named to the receiver when it is first seen.
struct HealthSourceTable {
    /// Maximum number of sources that are distinguished.
    static let maxSourceCount = 10_000
    /// Longest name of a source or a model that is kept; bytes.
    private static let maxNameByteCount = 1024

    private(set) var sources: [HealthSource] = []
    /// Indices in `sources` by a hash of name and device; others that have the same hash follow it.
    private var indices: [UInt64: Int] = [:]
    private var keys: [(name: [UInt8], model: [UInt8], isApple: Bool)] = []

    /// The index of the source that wrote a record.
    ///
    /// Sources differ by name, by model of the device, and by whether the system or an application wrote. The rest of
    /// the text about the device changes with every update and is not looked at.
    ///
    /// - Parameter device: as exports describe it: `<<HKDevice: 0x28>, name:Apple Watch, manufacturer:Apple, ...>`.
    /// - Returns: nil where there are more sources than ``maxSourceCount``.
    mutating func index(
        name: XMLText, device: XMLText?, version: XMLText?, isNew: inout Bool
    ) -> Int? {
        let fields = device.map(HealthDevice.init)
        let model = fields?.hardware.map {
            XMLText($0.base, count: min($0.count, Self.maxNameByteCount))
        }
        let name = XMLText(name.base, count: min(name.count, Self.maxNameByteCount))
        let isApple = fields?.isApple(version: version) ?? false
        var hash = Self.hash(name, model, isApple)
        while let index = indices[hash] {
            let key = keys[index]
            if key.isApple == isApple, key.name.elementsEqual(name.bytes),
                key.model.elementsEqual(model?.bytes ?? .init(start: nil, count: 0))
            {
                return index
            }
            hash &+= 1
        }
        guard sources.count < Self.maxSourceCount else { return nil }
        indices[hash] = sources.count
        keys.append((Array(name.bytes), model.map { Array($0.bytes) } ?? [], isApple))
        sources.append(Self.source(name.string, model?.string, isApple, fields?.name?.string))
        isNew = true
        return sources.count - 1
    }

    /// The hash FNV-1a.
    private static func hash(_ name: XMLText, _ model: XMLText?, _ isApple: Bool) -> UInt64 {
        var hash: UInt64 = isApple ? 0xCBF2_9CE4_8422_2325 : 0x84E2_2325_CBF2_9CE4
        for byte in name.bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        guard let model else { return hash }
        hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        for byte in model.bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }

    /// - Parameter deviceName: what the device is called by its manufacturer, such as `Apple Watch`.
    private static func source(
        _ name: String, _ model: String?, _ isApple: Bool, _ deviceName: String?
    ) -> HealthSource {
        let hints = [model, deviceName, name].compactMap { $0?.lowercased() }
        var kind = HealthSource.Kind.other
        for hint in hints where kind == .other {
            if hint.contains("watch") { kind = .watch }
            if ["iphone", "ipad", "ipod"].contains(where: hint.contains) { kind = .phone }
        }
        // The system's own names, where a record says nothing about its device.
        let isSystem =
            ["Apple Watch", "Apple\u{A0}Watch", "iPhone"].contains(where: name.contains)
            || ["Health", "Clock"].contains(name)
        return HealthSource(
            origin: .apple, name: name, model: model, kind: kind,
            isApple: isApple || model == nil && isSystem)
    }
}

/// The description of a device that an export gives in one text.
struct HealthDevice {
    private(set) var name: XMLText?
    private(set) var manufacturer: XMLText?
    private(set) var hardware: XMLText?
    private(set) var software: XMLText?

    /// The fields of `<<HKDevice: 0x28>, name:Apple Watch, hardware:Watch4,2, software:5.0.1>`: each begins after a
    /// comma and a space, and ends before the next one or at the end.
    init(_ text: XMLText) {
        var start = 0
        while start < text.count {
            var end = start
            while end < text.count,
                !(text.base[end] == UInt8(ascii: ",") && end + 1 < text.count
                    && text.base[end + 1] == UInt8(ascii: " "))
            { end += 1 }
            read(XMLText(text.base + start, count: end - start), isLast: end == text.count)
            start = end + 2
        }
    }

    private mutating func read(_ field: XMLText, isLast: Bool) {
        let isClosed = isLast && field.count > 0 && field.base[field.count - 1] == UInt8(ascii: ">")
        let field = XMLText(field.base, count: field.count - (isClosed ? 1 : 0))
        if field.hasPrefix("name:") {
            name = field.dropFirst(5)
        } else if field.hasPrefix("hardware:") {
            hardware = field.dropFirst(9)
        } else if field.hasPrefix("software:") {
            software = field.dropFirst(9)
        } else if field.hasPrefix("manufacturer:") {
            manufacturer = field.dropFirst(13)
        }
    }

    /// Returns true if the system of an Apple device wrote the record: the version of the record's
    /// source is then the system's.
    func isApple(version: XMLText?) -> Bool {
        guard let manufacturer, manufacturer.hasPrefix("Apple"), let software, let version else {
            return false
        }
        return software.bytes.elementsEqual(version.bytes)
    }
}
