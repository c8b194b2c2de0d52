import GRDB
import StoreFiles

/// The tables of the health records, and how each version came of the one before.
///
/// A migration that has been released is never changed: a new one follows it.
enum HealthSchema {
    /// The files of this kind are marked `RSHE`.
    static let file = StoreSchema(
        label: "health", applicationID: 0x5253_4845, migrator: migrator)

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            try db.execute(sql: version1)
        }
        return migrator
    }

    /// Tables that hold what a person's files say, children before their parents.
    static let recordTables = [
        "beat", "track", "pause", "split", "workout", "stretch", "sleep", "sample",
    ]
    /// Every table, children before their parents.
    static let allTables = recordTables + ["clock", "source", "import", "watched", "setting"]

    /// Samples are kept in the order in which they are read: by kind, then by time, without a second index. Moments are
    /// ms since 1970. Lengths take fewer bytes than ends. `value` is an integer where it has no fraction, for the same
    /// reason. `clock` states offsets and zone of a record, and is null where the file says nothing of it.
    private static let version1 = """
        CREATE TABLE import (
            key INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            origin TEXT NOT NULL,
            imported_ms INTEGER NOT NULL,
            export_ms INTEGER,
            offset_min INTEGER,
            fingerprint TEXT NOT NULL,
            is_cut INTEGER NOT NULL,
            is_partial INTEGER NOT NULL,
            n_read INTEGER NOT NULL,
            n_new INTEGER NOT NULL,
            n_removed INTEGER NOT NULL,
            n_repeated INTEGER NOT NULL,
            skipped TEXT NOT NULL,
            changes INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE source (
            key INTEGER PRIMARY KEY,
            origin TEXT NOT NULL,
            name TEXT NOT NULL,
            model TEXT,
            kind INTEGER NOT NULL,
            is_apple INTEGER NOT NULL,
            rank INTEGER
        ) STRICT;

        CREATE TABLE clock (
            key INTEGER PRIMARY KEY,
            start_offset_min INTEGER,
            end_offset_min INTEGER,
            zone TEXT
        ) STRICT;

        CREATE TABLE sample (
            kind INTEGER NOT NULL,
            start_ms INTEGER NOT NULL,
            source INTEGER NOT NULL,
            length_ms INTEGER NOT NULL,
            value ANY NOT NULL,
            clock INTEGER,
            PRIMARY KEY (kind, start_ms, source, length_ms, value)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE sleep (
            start_ms INTEGER NOT NULL,
            source INTEGER NOT NULL,
            length_ms INTEGER NOT NULL,
            stage INTEGER NOT NULL,
            clock INTEGER,
            PRIMARY KEY (start_ms, source, length_ms, stage)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE stretch (
            start_ms INTEGER NOT NULL,
            source INTEGER NOT NULL,
            length_ms INTEGER NOT NULL,
            sdnn_ms ANY NOT NULL,
            first_beat_ms INTEGER NOT NULL,
            clock_shift_min INTEGER NOT NULL,
            beats BLOB NOT NULL,
            clock INTEGER,
            PRIMARY KEY (start_ms, source, length_ms)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE workout (
            key INTEGER PRIMARY KEY,
            source INTEGER NOT NULL,
            type TEXT NOT NULL,
            start_ms INTEGER NOT NULL,
            end_ms INTEGER NOT NULL,
            clock INTEGER,
            civil_offset_min INTEGER,
            duration_s REAL,
            energy_kcal REAL,
            distance_m REAL,
            hr_avg_bpm REAL,
            hr_max_bpm REAL,
            speed_mps REAL,
            beats_start_ms INTEGER
        ) STRICT;
        CREATE UNIQUE INDEX workout_by_time ON workout (start_ms, end_ms, source, type);

        CREATE TABLE split (
            workout INTEGER NOT NULL REFERENCES workout (key) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            start_ms INTEGER NOT NULL,
            end_ms INTEGER,
            duration_s REAL,
            distance_m REAL,
            hr_avg_bpm REAL,
            speed_mps REAL,
            PRIMARY KEY (workout, number)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE pause (
            workout INTEGER NOT NULL REFERENCES workout (key) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            start_ms INTEGER NOT NULL,
            end_ms INTEGER NOT NULL,
            PRIMARY KEY (workout, number)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE track (
            workout INTEGER NOT NULL REFERENCES workout (key) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            at_ms INTEGER NOT NULL,
            hr_bpm ANY,
            distance_m ANY,
            speed_mps ANY,
            PRIMARY KEY (workout, number)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE beat (
            workout INTEGER NOT NULL REFERENCES workout (key) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            interval_ms ANY NOT NULL,
            is_gap INTEGER NOT NULL,
            PRIMARY KEY (workout, number)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE watched (
            path TEXT PRIMARY KEY,
            is_listed INTEGER NOT NULL,
            size INTEGER,
            modified_ns INTEGER
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE setting (
            name TEXT PRIMARY KEY,
            value TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
