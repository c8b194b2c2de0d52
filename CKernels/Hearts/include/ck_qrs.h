/* QRS complexes of one electrocardiogram lead, as it comes in.
 *
 * The lead is brought to a rate f in [100, 200) Hz by whole steps D = floor(rate / 100), weighted
 * 1 ... D ... 1. Two complex band-passes with a Hann window w of length T around a frequency F,
 *
 *   e(t) = | sum over u of w(u) exp(2 pi i F u) x(t + u) |,  F = k / T,                      (16)
 *
 * which let no constant through, give envelopes: F = 10 Hz, T = 0.2 s (k = 2), where a QRS complex
 * has its energy, and F = 18.75 Hz, T = 0.16 s (k = 3), where T waves and P waves have none left.
 * Peaks of the first are candidates. Each has a score, the log of the odds that it is a QRS
 * complex: a weighted sum of thirteen measures, none of which has a unit (ck_qrs_measures.h):
 *
 *   - both envelopes against those of the last 8 beats, against the largest peaks between them, and
 *     against each other;
 *   - where the last beat was less than 0.5 s ago: how long, and how much larger it was;
 *   - what follows within 0.225 s: whether it is larger, and how much of it there is;
 *   - the range of the wave against its envelope, and whether it ends at another level;
 *   - how much sooner it comes than the rhythm lets expect, where that is regular.
 *
 * A candidate is a beat where the score is above 0 and no candidate of the next 0.225 s that is too
 * near has a better one. When 1.66 R-R intervals went by without a beat, the best candidate since
 * then is one if its score is above a lower bar, reported late. The first 2 s are looked at before
 * anything is decided, then decided from the beginning. After 8 s without a beat levels are learned
 * anew from the last 2 s. Rhythms from 25 to 250 beats a minute.
 *
 * Samples are in any linear unit. One that is NaN, infinite or beyond 1e15 is missing and the one
 * before it is held. After 0.3 s of that, or 0.4 s of one value (a lead was off, an amplifier at its
 * rail; not more often than every 3 s, for then the signal is a coarse one), there is a gap, and the
 * baseline moves to where the signal continues. However a stream is divided into blocks, results
 * are the same bit for bit. So they are at all levels but the plain one of x86, which rounds a
 * product before it is added: there scores differ by some 1e-5, positions by less than a thousandth
 * sample.
 *
 * Delay: a beat is reported when the input has come to 0.27 s ... 0.375 s after its R peak; one
 * found late, 1.66 R-R intervals and 0.4 s after the beat before it.
 * Source: the frequencies are those of Pan and Tompkins 1985, IEEE Trans. Biomed. Eng. 32:230, and
 * Hamilton and Tompkins 1986, 33:1157, as are medians of 8 beats and 1.66; the rest is ours.
 * Cost: O(1) a sample, about 50 multiplications at the rate f, and less than 0.3 us a beat. Memory:
 * one block of 70 KiB, allocated by create; nothing else allocates. Threads: one detector, one
 * thread.
 */
#ifndef CK_QRS_H
#define CK_QRS_H

#include <stddef.h>

#include "ck_cpu.h"
#include "ck_status.h"

#pragma clang assume_nonnull begin

typedef struct ck_qrs ck_qrs;

typedef struct ck_qrs_beat {
    double position; /* of the R peak, within about 20 ms: samples since the beginning */
    double log_odds; /* that it is a QRS complex; below 0 only where a beat was overdue */
    int is_late;     /* found when the next beat was overdue */
    int follows_gap; /* the first after a gap, so that beats may be missing before it */
} ck_qrs_beat;

/* Beats that one push, or finish, reports at most. */
enum { CK_QRS_BEATS_MAX = 64 };

/* Rates from 100 to 4000 Hz, whole or not; otherwise CK_BAD_ARGUMENT. */
ck_status ck_qrs_create(ck_cpu_level level, double rate_hz, ck_qrs *_Nullable *_Nonnull qrs);
void ck_qrs_destroy(ck_qrs *_Nullable qrs);

/* Forgets everything: the next sample is the first one. */
void ck_qrs_reset(ck_qrs *qrs);

/* Takes the first samples of x[n], writes how many to n_used (above 0 where n is), and the beats
 * decided by them to beats[CK_QRS_BEATS_MAX], in order except for those found late. Returns how
 * many beats. To be called again with the rest. */
size_t ck_qrs_push(ck_qrs *qrs, const double *x, size_t n, size_t *n_used, ck_qrs_beat *beats);

/* The input has ended: what is pending is decided. Afterwards only reset may be called. */
size_t ck_qrs_finish(ck_qrs *qrs, ck_qrs_beat *beats);

/* ---- For fitting the weights ---- */

enum { CK_QRS_MEASURE_COUNT = 13 };

typedef struct ck_qrs_weights {
    double bias;
    double measures[CK_QRS_MEASURE_COUNT];
} ck_qrs_weights;

/* What a detector has as created. */
const ck_qrs_weights *ck_qrs_standard_weights(void);

/* The short English name of a measure, in the order of the weights. */
const char *ck_qrs_measure_name(size_t measure);

/* A candidate, as it was when it was decided. */
typedef struct ck_qrs_decision {
    double position; /* of the middle of its energy; samples since the beginning */
    double size;     /* of its peak around 10 Hz, in units of the input */
    double log_odds;
    int is_beat;     /* 0 also for what is found late afterwards */
    double measures[CK_QRS_MEASURE_COUNT];
} ck_qrs_decision;

typedef void ck_qrs_trace(void *_Nullable context, const ck_qrs_decision *decision);

/* From now on, resets included: decides by these weights, which are copied, and calls trace, where
 * there is one, with the context for every candidate it decides, in order. What is too faint for a
 * score is left out; candidates after one that was found late come a second time. */
void ck_qrs_study(ck_qrs *qrs, const ck_qrs_weights *weights, ck_qrs_trace *_Nullable trace,
                  void *_Nullable context);

#pragma clang assume_nonnull end

#endif
