import Foundation

/// The paths of `ffmpeg` and `ffprobe`.
package struct DecoderPrograms: Sendable, Equatable {
    package let decoder: String
    package let prober: String

    package init(decoder: String, prober: String) {
        self.decoder = decoder
        self.prober = prober
    }

    /// - Parameter path: the value of `PATH`; nil for the usual one.
    /// - Returns: nil where one of the two is not there.
    package static func find(path: String?) -> DecoderPrograms? {
        let folders = (path ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
        func program(_ name: String) -> String? {
            folders.lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
        }
        guard let decoder = program("ffmpeg"), let prober = program("ffprobe") else { return nil }
        return DecoderPrograms(decoder: decoder, prober: prober)
    }
}
