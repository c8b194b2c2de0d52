/* What is known of a rhythm: an interval as a weighted sum of the last five, learned from the
 * stream. */
#ifndef CK_BEAT_TRACKER_MODEL_H
#define CK_BEAT_TRACKER_MODEL_H

#include <stddef.h>

enum { order = 5 };

/* All lengths in ms. */
typedef struct ck_beat_tracker_model {
    double mean;
    double variance;            /* of what the prediction misses by */
    double difference_variance; /* of successive differences */
    double covariance[order + 1][order + 1]; /* of an interval and the five before it */
    double weights[order];                   /* of the five, newest first */
    double recent[order + 1];   /* measured intervals in a row less the mean, newest first */
    int recent_count;
    double observed[order + 1]; /* the same as they come, believed or not */
    int observed_count;
    double roughness;           /* running median of fifth differences, as a standard deviation */
    int lost_count;             /* beats for which neither prediction nor smoothness held */
} ck_beat_tracker_model;

/* A model of intervals around mean, with standard deviations of its variation and of what a
 * prediction misses by. */
void ck_beat_tracker_model_start(ck_beat_tracker_model *model, double mean, double variation,
                                 double scale);

/* The same with what has been learned before: only the mean and the memory of beats are new. */
void ck_beat_tracker_model_restart(ck_beat_tracker_model *model, double mean);

/* Starts anew after a lost rhythm: what a heart may be like replaces what was learned. */
void ck_beat_tracker_model_start_anew(ck_beat_tracker_model *model, double mean);

/* Standard deviation of what a prediction misses by, kept within what the rhythm makes likely. */
double ck_beat_tracker_model_scale(const ck_beat_tracker_model *model);

/* The smallest that may be, for intervals around mean. */
double ck_beat_tracker_model_min_scale(double mean);

/* Looks at an interval as it was observed. */
void ck_beat_tracker_model_observe(ck_beat_tracker_model *model, double interval);

/* Learns from an interval that was measured: misfit is what its prediction missed by, in scales. */
void ck_beat_tracker_model_learn(ck_beat_tracker_model *model, double interval, double misfit,
                                 double scale);

/* After an interval that was measured but not predicted, and after one that was inserted: the next
 * ones have no memory before it. */
void ck_beat_tracker_model_surprise(ck_beat_tracker_model *model, double interval);
void ck_beat_tracker_model_forget(ck_beat_tracker_model *model);

#endif
