/// Every format that is read. A new one is a line here and the file of its type.
enum ReadableFormats {
    /// The formats in the order of `hrv formats`; where two are equally likely, the first counts.
    static let all: [any ReadableFormat.Type] = [
        RRTextReader.self, WFDBAnnotationFile.self, BeatlineLog.self, FITReader.self,
        HRVLogger.self,
        EliteHRV.self, PolarSensorLogger.self, PolarHRM.self, EmpaticaIBI.self, KubiosReport.self,
        VNSAnalyse.self, HRVAS.self, SuuntoXML.self, JSONBeats.self, WFDBSignals.self,
        EDFDecoder.self,
        ISHNEDecoder.self, AppleECG.self, PolarECG.self, OpenSignals.self, SignalTextDecoder.self,
        MATDocument.self, XDFDocument.self, WorkbookDocument.self,
    ]

    /// Readers of beats; ``RRTextReader`` is the one of every ``BeatText`` and ``RRTableFormat``.
    static let beatReaders = all.compactMap { $0 as? any BeatReader.Type }
    static let beatTextFormats = all.compactMap { $0 as? any BeatText.Type }
    static let tableFormats = all.compactMap { $0 as? any RRTableFormat.Type }
    /// Decoders of signals; ``SignalTextDecoder`` is the one of every ``SignalTextFormat``.
    static let signalDecoders = all.compactMap { $0 as? any SignalFileDecoder.Type }
    static let signalTextFormats = all.compactMap { $0 as? any SignalTextFormat.Type }

    static let documentFormats = all.compactMap { $0 as? any DocumentFormat.Type }

    /// The type that reads a format which the person asked for; nil where its name cannot be asked
    /// for.
    static func requestedFormat(_ name: String?) -> (any ReadableFormat.Type)? {
        all.first { $0.formats.contains { $0.canBeForced && $0.name == name } }
    }
}
