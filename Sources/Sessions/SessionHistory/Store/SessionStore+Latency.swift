import GRDB
package import PhysioTypes

/// Latency of sensors, as earlier sessions estimated it.
extension SessionStore {
    /// The latency of a device, from the newest of the person's own sessions that estimated it.
    ///
    /// - Parameter name: name of the device, exactly as the history has it.
    /// - Returns: nil where no such session estimated it.
    package func latency(ofDevice name: String) throws(HistoryError) -> LatencyEstimate? {
        try read { db in try newestLatencies(ofDevice: name, db)[name] }
    }

    /// The latency of every device by its name, each as ``latency(ofDevice:)`` gives it.
    package func latencies() throws(HistoryError) -> [String: LatencyEstimate] {
        try read { db in try newestLatencies(db) }
    }

    /// Removes the latency of a device from all its sessions, simulated and replayed ones too.
    ///
    /// A session of the device that is running stores its own at its end.
    ///
    /// - Parameter name: name of the device, exactly as the history has it.
    /// - Returns: number of sessions that had a latency.
    @discardableResult
    package func forgetLatency(ofDevice name: String) throws(HistoryError) -> Int {
        try write { db -> Int in
            try db.execute(
                sql: """
                    UPDATE session SET latency_s = NULL, latency_deviation_s = NULL
                    WHERE device_name = ? AND latency_s IS NOT NULL
                    """, arguments: [name])
            return db.changesCount
        }
    }

    /// - Parameter name: the one device that is looked up; nil for all.
    private func newestLatencies(
        ofDevice name: String? = nil, _ db: Database
    ) throws -> [String: LatencyEstimate] {
        let condition = name == nil ? "" : "AND device_name = ?"
        let arguments = name.map { StatementArguments([$0]) } ?? StatementArguments()
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT device_name, latency_s, latency_deviation_s FROM session
                WHERE is_apart = 0 AND state <> 'running' AND latency_s IS NOT NULL
                    AND device_name IS NOT NULL \(condition)
                ORDER BY started_ms DESC, key DESC
                """, arguments: arguments)
        var newest: [String: LatencyEstimate] = [:]
        while let row = try rows.next() {
            let device: String = row["device_name"]
            guard newest[device] == nil, let latency = SessionRow.latency(row),
                latency.isPlausible
            else { continue }
            newest[device] = latency
        }
        return newest
    }
}
