import GRDB
import StoreFiles

/// The tables of the music library, and how each version came of the one before.
///
/// A migration that has been released is never changed: a new one follows it.
enum MusicSchema {
    /// The files of this kind are marked `RSMU`.
    static let file = StoreSchema(
        label: "music", applicationID: 0x5253_4D55, migrator: migrator)

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in try db.execute(sql: version1) }
        migrator.registerMigration("2") { db in try db.execute(sql: MusicSchema.version2) }
        migrator.registerMigration("3") { db in try db.execute(sql: MusicSchema.version3) }
        migrator.registerMigration("4") { db in try db.execute(sql: MusicSchema.version4) }
        migrator.registerMigration("5") { db in try db.execute(sql: MusicSchema.version5) }
        migrator.registerMigration("6") { db in try db.execute(sql: MusicSchema.version6) }
        migrator.registerMigration("7") { db in try db.execute(sql: version7) }
        migrator.registerMigration("8") { db in try db.execute(sql: MusicSchema.version8) }
        return migrator
    }

    /// Every table, children before their parents.
    static let allTables = [
        "day_part_effect", "effect", "play", "listening", "heart_sample", "mood", "nudge",
        "said_context",
        "pattern_estimate",
        "playlist_song", "playlist", "song_file", "song", "scan", "setting",
    ]

    /// `own_song` is the song of a file's own sound. `same_as` is the earlier song that is the same recording: its files
    /// belong to that one, and so do its plays.
    private static let version7 = """
        ALTER TABLE song ADD COLUMN same_as INTEGER REFERENCES song (id);
        ALTER TABLE song_file ADD COLUMN own_song INTEGER REFERENCES song (id);
        UPDATE song_file SET own_song = song;
        CREATE INDEX song_file_by_own_song ON song_file (own_song);
        """

    /// A song is what is heard: what was measured, and what the person said of it. A file is where it lies, and what its
    /// tags say; paths are bytes, since a name need not be UTF-8. Moments are ms since 1970, but for the moments of
    /// files, which are ns. `error` says why a file has no song. `person_` is never overwritten by a scan.
    private static let version1 = """
        CREATE TABLE song (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            audio_key TEXT NOT NULL UNIQUE,
            added_ms INTEGER NOT NULL,
            duration_s REAL NOT NULL,
            codec TEXT NOT NULL,
            sample_rate_hz REAL NOT NULL,
            n_channels INTEGER NOT NULL,
            features_version INTEGER NOT NULL,
            excerpt_s REAL,
            bpm REAL,
            tempo_confidence REAL,
            rivals TEXT NOT NULL,
            onsets_per_s REAL,
            energy REAL,
            density REAL,
            loudness_lufs REAL,
            loudness_range_lu REAL,
            missing TEXT NOT NULL,
            person_bpm REAL,
            person_energy REAL
        ) STRICT;

        CREATE TABLE song_file (
            id INTEGER PRIMARY KEY,
            path BLOB NOT NULL UNIQUE,
            song INTEGER REFERENCES song (id),
            fault TEXT,
            size INTEGER NOT NULL,
            modified_ns INTEGER NOT NULL,
            gone_ms INTEGER,
            title TEXT,
            artist TEXT,
            album TEXT,
            genres TEXT NOT NULL,
            date TEXT,
            recording_mbid TEXT,
            artist_mbid TEXT,
            album_mbid TEXT,
            tag_bpm REAL,
            bad_bpm TEXT,
            track_gain_db REAL,
            album_gain_db REAL
        ) STRICT;
        CREATE INDEX song_file_by_song ON song_file (song);

        CREATE TABLE playlist (
            id INTEGER PRIMARY KEY,
            path BLOB NOT NULL UNIQUE,
            name TEXT NOT NULL,
            n_bad INTEGER NOT NULL,
            read_ms INTEGER NOT NULL,
            gone_ms INTEGER
        ) STRICT;

        CREATE TABLE playlist_song (
            playlist INTEGER NOT NULL REFERENCES playlist (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            song INTEGER NOT NULL REFERENCES song (id),
            PRIMARY KEY (playlist, number)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX playlist_song_by_song ON playlist_song (song);

        CREATE TABLE scan (
            id INTEGER PRIMARY KEY,
            started_ms INTEGER NOT NULL,
            ended_ms INTEGER,
            n_found INTEGER NOT NULL,
            n_measured INTEGER NOT NULL,
            n_known INTEGER NOT NULL,
            n_failed INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE setting (
            name TEXT PRIMARY KEY,
            value TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
