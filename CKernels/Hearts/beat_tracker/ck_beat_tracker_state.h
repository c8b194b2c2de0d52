/* What the parts of the tracker share. */
#ifndef CK_BEAT_TRACKER_STATE_H
#define CK_BEAT_TRACKER_STATE_H

#include "ck_beat_tracker_hypotheses.h"

struct ck_beat_tracker {
    ck_beat_tracker_model model;
    double evidence; /* cost of the best hypothesis and of the scales it needed */
    double recent[max_transitions + 1]; /* observed intervals, newest first */
    double odd_share;      /* of beats, over the last 32 */
    double artefact_share; /* of transitions, over the last 8 */
    int pairs_in_row;      /* extra beats decided, one in each of the last intervals */
    int is_irregular;
    ck_beat_tracker_hypotheses *now;
    ck_beat_tracker_hypotheses *next;
    ck_beat_tracker_hypotheses sets[2];
};

/* Begins with the model as it is. */
void ck_beat_tracker_begin(ck_beat_tracker *tracker);

/* Whether the rhythm carries a judgement: with thresholds to leave, and lower ones to return. */
void ck_beat_tracker_judge_regularity(ck_beat_tracker *tracker);

/* Linear between neighbours; sorts x; n >= 1. */
double ck_beat_tracker_quantile(double *x, size_t n, double share);

#endif
