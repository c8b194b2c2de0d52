import Foundation
import MusicLibrary
import PhysioTypes
package import PracticePlans
import Synchronization

/// A person's own sounds: files in a folder, each instead of the sound or the words of its name.
///
/// `gong.wav` replaces the gong, `inhale.mp3` the tone of an inhalation, `round-7.ogg` what is said of round 7. WAV is read
/// by this program, what else there is by the decoder of songs.
package struct CustomSounds: Sendable {
    /// The sounds by name, without the ending.
    package private(set) var samples: [String: SoundSamples] = [:]
    /// A sentence for each file that cannot be used; the formula sounds instead of it.
    package private(set) var warnings: [String] = []

    /// The endings of sound files; of several files with one name the first in this order is used.
    package static let fileExtensions = ["caf", "wav", "mp3", "flac", "ogg"]

    /// The folder of a history's own sounds.
    package static func folder(ofDatabase path: String) -> String {
        URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent("sounds").path
    }

    package init() {}

    /// Reads a folder; one that is not there holds nothing.
    ///
    /// - Parameter environment: its `PATH` says where the decoder is.
    package init(
        folder: String,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for fileExtension in Self.fileExtensions {
            for file in names.sorted() where file.lowercased().hasSuffix(".\(fileExtension)") {
                let name = String(file.dropLast(fileExtension.count + 1))
                guard samples[name] == nil else { continue }
                let path = folder + "/" + file
                do throws(UnusableSound) {
                    samples[name] = try SoundFileCache.samples(path) { () throws(UnusableSound) in
                        try Self.read(path, environment)
                    }
                } catch {
                    warnings.append("\(path): \(error.text); it is left out")
                }
            }
        }
    }

    private static func read(
        _ path: String, _ environment: [String: String]
    ) throws(UnusableSound) -> SoundSamples {
        guard path.lowercased().hasSuffix(".wav") else {
            guard let programs = DecoderPrograms.find(path: environment["PATH"]) else {
                throw UnusableSound(text: SongError.noDecoder.text)
            }
            do throws(SongError) {
                let sound = try ShortSound(
                    path: path, programs: programs, maxSeconds: WAVSound.maxSeconds)
                return SoundSamples(values: sound.values, sampleRateHz: sound.sampleRateHz)
                    .resampled(toHz: SoundSamples.defaultRateHz)
            } catch {
                throw UnusableSound(
                    text: error == .tooLong
                        ? "the sound lasts more than \(Int(WAVSound.maxSeconds)) s" : error.text)
            }
        }
        guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
            throw UnusableSound(text: "it cannot be read")
        }
        do throws(WAVError) {
            return try WAVSound.samples(of: [UInt8](bytes))
        } catch {
            throw UnusableSound(text: error.text)
        }
    }

    /// A background sound as a loop: the file of its name, else the generated one; nil where there is neither, or the
    /// file is silent.
    package func loop(_ background: BackgroundSound) -> SoundLoop? {
        background.loop(own: samples[background.name])
    }

    /// Names of background sounds: the generated ones, and files that replace no sound or word of a practice by name.
    package var backgroundNames: [String] {
        let cueNames = Set(
            SoundName.allCases.map(\.rawValue) + BreathPhase.allCases.map(\.soundName))
        let generatedNames = BackgroundSound.GeneratedSound.allCases.map(\.rawValue)
        return generatedNames
            + samples.keys.filter { !cueNames.contains($0) && !generatedNames.contains($0) }
            .sorted()
    }

    /// The sounds that replace a sound with a name.
    var soundsByName: [SoundName: SoundSamples] {
        var soundsByName: [SoundName: SoundSamples] = [:]
        for name in SoundName.allCases { soundsByName[name] = samples[name.rawValue] }
        return soundsByName
    }
}

/// The reason that a file is not used as a sound.
private struct UnusableSound: Error {
    let text: String
}

/// Sounds as they were read last, each while its file stays the same: a page asks for them one by one.
private enum SoundFileCache {
    private struct Entry {
        let byteCount: Int
        let modifiedAt: Date
        let samples: SoundSamples
    }

    private static let entries = Mutex<[String: Entry]>([:])

    static func samples(
        _ path: String, read: () throws(UnusableSound) -> SoundSamples
    ) throws(UnusableSound) -> SoundSamples {
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: file)
        guard let byteCount = attributes?[.size] as? Int,
            let modifiedAt = attributes?[.modificationDate] as? Date,
            attributes?[.type] as? FileAttributeType == .typeRegular
        else { throw UnusableSound(text: "it cannot be read") }
        guard byteCount <= WAVSound.maxByteCount else {
            throw UnusableSound(text: "it is larger than 20 MB")
        }
        if let entry = entries.withLock({ $0[path] }), entry.byteCount == byteCount,
            entry.modifiedAt == modifiedAt
        {
            return entry.samples
        }
        let samples = try read()
        entries.withLock {
            $0[path] = Entry(byteCount: byteCount, modifiedAt: modifiedAt, samples: samples)
        }
        return samples
    }
}
