/* What the parts of the tracker share. */
#ifndef CK_BEAT_TRACKER_STATE_H
#define CK_BEAT_TRACKER_STATE_H

#include "ck_beat_chains.h"

struct ck_beat_tracker {
    ck_beat_model model;
    double evidence;    /* cost of the best chain and of the scales it needed */
    double recent[most_edges + 1]; /* observed intervals, newest first */
    double odd_share;   /* of beats, over the last 32 */
    double fault_share; /* of edges, over the last 8 */
    int is_irregular;
    ck_beat_chains *now;
    ck_beat_chains *next;
    ck_beat_chains sets[2];
};

/* Begins with the model as it is. */
void ck_beat_tracker_begin(ck_beat_tracker *tracker);

/* Linear between neighbours; sorts x; n >= 1. */
double ck_beat_quantile(double *x, size_t n, double share);

#endif
