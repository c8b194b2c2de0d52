public import PhysioTypes

/// Reads the signals of a recording block by block, in any format that holds samples.
///
/// Memory does not grow with the recording: a day of three leads at 1 kHz passes through some blocks.
/// Samples are in the units of their descriptions, voltages in mV; what is missing is NaN, or a
/// segment between two blocks. Damage ends in a notice wherever samples can still be separated.
///
/// ```swift
/// var reader = try RecordingFile.openSignals(path: "datasets/small/ecg.hea")
/// reader.choose([try ECGSignal.index(in: reader.signals)])
/// while let block = try reader.nextBlock() { print(block.pieces[0].samples.count) }
/// ```
public struct SignalReader {
    private var decoder: any SignalDecoder
    private let optionNotices: [Notice]

    init(_ decoder: any SignalDecoder, _ options: RecordingFile.Options) {
        self.decoder = decoder
        optionNotices = InputOption.noticesOfUnusedOptions(
            options, used: decoder.usedOptions, format: decoder.format)
    }

    /// Parts of the input between which time passed, of which one can be chosen; nil for one alone.
    package var partCount: Int? { decoder.partCount }

    /// Name of the format, as `hrv formats` lists it.
    public var format: String { decoder.format }
    /// The signals of the recording, in its own order.
    public var signals: [SignalDescription] { decoder.signals }
    /// Date and time of day of the first sample, as the recording states it.
    public var startDate: String? { decoder.startDate }
    /// The settings with which the input was read.
    public var recipe: Recipe { decoder.recipe }
    /// Notices about the input for the person; complete after the last block.
    public var notices: [Notice] { decoder.notices + optionNotices }
    /// Texts with a time that the recording carries; complete after the last block.
    public var annotations: [SignalAnnotation] { decoder.annotations }

    /// Selects the signals of the blocks: indices in ``signals``; all of them if not called.
    ///
    /// - Precondition: no block has been read; every index is one of ``signals``.
    public mutating func choose(_ indices: [Int]) {
        precondition(
            indices.allSatisfy(decoder.signals.indices.contains), "there is no such signal")
        decoder.choose(indices)
    }

    /// The next samples; nil after the last.
    ///
    /// - Throws: where the input can be read no further at all.
    /// - Complexity: O(samples of the block), which has some ten thousand at most.
    public mutating func nextBlock() throws(RecordingError) -> SignalBlock? {
        try decoder.nextBlock()
    }

    /// Everything that follows of one signal, as a whole; what was not recorded is NaN.
    ///
    /// - Parameter index: an index in ``signals``.
    /// - Throws: `unknownFormat` where gaps would take more than `sampleLimit` samples.
    /// - Precondition: no block has been read.
    /// - Complexity: O(n) time and memory.
    public mutating func wholeSignal(
        _ index: Int, sampleLimit: Int = 1 << 30
    ) throws(RecordingError) -> SampledSignal {
        try wholeSignals([index], sampleLimit: sampleLimit)[0]
    }

    /// Everything that follows of some signals, read in one pass; what was not recorded is NaN.
    ///
    /// - Parameter indices: indices in ``signals``, each once.
    /// - Parameter sampleLimit: of all of them together.
    /// - Parameter isStopped: asked before each block, whether the caller wants the reading to end.
    /// - Throws: `unknownFormat` where they would take more than `sampleLimit` samples, gaps included; `noSignal` for one
    ///   without a rate.
    /// - Precondition: no block has been read.
    /// - Complexity: O(n) time and memory.
    package mutating func wholeSignals(
        _ indices: [Int], sampleLimit: Int = 1 << 30, isStopped: () -> Bool = { false }
    ) throws(RecordingError) -> [SampledSignal] {
        for index in indices {
            let signal = signals[index]
            guard signal.sampleRateHz > 0, signal.sampleRateHz.isFinite else {
                throw .noSignal("the signal \(signal.name) has no samples a second")
            }
        }
        choose(indices)
        var samples = [[Double]](repeating: [], count: indices.count)
        var count = 0
        while !isStopped(), let block = try nextBlock() {
            for (index, piece) in block.pieces.enumerated() where !piece.samples.isEmpty {
                let missing = max(0, piece.firstSample - samples[index].count)
                let added = missing.addingReportingOverflow(piece.samples.count)
                guard !added.overflow, added.partialValue <= sampleLimit - count else {
                    throw .unknownFormat(
                        "there are more than \(sampleLimit) samples, gaps included"
                            + (indices.count > 1 ? ": read one signal at a time" : ""), line: nil)
                }
                count += added.partialValue
                samples[index] += repeatElement(.nan, count: missing)
                samples[index] += piece.samples
            }
        }
        return zip(indices, samples).map { index, samples in
            let signal = signals[index]
            return SampledSignal(
                name: signal.name, unit: signal.unit, sampleRateHz: signal.sampleRateHz,
                samples: samples)
        }
    }
}
