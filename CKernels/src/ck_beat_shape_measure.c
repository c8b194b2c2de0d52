/* What is measured on a beat that is laid with its R peak at index `apex`. */
#include "ck_beat_shape_state.h"
#include "ck_platform.h"

/* How far from the R peak range and slope, and the area, are taken; how far before it the level
 * begins, which ends where the range begins; s. */
#define ABOUT_S 0.06
#define AREA_S 0.04
#define LEVEL_S 0.08

/* Sum over v[-whole ... whole] by trapezia, with pieces at both ends; step of the integral 1. */
static double area_of(const double *v, double half, double level)
{
    size_t whole = (size_t)half;
    double part = half - (double)whole, sum = v[0] - level;
    for (size_t k = 1; k <= whole; k++) {
        sum += (v[k] - level) + (*(v - k) - level);
    }
    double ends = (v[whole] - level) + (*(v - whole) - level);
    double beyond = (v[whole + 1] - level) + (*(v - whole - 1) - level);
    return sum - 0.5 * ends + part * (ends + 0.5 * part * (beyond - ends));
}

/* The extremum of the parabola through v[-1 ... 1] where v[0] is the largest or the least of them. */
static double peak_of(const double *v)
{
    double slope = 0.5 * (v[1] - v[-1]), bend = v[1] - 2 * v[0] + v[-1];
    int is_peak = bend != 0 && __builtin_fabs(slope) <= 0.5 * __builtin_fabs(bend);
    return is_peak ? v[0] - 0.5 * slope * slope / bend : v[0];
}

static double between(double a, double b, double part) { return a + part * (b - a); }

void ck_shape_measure(const ck_beat_shape *s, ck_beat_shape_beat *beat)
{
    const double *v = s->aligned, about_exactly = ABOUT_S * s->grid_hz;
    size_t about = (size_t)about_exactly, first = s->apex - (size_t)(LEVEL_S * s->grid_hz);
    size_t begin = s->apex - about, end = s->apex + about, low = s->apex, high = low;
    double steep = 0, level = 0;
    for (size_t k = begin; k <= end; k++) {
        low = v[k] < v[low] ? k : low;
        high = v[k] > v[high] ? k : high;
        double rise = __builtin_fabs(8 * (v[k + 1] - v[k - 1]) - (v[k + 2] - v[k - 2]));
        steep = rise > steep ? rise : steep;
    }
    for (size_t k = first; k < begin; k++) {
        level += v[k] / (double)(begin - first);
    }
    double most = peak_of(v + high), least = peak_of(v + low), part = about_exactly - (double)about;
    double before = between(v[begin], v[begin - 1], part), after = between(v[end], v[end + 1], part);
    double least_end = before < after ? before : after, most_end = before < after ? after : before;
    beat->range_mv = (most > most_end ? most : most_end) - (least < least_end ? least : least_end);
    beat->slope_mv_per_s = steep / 12 * s->grid_hz;
    beat->area_mv_s = area_of(v + s->apex, AREA_S * s->grid_hz, level) / s->grid_hz;
}

/* What the low-pass takes off, squared, at so many quadruples of input samples from wave[first] on.
 * Four sums, so that an addition need not wait for the one before. */
static double fast_energy(const ck_beat_shape *s, size_t first, size_t quadruples)
{
    double sum[4] = {0};
    const double *wave = s->wave + first, *raw = s->raw + first / s->up * s->down + s->half;
    for (size_t i = 0; i < quadruples; i++) {
        for (size_t j = 0; j < 4; j++) {
            double rest = raw[j * s->down] - wave[j * s->up];
            sum[j] += rest * rest;
        }
        wave += 4 * s->up;
        raw += 4 * s->down;
    }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

double ck_shape_fast_variance(const ck_beat_shape *s)
{
    /* Of a doubled rate only every second value of the wave has an input sample. */
    size_t about = (size_t)(ABOUT_S * s->grid_hz) / s->up * s->up, after = s->centre + about;
    size_t before = (s->centre - about) / (4 * s->up);
    size_t behind = (s->wave_count - after) / (4 * s->up);
    double sum = fast_energy(s, 0, before) + fast_energy(s, after, behind);
    return sum / (4 * (double)(before + behind));
}
