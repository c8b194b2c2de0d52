/* What speaks for a candidate being a QRS complex, and how much.
 *
 * Every measure is a ratio, a log of one or a time over one, cut to a range, so that amplitude,
 * polarity and offset do not matter. Their weights are a logistic regression's. */
#include "ck_qrs_state.h"

enum {
    measure_early,        /* soon after the last beat: 0 from 0.24 s on, 1 more each 0.04 s; all
                             times since the last beat are longer where R-R is below 0.6 s */
    measure_early_regular, /* log by which it is sooner than R-R; 0 where R-R is irregular */
    measure_near,         /* 0 from 0.5 s after the last beat on, 1 up to 0.25 s */
    measure_near_low,     /* near, times log of the low peak against that of the last beat */
    measure_near_high,    /* the same in the high band: a T wave is far below 0 */
    measure_overshadowed, /* what follows within 0.25 s is larger, in both bands */
    measure_step,         /* levels before and after differ, as a share of the wave's range */
    measure_rough,        /* log of the wave's range against the low peak */
    measure_low,          /* log of the low peak against the upper quartile of 8 beats */
    measure_high_faint,   /* log by which the high peak is below e^-1.5 of the median of 8 beats */
    measure_high_share,   /* log of the high peak against the low one, less the same of beats */
    measure_high_noise,   /* log of the high peak against what was no beat */
    measure_high_after,   /* mean of the high band after it, as a share of its peak */
    measure_count
};

_Static_assert((int)measure_count == (int)CK_QRS_MEASURE_COUNT, "as the header has it");

static const ck_qrs_weights standard = {
    .bias = 3.076,
    .measures = {
        [measure_early] = -0.463,
        [measure_early_regular] = -4.383,
        [measure_near] = -1.677,
        [measure_near_low] = 0.645,
        [measure_near_high] = 2.797,
        [measure_overshadowed] = -1.693,
        [measure_step] = -1.119,
        [measure_rough] = -3.498,
        [measure_low] = 2.270,
        [measure_high_faint] = -1.799,
        [measure_high_share] = 0.672,
        [measure_high_noise] = 0.624,
        [measure_high_after] = -3.062,
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

/* Below it everything that follows a beat is sooner, in proportion. */
static const double fast_rr_s = 0.6;
/* What lies behind this share of an R-R interval does not belong to the beat. */
static const double follow_rr = 0.6;

/* Beyond this log no interval is more unlikely; with this spread none is. */
static const double most_sooner = 1.5, irregular_spread = 0.1;

static double cut_below(double x) { return x > 0 ? x : 0; }

static double log_ratio(float a, float b) { return ck_qrs_log((double)a / ((double)b + 1e-30)); }

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
    const double sooner = ck_qrs_log(rr_s) - ck_qrs_log(since_s);
    measures[measure_early_regular] = ck_qrs_clamp(sooner, 0, most_sooner)
        * ck_qrs_clamp(1 - levels->rr_spread / irregular_spread, 0, 1);
    const double near = ck_qrs_clamp((0.5 - slow_s) / 0.25, 0, 1);
    const double low = log_ratio(candidate->low, qrs->last.low);
    measures[measure_near] = near;
    measures[measure_near_low] = near * ck_qrs_clamp(low, -2.5, 1);
    measures[measure_near_high] =
        near * ck_qrs_clamp(log_ratio(candidate->high, qrs->last.high), -3, 1);
}

/* Against what follows, up to element limit; the candidate is element i of the waves. */
static void measure_after(const ck_qrs *qrs, const ck_qrs_candidate *candidate, ptrdiff_t i,
                          ptrdiff_t limit, double *measures)
{
    const ptrdiff_t after = i + qrs->spans.after;
    const float low_after = ck_qrs_largest(qrs->low, after, limit);
    const float high_after = ck_qrs_largest(qrs->high, after, limit);
    const double larger_low = 0.7 - log_ratio(candidate->low, low_after);
    const double larger_high = 0.7 - log_ratio(candidate->high, high_after);
    measures[measure_overshadowed] =
        ck_qrs_clamp(larger_low, 0, 1.5) * ck_qrs_clamp(larger_high, 0, 1.5);
    const float most = 1.5F * candidate->high;
    float sum = 0;
    ptrdiff_t count = 0;
    for (ptrdiff_t k = i + qrs->spans.after_high; k < limit; k++, count++) {
        sum += qrs->high[k] < most ? qrs->high[k] : most;
    }
    measures[measure_high_after] =
        count > 0 ? (double)sum / ((double)count * (double)candidate->high + 1e-30) : 0.2;
}

static float mean(const float *x, ptrdiff_t from, ptrdiff_t to)
{
    float sum = 0;
    for (ptrdiff_t k = from; k < to; k++) {
        sum += x[k];
    }
    return to > from ? sum / (float)(to - from) : 0;
}

/* The wave around it, as far as it is known by element limit. */
static void measure_wave(const ck_qrs *qrs, const ck_qrs_candidate *candidate, ptrdiff_t i,
                         ptrdiff_t limit, double *measures)
{
    const float *const wave = qrs->wave;
    const ptrdiff_t before = i - qrs->spans.flank, after = i + qrs->spans.flank;
    const ptrdiff_t known = limit + qrs->spans.look_wave + 1;
    const ptrdiff_t end = after + qrs->spans.foot < known ? after + qrs->spans.foot : known;
    float least = wave[before], most = least;
    for (ptrdiff_t k = before + 1; k <= after; k++) {
        least = wave[k] < least ? wave[k] : least;
        most = wave[k] > most ? wave[k] : most;
    }
    const float range = most - least;
    measures[measure_rough] = ck_qrs_clamp(log_ratio(range, candidate->low) - 1, -2, 2);
    if (end > after) {
        const float step = mean(wave, before - qrs->spans.foot, before) - mean(wave, after, end);
        const double share = (double)step / ((double)range + 1e-30);
        measures[measure_step] = ck_qrs_clamp(share < 0 ? -share : share, 0, 1);
    }
}

static void measure(const ck_qrs *qrs, const ck_qrs_candidate *candidate, ptrdiff_t limit,
                    double *measures)
{
    const ck_qrs_levels *const levels = &qrs->levels;
    const double log_low = ck_qrs_log((double)candidate->low);
    const double log_high = ck_qrs_log((double)candidate->high);
    measures[measure_low] = ck_qrs_clamp(log_low - levels->low_upper, least_low, most_low);
    const double high = ck_qrs_clamp(log_high - levels->high.median, -3, 1.5);
    measures[measure_high_faint] = ck_qrs_clamp(-high - 1.5, 0, 2);
    const double beats_share = levels->high.median - levels->low.median;
    measures[measure_high_share] = ck_qrs_clamp(log_high - log_low - beats_share, -2, 1.5);
    measures[measure_high_noise] = ck_qrs_clamp(log_high - levels->noise.median, -2, 3);
    measure_time(qrs, candidate, measures);
    const ptrdiff_t i = candidate->k - qrs->origin;
    const ptrdiff_t follow = i + (ptrdiff_t)(follow_rr * levels->rr_s.median * qrs->inner_hz);
    const ptrdiff_t known = limit - qrs->origin;
    measure_after(qrs, candidate, i, follow < known ? follow : known, measures);
    measure_wave(qrs, candidate, i, known, measures);
}

double ck_qrs_score(const ck_qrs *qrs, const ck_qrs_candidate *candidate, ptrdiff_t limit)
{
    double measures[measure_count] = {0};
    measure(qrs, candidate, limit, measures);
    double score = qrs->weighing->bias;
    for (size_t j = 0; j < measure_count; j++) {
        score += qrs->weighing->measures[j] * measures[j];
    }
    return score;
}

void ck_qrs_tell(const ck_qrs *qrs, const ck_qrs_candidate *candidate, ptrdiff_t limit,
                 int is_beat)
{
    ck_qrs_decision decision = {
        .position = (double)candidate->k * (double)qrs->step,
        .size = (double)candidate->low,
        .log_odds = candidate->score,
        .is_beat = is_beat,
    };
    measure(qrs, candidate, limit, decision.measures);
    qrs->trace(qrs->trace_context, &decision);
}
