/* What kind of beat it is: by how early it comes and how unlike the dominant shape it is. */
#ifndef CK_BEAT_SHAPE_KIND_BODY_H
#define CK_BEAT_SHAPE_KIND_BODY_H

#include "ck_beat_shape_average_body.h"

/* A beat is early where its interval is shorter than expected by this share, and by this many mean
 * deviations of the rhythm. */
#define EARLY_SHARE 0.15
#define EARLY_DEVIATIONS 3.5
/* One of another shape already by this share. */
#define EARLY_STRANGE 0.08
/* A beat is strange where the dominant shape leaves more than this share of its energy, and more
 * than so many times what it usually leaves; by so much more it is clearly strange. So it is where
 * it is so many times as large or as small. */
#define STRANGE_SHARE 0.06
#define STRANGE_USUAL 4.0
#define STRANGE_CLEARLY 1.5
#define STRANGE_GAIN 2.5
/* Waves of a shape that are so many times as slow as the dominant's are not normal. */
#define SLOW 1.2
/* Of a shape this share of whose beats is early all are other; of one with less than half of it,
 * and a few beats at least, being of another shape does not count. */
#define MOSTLY_EARLY 0.5
#define FEW 8
/* A strange beat of less quality may be noise. */
#define POOR 0.5
/* So many early beats of normal shape in a row are a new rhythm. */
#define NEW_RHYTHM 9
/* The rhythm: intervals needed, what it is taken to vary, and which ratios enter it. */
#define MIN_INTERVALS 3
#define FIRST_UNREST 0.05
#define MAX_UNREST 0.3
#define UNREST_DEPTH 24
#define MIN_INTERVAL_RATIO 0.4
#define MAX_INTERVAL_RATIO 1.6
/* Longer than any interval. */
#define BEYOND 1e300

static void forget_intervals(ck_beat_shape *s)
{
    s->n_intervals = 0;
    for (size_t i = 0; i < CK_BEAT_SHAPE_TIMES; i++) {
        s->intervals[i] = s->by_length[i] = BEYOND;
    }
}

static void rewind_times(ck_beat_shape *s)
{
    s->n_times = s->early_run = 0;
    forget_intervals(s);
    s->unrest = s->unrest > FIRST_UNREST ? s->unrest : FIRST_UNREST;
}

/* How many of the times lie before this one. */
static size_t index_of(const ck_beat_shape *s, double time)
{
    size_t k = s->n_times;
    while (k > 0 && s->times[k - 1] > time) {
        k--;
    }
    return k;
}

static double ratio_of(const ck_beat_shape *s, double time, size_t k)
{
    size_t n = s->n_intervals < CK_BEAT_SHAPE_TIMES ? s->n_intervals : CK_BEAT_SHAPE_TIMES;
    if (n < MIN_INTERVALS || k == 0) {
        return 0;
    }
    double expected = 0.5 * (s->by_length[(n - 1) / 2] + s->by_length[n / 2]);
    return expected > 0 ? (time - s->times[k - 1]) / expected : 0;
}

static void keep_interval(ck_beat_shape *s, double interval, double ratio)
{
    double off = ratio > 0 ? __builtin_fabs(ratio - 1) : FIRST_UNREST;
    double *oldest = &s->intervals[s->n_intervals++ % CK_BEAT_SHAPE_TIMES];
    double others[CK_BEAT_SHAPE_TIMES +
                  1]; /* those that stay, between something below and above all */
    others[0] = -BEYOND;
    others[CK_BEAT_SHAPE_TIMES] = BEYOND;
    for (size_t i = 0; i + 1 < CK_BEAT_SHAPE_TIMES; i++) {
        others[i + 1] = s->by_length[i] < *oldest ? s->by_length[i] : s->by_length[i + 1];
    }
    for (size_t i = 0; i < CK_BEAT_SHAPE_TIMES; i++) {
        double smallest = others[i + 1] < interval ? others[i + 1] : interval;
        s->by_length[i] = others[i] > smallest ? others[i] : smallest;
    }
    *oldest = interval;
    s->unrest += ((off < MAX_UNREST ? off : MAX_UNREST) - s->unrest) / UNREST_DEPTH;
}

/* Puts a time at index k; of too many the first is dropped. */
static void keep_time(ck_beat_shape *s, double time, size_t k, int is_normal)
{
    if (s->n_times == CK_BEAT_SHAPE_TIMES) {
        if (k == 0) {
            return;
        }
        k--;
        for (size_t i = 0; i < k; i++) {
            s->times[i] = s->times[i + 1];
            s->is_normal[i] = s->is_normal[i + 1];
        }
    } else {
        for (size_t i = s->n_times++; i > k; i--) {
            s->times[i] = s->times[i - 1];
            s->is_normal[i] = s->is_normal[i - 1];
        }
    }
    s->times[k] = time;
    s->is_normal[k] = is_normal;
}

/* Keeps the time of a beat that is not placed. */
static void ck_beat_shape_skip(ck_beat_shape *s, double time)
{
    keep_time(s, time, index_of(s, time), 0);
}

/* How unlike the dominant shape a beat is; above 1: of another shape. */
static double strangeness(const ck_beat_shape *s, const ck_beat_shape_fit *lead)
{
    double usual = STRANGE_USUAL * s->shape[lead->shape].misfit;
    double strange = lead->misfit / (usual > STRANGE_SHARE ? usual : STRANGE_SHARE);
    int is_sized = lead->gain < STRANGE_GAIN && lead->gain > 1 / STRANGE_GAIN;
    return is_sized || strange > 1.2 ? strange : 1.2;
}

/* How early a beat is; above 1: early. */
static double earliness(const ck_beat_shape *s, double ratio)
{
    double width = EARLY_DEVIATIONS * s->unrest;
    return ratio > 0 ? (1 - ratio) / (width > EARLY_SHARE ? width : EARLY_SHARE) : 0;
}

static ck_beat_kind kind_of(double early, double strange, const ck_beat_shape_average *own,
                            const ck_beat_shape_average *dominant, double ratio, double quality)
{
    int is_new = own->count < FEW || own->early >= 0.5 * MOSTLY_EARLY;
    double unlike = strange < 0.5 ? 0 : strange < 1 ? 2 * strange - 1 : is_new ? 1 : 0;
    int is_ahead = ratio > 0 && ratio < 1 - EARLY_STRANGE;
    if (strange > 1 && quality < POOR) {
        return CK_BEAT_UNCLASSIFIED;
    }
    if (early > 1 || (is_ahead && early + unlike > 1)) {
        return CK_BEAT_OTHER;
    }
    int is_wrong = own->early > MOSTLY_EARLY || own->slowness > SLOW * dominant->slowness;
    int is_unlike = strange > STRANGE_CLEARLY && own != dominant;
    return is_unlike && is_wrong ? CK_BEAT_OTHER : CK_BEAT_NORMAL;
}

/* Names the beat at a time (samples of the record), of shape `own`, whose fit to the dominant shape
 * is `lead`, and keeps its time. */
static void ck_beat_shape_name(ck_beat_shape *s, double time, const ck_beat_shape_fit *lead,
                               size_t own, ck_beat_shape_beat *beat)
{
    ck_beat_shape_average *m = &s->shape[own];
    size_t k = index_of(s, time);
    double ratio = ratio_of(s, time, k);
    double early = earliness(s, ratio), strange = strangeness(s, lead);
    m->early +=
        ck_beat_shape_share(m->count) * ((ratio > 0 && ratio < 1 - EARLY_STRANGE) - m->early);
    beat->interval_ratio = ratio;
    beat->kind = kind_of(early, strange, m, &s->shape[lead->shape], ratio, beat->quality);
    int is_normal = beat->kind == CK_BEAT_NORMAL;
    int is_regular = ratio == 0 || (ratio > MIN_INTERVAL_RATIO && ratio < MAX_INTERVAL_RATIO);
    if (is_normal && is_regular && k > 0 && s->is_normal[k - 1]) {
        keep_interval(s, time - s->times[k - 1], ratio);
        s->early_run = 0;
    } else if (strange <= 1 && ratio > MIN_INTERVAL_RATIO && ratio < 1 && ++s->early_run >= NEW_RHYTHM) {
        forget_intervals(s);
        s->early_run = 0;
    }
    keep_time(s, time, k, is_normal);
}

#endif
