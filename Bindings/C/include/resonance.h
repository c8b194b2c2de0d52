/*
 * resonance.h: heart rate variability from R-R intervals, ECG and files, as a C library.
 *
 * Results are tables of the Arrow C data interface: a column a quantity, a row a recording or a window of one. A number
 * that the data cannot carry is null, and the column `reasons` says why. Units and meanings are the metadata of the
 * columns. The columns never change their order within one version of the interface (rsn_abi).
 *
 * Options are one JSON object with the long options of the command line tool as its keys, such as
 * {"window": 300, "like": "kubios"}; NULL for the toolkit's own conventions. The numbers are those of the command line
 * tool that is built without FFTW, to the last bit.
 *
 * Every function may be called from every thread. Nothing is printed, no signal is caught, no environment is read. No
 * input ends the program: what is wrong is an answer.
 */
#ifndef RESONANCE_H
#define RESONANCE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The Arrow C data interface, as https://arrow.apache.org/docs/format/CDataInterface.html has it. */
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
    const char *format;
    const char *name;
    const char *metadata;
    int64_t flags;
    int64_t n_children;
    struct ArrowSchema **children;
    struct ArrowSchema *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};

struct ArrowArray {
    int64_t length;
    int64_t null_count;
    int64_t offset;
    int64_t n_buffers;
    int64_t n_children;
    const void **buffers;
    struct ArrowArray **children;
    struct ArrowArray *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};

#endif

/* What a call returns. */
#define RSN_OK 0         /* rows are there, also where some or all of them carry an error */
#define RSN_USAGE 64     /* an argument or an option is wrong */
#define RSN_INTERNAL 70  /* a mistake of this library */
#define RSN_CANCELLED 130

/* The version of this interface; 1. New functions, options and columns do not change it. */
uint32_t rsn_abi(void);

/* The version of the toolkit, such as "0.1.0"; never to be freed. */
const char *rsn_version(void);

/* Frees a text that a call has given; NULL is allowed. */
void rsn_free(void *text);

/*
 * The last arguments of every call that gives a table.
 *
 *   options  one JSON object, or NULL
 *   cancel   NULL, or a number that another thread sets to something else than 0 to end the call: it is looked at
 *            before each recording, between the parts of an analysis, and before each block of samples
 *   schema   gets the columns; to be released by its own callback
 *   rows     gets the rows; to be released by its own callback
 *   error    NULL, or gets why the call failed: {"code": ..., "message": ...}, to be freed by rsn_free
 *
 * A call that fails touches neither schema nor rows, and one that succeeds does not touch error.
 */
#define RSN_TAIL \
    const char *options, const int32_t *cancel, struct ArrowSchema *schema, struct ArrowArray *rows, char **error

/* Every metric: key, unit, family, meaning, source. */
int32_t rsn_metrics(RSN_TAIL);

/*
 * The metrics of recordings of R-R intervals.
 *
 *   rr       the intervals of all recordings, one behind the other; in ms unless options say {"unit": "s"}. Any value is
 *            allowed: NaN is a missing interval; 0, a negative and an infinite one is left out; both part those around it.
 *            With {"gaps": true} a value below 0 says how long nothing was recorded: the first one before the first beat.
 *            With {"peaks-rate": 250} the values are positions of beats in a signal of 250 samples a second, or with 1
 *            times in s; NaN between two of them is a gap, across which there is no interval. With {"ecg-rate": 250}
 *            they are the samples of an ECG, in which the beats are found first
 *   offsets  where each recording begins, and where the last one ends: count + 1 numbers that do not descend. NULL with a
 *            count of n: one recording of n intervals
 *
 * Rows: recording (counted from 0), start_s, duration_s, n_beats, ..., the metrics, reasons, recipe, warnings,
 * error_code, error. A recording that cannot be analysed is a row with its error. {"jobs": n} works on n of them at once.
 */
int32_t rsn_hrv(const double *rr, const int64_t *offsets, int64_t count, RSN_TAIL);

/* The corrected beats of recordings, a row an interval: recording, t_s, rr_ms, nn_ms, flag. Arguments as of rsn_hrv;
 * options: correct, repair, unit and gaps, peaks-rate or ecg-rate, jobs. */
int32_t rsn_correct(const double *rr, const int64_t *offsets, int64_t count, RSN_TAIL);

/* The power spectral density of recordings, a row a frequency: recording, f_hz, psd_ms2_per_hz. Arguments as of rsn_hrv;
 * options: psd, taper, resample, detrend, band, correct, repair, force, unit and gaps, peaks-rate or ecg-rate, jobs. */
int32_t rsn_psd(const double *rr, const int64_t *offsets, int64_t count, RSN_TAIL);

/* How far the heart follows commanded breaths, a row a time: recording, t_s, a column a score, reasons. Arguments as of
 * rsn_hrv; options: rate (breaths/min) or schedule, offset, step, score, correct, repair, unit and gaps, peaks-rate or ecg-rate,
 * jobs. */
int32_t rsn_coherence(const double *rr, const int64_t *offsets, int64_t count, RSN_TAIL);

/*
 * The generalised Lomb-Scargle periodogram of n samples y at the times t_s, at n_f frequencies in Hz (not angular ones).
 *
 * Rows: f_hz, power, the share of the variance that a sine of that frequency explains, 0 to 1; null where the samples hold
 * no number. Options: taper.
 */
int32_t rsn_lomb_scargle(
    const double *t_s, const double *y, int64_t n, const double *f_hz, int64_t n_f, RSN_TAIL);

/*
 * The R peaks of an ECG.
 *
 *   ecg      n samples; NaN for one that is missing
 *   rate_hz  samples a second, 100 to 4000
 *
 * Rows: sample (between samples), time_s, rr_ms (null at the first beat and after a gap), quality (0 to 1), kind; class
 * (N, S, V or Q by ANSI/AAMI EC57), class_probability, v_probability, s_probability, q_probability (null with a published
 * detector).
 * Options: detector.
 */
int32_t rsn_peaks(const double *ecg, int64_t n, double rate_hz, RSN_TAIL);

/*
 * What a file of any format holds, as it is: its beats, or where it has none its signals.
 *
 * Rows, one for each recording of beats or each signal: name, format, start_date; signal, unit, rate_hz, samples (a list;
 * null for beats); time_s, rr_ms (lists; null for signals): the time of each beat, and the interval that ends there, NaN at
 * the first beat and behind a gap; recipe, warnings, error_code, error. Options: signal (that signal alone), signals (true:
 * all of them instead of the beats), unit, decimal, format, annotator, normal, rate, from, to.
 */
int32_t rsn_read(const char *path, RSN_TAIL);

/* The metrics of files of every format that the toolkit reads, a folder being every recording in it. Rows as of rsn_hrv,
 * with file and format; options are all of those of `hrv analyze` that shape a row, and jobs. */
int32_t rsn_analyze(const char *const *paths, int64_t count, RSN_TAIL);

/*
 * A live session: lines of a bridge in, replies out, by the clock in the lines. The same lines give the same replies, to the
 * byte, however they are cut: those of `hrv live --bridge - --clock bridge`.
 *
 *   options  pacer, rate, duration, find-rate, no-hold, dev, ecg; or NULL
 *   lines    n bytes; NULL where nothing more comes: the session ends
 *   replies  gets the replies, each with a line feed, and a 0 behind the last; to be freed by rsn_free
 *
 * One session is for one thread at a time.
 */
typedef struct rsn_live rsn_live;
int32_t rsn_live_open(const char *options, rsn_live **live, char **error);
int32_t rsn_live_push(rsn_live *live, const char *lines, int64_t n, char **replies, char **error);
void rsn_live_close(rsn_live *live);

#ifdef __cplusplus
}
#endif

#endif
