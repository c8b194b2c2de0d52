/// The smallest machine that accepts just the words that occur in a growing row of symbols, and a
/// word at the end of that row which it follows.
///
/// A state stands for words that occur at the same positions; of these, each shorter one ends the
/// longer ones. A state's link leads to the longest word that ends its words and occurs in more
/// positions.
///
/// - SeeAlso: Blumer and others 1985, Theor. Comput. Sci. 40:31 (at most 2 n states, O(n) in all).
struct SuffixAutomaton {
    private struct State {
        /// The states after a 0 and a 1; 0, the empty word, to which nothing leads, where there are
        /// none.
        var next: (Int32, Int32) = (0, 0)
        var link: Int32 = -1
        /// Symbols of the state's longest word.
        var length: Int32 = 0

        subscript(symbol: Bool) -> Int32 {
            get { symbol ? next.1 : next.0 }
            set { if symbol { next.1 = newValue } else { next.0 = newValue } }
        }
    }

    private var states: [State]
    /// The state of the whole row.
    private var lastState: Int32 = 0
    /// The state of the word.
    private var current: Int32 = 0
    /// Symbols of the word.
    private(set) var wordLength = 0

    /// - Parameter capacity: how many symbols the row will have; at most 2^30.
    init(capacity: Int) {
        precondition(capacity <= 1 << 30, "the row is too long for its states to be numbered")
        states = [State()]
        states.reserveCapacity(2 * capacity + 1)
    }

    /// Lengthens the word by `symbol` where the result occurs in the row as it is now, before
    /// `symbol` is appended; otherwise the word becomes empty.
    mutating func extendWord(by symbol: Bool) -> Bool {
        current = states[Int(current)][symbol]
        wordLength = current == 0 ? 0 : wordLength + 1
        return current != 0
    }

    /// Appends `symbol` to the row.
    mutating func append(_ symbol: Bool) {
        let newState = Int32(states.count)
        states.append(State(length: states[Int(lastState)].length + 1))
        var state = lastState
        while state >= 0, states[Int(state)][symbol] == 0 {
            states[Int(state)][symbol] = newState
            state = states[Int(state)].link
        }
        states[Int(newState)].link = state < 0 ? 0 : suffixState(at: state, symbol)
        lastState = newState
        // A state that was divided has given its shorter words away.
        while wordLength > 0, states[linkIndex].length >= wordLength {
            current = states[Int(current)].link
        }
    }

    private var linkIndex: Int { Int(states[Int(current)].link) }

    /// The state whose longest word is the longest of `state` followed by `symbol`; divided off from
    /// the one it leads to where that has longer words.
    private mutating func suffixState(at state: Int32, _ symbol: Bool) -> Int32 {
        let target = states[Int(state)][symbol]
        let length = states[Int(state)].length + 1
        guard states[Int(target)].length != length else { return target }
        let clone = Int32(states.count)
        var copy = states[Int(target)]
        copy.length = length
        states.append(copy)
        states[Int(target)].link = clone
        var state = state
        while state >= 0, states[Int(state)][symbol] == target {
            states[Int(state)][symbol] = clone
            state = states[Int(state)].link
        }
        return clone
    }
}
