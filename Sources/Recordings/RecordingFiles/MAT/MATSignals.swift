import PhysioTypes

/// The signals of a MATLAB file: its vectors of samples, and the channels of its matrices.
///
/// The longer side of a matrix is time. Values without a unit stay as they are stored.
struct MATSignals: SignalDecoder {
    /// The location of the samples of a signal.
    private struct Channel {
        let array: MATArray
        let index: Int
        let scale: Double
    }

    let signals: [SignalDescription]
    let recipe: Recipe
    let notices: [Notice]
    let usedOptions: Set<InputOption>
    private var chosen: [Int]
    private let channels: [Channel]
    private var position = 0

    private static let blockSize = 8192
    /// More channels are no recording of a heart.
    private static let channelLimit = 1024

    /// - Parameter variables: those that hold samples.
    /// - Throws: `noSignal` where they are too many, or blocks of LabChart.
    init(
        _ file: MATFile, _ variables: [MATVariable], _ rate: MATRate, notices: [Notice],
        isForced: Bool = false
    ) throws(RecordingError) {
        guard !file.variables.contains(where: { $0.name == "datastart" }) else {
            throw .noSignal(
                "this is a MATLAB file of LabChart, whose blocks are not read: export the recording as "
                    + "text or EDF")
        }
        var signals: [SignalDescription] = []
        var channels: [Channel] = []
        for variable in variables {
            guard let array = variable.array, array.width <= Self.channelLimit - channels.count
            else {
                throw .noSignal("\(variable.path) has more than \(Self.channelLimit) channels")
            }
            let names = Self.texts(file, variable, Self.labelNames, array.width)
            let units = Self.texts(file, variable, Self.unitNames, array.width)
            let name = HeaderWords(variable.name)
            for channel in 0..<array.width {
                let unit = units?[channel] ?? name.unit
                let scale = VoltageUnit.millivolts(per: unit)
                let number = array.width > 1 ? " \(channel + 1)" : ""
                signals.append(
                    SignalDescription(
                        name: names?[channel] ?? variable.name + number,
                        unit: scale == nil ? unit : VoltageUnit.millivolts,
                        sampleRateHz: rate.rateHz,
                        sampleCount: array.length))
                channels.append(Channel(array: array, index: channel, scale: scale ?? 1))
            }
        }
        self.signals = signals
        self.channels = channels
        self.notices = notices
        usedOptions = isForced ? [.rate, .format] : [.rate]
        chosen = Array(signals.indices)
        var recipe = Recipe()
        recipe.set(.inputRateHz, .number(rate.rateHz))
        recipe.set(.inputRateSource, .text(rate.origin))
        self.recipe = recipe
    }

    /// Returns true if the name of the variable, or that of a structure around it, is that of an
    /// ECG.
    static func isECG(_ variable: MATVariable) -> Bool {
        [variable.name, String(variable.scope.dropLast())].contains { name in
            SignalKind(SignalDescription(name: name, unit: "", sampleRateHz: 1)) == .ecg
        }
    }

    /// The variables that hold samples: those that are named as signals are, and what is as long.
    static func variables(_ file: MATFile) throws(RecordingError) -> [MATVariable] {
        let beats: [TableColumn.Kind?] = [.interval, .beatTime, .peakPosition, .time]
        let arrays = file.variables.filter {
            ($0.array?.count ?? 0) > 1 && !beats.contains(MATDocument.kind($0))
        }
        let named = arrays.filter { isECG($0) || MATDocument.kind($0) == .signal }
        let length = (named.isEmpty ? arrays : named).map { $0.array?.length ?? 0 }.max() ?? 0
        let found = arrays.filter { variable in
            named.contains { $0.path == variable.path } || variable.array?.length == length
        }
        guard !found.isEmpty else {
            throw UnsupportedInput.beatsInsteadOfSignalsError
        }
        return found
    }

    private static let labelNames = [
        "labels", "label", "channels", "channelnames", "signame", "names",
    ]
    private static let unitNames = ["units", "unit"]

    /// The texts that a variable beside the samples has for each of the channels; nil for none.
    private static func texts(
        _ file: MATFile, _ variable: MATVariable, _ names: [String], _ count: Int
    ) -> [String]? {
        file.variables.lazy.filter { other in
            other.scope == variable.scope
                && names.contains(other.name.lowercased().filter { $0 != "_" })
        }.compactMap(\.texts).first { $0.count == count }
    }

    // MARK: Blocks

    var format: String { MATDocument.name }
    var startDate: String? { nil }
    var annotations: [SignalAnnotation] { [] }

    mutating func choose(_ indices: [Int]) { chosen = indices }

    mutating func nextBlock() throws(RecordingError) -> SignalBlock? {
        let begin = position
        let pieces = chosen.map { index in
            let channel = channels[index]
            let end = min(channel.array.length, begin + Self.blockSize)
            let samples =
                begin < end
                ? (begin..<end).map {
                    channel.array[channel.array.index($0, channel.index)] * channel.scale
                } : []
            return SignalBlock.Piece(firstSample: begin, samples: samples)
        }
        position += Self.blockSize
        return pieces.contains { !$0.samples.isEmpty } ? SignalBlock(pieces: pieces) : nil
    }
}
