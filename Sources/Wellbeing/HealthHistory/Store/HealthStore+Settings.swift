import GRDB

extension HealthStore {
    /// Makes these sources the first ones, in this order; all others have no rank afterwards.
    ///
    /// Every source of a name is meant, for a device keeps its name when it is replaced by a newer model.
    ///
    /// - Throws: `noSource` for a name that no source has; nothing changes then.
    package func setPreferred(_ names: [String]) throws(HealthStoreError) {
        try write { db in
            let rows = try SourceTable(db).rows
            for name in names where !rows.contains(where: { $0.source.name == name }) {
                throw HealthStoreError.noSource(name)
            }
            for row in rows {
                let rank = names.firstIndex(of: row.source.name).map { $0 + 1 }
                guard rank != row.rank else { continue }
                try db.execute(
                    sql: "UPDATE source SET rank = ? WHERE key = ?", arguments: [rank, row.key])
            }
        }
    }

    /// Name of the home zone; nil before the first import.
    package func homeZone() throws(HealthStoreError) -> String? {
        try read(HealthSetting.homeZone.value)
    }

    /// - Throws: `noZone` for a name that is not known.
    package func setHomeZone(_ name: String) throws(HealthStoreError) {
        guard HomeZone.rules(named: name) != nil else { throw .noZone(name) }
        try write { try HealthSetting.homeZone.set(name, $0) }
    }
}
