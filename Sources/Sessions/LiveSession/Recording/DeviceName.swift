/// The part of a sensor's name that is stored.
enum DeviceName {
    /// - Returns: nil for one that is empty, or an address: `A0:9E:1A:12:34:56`.
    static func storableName(_ name: String) -> String? {
        let isAddress =
            name.count == 17
            && name.enumerated().allSatisfy { index, character in
                index % 3 == 2 ? character == ":" || character == "-" : character.isHexDigit
            }
        return name.isEmpty || isAddress ? nil : name
    }
}
