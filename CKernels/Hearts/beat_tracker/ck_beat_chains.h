/* Accounts of what the observed beats are, side by side: chains of beats that are believed. */
#ifndef CK_BEAT_CHAINS_H
#define CK_BEAT_CHAINS_H

#include "ck_beat_model.h"
#include "ck_beat_tracker.h"

enum {
    most_observed = 5,    /* d of an edge */
    most_made = 8,        /* n */
    most_in_excess = 5,   /* n - d */
    most_replaced = 3,    /* d of an edge whose time is not kept */
    lag = 3,              /* beats between an edge's end and its decision, where none disagrees */
    longest_lag = 6,      /* and where one does */
    most_chains = 24,
    most_edges = longest_lag + most_observed + 1, /* undecided, of one chain */
    state = order + 1     /* the sum since the last beat believed, and the last five intervals */
};

/* What lies between two beats of a chain. There are hundreds in a tracker: small numbers are kept small. */
typedef struct ck_beat_link {
    ck_beat_edge_kind kind;
    signed char observed;
    signed char made;
    double misfit; /* in standard deviations of the sum */
    double move;   /* of the beat inside an edge (2, 2); ms */
} ck_beat_link;

typedef struct ck_beat_chain {
    double cost;                  /* beyond the best */
    double elapsed;               /* since the last beat believed; ms */
    int observed;                 /* intervals since then */
    int edge_count;
    int measured;                 /* intervals in a row, before the last beat believed */
    double past[order];           /* intervals before it, newest first; ms */
    double doubt[order][order];   /* their covariances; ms^2; 0 of what was measured */
    ck_beat_link edges[most_edges];       /* undecided, oldest first */
} ck_beat_chain;

typedef struct ck_beat_chains {
    int count;
    ck_beat_chain *all[most_chains]; /* cheapest first */
    ck_beat_chain memory[most_chains];
} ck_beat_chains;

/* One chain: the last beat is believed, and before it was what the model expects. */
void ck_beat_chains_start(ck_beat_chains *chains, const ck_beat_model *model);

/* None, and room for all. */
void ck_beat_chains_clear(ck_beat_chains *chains);

/* All ways on from `now` when one more interval was observed, the cheapest first: afterwards costs
 * count from it. recent: observed intervals, newest first. Changes `now`. Returns what the cheapest
 * pays for the interval. */
double ck_beat_chains_extend(ck_beat_chains *now, ck_beat_chains *next, const ck_beat_model *model,
                             double scale, const double *recent);

/* What a link costs beside its misfit. */
double ck_beat_link_cost(ck_beat_link link);

#endif
