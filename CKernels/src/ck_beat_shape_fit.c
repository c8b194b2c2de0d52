/* A beat against a shape: where it lies best, and how well. */
#include "ck_beat_shape_state.h"
#include "ck_platform.h"

double ck_shape_median(const double *v, size_t n)
{
    double sorted[CK_SHAPE_WAVE_MAX];
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

double ck_shape_extremum(const double *v)
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

/* The value at x in [0, 1] between v[2] and v[3] of the curve through v[6] (Lagrange). */
static double between(const double *v, double x)
{
    double a = x + 2, b = x + 1, d = x - 1, e = x - 2, f = x - 3;
    return a * b * (x * d * (e * v[5] / 120 - f * v[4] / 24) + e * f * (x * v[3] - d * v[2]) / 12)
           + x * d * e * f * (a * v[1] / 24 - b * v[0] / 120);
}

/* Where that curve crosses 0, between v[2] <= 0 and v[3] > 0. */
static double crossing(const double *v)
{
    double low = 0, high = 1, x = v[2] / (v[2] - v[3]);
    for (int i = 0; i < 4; i++) {
        double value = between(v, x);
        if (value < 0) {
            low = x;
        } else {
            high = x;
        }
        double next = x - value / (v[3] - v[2]);
        x = next > low && next < high ? next : 0.5 * (low + high);
    }
    return x;
}

/* Gain and correlation where a shape lies on the beat at lag l and a fraction within half a lag. */
static void rate(const ck_beat_shape *s, const double *wave, const double *score, double part,
                 size_t l, ck_shape_fit *fit)
{
    const ck_shape *m = &s->shape[fit->shape];
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

/* Every zero of the shift is a best fit among its neighbours: the one of highest correlation. */
ck_shape_fit ck_shape_fit_to(const ck_beat_shape *s, size_t shape)
{
    const ck_shape *m = &s->shape[shape];
    ck_shape_fit fit = {.shape = shape, .misfit = 1};
    if (!(m->energy > 0)) {
        return fit;
    }
    double lead = ck_rint(m->lead) + (double)(s->centre - s->apex - s->lags / 2);
    const double *wave = s->wave + (size_t)lead;
    double score[CK_SHAPE_LAGS_MAX], turns[CK_SHAPE_LAGS_MAX + 8];
    s->loops->slide(m->match, s->length, wave, score, s->lags);
    s->loops->slide(m->shift, s->length, wave - 2, turns, s->lags + 8);
    const double *turn = turns + 2;
    size_t best = 1;
    for (size_t l = 1; l + 2 < s->lags; l++) {
        best = score[l] > score[best] ? l : best;
        if (turn[l] <= 0 && turn[l + 1] > 0) {
            double part = crossing(turn + l - 2);
            rate(s, wave, score, part < 0.5 ? part : part - 1, part < 0.5 ? l : l + 1, &fit);
        }
    }
    if (!(fit.correlation > 0)) {
        rate(s, wave, score, vertex(score[best - 1], score[best], score[best + 1]), best, &fit);
    }
    fit.at += lead;
    return fit;
}

double ck_shape_own_apex(const ck_beat_shape *s)
{
    double level = ck_shape_median(s->wave, s->wave_count), most = -1;
    size_t best = s->centre;
    for (size_t i = s->centre - s->reach; i <= s->centre + s->reach; i++) {
        double deflection = __builtin_fabs(s->wave[i] - level);
        if (deflection > most) {
            most = deflection;
            best = i;
        }
    }
    return (double)best + ck_shape_extremum(s->wave + best);
}
