/* What is measured on a beat that is laid with its R peak at index `apex`. */
#ifndef CK_BEAT_SHAPE_MEASURE_BODY_H
#define CK_BEAT_SHAPE_MEASURE_BODY_H

#include "ck_beat_shape_state.h"
#include "ck_lanes.h"
#include "ck_platform.h"

/* How far from the R peak the area is taken; how far before it the level begins, which ends where
 * the range begins; s. */
#define AREA_S 0.04
#define LEVEL_S 0.08

#define LOAD(v) (*(const ck_eight *)(v))

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

/* Twelve times the largest derivative, by five points, from one position to another, at least 8
 * samples on; the last vector ends there. */
static double steepest(const double *first, const double *last)
{
    ck_eight largest = {0};
    for (const double *next = first; next <= last; next += 8) {
        const double *v = next + 7 <= last ? next : last - 7;
        ck_eight rise = 8 * (LOAD(v + 1) - LOAD(v - 1)) - (LOAD(v + 2) - LOAD(v - 2));
        rise = __builtin_elementwise_abs(rise);
        largest = CK_CHOOSE(ck_eight, ck_eight_bits, rise > largest, rise, largest);
    }
    double steep = largest[0];
    for (size_t i = 1; i < 8; i++) {
        steep = largest[i] > steep ? largest[i] : steep;
    }
    return steep;
}

/* The lowest and the highest value from one position to another, at least 8 samples on; the last
 * vector ends there. */
static void find_ends(const double *first, const double *last, double *lowest, double *highest)
{
    ck_eight low = LOAD(last - 7), high = low;
    for (; first + 7 < last; first += 8) {
        ck_eight v = LOAD(first);
        low = CK_CHOOSE(ck_eight, ck_eight_bits, v < low, v, low);
        high = CK_CHOOSE(ck_eight, ck_eight_bits, v > high, v, high);
    }
    *lowest = __builtin_reduce_min(low);
    *highest = __builtin_reduce_max(high);
}

/* Where x is first, which is there. */
static const double *first_of(const double *v, double x)
{
    for (;; v += 8) {
        unsigned lanes = CK_EIGHT_LANES(LOAD(v) == x);
        if (lanes != 0) {
            return v + __builtin_ctz(lanes);
        }
    }
}

static double between(double a, double b, double part) { return a + part * (b - a); }

/* What is measured on s->aligned. */
static void ck_beat_shape_measure(const ck_beat_shape *s, ck_beat_shape_beat *beat)
{
    const double *v = s->aligned, about_exactly = CK_BEAT_SHAPE_ABOUT_S * s->grid_hz;
    size_t about = (size_t)about_exactly, first = s->apex - (size_t)(LEVEL_S * s->grid_hz);
    size_t begin = s->apex - about, end = s->apex + about;
    double level = 0, lowest, highest;
    find_ends(v + begin, v + end, &lowest, &highest);
    for (size_t k = first; k < begin; k++) {
        level += v[k];
    }
    level /= (double)(begin - first);
    double largest = peak_of(first_of(v + begin, highest));
    double smallest = peak_of(first_of(v + begin, lowest));
    double part = about_exactly - (double)about;
    double before = between(v[begin], v[begin - 1], part), after = between(v[end], v[end + 1], part);
    double min_end = before < after ? before : after, max_end = before < after ? after : before;
    beat->range_mv = (largest > max_end ? largest : max_end) - (smallest < min_end ? smallest : min_end);
    beat->slope_mv_per_s = steepest(v + begin, v + end) / 12 * s->grid_hz;
    beat->area_mv_s = area_of(v + s->apex, AREA_S * s->grid_hz, level) / s->grid_hz;
}

/* What the low-pass takes off of x[n], squared, n a multiple of 4. */
static double fast_energy(const float *wave, const float *x, size_t n)
{
    ck_four_floats sum = {0};
    for (size_t i = 0; i < n; i += 4) {
        const ck_four_floats rest =
            *(const ck_four_floats *)(x + i) - *(const ck_four_floats *)(wave + i);
        sum += rest * rest;
    }
    return (double)((sum[0] + sum[1]) + (sum[2] + sum[3]));
}

/* Variance of what the low-pass takes off beside the QRS. */
static double ck_beat_shape_fast_variance(const ck_beat_shape *s)
{
    /* Of a doubled rate only every second value of the wave has an input sample. */
    const float *wave = s->up == 2 ? s->split : s->filtered;
    const float *x = s->down == 1 ? s->raw + s->half : s->level + s->half / s->down;
    size_t about = (size_t)(CK_BEAT_SHAPE_ABOUT_S * s->grid_hz) / s->up, middle = s->centre / s->up;
    size_t before = (middle - about) / 4 * 4, after = middle + about;
    size_t behind = (s->wave_count / s->up - after) / 4 * 4;
    double sum = fast_energy(wave, x, before) + fast_energy(wave + after, x + after, behind);
    return sum / (double)(before + behind);
}

#endif
