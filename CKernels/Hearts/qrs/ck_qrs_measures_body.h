/* The measures of a candidate and its score. */
#ifndef CK_QRS_MEASURES_BODY_H
#define CK_QRS_MEASURES_BODY_H

#include "ck_qrs_measures.h"
#include "ck_qrs_values_body.h"

/* Below it everything that follows a beat is sooner, in proportion. */
static const double fast_rr_s = 0.6;
static const float quarter = 0.24F; /* half of whose log is below -0.7 */
/* What lies behind this share of an R-R interval does not belong to the beat. */
static const double follow_rr = 0.6;

/* Beyond this log no interval is more unlikely. */
static const double max_sooner = 1.5;

CK_INLINE double cut_below(double x) { return x > 0 ? x : 0; }

/* Against the beats before it. */
CK_INLINE void measure_time(const ck_qrs *qrs, const ck_qrs_candidate *candidate, double *measures)
{
    const ck_qrs_levels *const levels = &qrs->levels;
    const double rr_s = levels->rr_s.median;
    if (!qrs->is_last_known) {
        return;
    }
    const double since_s = ck_qrs_seconds(qrs, qrs->last.k, candidate->k);
    const double slow_s = since_s * (rr_s < fast_rr_s ? fast_rr_s / rr_s : 1);
    measures[measure_early] = cut_below((0.24 - slow_s) / 0.04);
    const double sooner = levels->log_median_rr - ck_qrs_log(since_s);
    measures[measure_early_regular] = ck_qrs_clamp(sooner, 0, max_sooner) * levels->regularity;
    const double near = ck_qrs_clamp((0.5 - slow_s) / 0.25, 0, 1);
    const double low = candidate->log_low - qrs->last.log_low;
    const double high = candidate->log_high - qrs->last.log_high;
    measures[measure_near] = near;
    measures[measure_near_low] = near * ck_qrs_clamp(low, -2.5, 1);
    measures[measure_near_high] = near * ck_qrs_clamp(high, -3, 1);
}

/* The mean of the roots of x[n], none above max_after times that of `one`, as a share of it. */
CK_INLINE double mean_share(const float *x, ptrdiff_t n, float one)
{
    const float limit = (float)(max_after * max_after) * one;
    const ck_four_floats zero = {0}, cut = zero + limit;
    ck_four_floats sum = zero;
    float rest = 0;
    ptrdiff_t i = 0;
    for (; i + 4 <= n; i += 4) {
        const ck_four_floats v = *(const ck_four_floats *)(x + i);
        sum += __builtin_elementwise_sqrt(CK_CHOOSE(ck_four_floats, ck_four_ints, v < cut, v, cut));
    }
    for (; i < n; i++) {
        rest += __builtin_elementwise_sqrt(x[i] < limit ? x[i] : limit);
    }
    const float all = ((sum[0] + sum[1]) + (sum[2] + sum[3])) + rest;
    return (double)all / ((double)n * (double)__builtin_elementwise_sqrt(one) + 1e-30);
}

/* Against what follows, up to element limit; the candidate is element i of the waves. */
CK_INLINE void measure_after(const ck_qrs *qrs, const ck_qrs_candidate *candidate, ptrdiff_t i,
                          ptrdiff_t limit, double *measures)
{
    const ptrdiff_t after = i + qrs->spans.after;
    const float low_after = ck_qrs_largest(qrs->low, after, limit);
    const float high_after = ck_qrs_largest(qrs->high, after, limit);
    if (low_after > quarter * candidate->low && high_after > quarter * candidate->high) {
        const double larger_low = 0.7 - candidate->log_low + ck_qrs_log_of_root(low_after);
        const double larger_high = 0.7 - candidate->log_high + ck_qrs_log_of_root(high_after);
        measures[measure_overshadowed] = ck_qrs_clamp(larger_low, 0, max_overshadowed)
            * ck_qrs_clamp(larger_high, 0, max_overshadowed);
    }
    const ptrdiff_t first = i + qrs->spans.after_high, count = limit - first;
    measures[measure_high_after] = count > 0
        ? mean_share(qrs->high + first, count, candidate->high) : 0.2;
}

/* The wave around it, as far as it is known by element limit. */
CK_INLINE void measure_wave(const ck_qrs *qrs, const ck_qrs_candidate *candidate, ptrdiff_t i,
                         ptrdiff_t limit, double *measures)
{
    const float *const wave = qrs->wave;
    const ptrdiff_t before = i - qrs->spans.flank, after = i + qrs->spans.flank;
    const ptrdiff_t known = limit + qrs->spans.look_wave + 1;
    const ptrdiff_t end = after + qrs->spans.foot < known ? after + qrs->spans.foot : known;
    const ptrdiff_t last = after < known ? after : known - 1;
    const ck_qrs_range ends = ck_qrs_range_of(wave, before, last);
    const float range = ends.largest - ends.smallest;
    measures[measure_rough] = ck_qrs_clamp(
        ck_qrs_log((double)range) - candidate->log_low - 1, min_rough, max_rough);
    if (end > after) {
        const float step = ck_qrs_mean(wave, before - qrs->spans.foot, before)
            - ck_qrs_mean(wave, after, end);
        const double share = (double)step / ((double)range + 1e-30);
        measures[measure_step] = ck_qrs_clamp(share < 0 ? -share : share, 0, 1);
    }
}

/* Against the levels. */
CK_INLINE void measure_size(const ck_qrs_levels *levels, const ck_qrs_candidate *candidate,
                         double *measures)
{
    const double low = candidate->log_low - levels->low_upper;
    const double high = candidate->log_high - levels->high.median;
    const double above = candidate->log_high - levels->noise.median;
    const double share = high - (candidate->log_low - levels->low.median);
    measures[measure_low] = ck_qrs_clamp(low, min_low, max_low);
    measures[measure_high_faint] = ck_qrs_clamp(-high - 1.5, 0, 1.5);
    measures[measure_high_share] = ck_qrs_clamp(share, -2, 1.5);
    measures[measure_high_noise] = ck_qrs_clamp(above, -2, 3);
}

CK_INLINE double weigh(const ck_qrs *qrs, const double *measures, size_t from, size_t to)
{
    double sum[2] = {0};
    for (size_t j = from; j < to; j++) {
        sum[j % 2] += qrs->weighing->measures[j] * measures[j];
    }
    return sum[0] + sum[1];
}

/* Measures until the score cannot come above the bar any more. */
CK_INLINE double score(const ck_qrs *qrs, const ck_qrs_candidate *candidate, ptrdiff_t limit,
                    double bar, double *measures)
{
    measure_size(&qrs->levels, candidate, measures);
    measure_time(qrs, candidate, measures);
    double score = qrs->weighing->bias + weigh(qrs, measures, 0, measure_step);
    if (score + qrs->max_wave_score + qrs->max_after_score <= bar) {
        return score;
    }
    const ptrdiff_t i = candidate->k - qrs->origin, known = limit - qrs->origin;
    measure_wave(qrs, candidate, i, known, measures);
    score += weigh(qrs, measures, measure_step, measure_overshadowed);
    if (score + qrs->max_after_score <= bar) {
        return score;
    }
    const double follow_s = follow_rr * qrs->levels.rr_s.median;
    const ptrdiff_t follow = i + (ptrdiff_t)(follow_s * qrs->inner_hz);
    measure_after(qrs, candidate, i, follow < known ? follow : known, measures);
    return score + weigh(qrs, measures, measure_overshadowed, measure_count);
}

/* The log of the odds, by envelopes up to limit; also kept with the candidate, which has its logs.
 * Where it is surely not above the bar, something that is not either. */
static double ck_qrs_score(const ck_qrs *qrs, ck_qrs_candidate *candidate, ptrdiff_t limit, double bar)
{
    double measures[measure_count] = {0};
    return candidate->score = score(qrs, candidate, limit, bar, measures);
}

/* Calls the trace with what led to a score. */
static void ck_qrs_report(const ck_qrs *qrs, const ck_qrs_candidate *candidate, ptrdiff_t limit,
                 int is_beat)
{
    ck_qrs_decision decision = {
        .position = (double)candidate->k * (double)qrs->step,
        .size = (double)__builtin_elementwise_sqrt(candidate->low),
        .is_beat = is_beat,
    };
    decision.log_odds = score(qrs, candidate, limit, -1e300, decision.measures);
    qrs->trace(qrs->trace_context, &decision);
}

#endif
