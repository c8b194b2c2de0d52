/* Hypotheses about the observed beats, side by side: each a sequence of beats that are believed. */
#ifndef CK_BEAT_TRACKER_HYPOTHESES_H
#define CK_BEAT_TRACKER_HYPOTHESES_H

#include "ck_beat_tracker.h"
#include "ck_beat_tracker_model.h"

enum {
    max_observed = 5,  /* d of a transition */
    max_actual = 8,    /* n */
    max_excess = 5, /* n - d */
    max_replaced = 3,  /* d of a transition whose time is not kept */
    max_left_out = 5,  /* intervals before the first beat believed */
    lag = 3,         /* beats between a transition's end and its decision, where none disagrees */
    max_lag = 6, /* and where one does */
    max_hypotheses = 24,
    max_transitions = max_lag + max_observed + 1, /* undecided, of one hypothesis */
    state = order + 1 /* the sum since the last beat believed, and the last five intervals */
};

/* A transition inside a hypothesis. There are hundreds in a tracker: small numbers are kept small.
 */
typedef struct ck_beat_tracker_link {
    ck_beat_tracker_kind kind;
    signed char observed;
    signed char actual;
    double misfit; /* in standard deviations of the sum */
    double move;   /* of the beat inside a transition (2, 2); ms */
} ck_beat_tracker_link;

typedef struct ck_beat_tracker_hypothesis {
    double cost;                  /* beyond the best */
    double elapsed;               /* since the last beat believed; ms */
    int observed;                 /* intervals since then */
    int transition_count;
    int measured;                 /* intervals in a row, before the last beat believed */
    int left_out;                 /* while nothing else is there yet; -1 afterwards */
    double past[order];           /* intervals before it, newest first; ms */
    double doubt[order][order];   /* their covariances; ms^2; 0 of what was measured */
    ck_beat_tracker_link transitions[max_transitions]; /* undecided, oldest first */
} ck_beat_tracker_hypothesis;

typedef struct ck_beat_tracker_hypotheses {
    int count;
    ck_beat_tracker_hypothesis *all[max_hypotheses]; /* cheapest first */
    ck_beat_tracker_hypothesis memory[max_hypotheses];
} ck_beat_tracker_hypotheses;

/* One hypothesis: the last beat is believed, and before it was what the model expects. */
void ck_beat_tracker_hypotheses_start(ck_beat_tracker_hypotheses *hypotheses,
                                      const ck_beat_tracker_model *model);

/* One hypothesis: the last `order` beats are believed; recent: their intervals, newest first. */
void ck_beat_tracker_hypotheses_go_on(ck_beat_tracker_hypotheses *hypotheses, const double *recent);

/* Removes all hypotheses; their space is free again. */
void ck_beat_tracker_hypotheses_clear(ck_beat_tracker_hypotheses *hypotheses);

/* All ways on from `now` when one more interval was observed, the cheapest first: afterwards costs
 * count from it. recent: observed intervals, newest first. Changes `now`. Returns what the cheapest
 * pays for the interval. */
double ck_beat_tracker_hypotheses_extend(ck_beat_tracker_hypotheses *now,
                                         ck_beat_tracker_hypotheses *next,
                                         const ck_beat_tracker_model *model, double scale,
                                         const double *recent);

/* By how much the intervals since the last beat believed take longer than expected, in standard
 * deviations. At least one is there. */
double ck_beat_tracker_hypothesis_misfit(const ck_beat_tracker_hypothesis *of,
                                         const ck_beat_tracker_model *model, double scale);

/* What a link costs beside its misfit. */
double ck_beat_tracker_link_cost(ck_beat_tracker_link link);

#endif
