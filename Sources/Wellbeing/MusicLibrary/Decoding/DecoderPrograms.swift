import Foundation

/// The paths of `ffmpeg` and `ffprobe`.
package struct DecoderPrograms: Sendable, Equatable {
    package let decoderPath: String
    package let proberPath: String

    package init(decoderPath: String, proberPath: String) {
        self.decoderPath = decoderPath
        self.proberPath = proberPath
    }

    /// - Parameter path: the value of `PATH`; nil for the usual one.
    /// - Returns: nil where one of the two is not there.
    package static func find(path: String?) -> DecoderPrograms? {
        let folders = (path ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
        func program(_ name: String) -> String? {
            folders.lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
        }
        guard let decoderPath = program("ffmpeg"), let proberPath = program("ffprobe") else {
            return nil
        }
        return DecoderPrograms(decoderPath: decoderPath, proberPath: proberPath)
    }
}
