/* What speaks for a candidate being a QRS complex, and how much.
 *
 * Every measure is a ratio, a log of one or a time over one, cut to a range, so that amplitude,
 * polarity and offset do not matter. Their weights are a logistic regression's. */
#include "ck_qrs_state.h"

enum {
    /* known at once */
    measure_early,        /* soon after the last beat: 0 from 0.24 s on, 1 more each 0.04 s; all
                             times since the last beat are longer where R-R is below 0.6 s */
    measure_early_regular, /* log by which it is sooner than R-R; 0 where R-R is irregular */
    measure_near,         /* 0 from 0.5 s after the last beat on, 1 up to 0.25 s */
    measure_near_low,     /* near, times log of the low peak against that of the last beat */
    measure_near_high,    /* the same in the high band: a T wave is far below 0 */
    measure_low,          /* log of the low peak against the upper quartile of 8 beats */
    measure_high_faint,   /* log by which the high peak is below e^-1.5 of the median of 8 beats */
    measure_high_share,   /* log of the high peak against the low one, less the same of beats */
    measure_high_noise,   /* log of the high peak against what was no beat */
    /* of the wave around it */
    measure_step,         /* levels before and after differ, as a share of the wave's range */
    measure_rough,        /* log of the wave's range against the low peak */
    /* of what follows */
    measure_overshadowed, /* what follows within 0.225 s is larger, in both bands */
    measure_high_after,   /* mean of the high band after it, as a share of its peak */
    measure_count
};

_Static_assert((int)measure_count == (int)CK_QRS_MEASURE_COUNT, "as the header has it");

static const ck_qrs_weights standard = {
    .bias = 3.097,
    .measures = {
        [measure_early] = -0.458,
        [measure_early_regular] = -4.360,
        [measure_near] = -1.700,
        [measure_near_low] = 0.623,
        [measure_near_high] = 2.822,
        [measure_low] = 2.290,
        [measure_high_faint] = -1.747,
        [measure_high_share] = 0.700,
        [measure_high_noise] = 0.620,
        [measure_step] = -1.118,
        [measure_rough] = -3.516,
        [measure_overshadowed] = -1.688,
        [measure_high_after] = -3.075,
    },
};

static const char *const names[measure_count] = {
    [measure_early] = "early",
    [measure_early_regular] = "early regular",
    [measure_near] = "near",
    [measure_near_low] = "near low",
    [measure_near_high] = "near high",
    [measure_overshadowed] = "overshadowed",
    [measure_step] = "step",
    [measure_rough] = "rough",
    [measure_low] = "low",
    [measure_high_faint] = "high faint",
    [measure_high_share] = "high share",
    [measure_high_noise] = "high noise",
    [measure_high_after] = "high after",
};

const ck_qrs_weights *ck_qrs_standard_weights(void) { return &standard; }

const char *ck_qrs_measure_name(size_t measure) { return names[measure]; }

/* How far a log may be from 0: nothing decides alone. */
static const double least_low = -3, most_low = 1.5;
static const float quarter = 0.24F; /* half of whose log is below -0.7 */
static const double most_overshadowed = 1.5, most_after = 1.5;
/* Nothing is smoother: of all waves within +-1, the envelope is largest for a square one of 10 Hz,
 * 4 / pi. */
static const double least_rough = -0.7, most_rough = 2;

/* Below it everything that follows a beat is sooner, in proportion. */
static const double fast_rr_s = 0.6;
/* What lies behind this share of an R-R interval does not belong to the beat. */
static const double follow_rr = 0.6;

/* Beyond this log no interval is more unlikely. */
static const double most_sooner = 1.5;

static double cut_below(double x) { return x > 0 ? x : 0; }

/* Against the beats before it. */
static void measure_time(const ck_qrs *qrs, const ck_qrs_candidate *candidate, double *measures)
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
    measures[measure_early_regular] = ck_qrs_clamp(sooner, 0, most_sooner) * levels->regularity;
    const double near = ck_qrs_clamp((0.5 - slow_s) / 0.25, 0, 1);
    const double low = candidate->log_low - qrs->last.log_low;
    const double high = candidate->log_high - qrs->last.log_high;
    measures[measure_near] = near;
    measures[measure_near_low] = near * ck_qrs_clamp(low, -2.5, 1);
    measures[measure_near_high] = near * ck_qrs_clamp(high, -3, 1);
}

/* The mean of the roots of x[n], none above most_after times that of `one`, as a share of it. */
static double mean_share(const float *x, ptrdiff_t n, float one)
{
    const float most = (float)(most_after * most_after) * one;
    const ck_four_floats zero = {0}, cut = zero + most;
    ck_four_floats sum = zero;
    float rest = 0;
    ptrdiff_t i = 0;
    for (; i + 4 <= n; i += 4) {
        const ck_four_floats v = *(const ck_four_floats *)(x + i);
        sum += __builtin_elementwise_sqrt(CK_CHOOSE(ck_four_floats, ck_four_ints, v < cut, v, cut));
    }
    for (; i < n; i++) {
        rest += __builtin_elementwise_sqrt(x[i] < most ? x[i] : most);
    }
    const float all = ((sum[0] + sum[1]) + (sum[2] + sum[3])) + rest;
    return (double)all / ((double)n * (double)__builtin_elementwise_sqrt(one) + 1e-30);
}

/* Against what follows, up to element limit; the candidate is element i of the waves. */
static void measure_after(const ck_qrs *qrs, const ck_qrs_candidate *candidate, ptrdiff_t i,
                          ptrdiff_t limit, double *measures)
{
    const ptrdiff_t after = i + qrs->spans.after;
    const float low_after = ck_qrs_largest(qrs->low, after, limit);
    const float high_after = ck_qrs_largest(qrs->high, after, limit);
    if (low_after > quarter * candidate->low && high_after > quarter * candidate->high) {
        const double larger_low = 0.7 - candidate->log_low + ck_qrs_log_of_root(low_after);
        const double larger_high = 0.7 - candidate->log_high + ck_qrs_log_of_root(high_after);
        measures[measure_overshadowed] = ck_qrs_clamp(larger_low, 0, most_overshadowed)
            * ck_qrs_clamp(larger_high, 0, most_overshadowed);
    }
    const ptrdiff_t first = i + qrs->spans.after_high, count = limit - first;
    measures[measure_high_after] = count > 0
        ? mean_share(qrs->high + first, count, candidate->high) : 0.2;
}

/* The wave around it, as far as it is known by element limit. */
static void measure_wave(const ck_qrs *qrs, const ck_qrs_candidate *candidate, ptrdiff_t i,
                         ptrdiff_t limit, double *measures)
{
    const float *const wave = qrs->wave;
    const ptrdiff_t before = i - qrs->spans.flank, after = i + qrs->spans.flank;
    const ptrdiff_t known = limit + qrs->spans.look_wave + 1;
    const ptrdiff_t end = after + qrs->spans.foot < known ? after + qrs->spans.foot : known;
    const ptrdiff_t last = after < known ? after : known - 1;
    const ck_qrs_range ends = ck_qrs_range_of(wave, before, last);
    const float range = ends.largest - ends.least;
    measures[measure_rough] = ck_qrs_clamp(
        ck_qrs_log((double)range) - candidate->log_low - 1, least_rough, most_rough);
    if (end > after) {
        const float step = ck_qrs_mean(wave, before - qrs->spans.foot, before)
            - ck_qrs_mean(wave, after, end);
        const double share = (double)step / ((double)range + 1e-30);
        measures[measure_step] = ck_qrs_clamp(share < 0 ? -share : share, 0, 1);
    }
}

/* Against the levels. */
static void measure_size(const ck_qrs_levels *levels, const ck_qrs_candidate *candidate,
                         double *measures)
{
    const double low = candidate->log_low - levels->low_upper;
    const double high = candidate->log_high - levels->high.median;
    const double above = candidate->log_high - levels->noise.median;
    const double share = high - (candidate->log_low - levels->low.median);
    measures[measure_low] = ck_qrs_clamp(low, least_low, most_low);
    measures[measure_high_faint] = ck_qrs_clamp(-high - 1.5, 0, 1.5);
    measures[measure_high_share] = ck_qrs_clamp(share, -2, 1.5);
    measures[measure_high_noise] = ck_qrs_clamp(above, -2, 3);
}

static double weigh(const ck_qrs *qrs, const double *measures, size_t from, size_t to)
{
    double sum[2] = {0};
    for (size_t j = from; j < to; j++) {
        sum[j % 2] += qrs->weighing->measures[j] * measures[j];
    }
    return sum[0] + sum[1];
}

void ck_qrs_weigh_by(ck_qrs *qrs, const ck_qrs_weights *weights)
{
    const double *const each = weights->measures, rough = each[measure_rough];
    qrs->weighing = weights;
    qrs->most_of_wave =
        cut_below(each[measure_step]) + rough * (rough < 0 ? least_rough : most_rough);
    qrs->most_of_after =
        cut_below(each[measure_overshadowed]) * most_overshadowed * most_overshadowed
        + cut_below(each[measure_high_after]) * most_after;
}

/* Measures until the score cannot come above the bar any more. */
static double score(const ck_qrs *qrs, const ck_qrs_candidate *candidate, ptrdiff_t limit,
                    double bar, double *measures)
{
    measure_size(&qrs->levels, candidate, measures);
    measure_time(qrs, candidate, measures);
    double score = qrs->weighing->bias + weigh(qrs, measures, 0, measure_step);
    if (score + qrs->most_of_wave + qrs->most_of_after <= bar) {
        return score;
    }
    const ptrdiff_t i = candidate->k - qrs->origin, known = limit - qrs->origin;
    measure_wave(qrs, candidate, i, known, measures);
    score += weigh(qrs, measures, measure_step, measure_overshadowed);
    if (score + qrs->most_of_after <= bar) {
        return score;
    }
    const double follow_s = follow_rr * qrs->levels.rr_s.median;
    const ptrdiff_t follow = i + (ptrdiff_t)(follow_s * qrs->inner_hz);
    measure_after(qrs, candidate, i, follow < known ? follow : known, measures);
    return score + weigh(qrs, measures, measure_overshadowed, measure_count);
}

double ck_qrs_score(const ck_qrs *qrs, ck_qrs_candidate *candidate, ptrdiff_t limit, double bar)
{
    double measures[measure_count] = {0};
    return candidate->score = score(qrs, candidate, limit, bar, measures);
}

void ck_qrs_tell(const ck_qrs *qrs, const ck_qrs_candidate *candidate, ptrdiff_t limit,
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
