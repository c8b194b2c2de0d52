import CommandSupport
import HealthSimulation
import RecordingFiles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Writes a simulated export as a zip, a folder or XML alone.
struct HealthExportFiles {
    let simulation: HealthSimulation
    let path: String
    /// The writer, from which it is known afterwards what was written.
    private(set) var writer: HealthXMLWriter

    init(_ simulation: HealthSimulation, path: String) {
        self.simulation = simulation
        self.path = path
        writer = HealthXMLWriter(simulation)
    }

    /// The shape that the end of the path asks for.
    enum Shape {
        case zip
        case xml
        case folder

        init(path: String) {
            let lowercasedPath = path.lowercased()
            self =
                lowercasedPath.hasSuffix(".zip")
                ? .zip : lowercasedPath.hasSuffix(".xml") ? .xml : .folder
        }
    }

    /// The number of days from which an entry of the zip has sizes of 8 bytes.
    private static let minZip64DayCount = 3000
    /// The folder inside of a zip.
    private static let zipFolder = "apple_health_export/"

    mutating func write() throws(OutputSink.Failure) {
        switch Shape(path: path) {
        case .zip:
            let sink = try OutputSink(path: path)
            try writeZip(to: sink)
            try sink.finish()
        case .xml: try writeXML(to: path)
        case .folder: try writeFolder()
        }
    }

    private mutating func writeXML(to path: String) throws(OutputSink.Failure) {
        let sink = try OutputSink(path: path)
        try writer.write { bytes throws(OutputSink.Failure) in try sink.write(bytes) }
        try sink.finish()
    }

    private mutating func writeFolder() throws(OutputSink.Failure) {
        for (name, bytes) in simulation.extraFiles {
            let file = path + "/" + name
            let folder = String(file[..<(file.lastIndex(of: "/") ?? file.endIndex)])
            try Self.makeFolder(folder)
            try OutputSink.write(bytes, to: file)
        }
        try writeXML(to: path + "/" + simulation.locale.fileName)
    }

    static func makeFolder(_ path: String) throws(OutputSink.Failure) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
        } catch {
            throw .cannotCreate("cannot create the folder \(path)")
        }
    }

    // MARK: Zip

    private mutating func writeZip(to sink: OutputSink) throws(OutputSink.Failure) {
        let zipErrors = simulation.errors.filter(HealthZipDamage.isAppliedToFinishedZip)
        guard !zipErrors.isEmpty else {
            return try writeEntries { bytes throws(OutputSink.Failure) in try sink.write(bytes) }
        }
        // Damage is done to the finished file, so these ones are held in memory.
        let zipBytes = ByteBox()
        try writeEntries { bytes throws(OutputSink.Failure) in zipBytes.bytes += bytes }
        let name = Self.zipFolder + simulation.locale.fileName
        for damage in zipErrors { HealthZipDamage.apply(damage, to: &zipBytes.bytes, entry: name) }
        try sink.write(zipBytes.bytes)
    }

    private mutating func writeEntries(
        _ emit: @escaping ([UInt8]) throws(OutputSink.Failure) -> Void
    ) throws(OutputSink.Failure) {
        var zip = ZipWriter(to: emit)
        for (name, bytes) in simulation.extraFiles {
            try zip.begin(Self.zipFolder + name)
            try zip.add(bytes)
        }
        try zip.begin(
            Self.zipFolder + simulation.locale.fileName,
            mayBeLarge: simulation.dayCount >= Self.minZip64DayCount)
        var records = writer
        try records.write { bytes throws(OutputSink.Failure) in try zip.add(bytes) }
        writer = records
        if simulation.errors.contains(.ambiguous) {
            try zip.begin(Self.zipFolder + "export 2.xml")
            try zip.add(Self.smallExport)
        }
        if simulation.errors.contains(.oddNames) {
            for name in ["../../outside.xml", "/absolute.xml", "..\\backslash.xml"] {
                try zip.begin(name)
                try zip.add(Array("nothing of use\n".utf8))
            }
            try zip.begin(Self.zipFolder + "inner.zip", isPacked: false)
            try zip.add(Self.smallZip)
        }
        try zip.finish()
    }

    private static let smallExport = Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <HealthData locale="en_US">
         <ExportDate value="2026-11-20 11:15:00 +0100"/>
        </HealthData>

        """.utf8)

    private static var smallZip: [UInt8] {
        let box = ByteBox()
        var zip = ZipWriter<Never> { box.bytes += $0 }
        zip.begin(zipFolder + "export.xml")
        zip.add(smallExport)
        zip.finish()
        return box.bytes
    }
}

/// Bytes that a closure adds to.
private final class ByteBox {
    var bytes: [UInt8] = []
}

/// Damage to a finished zip.
private enum HealthZipDamage {
    static func isAppliedToFinishedZip(_ error: SimulatedHealthError) -> Bool {
        error == .zipDamaged || error == .unsupportedZipMethod || error == .badCRC
    }

    /// - Parameter entry: name of the entry that is damaged.
    static func apply(
        _ error: SimulatedHealthError, to bytes: inout [UInt8], entry: String
    ) {
        guard error != .zipDamaged else { return bytes.removeLast(40) }
        guard let offset = directoryOffset(of: entry, in: bytes) else { return }
        let localHeaderOffset = number(bytes, offset + 42, 4)
        if error == .unsupportedZipMethod {
            bytes[offset + 10] = 99
            bytes[localHeaderOffset + 8] = 99
            return
        }
        bytes[offset + 16] ^= 0xFF
        // The same checksum stands behind the data, after a signature of 4 bytes.
        let data =
            localHeaderOffset + 30 + number(bytes, localHeaderOffset + 26, 2)
            + number(bytes, localHeaderOffset + 28, 2)
        bytes[data + number(bytes, offset + 20, 4) + 4] ^= 0xFF
    }

    /// Returns the offset at which the directory has an entry; nil if it has none of the name.
    private static func directoryOffset(of name: String, in bytes: [UInt8]) -> Int? {
        let directoryEnd = bytes.count - 22
        var offset = number(bytes, directoryEnd + 16, 4)
        for _ in 0..<number(bytes, directoryEnd + 10, 2) {
            let nameCount = number(bytes, offset + 28, 2)
            let found = bytes[(offset + 46)..<(offset + 46 + nameCount)]
            if found.elementsEqual(name.utf8) { return offset }
            offset += 46 + nameCount + number(bytes, offset + 30, 2)
        }
        return nil
    }

    private static func number(_ bytes: [UInt8], _ offset: Int, _ width: Int) -> Int {
        (0..<width).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
}
