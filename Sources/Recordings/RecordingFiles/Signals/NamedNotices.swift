import PhysioTypes

/// Warnings of one kind: the first few by themselves, the rest as a number.
struct NamedNotices {
    private(set) var count = 0
    private var named: [Notice] = []

    private static let namedLimit = 5

    mutating func add(_ notice: @autoclosure () -> Notice) {
        count += 1
        if named.count < Self.namedLimit { named.append(notice()) }
    }

    /// - Parameter further: a sentence on so many that are not named.
    func list(further: (Int) -> String) -> [Notice] {
        guard count > named.count, let code = named.first?.code else { return named }
        return named + [Notice(.warning, code: code, further(count - named.count))]
    }
}
