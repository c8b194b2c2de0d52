/* The engine of ck_beat_shape: from the samples around a beat to its R peak and its kind. Compiled once
 * for processors that round a product and the sum it goes into together, and once for the others. */
#ifndef CK_BEAT_SHAPE_ENGINE_BODY_H
#define CK_BEAT_SHAPE_ENGINE_BODY_H

#include "ck_beat_shape_kind_body.h"
#include "ck_beat_shape_measure_body.h"
#include "ck_beat_shape_window_body.h"

/* A shape locates a beat of at least this correlation. */
#define LOCATES_MIN 0.7
/* A beat is of the dominant shape without further comparison. */
#define SURELY 0.97
/* A shape learns from beats of which it leaves no more than this share of the energy: while it is
 * young; later, so many times the usual share but at least this one. */
#define JOINS_YOUNG 0.2775 /* a correlation of 0.85 */
#define JOINS_USUAL 4.0
#define JOINS_MIN 0.08
#define YOUNG 8
/* Most of the 120 ms about a beat that may be missing; s. */
#define MISSING_S 0.025
/* quality of a signal whose ratio to noise is this is 0.5. */
#define FAIR 4.0
#define CLIPPED 0.4
/* A ratio to noise beyond any; also where powers overflow. */
#define MAX_RATIO 1e300
/* By this share one flank of a beat is wider or higher than the other, beyond those of its shape. */
#define UNEQUAL 0.055

/* The best fit, and that to the dominant shape. */
static ck_beat_shape_fit best_fit(const ck_beat_shape *s, ck_beat_shape_fit *lead)
{
    *lead = ck_beat_shape_fit_to(s, s->dominant);
    ck_beat_shape_fit best = *lead;
    for (size_t j = 0; j < CK_BEAT_SHAPE_COUNT && lead->correlation < SURELY; j++) {
        if (j != lead->shape && s->shape[j].count > 0) {
            ck_beat_shape_fit fit = ck_beat_shape_fit_to(s, j);
            best = fit.correlation > best.correlation ? fit : best;
        }
    }
    return best;
}

/* Whether a shape learns from a beat; and what it usually leaves of one, kept up. */
static int joins(ck_beat_shape_average *m, double misfit)
{
    double limit = JOINS_USUAL * m->misfit;
    limit = limit > JOINS_MIN ? limit : JOINS_MIN;
    limit = m->count < YOUNG || limit > JOINS_YOUNG ? JOINS_YOUNG : limit;
    double largest = m->count < YOUNG ? 1 : JOINS_USUAL * m->misfit + 0.001;
    m->misfit += ck_beat_shape_share(m->count + 1) * ((misfit < largest ? misfit : largest) - m->misfit);
    return misfit <= limit;
}

/* Delay of the R peak of s->aligned behind that of the shape, because its flanks differ from those
 * of the shape: the part of (2) that noise does not hide; samples of the wave. And how much of the
 * energy that (1) leaves is along (2). */
static double drag(const ck_beat_shape *s, const ck_beat_shape_average *m, double gain,
                   double *along)
{
    double sums[CK_BEAT_SHAPE_FLANKS], doubt = m->noise / (UNEQUAL * UNEQUAL), g = gain * gain;
    s->loops->flanks(s, m, sums);
    const double (*product)[CK_BEAT_SHAPE_FLANKS] = m->product;
    double whole = product[0][0] * product[1][1] - product[0][1] * product[1][0];
    *along = (sums[0] * sums[0] * product[1][1] + sums[1] * sums[1] * product[0][0]
              - sums[0] * sums[1] * (product[0][1] + product[1][0])) / whole;
    double a = g * product[0][0] + doubt, b = g * product[0][1];
    double c = g * product[1][0], d = g * product[1][1] + doubt, det = a * d - b * c;
    double found = gain * (m->drag[0] * (d * sums[0] - b * sums[1])
                           + m->drag[1] * (a * sums[1] - c * sums[0])) / det;
    return found > -2 && found < 2 ? found : 0;
}

static double within(double at, double last) { return at > 2 ? at < last ? at : last : 2; }

/* Locates and measures the beat; returns its shape. */
static size_t locate(ck_beat_shape *s, const ck_beat_shape_fit *best, double middle,
                    ck_beat_shape_beat *beat)
{
    ck_beat_shape_average *m = best->correlation >= LOCATES_MIN ? &s->shape[best->shape] : NULL;
    double along = 0;
    double own = m ? best->at + m->apex_offset : ck_beat_shape_own_apex(s) - (double)s->apex;
    s->loops->align(s, within(own, (double)(s->wave_count - s->length - CK_BEAT_SHAPE_EDGE - 2)));
    double apex = own + (double)s->apex + (m ? drag(s, m, best->gain, &along) : 0);
    /* A shape next to nothing may put it anywhere. */
    apex = apex > 0 && apex < (double)s->wave_count ? apex : ck_beat_shape_own_apex(s);
    double grid = (double)s->down / (double)s->up;
    beat->position = middle + (apex - (double)s->centre) * grid;
    beat->is_clipped = ck_beat_shape_is_clipped(s, (double)s->half + apex * grid);
    ck_beat_shape_measure(s, beat);
    /* Of a beat that no shape fits, noise is that of the beats before. */
    double left = best->energy * best->misfit;
    double slow = m ? left / (s->weight_sum - (double)(CK_BEAT_SHAPE_TERMS + 1))
                    : s->shape[best->shape].noise;
    slow = slow > 0 ? slow : 0;
    double variance = slow + ck_beat_shape_fast_variance(s);
    double range = m ? best->gain * m->range : beat->range_mv;
    double ratio = variance > 0 ? range * range / (8 * variance) : range > 0 ? MAX_RATIO : 0;
    ratio = ratio < MAX_RATIO ? ratio : ratio > 0 ? MAX_RATIO : 0;
    beat->noise_mv = ck_sqrt(variance);
    beat->quality = ratio / (ratio + FAIR) * (beat->is_clipped ? CLIPPED : 1);
    if (m && joins(m, best->misfit)) {
        double rest = along > 0 ? left - along : left;
        double freedom = s->weight_sum - (double)(CK_BEAT_SHAPE_TERMS + 1 + CK_BEAT_SHAPE_FLANKS);
        ck_beat_shape_learn(s, best->shape, apex, rest > 0 ? rest / freedom : 0);
        return best->shape;
    }
    return ck_beat_shape_begin(s, apex, slow, m ? m->sign : 0);
}

static void push_beat(ck_beat_shape *s, const double *x, size_t n, double position,
                        double first, ck_beat_shape_beat *beat)
{
    *beat = (ck_beat_shape_beat){.position = position, .shape = -1, .kind = CK_BEAT_UNCLASSIFIED};
    if (!(position >= 0 && position < (double)n)) {
        return;
    }
    double middle = ck_rint(position);
    double missing = (double)ck_beat_shape_gather(s, x, n, middle);
    if (missing > MISSING_S * s->rate_hz) {
        ck_beat_shape_skip(s, first + position);
        return;
    }
    s->loops->filter(s);
    s->beats++;
    ck_beat_shape_fit lead, best = best_fit(s, &lead);
    size_t own = locate(s, &best, middle, beat);
    beat->correlation = best.correlation > 0 ? best.correlation : 0;
    beat->quality *= 1 - missing / (2 * CK_BEAT_SHAPE_ABOUT_S * s->rate_hz + 1);
    beat->shape = (int)own;
    beat->is_placed = 1;
    ck_beat_shape_name(s, first + beat->position, &lead, own, beat);
}

#endif
