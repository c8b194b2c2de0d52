import GRDB

extension HealthStore {
    /// Makes these sources the first ones, in this order; all others have no rank afterwards.
    ///
    /// Every source of a name is meant, for a device keeps its name when it is replaced by a newer model.
    ///
    /// - Throws: `noSource` for a name that no source has; nothing changes then.
    package func setPreferredSources(_ names: [String]) throws(HealthStoreError) {
        try write { db in
            let table = try SourceTable(db)
            let (rows, labels) = (table.rows, table.labels)
            let sourceNames = Set(rows.map(\.source.name))
            for name in names
            where !sourceNames.contains(name) && !labels.values.contains(name) {
                throw HealthStoreError.noSuchSource(name)
            }
            for row in rows {
                let rank = names.firstIndex { name in
                    name == row.source.name
                        || !sourceNames.contains(name) && name == labels[row.key]
                }.map { $0 + 1 }
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
        guard SystemZones.rules(named: name) != nil else { throw .noSuchZone(name) }
        try write { try HealthSetting.homeZone.set(name, $0) }
    }
}
