import CHeartKernels
import PhysioDSP

/// The shapes of the beats of a recording: each beat joins the most similar one, or begins another.
///
/// Similarity of two windows is 2 <x, y> / (<x, x> + <y, y>) over the QRS complex at the best shift of 48 ms
/// at most: 1 where form, size and polarity agree. A beat joins from 0.8 on; two shapes become one from 0.9 on.
/// Sixteen are known at a time; the rarest of those not seen for long gives way.
struct BeatShapeGroups {
    private static let minJoinSimilarity: Float = 0.8
    private static let minMergeSimilarity: Float = 0.9
    private static let maxCount = 16
    /// Beats whose mean a template is.
    private static let memoryCount = 16.0
    /// Decay of a shape that is not seen; beats.
    private static let shapeDecayBeats = 300.0

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
        var window = windows.emptyWindow
        for beat in 0..<beatCount {
            windows.read(beat, into: &window)
            add(window, beat, windows.leadCount)
        }
        var labelByRoot: [Int: Int] = [:]
        let roots = labels.map(root)
        for root in Set(roots).sorted() { labelByRoot[root] = labelByRoot.count }
        labels = roots.map { labelByRoot[$0] ?? 0 }
    }

    private func root(_ id: Int) -> Int {
        var id = id
        while parents[id] != id { id = parents[id] }
        return id
    }

    private mutating func add(_ window: [Float], _ beat: Int, _ leadCount: Int) {
        let found = Self.best(window, leadCount, shapes, except: nil)
        var index: Int
        if let found, found.match.similarity >= Self.minJoinSimilarity {
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
        if shapes.count > 1,
            let other = Self.best(
                shapes[index].template.paddedSamples, leadCount, shapes, except: index),
            other.match.similarity >= Self.minMergeSimilarity
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
                * PlatformMath.exp(-Double(beat - shape.lastBeat) / Self.shapeDecayBeats)
        }
        return shapes.indices.min { weight(shapes[$0]) < weight(shapes[$1]) } ?? 0
    }

    /// The shape most similar to a window.
    private static func best(
        _ window: [Float], _ leadCount: Int, _ shapes: [Shape], except: Int?
    ) -> (index: Int, match: ShapeMatch)? {
        var best: (index: Int, match: ShapeMatch)?
        let matchedWindow = MatchedWindow(window, leadCount: leadCount)
        for index in shapes.indices where index != except {
            let match = matchedWindow.match(shapes[index].template)
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
            let start = lead * BeatWindows.windowCount + BeatWindows.maxShift
            samples += window[start..<(start + BeatWindows.count)]
        }
    }

    mutating func move(to window: [Float], shift: Int, share: Float) {
        let leadCount = leadCount
        samples.withUnsafeMutableBufferPointer { samples in
            window.withUnsafeBufferPointer { window in
                for lead in 0..<leadCount {
                    let (own, other) = (
                        lead * BeatWindows.count, lead * BeatWindows.windowCount + shift
                    )
                    for index in 0..<BeatWindows.count {
                        samples[own + index] +=
                            (window[other + index] - samples[own + index]) * share
                    }
                }
            }
        }
    }

    /// The template as a window: its ends are continued.
    var paddedSamples: [Float] {
        var window: [Float] = []
        window.reserveCapacity(leadCount * BeatWindows.windowCount)
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
}

/// A window that is compared with templates, with its energy at each shift.
struct MatchedWindow {
    private let window: [Float]
    private let layout: ck_beat_class_layout
    private var energies: SIMD16<Float>

    init(_ window: [Float], leadCount: Int) {
        precondition(window.count == leadCount * BeatWindows.windowCount, "the window is whole")
        self.window = window
        layout = ck_beat_class_layout(
            n_leads: leadCount, n_window: BeatWindows.windowCount, n_template: BeatWindows.count,
            first: BeatWindows.qrs.lowerBound, n: BeatWindows.qrs.count)
        energies = .zero
        withUnsafeMutableBytes(of: &energies) { energies in
            energies.withMemoryRebound(to: Float.self) { energies in
                window.withUnsafeBufferPointer { window in
                    guard let window = window.baseAddress, let energies = energies.baseAddress
                    else { return }
                    withUnsafePointer(to: layout) {
                        ck_beat_class_energies(InstructionSet.inUse.level, $0, window, energies)
                    }
                }
            }
        }
    }

    func match(_ template: ShapeTemplate) -> ShapeMatch {
        precondition(
            template.leadCount == layout.n_leads, "window and template have the same leads")
        var (similarity, shift) = (Float.zero, 0)
        withUnsafeBytes(of: energies) { energies in
            energies.withMemoryRebound(to: Float.self) { energies in
                window.withUnsafeBufferPointer { window in
                    template.samples.withUnsafeBufferPointer { template in
                        guard let window = window.baseAddress, let energies = energies.baseAddress,
                            let template = template.baseAddress
                        else { return }
                        shift = withUnsafePointer(to: layout) {
                            ck_beat_class_match(
                                InstructionSet.inUse.level, $0, window, energies, template,
                                2 * BeatWindows.maxShift + 1, &similarity)
                        }
                    }
                }
            }
        }
        return ShapeMatch(similarity: similarity, shift: shift)
    }
}
