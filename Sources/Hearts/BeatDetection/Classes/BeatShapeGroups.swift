import PhysioDSP

/// The shapes of the beats of a recording: each beat joins the most similar one, or begins another.
///
/// Similarity of two windows is 2 <x, y> / (<x, x> + <y, y>) over the QRS complex at the best shift of 48 ms
/// at most: 1 where form, size and polarity agree. A beat joins from 0.8 on; two shapes become one from 0.9 on.
/// Sixteen are known at a time; the rarest of those not seen for long gives way.
struct BeatShapeGroups {
    private static let joinSimilarity: Float = 0.8
    private static let mergeSimilarity: Float = 0.9
    private static let maxCount = 16
    /// Beats whose mean a template is.
    private static let memoryCount = 16.0
    /// Decay of a shape that is not seen; beats.
    private static let forgettingCount = 300.0

    private struct Shape {
        let id: Int
        var template: ShapeTemplate
        var count: Double
        var lastBeat: Int
    }

    /// The shape of each beat: 0, 1 ...
    private(set) var labels: [Int] = []
    /// The template of its shape just after each beat joined.
    private(set) var templates: [ShapeTemplate] = []
    private var shapes: [Shape] = []
    private var parents: [Int] = []

    init(_ windows: BeatWindows, beatCount: Int) {
        labels.reserveCapacity(beatCount)
        templates.reserveCapacity(beatCount)
        for beat in 0..<beatCount { add(windows.window(beat), beat, windows.leadCount) }
        var numbers: [Int: Int] = [:]
        let roots = labels.map(root)
        for root in Set(roots).sorted() { numbers[root] = numbers.count }
        labels = roots.map { numbers[$0] ?? 0 }
    }

    private func root(_ id: Int) -> Int {
        var id = id
        while parents[id] != id { id = parents[id] }
        return id
    }

    private mutating func add(_ window: [Float], _ beat: Int, _ leadCount: Int) {
        let found = Self.best(window, leadCount, shapes, except: nil)
        var index: Int
        if let found, found.match.similarity >= Self.joinSimilarity {
            index = found.index
            shapes[index].count += 1
            let share = 1 / min(shapes[index].count, Self.memoryCount)
            shapes[index].template.move(
                to: window, shift: found.match.shift, share: Float(share))
            shapes[index].lastBeat = beat
        } else {
            let shape = Shape(
                id: parents.count, template: ShapeTemplate(window, leadCount: leadCount), count: 1,
                lastBeat: beat)
            parents.append(parents.count)
            if shapes.count < Self.maxCount {
                index = shapes.count
                shapes.append(shape)
            } else {
                index = rarestIndex(at: beat)
                shapes[index] = shape
            }
        }
        labels.append(shapes[index].id)
        if let other = Self.best(
            shapes[index].template.padded, leadCount, shapes, except: index),
            other.match.similarity >= Self.mergeSimilarity
        {
            let isLarger = shapes[index].count >= shapes[other.index].count
            let (large, small) = isLarger ? (index, other.index) : (other.index, index)
            parents[shapes[small].id] = shapes[large].id
            shapes[large].count += shapes[small].count
            shapes[large].lastBeat = beat
            templates.append(shapes[large].template)
            shapes.remove(at: small)
        } else {
            templates.append(shapes[index].template)
        }
    }

    private func rarestIndex(at beat: Int) -> Int {
        func weight(_ shape: Shape) -> Double {
            shape.count
                * PlatformMath.exp(-Double(beat - shape.lastBeat) / Self.forgettingCount)
        }
        return shapes.indices.min { weight(shapes[$0]) < weight(shapes[$1]) } ?? 0
    }

    /// The shape most similar to a window.
    private static func best(
        _ window: [Float], _ leadCount: Int, _ shapes: [Shape], except: Int?
    ) -> (index: Int, match: ShapeMatch)? {
        var best: (index: Int, match: ShapeMatch)?
        let energies = ShapeMatch.energies(window, leadCount)
        for index in shapes.indices where index != except {
            let match = ShapeMatch(window, energies, shapes[index].template)
            if match.similarity > best?.match.similarity ?? -.infinity { best = (index, match) }
        }
        return best
    }
}

/// The mean of beats of one shape: ``BeatWindows/count`` samples a lead, lead after lead.
struct ShapeTemplate {
    private(set) var samples: [Float]
    let leadCount: Int

    init(_ window: [Float], leadCount: Int) {
        self.leadCount = leadCount
        samples = []
        samples.reserveCapacity(leadCount * BeatWindows.count)
        for lead in 0..<leadCount {
            let start = lead * Self.windowCount + BeatWindows.maxShift
            samples += window[start..<(start + BeatWindows.count)]
        }
    }

    private static let windowCount = BeatWindows.count + 2 * BeatWindows.maxShift

    mutating func move(to window: [Float], shift: Int, share: Float) {
        for lead in 0..<leadCount {
            for index in 0..<BeatWindows.count {
                let position = lead * BeatWindows.count + index
                let value = window[lead * Self.windowCount + index + shift]
                samples[position] += (value - samples[position]) * share
            }
        }
    }

    /// The template as a window: its ends are continued.
    var padded: [Float] {
        var window: [Float] = []
        for lead in 0..<leadCount {
            let part = samples[(lead * BeatWindows.count)..<((lead + 1) * BeatWindows.count)]
            let (first, last) = (part[part.startIndex], part[part.endIndex - 1])
            window += [Float](repeating: first, count: BeatWindows.maxShift)
            window += part
            window += [Float](repeating: last, count: BeatWindows.maxShift)
        }
        return window
    }
}

/// The similarity of a window to a template, and the shift of the best match: 0 ... 12.
struct ShapeMatch {
    let similarity: Float
    let shift: Int

    /// Lanes are shifts, of which the last three are not used.
    private typealias Lanes = SIMD16<Float>
    private static let shiftCount = 2 * BeatWindows.maxShift + 1
    private static let windowCount = BeatWindows.count + 2 * BeatWindows.maxShift

    @inline(__always) private static func lanes(
        _ window: UnsafeBufferPointer<Float>, _ index: Int
    ) -> Lanes {
        UnsafeRawBufferPointer(window).loadUnaligned(
            fromByteOffset: index * MemoryLayout<Float>.stride, as: Lanes.self)
    }

    /// <x, x> at each shift.
    static func energies(_ window: [Float], _ leadCount: Int) -> SIMD16<Float> {
        window.withUnsafeBufferPointer { window in
            var sum = Lanes.zero
            for lead in 0..<leadCount {
                for index in BeatWindows.qrs {
                    let x = lanes(window, lead * windowCount + index)
                    sum += x * x
                }
            }
            return sum
        }
    }

    init(_ window: [Float], _ energies: SIMD16<Float>, _ template: ShapeTemplate) {
        var (products, energy) = (Lanes.zero, Float.zero)
        window.withUnsafeBufferPointer { window in
            template.samples.withUnsafeBufferPointer { template in
                let leadCount = template.count / BeatWindows.count
                for lead in 0..<leadCount {
                    for index in BeatWindows.qrs {
                        let y = template[lead * BeatWindows.count + index]
                        products += Self.lanes(window, lead * Self.windowCount + index) * y
                        energy += y * y
                    }
                }
            }
        }
        let similarities = 2 * products / (energies + (energy + Float(epsilon)))
        var best = 0
        for shift in 1..<Self.shiftCount where similarities[shift] > similarities[best] {
            best = shift
        }
        similarity = similarities[best]
        shift = best
    }
}
