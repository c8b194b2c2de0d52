import PhysioTypes

/// The name of an input: a path, and where one of several recordings is meant, which one.
///
/// `a.fit#2` is the second recording of `a.fit`. A file whose own name is `a.fit#2` is meant where
/// there is one.
package struct InputName: Sendable, Equatable {
    /// The file or folder.
    package let path: String
    /// The text after the `#`; nil where the whole input is meant.
    package let part: String?

    /// The input of that path, as a whole.
    package init(path: String) {
        self.path = path
        part = nil
    }

    /// A file in an input, or one of the recordings of that file.
    package init(path: String, part: String?) {
        self.path = path
        self.part = part
    }

    /// The input that a person names; the part begins at the first `#` before which a file or a
    /// folder is named.
    package init(_ name: String) {
        let hashIndex =
            FolderListing.exists(name)
            ? nil
            : name.indices.first { index in
                name[index] == "#"
                    && (FolderListing.exists(String(name[..<index]))
                        || FolderListing.exists(name[..<index] + ".hea"))
            }
        path = hashIndex.map { String(name[..<$0]) } ?? name
        part = hashIndex.map { String(name[name.index(after: $0)...]) }
    }

    /// Recordings that an error names.
    private static let maxListedNames = 8

    /// The name of one of the recordings of an input.
    package static func name(ofPart part: String, in path: String) -> String { "\(path)#\(part)" }

    /// The recordings that the name means, of an input whose recordings have names or are counted
    /// from 1.
    ///
    /// - Parameter partNames: one for each outcome; nil where they are counted.
    /// - Throws: where the input has no recording of that name or number.
    func recordings(
        _ outcomes: [Result<Recording, RecordingError>], partNames: [String]? = nil
    ) throws(RecordingError) -> [NamedRecording] {
        guard let part else {
            guard outcomes.count > 1 else {
                return outcomes.map { NamedRecording(name: path, outcome: $0) }
            }
            return outcomes.enumerated().map { index, outcome in
                NamedRecording(
                    name: Self.name(ofPart: partNames?[index] ?? "\(index + 1)", in: path),
                    outcome: outcome)
            }
        }
        let index = partNames?.firstIndex(of: part) ?? Self.index(part)
        guard let index, outcomes.indices.contains(index) else {
            throw noSuchPartError(recordingCount: outcomes.count, names: partNames)
        }
        return [
            NamedRecording(name: Self.name(ofPart: part, in: path), outcome: outcomes[index])
        ]
    }

    /// Index of what is counted from 1; nil for anything but such a number.
    static func index(_ number: some StringProtocol) -> Int? {
        Int(number).flatMap { $0 > 0 ? $0 - 1 : nil }
    }

    /// Checks that the name means an input of one recording.
    ///
    /// - Throws: where it means a part of it.
    func checkHasNoPart() throws(RecordingError) {
        if part != nil { throw noSuchPartError(recordingCount: 1) }
    }

    private func noSuchPartError(
        recordingCount count: Int, names: [String]? = nil
    ) -> RecordingError {
        let range =
            names.map { names in
                names.prefix(Self.maxListedNames).map { "#\($0)" }.joined(separator: ", ")
                    + (names.count > Self.maxListedNames ? ", ..." : "")
            } ?? "#1 to #\(count)"
        let contents = count == 1 ? "one recording" : "\(count) recordings, \(range)"
        return .cannotRead("there is no #\(part ?? ""): the file holds \(contents)", .notFound)
    }
}
