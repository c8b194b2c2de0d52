/// The strap that a person means.
package enum StrapChoice: Sendable, Equatable {
    /// The only one in reach.
    case any
    /// Its name or a part of it, in either case. A strap of exactly this name comes before all
    /// others.
    case name(String)
    /// Its Bluetooth address, or the last bytes of it, such as `5C:7A`.
    case address(String)

    /// Reads what the user typed: two or more pairs of hexadecimal digits with colons between them are an
    /// address, nothing means any strap, and all else is a name.
    package init(_ typed: String) {
        let pairs = typed.split(separator: ":", omittingEmptySubsequences: false)
        let isAddress =
            (2...6).contains(pairs.count)
            && pairs.allSatisfy { $0.count == 2 && $0.allSatisfy { $0.isASCII && $0.isHexDigit } }
        self = typed.isEmpty ? .any : isAddress ? .address(typed.uppercased()) : .name(typed)
    }

    /// The words for a message: `a strap`, or the strap that was asked for.
    var text: String {
        switch self {
        case .any: "a heart rate strap"
        case .name(let name): "a strap called '\(name)'"
        case .address(let address): "a strap with the address \(address)"
        }
    }

    func matches(name: String, address: String) -> Bool {
        switch self {
        case .any: true
        case .name(let wanted): name.lowercased().contains(wanted.lowercased())
        case .address(let wanted):
            address.uppercased() == wanted.uppercased()
                || address.uppercased().hasSuffix(":" + wanted.uppercased())
        }
    }

    /// Returns true if no other strap could be meant as well.
    func isExactMatch(name: String, address: String) -> Bool {
        switch self {
        case .any: false
        case .name(let wanted): name.lowercased() == wanted.lowercased()
        case .address(let wanted): address.uppercased() == wanted.uppercased()
        }
    }
}
