/* A beat against a shape: where it lies best, and how well. */
#ifndef CK_BEAT_SHAPE_FIT_BODY_H
#define CK_BEAT_SHAPE_FIT_BODY_H

#include "ck_beat_shape_state.h"
#include "ck_platform.h"

/* A step of Newton below this leaves less than a thousandth; samples of the wave. */
#define CLOSE 0.03
/* Of a beat that fits its shape so well, only the lags about the best score are looked at. */
#define WELL 0.97
/* So many lags about the usual one are looked at first: one vector. */
#define NEAR 8

/* The middle of v[n], 0 < n <= CK_BEAT_SHAPE_WAVE_MAX; the mean of two where n is even. */
static double ck_beat_shape_median(const double *v, size_t n)
{
    double sorted[CK_BEAT_SHAPE_WAVE_MAX];
    for (size_t i = 0; i < n; i++) {
        size_t k = i;
        for (; k > 0 && sorted[k - 1] > v[i]; k--) {
            sorted[k] = sorted[k - 1];
        }
        sorted[k] = v[i];
    }
    return 0.5 * (sorted[(n - 1) / 2] + sorted[n / 2]);
}

/* Where the parabola through three values has its extremum, from the middle one; within half. */
static double vertex(double a, double b, double c)
{
    double bend = a - 2 * b + c;
    double x = bend != 0 ? 0.5 * (a - c) / bend : 0;
    return x > 0.5 ? 0.5 : x < -0.5 ? -0.5 : x;
}

/* Where the curve of fourth order through v[-2 ... 2] has its extremum, from v[0]; within 1. */
static double ck_beat_shape_extremum(const double *v)
{
    double x = vertex(v[-1], v[0], v[1]);
    double d1 = (8 * (v[1] - v[-1]) - (v[2] - v[-2])) / 12;
    double d2 = (16 * (v[1] + v[-1]) - 30 * v[0] - (v[2] + v[-2])) / 12;
    double d3 = ((v[2] - v[-2]) - 2 * (v[1] - v[-1])) / 2;
    double d4 = (v[2] + v[-2]) - 4 * (v[1] + v[-1]) + 6 * v[0];
    for (int i = 0; i < 3; i++) {
        double f = d1 + x * (d2 + x * (d3 / 2 + x * d4 / 6));
        double g = d2 + x * (d3 + x * d4 / 2);
        if (!(f * f < g * g)) {
            break;
        }
        x -= f / g;
        x = x > 1 ? 1 : x < -1 ? -1 : x;
    }
    return x;
}

/* Where the curve of fifth order through v[6] crosses 0, between v[2] <= 0 and v[3] > 0; from
 * v[2]. Newton's steps, kept inside. */
static double crossing(const double *v)
{
    double near = v[3] + v[1], far = v[4] + v[0], rise = v[3] - v[1], wide = v[4] - v[0];
    double fourth = far - 4 * near + 6 * v[2];
    double fifth = v[5] - v[0] - 5 * (v[4] - v[1]) + 10 * (v[3] - v[2]);
    double c1 = (8 * rise - wide) * (1.0 / 12) + fifth * (1.0 / 30);
    double c2 = (16 * near - far - 30 * v[2]) * (1.0 / 24);
    double c3 = (wide - 2 * rise) * (1.0 / 12) - fifth * (1.0 / 24);
    double c4 = fourth * (1.0 / 24);
    double c5 = fifth * (1.0 / 120);
    double low = 0, high = 1, x = v[2] / (v[2] - v[3]);
    for (int i = 0; i < 6; i++) {
        double x2 = x * x;
        double value = (v[2] + x * c1) + x2 * ((c2 + x * c3) + x2 * (c4 + x * c5));
        double slope = (c1 + x * (2 * c2)) + x2 * ((3 * c3 + x * (4 * c4)) + x2 * (5 * c5));
        low = value < 0 ? x : low;
        high = value < 0 ? high : x;
        double next = x - value / slope;
        next = next > low && next < high ? next : 0.5 * (low + high);
        double step = next - x;
        x = next;
        if (step < CLOSE && step > -CLOSE) {
            break;
        }
    }
    return x;
}

/* Gain and correlation where a shape lies on the beat at lag l and a fraction within half a lag. */
static void rate(const ck_beat_shape *s, const double *wave, const double *score, double part,
                 size_t l, ck_beat_shape_fit *fit)
{
    const ck_beat_shape_average *m = &s->shape[fit->shape];
    double before = score[l - 1], top = score[l], after = score[l + 1];
    double value = top + 0.5 * part * ((after - before) + part * (before - 2 * top + after));
    double energy = s->loops->energy(s, wave + l), scale = ck_sqrt(m->energy * energy);
    double correlation = scale > 0 ? value / scale : 0;
    if (correlation > fit->correlation) {
        fit->correlation = correlation < 1 ? correlation : 1;
        fit->misfit = 1 - fit->correlation * fit->correlation;
        fit->gain = value / m->energy;
        fit->energy = energy;
        fit->at = (double)l + part;
    }
}

static size_t largest(const double *v, size_t first, size_t last)
{
    size_t best = first;
    double highest = v[first];
    for (size_t i = first + 1; i <= last; i++) {
        best = v[i] > highest ? i : best;
        highest = v[i] > highest ? v[i] : highest;
    }
    return best;
}

static int rises(const double *v) { return (v[0] <= 0) & (v[1] > 0); }

/* Rates every zero of the shift between lags first and last: each is a best fit among its
 * neighbours. */
static void rate_zeros(const ck_beat_shape *s, const double *wave, const double *score,
                       size_t first, size_t last, ck_beat_shape_fit *fit)
{
    double turns[CK_BEAT_SHAPE_LAGS_MAX + 8];
    const double *turn = turns + 2;
    s->loops->slide(s->shape[fit->shape].shift, s->length, wave + first - 2, turns,
                    last - first + 6);
    /* No zero follows another at once. The first step has no branch: which of two lags it is cannot
     * be foretold. */
    for (size_t l = first + !rises(turn); l < last; l++) {
        if (rises(turn + (l - first))) {
            double part = crossing(turn + (l - first) - 2);
            size_t is_next = part >= 0.5;
            rate(s, wave, score, part - (double)is_next, l + is_next, fit);
            l++;
        }
    }
}

/* The zero of highest correlation: where the fit is good, of those about the highest score. */
static ck_beat_shape_fit ck_beat_shape_fit_to(const ck_beat_shape *s, size_t shape)
{
    const ck_beat_shape_average *m = &s->shape[shape];
    ck_beat_shape_fit fit = {.shape = shape, .misfit = 1};
    if (!(m->energy > 0)) {
        return fit;
    }
    double lead = ck_rint(m->lead) + (double)(s->centre - s->apex - s->lags / 2);
    const double *wave = s->wave + (size_t)lead;
    double score[CK_BEAT_SHAPE_LAGS_MAX];
    size_t near = s->lags / 2 - NEAR / 2, best;
    s->loops->slide(m->match, s->length, wave + near, score + near, NEAR);
    best = largest(score, near + 1, near + NEAR - 2);
    if (best > near + 1 && best < near + NEAR - 2) {
        rate_zeros(s, wave, score, best - 1, best + 1, &fit);
    }
    if (fit.correlation < WELL) {
        size_t end = s->lags - 2;
        s->loops->slide(m->match, s->length, wave, score, s->lags);
        best = largest(score, 1, end);
        rate_zeros(s, wave, score, 1, end, &fit);
    }
    if (!(fit.correlation > 0)) {
        rate(s, wave, score, vertex(score[best - 1], score[best], score[best + 1]), best, &fit);
    }
    fit.at += lead;
    return fit;
}

/* Position in the wave of its own largest deflection near the centre. */
static double ck_beat_shape_own_apex(const ck_beat_shape *s)
{
    double level = ck_beat_shape_median(s->wave, s->wave_count), highest = -1;
    size_t best = s->centre;
    for (size_t i = s->centre - s->reach; i <= s->centre + s->reach; i++) {
        double deflection = __builtin_fabs(s->wave[i] - level);
        if (deflection > highest) {
            highest = deflection;
            best = i;
        }
    }
    return (double)best + ck_beat_shape_extremum(s->wave + best);
}

#endif
