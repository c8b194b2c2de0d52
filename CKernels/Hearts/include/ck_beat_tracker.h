/* Which observed heart beats are beats: a tracker of several hypotheses.
 *
 * A hypothesis is a sequence of beats that are believed. Between two of them lie d observed
 * intervals and, in truth, n actual ones: a transition (d, n). Each interval x[k] is expected to be
 *
 *   x[k] = m + sum over i = 1 ... 5 of a[i] (x[k - i] - m) + e,  e of variance s^2           (13)
 *
 * so the sum of n intervals has an expected length and a variance, by n steps of a Kalman filter
 * whose state are the last five. With r the difference of that length from the d observed ones, a
 * transition costs a hypothesis
 *
 *   r^2 / variance + 26 (d - 1) + 20 max(0, n - d)                                           (14)
 *
 * which is 26 for each beat it rejects and 20 for each beat it inserts. A transition (1, 1) may be
 * believed unexplained (70), and one of up to three intervals may be replaced by what was expected,
 * without keeping its time (32; 44 for two, 70 for three). The cheapest hypothesis decides a
 * transition three beats after it, or up to six where another hypothesis that disagrees comes
 * close; hypotheses that disagree end. Where three beats in a row are as expected, it decides at
 * once. A beat that would be moved by little more than the rhythm itself varies stays where it was.
 * m, a and s are learned from the intervals that are decided to be as measured, over the last 30
 * to 40. For 7 more, where the rhythm changes, an interval may be as the straight line through the
 * last two has it, flattened to 0.7.
 *
 * At the edges of a segment nothing ties the time. There a hypothesis may leave beats out, at 26
 * each: up to five intervals before the first beat it believes, and the intervals behind the last.
 * So an interval at an edge is two or three only where whole ones fit better than none. A
 * transition whose time is not kept, or that misses by more than three standard deviations, needs
 * two beats behind it; where the segment ends before them it is left out with all behind. The first
 * intervals are judged backwards, from the beats behind them: an opening.
 *
 * A segment is irregular where that fails: a third of its beats are odd, or the misfit of (13) is
 * far beyond any breathing.
 *
 * Source: multiple hypotheses after Reid 1979, IEEE Trans. Autom. Control 24:843, here on one line
 * of beats; the costs are ours. Cost: O(1) an interval, about 0.2 us where nothing is wrong and 20
 * where something is. Memory: one block of 28 KiB, allocated by create; nothing else
 * allocates. Threads: one tracker, one thread.
 */
#ifndef CK_BEAT_TRACKER_H
#define CK_BEAT_TRACKER_H

#include <stddef.h>

#include "ck_status.h"

#pragma clang assume_nonnull begin

typedef struct ck_beat_tracker ck_beat_tracker;

typedef enum ck_beat_tracker_kind {
    CK_BEAT_TRACKER_MEASURED = 0,    /* (1, 1), as observed */
    CK_BEAT_TRACKER_UNEXPLAINED = 1, /* the same, though far from what was expected */
    CK_BEAT_TRACKER_REPAIRED = 2,    /* n intervals in the time of d */
    CK_BEAT_TRACKER_REPLACED = 3,    /* n = d intervals whose sum is wrong */
    CK_BEAT_TRACKER_LEFT_OUT = 4     /* d intervals at an edge, outside the beats believed; n = 0 */
} ck_beat_tracker_kind;

typedef struct ck_beat_tracker_transition {
    int observed; /* d: intervals taken off the observed ones; 1 ... 5 */
    int actual;   /* n: intervals in truth; 1 ... 8; 0 where they are left out */
    ck_beat_tracker_kind kind;
    int is_irregular; /* of the segment that the transition lies in, as known so far */
    double misfit;    /* of the observed time from what n intervals were expected to take, in
                         standard deviations; above 0 where it is longer */
} ck_beat_tracker_transition;

/* Most transitions that one push, or finish, decides. */
enum { CK_BEAT_TRACKER_TRANSITIONS_MAX = 24 };
/* Most intervals that a start uses. */
enum { CK_BEAT_TRACKER_START_MAX = 91 };
/* Most intervals that an opening looks at. */
enum { CK_BEAT_TRACKER_OPENING_MAX = 24 };
/* Most intervals that are not decided after a push. */
enum { CK_BEAT_TRACKER_UNDECIDED_MAX = 11 };
/* So many observed intervals before the one that turns a segment irregular are irregular too. */
enum { CK_BEAT_TRACKER_IRREGULAR_BEFORE = 32 };

ck_status ck_beat_tracker_create(ck_beat_tracker *_Nullable *_Nonnull tracker);
void ck_beat_tracker_destroy(ck_beat_tracker *_Nullable tracker);

/* Forgets everything and learns the rhythm from intervals[n], those that pushes will then begin
 * with, forwards and backwards; ms; n >= 1, at most CK_BEAT_TRACKER_START_MAX; each finite and
 * above 0. */
void ck_beat_tracker_start(ck_beat_tracker *tracker, const double *intervals, size_t n);

/* The same behind a gap: the rhythm that the tracker knows stands, with what intervals[n] teach,
 * unless it is irregular or one learned from them alone explains them far better. start or
 * restore_rhythm has been called. */
void ck_beat_tracker_start_again(ck_beat_tracker *tracker, const double *intervals, size_t n);

/* Decides after a start the first of intervals[n], those that the segment begins with, as far as
 * they can be judged backwards, by the beats behind them. Writes the transitions, in order, to
 * transitions[CK_BEAT_TRACKER_OPENING_MAX] and returns how many; `opened` becomes the number of
 * intervals they cover, and pushes continue with the one behind. None where five beats in a row
 * that come as expected are not among the first: then pushes begin with the first interval. */
size_t ck_beat_tracker_open(ck_beat_tracker *tracker, const double *intervals, size_t n,
                            ck_beat_tracker_transition *transitions, size_t *opened);

/* Takes the next observed interval; ms; finite and above 0. Writes the transitions that are decided
 * now, in order, to transitions[CK_BEAT_TRACKER_TRANSITIONS_MAX] and returns how many. start has
 * been called. */
size_t ck_beat_tracker_push(ck_beat_tracker *tracker, double interval,
                            ck_beat_tracker_transition *transitions);

/* Writes the transitions that follow the decided ones, as it looks now: those whose end is three
 * beats old. The decision may still differ. Returns how many they are. */
size_t ck_beat_tracker_peek(const ck_beat_tracker *tracker,
                            ck_beat_tracker_transition *transitions);

/* Decides what is left: afterwards the transitions cover all intervals pushed. Then only start may
 * be called. */
size_t ck_beat_tracker_finish(ck_beat_tracker *tracker, ck_beat_tracker_transition *transitions);

/* Most numbers that a state is written as. */
enum { CK_BEAT_TRACKER_STATE_MAX = 2560 };

/* Writes all that the tracker knows to state[CK_BEAT_TRACKER_STATE_MAX], whole numbers as such, and
 * returns how many numbers that is. start has been called. */
size_t ck_beat_tracker_save(ck_beat_tracker *tracker, double *state);

/* Restores a state that save wrote: what follows is the same to the last bit. CK_BAD_ARGUMENT for
 * any other state[n], in length or in counts; only start may be called then. */
ck_status ck_beat_tracker_restore(ck_beat_tracker *tracker, const double *state, size_t n);

/* Most numbers that a rhythm is written as. */
enum { CK_BEAT_TRACKER_RHYTHM_MAX = 80 };

/* Writes the rhythm that the tracker has learned, without the beats it learned it from, to
 * rhythm[CK_BEAT_TRACKER_RHYTHM_MAX], whole numbers as such, and returns how many numbers that is.
 * start has been called. */
size_t ck_beat_tracker_save_rhythm(ck_beat_tracker *tracker, double *rhythm);

/* Forgets everything else and begins with a rhythm that save_rhythm wrote: pushes may follow, or
 * start_again. CK_BAD_ARGUMENT for any other rhythm[n]; only start may be called then. */
ck_status ck_beat_tracker_restore_rhythm(ck_beat_tracker *tracker, const double *rhythm, size_t n);

#pragma clang assume_nonnull end

#endif
