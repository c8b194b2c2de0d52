import RecordingFiles

extension HealthWorkout {
    /// The name by which a workout is found again in a later export: exports hold no names of their own.
    ///
    /// - Parameter source: the one that `sourceIndex` stands for.
    /// - Returns: the first 16 hexadecimal digits of SHA-256 of the UTF-8 text `origin|type|source|start_ms|end_ms`.
    package func id(source: HealthSource) -> String {
        let text = "\(source.origin.rawValue)|\(type)|\(source.name)|\(start.unixMs)|\(end.unixMs)"
        return String(SHA256.hex(of: text).prefix(16))
    }
}
