import PhysioTypes

/// A bar that fills while breathing in and empties while breathing out, in eighths of a cell.
enum BreathBar {
    private static let partialBlocks: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]

    /// Returns the share of the bar that is filled: 0 ... 1.
    static func filledShare(_ position: BreathPosition) -> Double {
        switch position.phase {
        case .inhale: position.progress
        case .hold: 1
        case .exhale: 1 - position.progress
        case .secondHold: 0
        }
    }

    static func line(fill: Double, columns: Int) -> ScreenLine {
        var line = ScreenLine()
        guard columns > 0 else { return line }
        let units = Int((min(max(fill, 0), 1) * Double(8 * columns)).rounded())
        var bar = String(repeating: "█", count: units / 8)
        if units % 8 > 0 { bar.append(partialBlocks[units % 8 - 1]) }
        line.add(bar, .breath(fill))
        line.add(String(repeating: "·", count: columns - bar.count), .secondary)
        return line
    }
}
