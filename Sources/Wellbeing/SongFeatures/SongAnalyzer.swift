import CSignalKernels

/// Measures a song in one pass, block by block, in bounded memory.
///
/// The result is the same to the bit however the samples are divided into blocks. Two hours need
/// less than 32 MiB; during them nothing is allocated by ``push(_:)`` but for some work each ten
/// minutes.
///
/// ```swift
/// guard var analyzer = SongAnalyzer(sampleRate: 44_100, channels: 2) else { return }
/// while let block = decoder.next() { block.withUnsafeBufferPointer { analyzer.push($0) } }
/// let features = analyzer.finish()
/// ```
///
/// A value is for one thread at a time.
package struct SongAnalyzer: Sendable {
    /// Samples above it, 120 dB over full scale, are not audio.
    private static let maxSample: Float = 1e6
    /// Loudness below which only that is measured; LUFS. The quietest recordings of music have about -45.
    private static let minLoudnessLUFS = -60.0

    private let sampleRateHz: Double
    private let channelCount: Int
    private var frameCount = 0
    private var isValid = true
    private var meter: LoudnessMeter
    private var frontEnd: SongFrontEnd
    private var mono = [Float](repeating: 0, count: HalfBandDecimator.blockSampleCount)

    /// - Parameters:
    ///   - sampleRate: Of the samples; 8,000 to 192,000 Hz.
    ///   - channels: 1 to 8, in the order of WAV.
    package init?(sampleRateHz: Double, channelCount: Int) {
        guard (8_000...192_000).contains(sampleRateHz), (1...8).contains(channelCount) else {
            return nil
        }
        self.sampleRateHz = sampleRateHz
        self.channelCount = channelCount
        meter = LoudnessMeter(sampleRateHz: sampleRateHz, channels: channelCount)
        frontEnd = SongFrontEnd(sampleRateHz: sampleRateHz)
    }

    /// Takes more samples: whole frames, the channels interleaved, full scale 1.
    ///
    /// - Precondition: the count is a multiple of the number of channels.
    /// - Complexity: linear.
    package mutating func push(_ samples: UnsafeBufferPointer<Float>) {
        precondition(samples.count.isMultiple(of: channelCount), "samples come in whole frames")
        frameCount += samples.count / channelCount
        // The buffer is taken out, so that the front end may change while it reads it.
        var mono: [Float] = []
        swap(&mono, &self.mono)
        for start in stride(from: 0, to: samples.count, by: mono.count * channelCount) where isValid
        {
            let end = min(samples.count, start + mono.count * channelCount)
            push(UnsafeBufferPointer(rebasing: samples[start..<end]), &mono)
        }
        swap(&mono, &self.mono)
    }

    private mutating func push(_ samples: UnsafeBufferPointer<Float>, _ mono: inout [Float]) {
        guard let from = samples.baseAddress else { return }
        let count = samples.count / channelCount
        isValid = ck_mono_mix(from, channelCount, count, Self.maxSample, &mono) == 1
        guard isValid else { return }
        meter.push(samples)
        mono.withUnsafeMutableBufferPointer {
            frontEnd.push(UnsafeMutableBufferPointer(rebasing: $0[..<count]))
        }
    }

    /// Returns the features of the song. The analyzer takes nothing more after that.
    package mutating func finish() -> SongFeatures {
        let seconds = Double(frameCount) / sampleRateHz
        guard isValid else { return Self.emptyFeatures(seconds, .invalid) }
        let gatedLoudness = GatedLoudness(slots: meter.slots)
        guard gatedLoudness.hasBlock else { return Self.emptyFeatures(seconds, .tooShort) }
        guard let loudnessLUFS = gatedLoudness.loudnessLUFS else {
            return Self.emptyFeatures(seconds, .silent)
        }
        guard loudnessLUFS >= Self.minLoudnessLUFS else {
            var features = Self.emptyFeatures(seconds, .tooQuiet)
            features.loudnessLUFS = loudnessLUFS
            features.missing[.loudness] = nil
            return features
        }
        var features = SongFeatures(seconds: seconds, loudnessLUFS: loudnessLUFS)
        features.loudnessRangeLU = gatedLoudness.rangeLU
        if gatedLoudness.rangeLU == nil {
            features.missing[.loudnessRange] = gatedLoudness.hasRangeBlock ? .silent : .tooShort
        }
        features.addCurves(frontEnd.finish(), loudness: loudnessLUFS)
        return features
    }

    private static func emptyFeatures(_ seconds: Double, _ reason: MissingSongFeatureReason)
        -> SongFeatures
    {
        SongFeatures(
            seconds: seconds,
            missing: Dictionary(uniqueKeysWithValues: SongFeature.allCases.map { ($0, reason) }))
    }
}

extension SongFeatures {
    /// Least length of a song that gets onsets and energy; s.
    private static let minOnsetSongSeconds = 1.0

    fileprivate mutating func addCurves(_ curves: SongCurves, loudness: Double) {
        if curves.soundingFrameCount > 0 {
            density = EnergyScale.density(
                soundingBands: curves.soundingBandSum / Double(curves.soundingFrameCount))
        } else {
            missing[.density] = .silent
        }
        let centred = TempoEstimator.centred(curves.onsets, rate: curves.frameRateHz)
        addRhythm(curves, centred)
        guard seconds >= Self.minOnsetSongSeconds else {
            missing[.onsets] = .tooShort
            missing[.energy] = .tooShort
            return
        }
        let onsetRate = Double(OnsetPeaks.count(on: centred)) / seconds
        onsetsPerSecond = onsetRate
        energy = EnergyScale.energy(
            loudness: loudness,
            meanOnset: curves.onsets.reduce(0) { $0 + Double($1) } / Double(curves.onsets.count),
            onsetsPerSecond: onsetRate,
            centroidHz: curves.magnitudeSum > 0
                ? curves.frequencyMomentSum / curves.magnitudeSum : 0)
    }

    private mutating func addRhythm(_ curves: SongCurves, _ centred: [Double]) {
        guard seconds >= TempoDecision.minSeconds else {
            missing[.tempo] = .tooShort
            return
        }
        guard let found = TempoEstimator.tempo(of: curves, whole: centred) else {
            missing[.tempo] = .noBeat
            return
        }
        tempo = found
        guard found.range == nil else { return }
        beats = TempoEstimator.beats(on: centred, bpm: found.bpm, rate: curves.frameRateHz)
    }
}
