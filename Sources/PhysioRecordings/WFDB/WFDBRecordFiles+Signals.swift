extension WFDBRecordFiles {
    /// The samples of the record.
    func openSignals() throws(RecordingError) -> any SignalDecoder {
        throw .noSignal("the samples of WFDB records are not read")
    }
}
