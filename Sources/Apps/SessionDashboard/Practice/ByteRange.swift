/// The part of a file that a request asks for: `bytes=0-`, `bytes=44-1000`, `bytes=-500`.
enum ByteRange: Equatable {
    /// Nothing that is understood was asked for: the whole file answers.
    case wholeFile
    case part(Range<Int>)
    /// A range behind the end.
    case unsatisfiable

    /// - Parameter header: value of the header `Range`; of several ranges none is understood.
    /// - Parameter count: bytes of the file.
    init(_ header: String?, count: Int) {
        guard let header, header.hasPrefix("bytes=") else {
            self = .wholeFile
            return
        }
        let bounds = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard bounds.count == 2, !header.contains(",") else {
            self = .wholeFile
            return
        }
        switch (Int(bounds[0]), Int(bounds[1])) {
        case (nil, let last?) where bounds[0].isEmpty:
            self = last > 0 ? .part(max(0, count - last)..<count) : .unsatisfiable
        case (let first?, nil) where bounds[1].isEmpty && first >= 0:
            self = first < count ? .part(first..<count) : .unsatisfiable
        case (let first?, let last?) where first >= 0 && last >= first:
            self = first < count ? .part(first..<min(count, last + 1)) : .unsatisfiable
        default: self = .wholeFile
        }
    }
}
