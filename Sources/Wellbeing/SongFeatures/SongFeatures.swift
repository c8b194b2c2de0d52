/// The features of a song, measured from its samples alone.
///
/// A value that cannot be measured is nil, and ``missing`` has its reason; no value is guessed.
package struct SongFeatures: Sendable, Equatable {
    /// Length of the samples; s.
    package var seconds: Double
    /// Beats in a minute, with how sure that is; nil for silence, noise, speech, and what is too short.
    package var tempo: SongTempo?
    /// The times of the beats, from the first sample, ascending; s. Empty without a steady tempo.
    package var beats: [Double]
    /// Beginnings of notes in a second.
    package var onsetsPerSecond: Double?
    /// 0 (a slow quiet piano) to 1 (loud, dense in onsets, bright). It compares songs; it has no truth.
    package var energy: Double?
    /// The density of the spectrum, by the parts that sound at once: 0 (one tone) to 1 (pink
    /// noise).
    package var density: Double?
    /// Integrated loudness by BS.1770-4, gated; LUFS.
    package var loudnessLUFS: Double?
    /// Loudness range by EBU Tech 3342; LU.
    package var loudnessRangeLU: Double?
    /// The reasons that values are nil.
    package var missing: [SongFeature: MissingSongFeatureReason]

    package init(
        seconds: Double, tempo: SongTempo? = nil, beats: [Double] = [],
        onsetsPerSecond: Double? = nil, energy: Double? = nil, density: Double? = nil,
        loudnessLUFS: Double? = nil, loudnessRangeLU: Double? = nil,
        missing: [SongFeature: MissingSongFeatureReason] = [:]
    ) {
        self.seconds = seconds
        self.tempo = tempo
        self.beats = beats
        self.onsetsPerSecond = onsetsPerSecond
        self.energy = energy
        self.density = density
        self.loudnessLUFS = loudnessLUFS
        self.loudnessRangeLU = loudnessRangeLU
        self.missing = missing
    }
}

/// A feature that can be measured of a song.
package enum SongFeature: String, Sendable, CaseIterable {
    case tempo, onsets, energy, density, loudness, loudnessRange
}

/// The reason that a feature of a song is missing.
package enum MissingSongFeatureReason: String, Sendable, CaseIterable {
    /// The song has no samples above the gate of loudness.
    case silent
    /// The song is too short for the feature.
    case tooShort = "too_short"
    /// The song is below -60 LUFS: near-silence.
    case tooQuiet = "too_quiet"
    /// Nothing repeats: noise, speech, a single click.
    case noBeat = "no_beat"
    /// Samples are not numbers.
    case invalid = "unsound"
}
