import PhysioRecordings

extension FuzzTarget {
    /// R-R text in any shape.
    static let rrText = FuzzTarget(name: "rr-text") { bytes in
        var reader = RRTextReader()
        do {
            try reader.consume(bytes)
            _ = try reader.finish()
        } catch {}
    }
}
