import HealthRecords

/// A file to import, with what distinguishes it from another one, or why it cannot be read.
struct FingerprintedFile<Source: HealthImportSource> {
    let source: Source
    let fingerprint: Result<String, HealthFileError>

    /// Looks into every file.
    ///
    /// - Throws: `cancelled` where `progress` gave false.
    static func fingerprintAll(
        _ sources: [Source], _ progress: (ImportProgress) -> Bool
    ) throws(HealthStoreError) -> [FingerprintedFile] {
        var files: [FingerprintedFile] = []
        for (index, source) in sources.enumerated() {
            let fingerprint = Result { () throws(HealthFileError) in
                try source.fingerprint { bytesRead, byteCount in
                    progress(
                        ImportProgress(
                            name: source.name, fileIndex: index, fileCount: sources.count,
                            isFingerprinting: true, bytesRead: bytesRead, byteCount: byteCount,
                            recordCount: 0))
                }
            }
            if case .failure(let error) = fingerprint, error.code == .cancelled {
                throw .cancelled
            }
            files.append(FingerprintedFile(source: source, fingerprint: fingerprint))
        }
        return files
    }
}
