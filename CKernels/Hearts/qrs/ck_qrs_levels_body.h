/* What beats have been like: medians over the last 8, so that nothing single moves them. */
#ifndef CK_QRS_LEVELS_BODY_H
#define CK_QRS_LEVELS_BODY_H

#include "ck_qrs_values_body.h"

/* No rhythm at all: what is not known makes no candidate unlikely. */
static const double start_rr_s = 0.8, start_regularity = 0;
/* Logs: noise against beats, before any is known; how far it may be below them. */
static const double start_noise = -1.6, min_noise = -3.5;
/* Logs: how far one beat, one interval, may be from the median. */
static const double beat_below = -1.5, beat_above = 1, noise_change = 1, quiet = -0.3;
/* Of the first 2 s the second largest third counts as beats, and half of the log by which the
 * largest is above it, which counts up to here. */
static const double max_above_second = 1.4;
/* Mean deviation of the log of an interval from its median, with which none is unlikely. */
static const double irregular_spread = 0.1;
/* What is fainter than a twentieth of beats is none. */
static const double faintest = -3;
/* As many intervals are needed to know the beats' size. */
static const size_t few_intervals = 4;
static const double rr_min = 0.4, rr_max = 2.2, rr_doubtful = 1.8;
static const double rr_min_s = 0.2, rr_max_s = 3, between_s = 0.2;

/* Above every value. */
static const double beyond = 1e300;

/* Replaces the oldest value by a new one; returns the upper quartile. A lane of the new order is
 * the value, where that lies between the neighbours among the others, or one of the two. */
static double push_level(ck_qrs_level *level, double value)
{
    double *const oldest = &level->values[level->next++ % qrs_levels];
    double *const sorted = level->sorted;
    const ck_eight zero = {0}, values = zero + value, lowest = zero - beyond;
    const ck_eight first = *(const ck_eight *)sorted, second = *(const ck_eight *)(sorted + 1);
    const ck_eight others = CK_CHOOSE(ck_eight, ck_eight_bits, first < *oldest, first, second);
    const ck_eight below = __builtin_shufflevector(lowest, others, 0, 8, 9, 10, 11, 12, 13, 14);
    const ck_eight smallest = CK_CHOOSE(ck_eight, ck_eight_bits, others < values, others, values);
    *(ck_eight *)sorted = CK_CHOOSE(ck_eight, ck_eight_bits, below > smallest, below, smallest);
    *oldest = value;
    level->median = 0.5 * (sorted[3] + sorted[4]);
    return 0.5 * (sorted[5] + sorted[6]);
}

static double fill(ck_qrs_level *level, double value)
{
    for (size_t i = 0; i < qrs_levels; i++) {
        level->values[i] = level->sorted[i] = value;
    }
    level->sorted[qrs_levels] = beyond;
    level->next = 0;
    return level->median = value;
}

static void push_interval(ck_qrs_levels *levels, double rr_s)
{
    levels->log_rr[levels->rr_s.next % qrs_levels] = ck_qrs_log(rr_s);
    levels->rr_upper_s = push_level(&levels->rr_s, rr_s);
    levels->log_median_rr = ck_qrs_log(levels->rr_s.median);
    double sums[4] = {0};
    for (size_t i = 0; i < qrs_levels; i++) {
        sums[i % 4] += __builtin_fabs(levels->log_rr[i] - levels->log_median_rr);
    }
    const double sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    const double regularity = 1 - sum * (1 / (irregular_spread * (double)qrs_levels));
    levels->regularity = regularity > 0 ? regularity : 0;
}

static void start_intervals(ck_qrs_levels *levels)
{
    levels->rr_upper_s = fill(&levels->rr_s, start_rr_s);
    levels->log_median_rr = ck_qrs_log(start_rr_s);
    for (size_t i = 0; i < qrs_levels; i++) {
        levels->log_rr[i] = levels->log_median_rr;
    }
    levels->regularity = start_regularity;
    levels->n_rr = 0;
}

/* Begins with levels from the low envelope at from ... to - 1. */
static void ck_qrs_learn(ck_qrs *qrs, ptrdiff_t from, ptrdiff_t to)
{
    ck_qrs_levels *const levels = &qrs->levels;
    double low[3], high[3];
    for (ptrdiff_t third = 0; third < 3; third++) {
        const ptrdiff_t start = from + (to - from) * third / 3 - qrs->origin;
        const ptrdiff_t end = from + (to - from) * (third + 1) / 3 - qrs->origin;
        low[third] = ck_qrs_log_of_root(ck_qrs_largest(qrs->low, start, end - 1));
        high[third] = ck_qrs_log_of_root(ck_qrs_largest(qrs->high, start, end - 1));
    }
    int first = low[1] > low[0], second = !first;
    if (low[2] > low[first]) {
        second = first;
        first = 2;
    } else if (low[2] > low[second]) {
        second = 2;
    }
    const double above = 0.5 * ck_qrs_clamp(low[first] - low[second], 0, max_above_second);
    levels->low_upper = fill(&levels->low, low[second] + above);
    levels->min_low = levels->low_upper + faintest;
    fill(&levels->high, high[second] + above);
    fill(&levels->noise, levels->high.median + start_noise);
    start_intervals(levels);
    qrs->has_learned = 1;
    qrs->active = to;
}

static void learn_interval(ck_qrs_levels *levels, double rr_s)
{
    const double median = levels->rr_s.median;
    if (!(rr_s > rr_min_s && rr_s < rr_max_s)) {
        return;
    }
    if (rr_s < rr_doubtful * median || levels->n_rr > 3) {
        push_interval(levels, ck_qrs_clamp(rr_s, rr_min * median, rr_max * median));
    }
    levels->n_rr++;
}

/* The largest peak of the high band between the last beat and this one. */
static void learn_noise(ck_qrs *qrs, const ck_qrs_candidate *beat)
{
    ck_qrs_levels *const levels = &qrs->levels;
    const ptrdiff_t between = (ptrdiff_t)(between_s * qrs->inner_hz);
    const ptrdiff_t oldest = beat->k - qrs_past;
    const ptrdiff_t since = qrs->is_last_known ? qrs->last.k + between : beat->k - qrs->spans.learn;
    const ptrdiff_t from = since > oldest ? since : oldest;
    float largest = 0;
    for (ptrdiff_t i = qrs->n_decided - 1; i >= 0 && qrs->candidates[i].k > from; i--) {
        const ck_qrs_candidate *const other = &qrs->candidates[i];
        if (other->k < beat->k - between && other->high > largest) {
            largest = other->high;
        }
    }
    const double noise = levels->noise.median, high = levels->high.median;
    push_level(&levels->noise, largest > 0
        ? ck_qrs_clamp(ck_qrs_log_of_root(largest), noise - noise_change, noise + noise_change)
        : noise + quiet);
    levels->noise.median = ck_qrs_clamp(levels->noise.median, high + min_noise, high);
}

/* Where the first 2 s had no beat in them, the first one stands far above the levels: they rise
 * half of the way at once. */
static void rise(ck_qrs_levels *levels, double low, double high)
{
    if (levels->n_rr < few_intervals && low > levels->low_upper + beat_above) {
        levels->low_upper = fill(&levels->low, 0.5 * (levels->low_upper + low));
        fill(&levels->high, 0.5 * (levels->high.median + high));
    }
}

/* Takes a beat into the levels; last is the one before it. */
static void ck_qrs_learn_beat(ck_qrs *qrs, const ck_qrs_candidate *beat)
{
    ck_qrs_levels *const levels = &qrs->levels;
    const double low = beat->log_low, high = beat->log_high;
    rise(levels, low, high);
    if (qrs->is_last_known) {
        learn_interval(levels, ck_qrs_seconds(qrs, qrs->last.k, beat->k));
    }
    const double median_low = levels->low.median, median_high = levels->high.median;
    const double max_low = levels->low_upper + beat_above;
    levels->low_upper =
        push_level(&levels->low, ck_qrs_clamp(low, median_low + beat_below, max_low));
    levels->min_low = levels->low_upper + faintest;
    push_level(&levels->high,
         ck_qrs_clamp(high, median_high + beat_below, median_high + beat_above));
    learn_noise(qrs, beat);
}

#endif
