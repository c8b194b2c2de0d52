/// The part of a file that a request asks for: `bytes=0-`, `bytes=44-1000`, `bytes=-500`.
enum ByteRange: Equatable {
    /// Nothing that is understood was asked for: the whole file answers.
    case whole
    case part(Range<Int>)
    /// Behind the end.
    case outside

    /// - Parameter header: value of the header `Range`; of several ranges none is understood.
    /// - Parameter count: bytes of the file.
    init(_ header: String?, count: Int) {
        guard let header, header.hasPrefix("bytes=") else {
            self = .whole
            return
        }
        let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, !header.contains(",") else {
            self = .whole
            return
        }
        switch (Int(ends[0]), Int(ends[1])) {
        case (nil, let last?) where ends[0].isEmpty:
            self = last > 0 ? .part(max(0, count - last)..<count) : .outside
        case (let first?, nil) where ends[1].isEmpty && first >= 0:
            self = first < count ? .part(first..<count) : .outside
        case (let first?, let last?) where first >= 0 && last >= first:
            self = first < count ? .part(first..<min(count, last + 1)) : .outside
        default: self = .whole
        }
    }
}
