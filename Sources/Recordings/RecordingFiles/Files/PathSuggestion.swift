/// Finds what a person may have meant by a path that does not exist.
enum PathSuggestion {
    /// `: did you mean "x"?` for a name in the same folder that differs by a few characters, or
    /// an empty text.
    static func phrase(for path: String) -> String {
        let folder = FilePath.folder(of: path)
        guard let names = FolderListing.names(in: folder.isEmpty ? "." : folder) else {
            return ": the folder does not exist either"
        }
        let requestedName = FilePath.name(of: path).lowercased()
        let maxDistance = max(1, min(3, requestedName.count / 3))
        // A link to nothing has the very name.
        let candidates = names.filter { $0 != FilePath.name(of: path) }
        let closestMatch =
            candidates.sorted().map { ($0, distance(requestedName, $0.lowercased())) }
            .filter { $0.1 <= maxDistance }.min { $0.1 < $1.1 }
        guard let closestMatch else { return "" }
        return ": did you mean \"\(FilePath.path(closestMatch.0, in: folder))\"?"
    }

    /// Levenshtein's distance.
    private static func distance(_ a: String, _ b: String) -> Int {
        let a = Array(a)
        let b = Array(b)
        var row = Array(0...b.count)
        for (i, character) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in b.enumerated() {
                let substitutionCost = diagonal + (character == other ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(substitutionCost, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[b.count]
    }
}
