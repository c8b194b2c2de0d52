import GRDB
import StoreFiles

/// The tables of the history, and how each version came of the one before.
///
/// A migration that has been released is never changed: a new one follows it.
enum HistorySchema {
    /// The files of this kind are marked `RSNH`.
    static let schema = StoreSchema(
        label: "history", applicationID: 0x5253_4E48, migrator: migrator)

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            try db.execute(sql: version1)
        }
        migrator.registerMigration("2") { db in
            try db.execute(sql: version2)
        }
        migrator.registerMigration("3") { db in
            try db.execute(sql: version3)
        }
        migrator.registerMigration("4") { db in
            try db.execute(sql: version4)
        }
        return migrator
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

    /// Practice: its log, what a person has set up for it, rest days, and what became of reminders. The view
    /// `practice_log` adds the led breathing sessions, which are kept in `session`.
    private static let version3 = """
        CREATE TABLE practice (
            key INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            started_ms INTEGER NOT NULL,
            utc_offset_s INTEGER NOT NULL,
            ended_ms INTEGER NOT NULL,
            kind TEXT NOT NULL,
            title TEXT NOT NULL,
            plan TEXT NOT NULL,
            events TEXT NOT NULL,
            state TEXT NOT NULL,
            mindful_ms INTEGER NOT NULL,
            workout_ms INTEGER NOT NULL,
            pause_ms INTEGER NOT NULL,
            slept_ms INTEGER NOT NULL,
            origin TEXT NOT NULL,
            source TEXT,
            is_apart INTEGER NOT NULL,
            session TEXT,
            heart TEXT,
            note TEXT,
            rating INTEGER,
            toolkit_version TEXT NOT NULL
        ) STRICT;
        CREATE INDEX practice_by_time ON practice (started_ms, key);
        CREATE INDEX practice_by_state ON practice (state) WHERE state = 'running';
        CREATE INDEX practice_by_session ON practice (session) WHERE session IS NOT NULL;

        CREATE TABLE practice_item (
            kind TEXT NOT NULL,
            id TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (kind, id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE practice_rest (
            first_day INTEGER NOT NULL,
            last_day INTEGER NOT NULL,
            PRIMARY KEY (first_day, last_day)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE reminder_event (
            reminder TEXT NOT NULL,
            occurrence TEXT NOT NULL,
            state TEXT NOT NULL,
            changed_ms INTEGER NOT NULL,
            due_ms INTEGER,
            snooze_count INTEGER NOT NULL,
            via TEXT,
            PRIMARY KEY (reminder, occurrence)
        ) STRICT, WITHOUT ROWID;

        CREATE VIEW practice_log AS
            SELECT id, started_ms, utc_offset_s, ended_ms, kind, title, state, mindful_ms, workout_ms,
                origin, is_apart, session, rating
            FROM practice
            UNION ALL
            SELECT id, started_ms, utc_offset_s, started_ms + CAST(1000 * duration_s AS INTEGER),
                'session', coalesce(preset, pacer), state, CAST(1000 * duration_s AS INTEGER), 0,
                CASE source WHEN 'imported' THEN 'imported' ELSE 'own' END, is_apart, id, NULL
            FROM session
            WHERE pacer <> 'none' AND duration_s >= 10
                AND NOT EXISTS (SELECT 1 FROM practice WHERE practice.session = session.id);
        """

    /// Latency of the sensor's beats with its standard deviation: both values, or neither.
    private static let version4 = """
        ALTER TABLE session ADD COLUMN latency_s REAL;
        ALTER TABLE session ADD COLUMN latency_deviation_s REAL;
        """
}
