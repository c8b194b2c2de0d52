extension MusicSchema {
    /// The tables of the plays, of the heart during them, and of the effects learnt from them.
    ///
    /// Moments are ms since 1970. `breathing` is the session of the history whose heart a value comes from: where that
    /// session is deleted, so are its values. `context` of an effect is `any` for all contexts together; effects and
    /// the counts of a song follow from its plays alone, and are learnt anew whenever those change.
    static let version2 = """
        ALTER TABLE song ADD COLUMN thumb TEXT;
        ALTER TABLE song ADD COLUMN n_plays INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE song ADD COLUMN n_skips INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE song ADD COLUMN last_played_ms INTEGER;
        ALTER TABLE song ADD COLUMN last_skipped_ms INTEGER;

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
        CREATE INDEX listening_by_start ON listening (started_ms);

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
        CREATE INDEX play_by_start ON play (started_ms);
        CREATE INDEX play_by_listening ON play (listening);
        CREATE INDEX play_by_breathing ON play (breathing) WHERE breathing IS NOT NULL;

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

        CREATE TABLE mood (
            time_ms INTEGER PRIMARY KEY,
            value REAL NOT NULL
        ) STRICT;

        CREATE TABLE said_context (
            time_ms INTEGER PRIMARY KEY,
            context TEXT NOT NULL
        ) STRICT;

        CREATE TABLE pattern_estimate (
            time_ms INTEGER PRIMARY KEY,
            utc_offset_s INTEGER NOT NULL,
            energy REAL NOT NULL,
            breathing TEXT
        ) STRICT;
        """

    /// Plays of a song that another program has counted without telling when they were: `n_plays` has them too.
    static let version3 = """
        ALTER TABLE song ADD COLUMN n_untimed INTEGER NOT NULL DEFAULT 0;
        """

    /// Mood and energy as two values; an entry of before counted as both, and still does.
    static let version4 = """
        ALTER TABLE mood RENAME TO mood_before;
        CREATE TABLE mood (
            time_ms INTEGER PRIMARY KEY,
            mood REAL,
            energy REAL,
            CHECK (mood IS NOT NULL OR energy IS NOT NULL)
        ) STRICT;
        INSERT INTO mood SELECT time_ms, value, value FROM mood_before;
        DROP TABLE mood_before;
        """

    /// The last nudge of the energy, which programs share.
    static let version5 = """
        CREATE TABLE nudge (
            time_ms INTEGER PRIMARY KEY,
            value REAL NOT NULL
        ) STRICT;
        """

    /// Name of the setting by which a migration asks that everything is learnt anew at the next opening.
    static let staleEffectsSetting = "effects_stale"

    /// The part of the day of a play, by the offset of its time of listening, and the effects in each part.
    static let version6 = """
        ALTER TABLE play ADD COLUMN day_part TEXT;
        UPDATE play SET day_part = (
            SELECT CASE (play.started_ms / 1000 + utc_offset_s) % 86400 / 21600
                WHEN 0 THEN 'night' WHEN 1 THEN 'morning' WHEN 2 THEN 'afternoon'
                ELSE 'evening' END
            FROM listening WHERE listening.id = play.listening);

        CREATE TABLE day_part_effect (
            song INTEGER NOT NULL REFERENCES song (id),
            day_part TEXT NOT NULL,
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
            PRIMARY KEY (song, day_part, context)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO setting (name, value) SELECT '\(staleEffectsSetting)', '1'
            WHERE EXISTS (SELECT 1 FROM play);
        """

    /// The range of a tempo that changes; and imported plays by whole minutes that earlier versions took for skips.
    ///
    /// Where all plays of a time of listening that another program reported begin at whole minutes, a play that misses
    /// up to a minute of its song may have been heard in full: it ends at the end of its song.
    static let version8 = """
        ALTER TABLE song ADD COLUMN slowest_bpm REAL;
        ALTER TABLE song ADD COLUMN fastest_bpm REAL;

        CREATE TEMP TABLE false_skip AS
            SELECT play.id AS play, song.duration_s AS duration_s FROM play
            JOIN song ON song.id = play.song
            JOIN listening ON listening.id = play.listening
            WHERE listening.source IN ('last.fm', 'listenbrainz') AND play.outcome = 'person'
                AND play.heard_s < song.duration_s AND song.duration_s - play.heard_s <= 60
                AND (SELECT count(*) FROM play AS other
                    WHERE other.listening = play.listening) >= 2
                AND NOT EXISTS (SELECT 1 FROM play AS other
                    WHERE other.listening = play.listening AND other.started_ms % 60000 <> 0);
        UPDATE play SET outcome = 'finished', heard_share = 1,
            heard_s = (SELECT duration_s FROM false_skip WHERE false_skip.play = play.id),
            ended_ms = started_ms + CAST(round(1000 * (
                SELECT duration_s FROM false_skip WHERE false_skip.play = play.id)) AS INTEGER)
            WHERE id IN (SELECT play FROM false_skip);
        INSERT OR REPLACE INTO setting (name, value) SELECT '\(staleEffectsSetting)', '1'
            WHERE EXISTS (SELECT 1 FROM false_skip);
        DROP TABLE false_skip;
        """
}
