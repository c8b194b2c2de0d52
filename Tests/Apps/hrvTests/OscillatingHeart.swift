import Foundation

/// A made-up heart that follows the breath.
enum OscillatingHeart {
    /// Intervals that oscillate by twice `bpm` at 6 breaths/min; the top comes 2.5 s into a breath
    /// that begins `shift` seconds into the recording.
    static func intervals(minutes: Double, shift: Double = 0, bpm: Double = 5) -> String {
        let step = 0.005
        var (turns, last, lines) = (0.0, 0.0, [String]())
        for index in 0..<Int(60 * minutes / step) {
            let time = step * (Double(index) + 0.5)
            let rise = (70 + bpm * sin(2 * .pi * (time - shift) / 10)) / 60 * step
            turns += rise
            guard turns >= 1 else { continue }
            turns -= 1
            let beat = (1000 * step * Double(index + 1)).rounded()
            lines.append("\(Int(beat - last))")
            last = beat
        }
        return lines.joined(separator: "\n")
    }
}
