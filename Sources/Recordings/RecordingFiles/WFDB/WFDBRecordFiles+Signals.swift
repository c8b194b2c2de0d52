extension WFDBRecordFiles {
    /// The samples of the record.
    func openSignals() throws(RecordingError) -> any SignalDecoder {
        try WFDBSignals(readHeader(), folder)
    }
}
