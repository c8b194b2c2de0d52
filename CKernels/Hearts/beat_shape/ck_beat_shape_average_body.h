/* The averages: which there are, what they learn, and where their R peaks are. */
#ifndef CK_BEAT_SHAPE_AVERAGE_BODY_H
#define CK_BEAT_SHAPE_AVERAGE_BODY_H

#include "ck_beat_shape_fit_body.h"

/* Beats that an average is deep; while it has no more, its R peak may move. Afterwards T and its
 * filters follow the average every so many beats. */
#define DEPTH 32.0
#define RENEWED 8
/* How much larger another deflection must be for the R peak to move to it. */
#define LARGER 1.25
/* Within this the R peak follows its own deflection; s. */
#define NEAR_S 0.012

/* The share with which the next value enters a running mean of `count` values. */
static double ck_beat_shape_share(double count) { return 1 / (count < DEPTH ? count : DEPTH); }

static size_t find_dominant(const ck_beat_shape *s)
{
    size_t best = 0;
    for (size_t j = 1; j < CK_BEAT_SHAPE_COUNT; j++) {
        best = s->shape[j].count > s->shape[best].count ? j : best;
    }
    return best;
}

/* Few beats, and long ago. */
static size_t find_replaceable(const ck_beat_shape *s)
{
    size_t best = 0;
    double smallest = 0;
    for (size_t j = 0; j < CK_BEAT_SHAPE_COUNT; j++) {
        const ck_beat_shape_average *m = &s->shape[j];
        double use = m->count / (1 + (double)(s->beats - m->last) / DEPTH);
        if (j == 0 || use < smallest) {
            smallest = use;
            best = j;
        }
    }
    return best;
}

/* Finds the extremum of the R wave near where it was, and the range about it. */
static void locate_apex(const ck_beat_shape *s, ck_beat_shape_average *m)
{
    size_t near = (size_t)(NEAR_S * s->grid_hz),
           about = (size_t)(CK_BEAT_SHAPE_ABOUT_S * s->grid_hz);
    size_t best = s->apex;
    double low = m->wave[s->apex], high = low;
    for (size_t k = s->apex - about; k <= s->apex + about; k++) {
        double v = m->wave[k];
        low = v < low ? v : low;
        high = v > high ? v : high;
        if (k + near >= s->apex && k <= s->apex + near && m->sign * v > m->sign * m->wave[best]) {
            best = k;
        }
    }
    m->range = high - low;
    m->apex_offset = (double)best + ck_beat_shape_extremum(m->wave + best) - (double)s->apex;
}

/* Lays the average so that index k becomes the R peak's; what comes in repeats the end. */
static void lay(ck_beat_shape *s, ck_beat_shape_average *m, size_t k)
{
    for (size_t i = 0; i < s->length; i++) {
        size_t from = i + k > s->apex ? i + k - s->apex : 0;
        s->aligned[i] = m->wave[from < s->length ? from : s->length - 1];
    }
    s->loops->learn(s, m, 1);
    s->loops->renew(s, m);
}

/* Moves the R peak to the largest deflection, where that is clearly larger and within reach. */
static void move_apex(ck_beat_shape *s, ck_beat_shape_average *m)
{
    double level = ck_beat_shape_median(m->wave, s->length), largest = 0;
    size_t best = s->apex, first = s->apex > s->reach + 2 ? s->apex - s->reach : 2;
    for (size_t k = first; k <= s->apex + s->reach && k + 2 < s->length; k++) {
        double deflection = __builtin_fabs(m->wave[k] - level);
        if (deflection > largest) {
            largest = deflection;
            best = k;
        }
    }
    double lead = m->lead + (double)best - (double)s->apex;
    if (largest > LARGER * __builtin_fabs(m->wave[s->apex] - level)
        && __builtin_fabs(lead) <= (double)s->reach) {
        m->lead = lead;
        m->sign = m->wave[best] > level ? 1 : -1;
        lay(s, m, best);
        locate_apex(s, m);
    }
}

static double limited(double x, double largest) { return x > largest ? largest : x < -largest ? -largest : x; }

/* Takes s->aligned into a shape; apex is the position of its R peak in the wave. */
static void ck_beat_shape_learn(ck_beat_shape *s, size_t shape, double apex, double noise)
{
    ck_beat_shape_average *m = &s->shape[shape];
    double share = ck_beat_shape_share(m->count + 1);
    s->loops->learn(s, m, share);
    m->count++;
    s->dominant = m->count > s->shape[s->dominant].count ? shape : s->dominant;
    m->last = s->beats;
    m->noise += share * (noise - m->noise);
    m->lead += share * (apex - (double)s->centre - m->lead);
    m->lead = limited(m->lead, (double)s->reach);
    if (m->count <= DEPTH) {
        s->loops->renew(s, m);
        locate_apex(s, m);
        move_apex(s, m);
    } else if (++m->waiting == RENEWED) {
        m->waiting = 0;
        s->loops->renew(s, m);
        locate_apex(s, m);
    }
}

/* Begins a shape by s->aligned instead of the least used one; sign of its R wave, or 0 to look. */
static size_t ck_beat_shape_begin(ck_beat_shape *s, double apex, double noise, int sign)
{
    size_t shape = find_replaceable(s);
    ck_beat_shape_average *m = &s->shape[shape];
    s->loops->learn(s, m, 1);
    s->loops->renew(s, m);
    m->count = 1;
    m->waiting = 0;
    s->dominant = shape == s->dominant ? find_dominant(s) : s->dominant;
    m->last = s->beats;
    m->noise = noise;
    m->misfit = m->early = 0;
    m->lead = limited(apex - (double)s->centre, (double)s->reach);
    double level = ck_beat_shape_median(m->wave, s->length);
    m->sign = sign != 0 ? sign : m->wave[s->apex] > level ? 1 : -1;
    locate_apex(s, m);
    return shape;
}

#endif
