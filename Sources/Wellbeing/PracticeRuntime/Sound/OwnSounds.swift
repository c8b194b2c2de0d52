import Foundation
package import PracticePlans

/// A person's own sounds: WAV files in a folder, each instead of the sound or the words of its name.
///
/// `gong.wav` replaces the gong, `inhale.wav` the tone of an inhalation, `round-7.wav` what is said of round 7.
package struct OwnSounds: Sendable {
    /// By name, without the ending.
    package private(set) var samples: [String: SoundSamples] = [:]
    /// A sentence for each file that cannot be used; the formula sounds instead of it.
    package private(set) var warnings: [String] = []

    /// The folder of a history's own sounds.
    package static func folder(ofDatabase path: String) -> String {
        URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent("sounds").path
    }

    package init() {}

    /// Reads a folder; one that is not there holds nothing.
    package init(folder: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for file in names.sorted() where file.lowercased().hasSuffix(".wav") {
            let path = folder + "/" + file
            let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
            guard let size, size <= WAVSound.maxByteCount,
                let bytes = try? Data(contentsOf: URL(fileURLWithPath: path))
            else {
                warnings.append("\(path) cannot be read, or is larger than 20 MB: it is left out")
                continue
            }
            do throws(WAVError) {
                samples[String(file.dropLast(4))] = try WAVSound.samples(of: [UInt8](bytes))
            } catch {
                warnings.append("\(path): \(error.text); it is left out")
            }
        }
    }

    /// Those that replace a sound with a name.
    var soundsByName: [SoundName: SoundSamples] {
        var soundsByName: [SoundName: SoundSamples] = [:]
        for name in SoundName.allCases { soundsByName[name] = samples[name.rawValue] }
        return soundsByName
    }
}
