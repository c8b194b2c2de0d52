import CSignalKernels
import PhysioDSP

/// Energy of a song behind the K-weighting, in slots of 100 ms, from which both loudness figures
/// follow. It keeps 8 bytes a slot: 0.6 MB for two hours.
struct LoudnessMeter: Sendable {
    /// Slots in a second.
    private static let slotsPerSecond = 10.0
    private static let expectedSlotCount = 72_000
    /// Delays of a filter below this are silence; they would become slow denormal numbers.
    private static let minStateMagnitude = 1e-100

    private let sampleRateHz: Double
    private let weights: [Double]
    private let filters: [ck_biquad]
    private var state: [Double]
    private var energies: [Double]
    private var frameCount = 0
    private var slotStart = 0
    private var slotEnd: Int
    /// Mean squares of the slots, summed over channels with their weights.
    private(set) var slots: [Double] = []

    /// - Parameter channels: 1 to 8, in the order of WAV.
    init(sampleRateHz: Double, channels: Int) {
        self.sampleRateHz = sampleRateHz
        weights = Self.weights(channels)
        filters = LoudnessFilters.filters(sampleRateHz: sampleRateHz)
        state = [Double](repeating: 0, count: ck_k_weighting_state_count(channels))
        energies = [Double](repeating: 0, count: channels)
        slotEnd = Self.end(of: 0, sampleRateHz)
        slots.reserveCapacity(Self.expectedSlotCount)
    }

    /// Takes interleaved samples.
    ///
    /// - Complexity: linear; allocates nothing during the first two hours.
    mutating func push(_ samples: UnsafeBufferPointer<Float>) {
        guard var next = samples.baseAddress else { return }
        var remainingCount = samples.count / weights.count
        while remainingCount > 0 {
            let count = min(remainingCount, slotEnd - frameCount)
            ck_k_weighting_run(filters, next, weights.count, count, &state, &energies)
            next += count * weights.count
            remainingCount -= count
            frameCount += count
            if frameCount == slotEnd { endSlot() }
        }
    }

    private mutating func endSlot() {
        var sum = 0.0
        for channel in weights.indices {
            sum += weights[channel] * energies[channel]
            energies[channel] = 0
        }
        slots.append(sum / Double(slotEnd - slotStart))
        for i in state.indices where abs(state[i]) < Self.minStateMagnitude { state[i] = 0 }
        slotStart = slotEnd
        slotEnd = Self.end(of: slots.count, sampleRateHz)
    }

    /// First frame behind a slot; rates that are no multiples of 10 have slots of two lengths.
    private static func end(of slot: Int, _ sampleRateHz: Double) -> Int {
        Int(Double(slot + 1) * sampleRateHz / slotsPerSecond)
    }

    /// Weights of the channels by BS.1770-4, tables 3 and 4: 1.41 for those at the sides, 0 for low
    /// frequency effects. Up to five channels: left, right, centre and two surround ones; from six on
    /// the fourth has the effects; of eight the last two are at the sides.
    private static func weights(_ channels: Int) -> [Double] {
        switch channels {
        case ...3: [Double](repeating: 1, count: channels)
        case 4: [1, 1, 1.41, 1.41]
        case 5: [1, 1, 1, 1.41, 1.41]
        case 6: [1, 1, 1, 0, 1.41, 1.41]
        case 7: [1, 1, 1, 0, 1, 1.41, 1.41]
        default: [1, 1, 1, 0, 1, 1, 1.41, 1.41]
        }
    }
}
