import GRDB

/// The values of the store that show whether its records changed.
struct HealthChangeToken: Equatable {
    /// Key of the newest import, and how many there are.
    var newestImportKey: Int64
    var importCount: Int
    /// Home zone and ranks of sources: all days depend on them.
    var settings: String

    init(_ db: Database) throws {
        let row = try Row.fetchOne(db, sql: "SELECT ifnull(max(key), 0), count(*) FROM import")
        newestImportKey = row?[0] ?? 0
        importCount = row?[1] ?? 0
        let ranks = try Row.fetchAll(
            db, sql: "SELECT key, rank FROM source WHERE rank IS NOT NULL ORDER BY key"
        ).map { "\($0[0] as Int64)=\($0[1] as Int64)" }
        settings = try ([HealthSetting.homeZone.value(db) ?? ""] + ranks).joined(separator: " ")
    }
}

/// Finds out which kinds of records changed since it was asked before.
struct HealthChangeFinder {
    private var token: HealthChangeToken

    init(_ db: Database) throws { token = try HealthChangeToken(db) }

    mutating func changes(_ db: Database) throws -> Set<HealthChangeKind> {
        let before = token
        token = try HealthChangeToken(db)
        guard token != before else { return [] }
        let addedChanges = try Int64.fetchAll(
            db, sql: "SELECT changes FROM import WHERE key > ?", arguments: [before.newestImportKey]
        )
        // Where imports are gone, the records that they brought may be gone too.
        guard token.settings == before.settings,
            token.importCount == before.importCount + addedChanges.count
        else { return Set(HealthChangeKind.allCases) }
        let bits = addedChanges.reduce(0) { $0 | $1 }
        return Set(HealthChangeKind.allCases.filter { bits & Int64($0.rawValue) != 0 })
    }
}
