extension HarmonicFit {
    /// The scratch memory of a fit: kept between fits, so that one of a size that was seen before
    /// allocates nothing. A value: one stream has one.
    public struct Workspace: Sendable {
        /// Samples whose phases came as numbers.
        var samples: [Sample] = []
        /// One array for all: each array counts its references whenever a stream is copied.
        private var memory: [Equations.FourRows] = []

        public init() {}

        /// Calls a function with the equations of a model; none of their numbers is set.
        mutating func withEquations<Result>(
            rows: Int, terms: Int, _ body: (Equations) -> Result
        ) -> Result {
            let count = Equations.requiredFourRowsCount(rows: rows, terms: terms)
            if memory.count < count {
                // Windows grow beat by beat: not each of them needs new memory.
                memory = [Equations.FourRows](
                    repeating: .init(), count: max(count, 2 * memory.count))
            }
            return memory.withUnsafeMutableBufferPointer { memory in
                guard let start = memory.baseAddress else {
                    preconditionFailure("a model has terms")
                }
                return body(Equations(rows: rows, terms: terms, memory: start))
            }
        }
    }
}
