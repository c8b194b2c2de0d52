import GRDB

/// The tables of the history, and how each version came of the one before.
///
/// A migration that has been released is never changed: a new one follows it.
enum HistorySchema {
    /// Marks a file as a history of ours: `RSNH`.
    static let applicationID: Int32 = 0x5253_4E48

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            try db.execute(sql: version1)
        }
        migrator.registerMigration("2") { db in
            try db.execute(sql: version2)
        }
        return migrator
    }

    /// Marks an empty file as ours, before anything else is in it.
    ///
    /// - Throws: `notAHistory` for a file of another program.
    static func sign(_ pool: DatabasePool, _ path: String) throws {
        try pool.write { db in
            guard try !isOurs(db) else { return }
            guard try isEmpty(db) else { throw HistoryError.notAHistory(path: path) }
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
        }
    }

    static func isOurs(_ db: Database) throws -> Bool {
        try Int32.fetchOne(db, sql: "PRAGMA application_id") == applicationID
    }

    static func isEmpty(_ db: Database) throws -> Bool {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0
    }

    /// Rows of a session lie beside each other, in the order of time: `WITHOUT ROWID`. All that is
    /// looked up of many sessions is in `session`.
    private static let version1 = """
        CREATE TABLE session (
            key INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            started_ms INTEGER NOT NULL,
            utc_offset_s INTEGER NOT NULL,
            source TEXT NOT NULL,
            is_apart INTEGER NOT NULL,
            device_name TEXT,
            pacer TEXT NOT NULL,
            preset TEXT,
            state TEXT NOT NULL,
            duration_s REAL NOT NULL,
            beat_count INTEGER NOT NULL,
            corrected_count INTEGER NOT NULL,
            gap_count INTEGER NOT NULL,
            breath_count INTEGER NOT NULL,
            average_heart_rate_bpm REAL,
            average_rmssd_ms REAL,
            average_coherence REAL,
            peak_coherence REAL,
            peak_breaths_per_minute REAL,
            resonance_kind TEXT NOT NULL,
            resonance_breaths_per_minute REAL,
            resonance_low REAL,
            resonance_high REAL,
            resonance_deviation REAL,
            resonance_reason TEXT,
            phases TEXT NOT NULL,
            recipe TEXT NOT NULL,
            toolkit_version TEXT NOT NULL,
            raw_log TEXT
        ) STRICT;
        CREATE INDEX session_by_time ON session (is_apart, started_ms, key);
        CREATE INDEX session_by_state ON session (state) WHERE state = 'running';

        CREATE TABLE point (
            session INTEGER NOT NULL REFERENCES session (key) ON DELETE CASCADE,
            seconds REAL NOT NULL,
            heart_rate_bpm REAL,
            rmssd_ms REAL,
            coherence REAL,
            breaths_per_minute REAL,
            PRIMARY KEY (session, seconds)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE beat (
            session INTEGER NOT NULL REFERENCES session (key) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            seconds REAL NOT NULL,
            interval_ms REAL NOT NULL,
            fault TEXT,
            PRIMARY KEY (session, number)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE mark (
            session INTEGER NOT NULL REFERENCES session (key) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            seconds REAL NOT NULL,
            label TEXT NOT NULL,
            PRIMARY KEY (session, number)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE decision (
            session INTEGER NOT NULL REFERENCES session (key) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            seconds REAL NOT NULL,
            text TEXT NOT NULL,
            PRIMARY KEY (session, number)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE posterior (
            session INTEGER PRIMARY KEY REFERENCES session (key) ON DELETE CASCADE,
            curve TEXT NOT NULL
        ) STRICT;

        CREATE TABLE settings (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            value TEXT NOT NULL
        ) STRICT;
        """

    /// The one activity that goes on: a session now, a timer or intervals later. The table has one row at most.
    private static let version2 = """
        CREATE TABLE activity (
            place INTEGER PRIMARY KEY CHECK (place = 1),
            id TEXT NOT NULL,
            owner TEXT NOT NULL,
            title TEXT NOT NULL,
            kind TEXT NOT NULL,
            phase TEXT,
            started_ms INTEGER NOT NULL,
            utc_offset_s INTEGER NOT NULL,
            ends_ms INTEGER,
            is_paused INTEGER NOT NULL,
            wish TEXT
        ) STRICT;
        """
}
