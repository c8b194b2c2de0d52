import Foundation

/// Clicks at one tempo: 1 kHz that decays with 10 ms, peak 0.5.
struct ClickTrack {
    var bpm: Double
    var seconds: Double
    var sampleRateHz = 44_100.0
    var firstSeconds = 0.137
    var gain = 1.0

    /// The times at which the clicks begin; s.
    var times: [Double] {
        (0...).lazy.map { firstSeconds + Double($0) * 60 / bpm }.prefix { $0 < seconds - 0.06 }
            .map { $0 }
    }

    var samples: [Float] {
        var samples = [Float](repeating: 0, count: Int(seconds * sampleRateHz))
        let length = Int(0.05 * sampleRateHz)
        let click = (0..<length).map { i -> Float in
            let t = Double(i) / sampleRateHz
            return Float(gain * 0.5 * exp(-t / 0.01) * sin(2 * .pi * 1000 * t))
        }
        for time in times {
            let start = Int((time * sampleRateHz).rounded())
            for i in 0..<length { samples[start + i] += click[i] }
        }
        return samples
    }
}
