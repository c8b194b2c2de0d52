import ArgumentParser

/// Times of bells as a person writes them: `5:00,12:30`.
enum BellTimes {
    /// The times of a list, in min.
    ///
    /// - Throws: `ValidationError` for one that is no time such as 12:30.
    static func minutes(_ text: String) throws -> [Double] {
        try text.split(separator: ",", omittingEmptySubsequences: false).map { time in
            let parts = time.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, parts[1].count == 2,
                let minutes = number(parts[0]), let seconds = number(parts[1]), seconds < 60
            else {
                throw ValidationError("--bell-at \(text): times such as 5:00,12:30, min:s")
            }
            return Double(60 * minutes + seconds) / 60
        }
    }

    private static func number(_ digits: Substring) -> Int? {
        digits.allSatisfy { ("0"..."9").contains($0) } && digits.count <= 4 ? Int(digits) : nil
    }
}
