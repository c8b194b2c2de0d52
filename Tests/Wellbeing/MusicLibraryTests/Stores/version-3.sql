CREATE TABLE effect (
    song INTEGER NOT NULL REFERENCES song (id),
    context TEXT NOT NULL,
    calm REAL NOT NULL,
    energy REAL NOT NULL,
    focus REAL NOT NULL,
    mood_lift REAL NOT NULL,
    n INTEGER NOT NULL,
    n_moods INTEGER NOT NULL,
    n_bpm INTEGER NOT NULL,
    mean_bpm REAL NOT NULL,
    squares_bpm REAL NOT NULL,
    n_sdnn INTEGER NOT NULL,
    mean_sdnn REAL NOT NULL,
    squares_sdnn REAL NOT NULL,
    PRIMARY KEY (song, context)
) STRICT, WITHOUT ROWID;
INSERT INTO "effect" VALUES(3,'any',0.52,0.52,0.52,0.5,1,0,0,0.0,0.0,0,0.0,0.0);
INSERT INTO "effect" VALUES(3,'unknown',0.52,0.52,0.52,0.5,1,0,0,0.0,0.0,0,0.0,0.0);
INSERT INTO "effect" VALUES(4,'any',0.52,0.52,0.52,0.5,1,0,0,0.0,0.0,0,0.0,0.0);
INSERT INTO "effect" VALUES(4,'unknown',0.52,0.52,0.52,0.5,1,0,0,0.0,0.0,0,0.0,0.0);
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('1');
INSERT INTO "grdb_migrations" VALUES('2');
INSERT INTO "grdb_migrations" VALUES('3');
CREATE TABLE heart_sample (
    time_ms INTEGER NOT NULL,
    measure TEXT NOT NULL,
    value REAL NOT NULL,
    coverage REAL NOT NULL,
    corrected REAL NOT NULL,
    is_paced INTEGER NOT NULL,
    breathing TEXT,
    PRIMARY KEY (time_ms, measure)
) STRICT, WITHOUT ROWID;
CREATE TABLE listening (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    started_ms INTEGER NOT NULL,
    ended_ms INTEGER NOT NULL,
    utc_offset_s INTEGER NOT NULL,
    source TEXT NOT NULL,
    n_plays INTEGER NOT NULL DEFAULT 0,
    n_skips INTEGER NOT NULL DEFAULT 0,
    mean_heard REAL,
    start_bpm REAL,
    end_bpm REAL,
    start_sdnn_ms REAL,
    end_sdnn_ms REAL,
    sleep REAL,
    quality REAL
) STRICT;
INSERT INTO "listening" VALUES(1,1795550461000,1795550465000,0,'last.fm',1,0,1.0,NULL,NULL,NULL,NULL,NULL,0.75);
INSERT INTO "listening" VALUES(2,1795590461000,1795590465000,0,'last.fm',1,0,1.0,NULL,NULL,NULL,NULL,NULL,0.75);
CREATE TABLE mood (
    time_ms INTEGER PRIMARY KEY,
    value REAL NOT NULL
) STRICT;
INSERT INTO "mood" VALUES(1795935117419,0.75);
CREATE TABLE pattern_estimate (
    time_ms INTEGER PRIMARY KEY,
    utc_offset_s INTEGER NOT NULL,
    energy REAL NOT NULL,
    breathing TEXT
) STRICT;
CREATE TABLE play (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    listening INTEGER NOT NULL REFERENCES listening (id),
    song INTEGER NOT NULL REFERENCES song (id),
    started_ms INTEGER NOT NULL,
    ended_ms INTEGER NOT NULL,
    heard_s REAL NOT NULL,
    heard_share REAL NOT NULL,
    outcome TEXT NOT NULL,
    context TEXT NOT NULL,
    need TEXT,
    chosen_by TEXT,
    score REAL,
    parts TEXT,
    probability REAL,
    volume_start REAL,
    volume_end REAL,
    n_volume_changes INTEGER,
    is_paced INTEGER NOT NULL,
    start_bpm REAL,
    end_bpm REAL,
    start_sdnn_ms REAL,
    end_sdnn_ms REAL,
    start_bpm_above_median REAL,
    start_sdnn_above_median_ms REAL,
    mood_before REAL,
    mood_after REAL,
    thumb TEXT,
    breathing TEXT,
    UNIQUE (song, started_ms)
) STRICT;
INSERT INTO "play" VALUES(1,1,4,1795550461000,1795550465000,4.0,1.0,'finished','unknown',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "play" VALUES(2,2,3,1795590461000,1795590465000,4.0,1.0,'finished','unknown',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE playlist (
    id INTEGER PRIMARY KEY,
    path BLOB NOT NULL UNIQUE,
    name TEXT NOT NULL,
    n_bad INTEGER NOT NULL,
    read_ms INTEGER NOT NULL,
    gone_ms INTEGER
) STRICT;
INSERT INTO "playlist" VALUES(1,X'2F6F6C642F6D2F4C2E6D3375','L',0,1795935115673,NULL);
CREATE TABLE playlist_song (
    playlist INTEGER NOT NULL REFERENCES playlist (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    song INTEGER NOT NULL REFERENCES song (id),
    PRIMARY KEY (playlist, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "playlist_song" VALUES(1,1,1);
CREATE TABLE said_context (
    time_ms INTEGER PRIMARY KEY,
    context TEXT NOT NULL
) STRICT;
INSERT INTO "said_context" VALUES(1795935118042,'work');
CREATE TABLE scan (
    id INTEGER PRIMARY KEY,
    started_ms INTEGER NOT NULL,
    ended_ms INTEGER,
    n_found INTEGER NOT NULL,
    n_measured INTEGER NOT NULL,
    n_known INTEGER NOT NULL,
    n_failed INTEGER NOT NULL
) STRICT;
INSERT INTO "scan" VALUES(1,1795935115673,1795935115673,4,4,0,0);
CREATE TABLE setting (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "setting" VALUES('rest_bpm','55.0');
INSERT INTO "setting" VALUES('roots','[[47,111,108,100,47,109]]');
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
, thumb TEXT, n_plays INTEGER NOT NULL DEFAULT 0, n_skips INTEGER NOT NULL DEFAULT 0, last_played_ms INTEGER, last_skipped_ms INTEGER, n_untimed INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "song" VALUES(1,'fe9197683b4657f25a0a573fdaa424b08be034afa2e3543db6ccd11b5d3a5e22',1795935115673,4.0,'flac',8000.0,1,1,NULL,1.19989588876163068677e+02,1.0,'[]',3.75,7.49414156523662611242e-01,1.27797684376681403017e-01,-9.61886551765251596179e+00,0.0,'{}',NULL,NULL,NULL,0,0,NULL,NULL,0);
INSERT INTO "song" VALUES(2,'6d920562a6ad32a8939a85e5eba6e41e8aa2b528bd2d930d47a4665f510cf3c5',1795935115673,4.0,'vorbis',8000.0,1,1,NULL,1.19970822846220741557e+02,1.0,'[]',3.75,0.734230777238931,1.3123861642142867212e-01,-9.62548260045293524456e+00,1.90183108187724769777e-03,'{}',NULL,NULL,'down',0,0,NULL,NULL,0);
INSERT INTO "song" VALUES(3,'c0810a63b3ace35c7002e2037b6fe12f1b674d3f7a00969e123abc84cd2de52a',1795935115673,4.0,'flac',8000.0,1,1,NULL,1.19989591867460291044e+02,1.0,'[]',3.75,7.52186148408566235268e-01,1.33662435676549784524e-01,-9.50147407413953715149e+00,0.0,'{}',NULL,NULL,NULL,1,0,1795590465000,NULL,0);
INSERT INTO "song" VALUES(4,'16bcd7df5c8f80a32c807e2ca25e7b4cb1c491640428b146cdc9b19d3791b4f0',1795935115673,4.0,'flac',8000.0,1,1,NULL,1.19989531625000012127e+02,1.0,'[]',3.75,7.46637621788518779375e-01,1.26737240751869650878e-01,-9.54637762617358731631e+00,0.0,'{}',NULL,NULL,NULL,1,0,1795550465000,NULL,0);
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
INSERT INTO "song_file" VALUES(1,X'2F6F6C642F6D2F4F6E652E666C6163',1,NULL,21238,1795935115127290811,NULL,'One','A1',NULL,'[]','2021',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "song_file" VALUES(2,X'2F6F6C642F6D2F4F6E652E6F6767',2,NULL,5575,1795935115411290808,NULL,'One','A1',NULL,'[]','2021',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "song_file" VALUES(3,X'2F6F6C642F6D2F54687265652E666C6163',3,NULL,22063,1795935115327290809,NULL,'Three','A3',NULL,'[]','2023',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "song_file" VALUES(4,X'2F6F6C642F6D2F54776F2E666C6163',4,NULL,21694,1795935115247290810,NULL,'Two','A2',NULL,'[]','2022',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE INDEX song_file_by_song ON song_file (song);
CREATE INDEX playlist_song_by_song ON playlist_song (song);
CREATE INDEX listening_by_start ON listening (started_ms);
CREATE INDEX play_by_start ON play (started_ms);
CREATE INDEX play_by_listening ON play (listening);
CREATE INDEX play_by_breathing ON play (breathing) WHERE breathing IS NOT NULL;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('song',4);
INSERT INTO "sqlite_sequence" VALUES('listening',2);
INSERT INTO "sqlite_sequence" VALUES('play',2);
