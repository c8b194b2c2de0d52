import CSignalKernels

/// The memory of one Welch estimate at a time: reusable, but not by two threads at once.
public struct WelchWorkspace: ~Copyable {
    private let segmentLength: Int
    private let transformCount: Int
    /// Two tapered segments as real and imaginary parts, and zeros behind them; or one, as doubles.
    private let pairs: UnsafeMutableBufferPointer<ComplexNumber>
    private let spectrum: UnsafeMutableBufferPointer<ComplexNumber>
    /// Sums over the pairs of the spectrum's squared real and imaginary parts, in turn.
    private let squares: UnsafeMutableBufferPointer<Double>

    /// - Complexity: O(transform) time and memory, 48 bytes a sample of it.
    public init(for plan: WelchPlan) {
        segmentLength = plan.segmentLength
        transformCount = plan.transform.count
        pairs = .aligned(count: transformCount, of: ComplexNumber(0))
        spectrum = .aligned(count: transformCount, of: ComplexNumber(0))
        squares = .aligned(count: 2 * transformCount, of: 0)
    }

    deinit {
        pairs.deallocate()
        spectrum.deallocate()
        squares.deallocate()
    }

    /// Sums the squares of all segments' transforms, two segments at a time.
    mutating func accumulate(
        _ samples: UnsafeBufferPointer<Double>, _ segments: WelchSegments, _ plan: WelchPlan
    ) {
        precondition(
            segmentLength == plan.segmentLength && transformCount == plan.transform.count,
            "the workspace was made for another plan")
        guard let samples = samples.baseAddress else { return }
        let level = InstructionSet.inUse.level
        squares.update(repeating: 0)
        for index in stride(from: 0, to: segments.count - 1, by: 2) {
            let x = samples + segments.start(index)
            let y = samples + segments.start(index + 1)
            pairs.withDoubles {
                ck_welch_taper_pair(level, x, y, plan.weights, segmentLength, $0)
            }
            plan.transform.forwardPair(UnsafeBufferPointer(pairs), into: spectrum)
            addSquares(level)
        }
        if !segments.count.isMultiple(of: 2) {
            transformUnpairedSegment(samples + segments.start(segments.count - 1), plan, level)
            addSquares(level)
        }
    }

    /// A segment without a partner: by the real transform, its upper half filled in, but for the
    /// signs, which squares do not see.
    private func transformUnpairedSegment(
        _ segment: UnsafePointer<Double>, _ plan: WelchPlan, _ level: ck_cpu_level
    ) {
        pairs.withDoubles { series in
            ck_welch_taper(level, segment, plan.weights, segmentLength, series)
            // What pairs have left where this segment's zeros belong.
            for index in segmentLength..<min(2 * segmentLength, transformCount) {
                series[index] = 0
            }
            plan.transform.forward(
                UnsafeBufferPointer(start: series, count: transformCount),
                into: UnsafeMutableBufferPointer(rebasing: spectrum[..<plan.densityCount]))
        }
        for bin in plan.densityCount..<transformCount {
            spectrum[bin] = spectrum[transformCount - bin]
        }
    }

    private func addSquares(_ level: ck_cpu_level) {
        guard let sums = squares.baseAddress else { return }
        spectrum.withDoubles { ck_welch_add_squares(level, $0, 2 * transformCount, sums) }
    }

    /// Twice the power of all segments at a bin, 0 ... half the transform's length: |Z[k]|^2 and
    /// |Z[n-k]|^2 together.
    func doubledPower(bin: Int) -> Double {
        let mirror = bin == 0 ? 0 : transformCount - bin
        return squares[2 * bin] + squares[2 * bin + 1] + squares[2 * mirror]
            + squares[2 * mirror + 1]
    }
}

extension UnsafeMutableBufferPointer {
    /// New memory that begins with a cache line, so that no vector lies across two.
    fileprivate static func aligned(count: Int, of value: Element) -> Self {
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: count * MemoryLayout<Element>.stride, alignment: 64)
        return Self(
            start: memory.initializeMemory(as: Element.self, repeating: value, count: count),
            count: count)
    }
}

extension UnsafeMutableBufferPointer<ComplexNumber> {
    /// The numbers as doubles, real and imaginary parts in turn.
    fileprivate func withDoubles(_ body: (UnsafeMutablePointer<Double>) -> Void) {
        guard let base = baseAddress else { return }
        base.withMemoryRebound(to: Double.self, capacity: 2 * count, body)
    }
}
