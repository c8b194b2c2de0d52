import PhysioTypes

/// Warnings of one kind: the first few by themselves, the rest as a number.
struct LimitedNoticeList {
    private(set) var count = 0
    private var listedNotices: [Notice] = []

    private static let namedLimit = 5

    mutating func add(_ notice: @autoclosure () -> Notice) {
        count += 1
        if listedNotices.count < Self.namedLimit { listedNotices.append(notice()) }
    }

    /// - Parameter further: a sentence on so many that are not named.
    func list(further: (Int) -> String) -> [Notice] {
        guard count > listedNotices.count, let code = listedNotices.first?.code else {
            return listedNotices
        }
        return listedNotices + [Notice(.warning, code: code, further(count - listedNotices.count))]
    }
}
