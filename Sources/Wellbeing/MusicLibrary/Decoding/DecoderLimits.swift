/// The limits of a decoder, so that a hostile file affects one row and nothing else.
package struct DecoderLimits: Sendable {
    /// Sound of one song that is decoded; s.
    package var maxSeconds = 7_200.0
    /// Processor time of one child; s. Two hours of the slowest codec take a fraction of it.
    package var processorSeconds = 300
    /// Address space of one child; bytes. The programs map about 400 MB before they read anything.
    package var addressSpaceBytes = 2 << 30
    /// The longest time in which a child may write nothing; s.
    package var idleSeconds = 30.0
    /// The longest time that a child may run in total; s.
    package var totalSeconds = 900.0
    /// Bytes that are read of what ffprobe says: far more than tags have, which are cut later.
    package var maxProbeByteCount = 16 << 20

    package init() {}
}
