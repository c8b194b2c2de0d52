/* The body of ck_band_powers, compiled once for every instruction set.
 *
 * A row is one number of each of sixteen frames. So the transform is written for one frame, with
 * vectors instead of numbers, and no butterfly moves numbers between lanes. */
#ifndef CK_BAND_POWERS_BODY_H
#define CK_BAND_POWERS_BODY_H

#include "ck_band_powers_plan.h"
#include "ck_lanes.h"

typedef float ck_row __attribute__((vector_size(64), aligned(64)));

/* Of every four lanes of a and b: the first two, in turn; the last two, in turn. */
#define CK_ROW_LOW(a, b)                                                                           \
    __builtin_shufflevector(a, b, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29)
#define CK_ROW_HIGH(a, b)                                                                          \
    __builtin_shufflevector(a, b, 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31)
/* Of every four lanes: the first pair of a, then of b; the last pairs. */
#define CK_ROW_LOW_PAIRS(a, b)                                                                     \
    __builtin_shufflevector(a, b, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29)
#define CK_ROW_HIGH_PAIRS(a, b)                                                                    \
    __builtin_shufflevector(a, b, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31)
/* Fours 0 and 2 of a, then of b; fours 1 and 3. */
#define CK_ROW_EVEN_FOURS(a, b)                                                                    \
    __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27)
#define CK_ROW_ODD_FOURS(a, b)                                                                     \
    __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31)

/* Sixteen samples of sixteen frames with a hop between beginnings: out[j] has sample j of each. */
CK_INLINE void ck_band_powers_turn(const float *restrict x, size_t hop,
                                   ck_sixteen_floats *restrict out)
{
    ck_sixteen_floats fours[4][4];
#pragma clang loop unroll(full)
    for (size_t g = 0; g < 4; g++) {
        const float *from = x + 4 * g * hop;
        const ck_sixteen_floats a = *(const ck_sixteen_floats *)from;
        const ck_sixteen_floats b = *(const ck_sixteen_floats *)(from + hop);
        const ck_sixteen_floats c = *(const ck_sixteen_floats *)(from + 2 * hop);
        const ck_sixteen_floats d = *(const ck_sixteen_floats *)(from + 3 * hop);
        const ck_sixteen_floats ab = CK_ROW_LOW(a, b), cd = CK_ROW_LOW(c, d);
        const ck_sixteen_floats ab2 = CK_ROW_HIGH(a, b), cd2 = CK_ROW_HIGH(c, d);
        fours[g][0] = CK_ROW_LOW_PAIRS(ab, cd);
        fours[g][1] = CK_ROW_HIGH_PAIRS(ab, cd);
        fours[g][2] = CK_ROW_LOW_PAIRS(ab2, cd2);
        fours[g][3] = CK_ROW_HIGH_PAIRS(ab2, cd2);
    }
#pragma clang loop unroll(full)
    for (size_t c = 0; c < 4; c++) {
        const ck_sixteen_floats even1 = CK_ROW_EVEN_FOURS(fours[0][c], fours[1][c]);
        const ck_sixteen_floats even2 = CK_ROW_EVEN_FOURS(fours[2][c], fours[3][c]);
        const ck_sixteen_floats odd1 = CK_ROW_ODD_FOURS(fours[0][c], fours[1][c]);
        const ck_sixteen_floats odd2 = CK_ROW_ODD_FOURS(fours[2][c], fours[3][c]);
        out[c] = CK_ROW_EVEN_FOURS(even1, even2);
        out[8 + c] = CK_ROW_ODD_FOURS(even1, even2);
        out[4 + c] = CK_ROW_EVEN_FOURS(odd1, odd2);
        out[12 + c] = CK_ROW_ODD_FOURS(odd1, odd2);
    }
}

/* Tapered samples as n / 2 complex rows, in the order of reversed bits. */
CK_INLINE void ck_band_powers_load(const ck_band_powers_plan *plan, const float *restrict x,
                                   ck_row *restrict re, ck_row *restrict im)
{
    for (size_t j = 0; j < plan->n; j += 16) {
        ck_sixteen_floats turned[16];
        ck_band_powers_turn(x + j, plan->hop, turned);
        for (size_t i = 0; i < 16; i += 2) {
            const size_t index = plan->indices[(j + i) / 2];
            re[index] = turned[i] * plan->window[j + i];
            im[index] = turned[i + 1] * plan->window[j + i + 1];
        }
    }
}

/* Pairs of neighbours: the first pass where the count of passes is odd. */
CK_INLINE void ck_band_powers_pairs(size_t count, ck_row *restrict re, ck_row *restrict im)
{
    for (size_t k = 0; k < count; k += 2) {
        const ck_row a = re[k], b = im[k], c = re[k + 1], d = im[k + 1];
        re[k] = a + c;
        im[k] = b + d;
        re[k + 1] = a - c;
        im[k + 1] = b - d;
    }
}

/* Two passes at once, on four rows with stride h, of transforms of length h to length 4 h. w1, w2
 * and w3 are the twiddles of the second, third and fourth row. */
CK_INLINE void ck_band_powers_four(ck_row *restrict re, ck_row *restrict im, size_t h,
                                   const float *w1, const float *w2, const float *w3)
{
#pragma clang fp contract(off)
    const ck_row x0r = re[0], x0i = im[0];
    const ck_row x1r = re[h] * w1[0] - im[h] * w1[1], x1i = re[h] * w1[1] + im[h] * w1[0];
    const ck_row x2r = re[2 * h] * w2[0] - im[2 * h] * w2[1];
    const ck_row x2i = re[2 * h] * w2[1] + im[2 * h] * w2[0];
    const ck_row x3r = re[3 * h] * w3[0] - im[3 * h] * w3[1];
    const ck_row x3i = re[3 * h] * w3[1] + im[3 * h] * w3[0];
    const ck_row a0r = x0r + x1r, a0i = x0i + x1i, a1r = x0r - x1r, a1i = x0i - x1i;
    const ck_row a2r = x2r + x3r, a2i = x2i + x3i, a3r = x2r - x3r, a3i = x2i - x3i;
    re[0] = a0r + a2r;
    im[0] = a0i + a2i;
    re[2 * h] = a0r - a2r;
    im[2 * h] = a0i - a2i;
    /* Minus i times (a3r, a3i) is (a3i, -a3r). */
    re[h] = a1r + a3i;
    im[h] = a1i - a3r;
    re[3 * h] = a1r - a3i;
    im[3 * h] = a1i + a3r;
}

/* The complex transform of n / 2 rows, which it overwrites, from reversed to natural order. */
CK_INLINE void ck_band_powers_transform(const ck_band_powers_plan *plan, ck_row *restrict re,
                                        ck_row *restrict im)
{
    size_t h = 1;
    for (size_t length = plan->half; length > 1; length /= 4) {
        if (length == 2) {
            ck_band_powers_pairs(plan->half, re, im);
            h = 2;
        }
    }
    for (; h < plan->half; h *= 4) {
        /* exp(-2 pi i k / (4 h)) is entry k n / (4 h) of the table. */
        const size_t step = plan->n / (4 * h);
        for (size_t k = 0; k < h; k++) {
            const float *w2 = plan->twiddles + 2 * step * k;
            const float *w1 = plan->twiddles + 2 * (2 * step * k);
            float w3[2];
            /* 3 k step may pass n / 2: half a turn is a change of sign. */
            const size_t third = 3 * step * k;
            const float sign = third < plan->half ? 1.0f : -1.0f;
            const float *from =
                plan->twiddles + 2 * (third < plan->half ? third : third - plan->half);
            w3[0] = sign * from[0];
            w3[1] = sign * from[1];
            for (size_t s = k; s < plan->half; s += 4 * h) {
                ck_band_powers_four(re + s, im + s, h, w1, w2, w3);
            }
        }
    }
}

/* Squared magnitudes of bins 0 ... n / 2 of the real transform. The taper has half the scale. */
CK_INLINE void ck_band_powers_squares(const ck_band_powers_plan *plan, const ck_row *restrict re,
                                      const ck_row *restrict im, ck_row *restrict power)
{
#pragma clang fp contract(off)
    const size_t half = plan->half;
    const ck_row sum = 2 * (re[0] + im[0]), difference = 2 * (re[0] - im[0]);
    power[0] = sum * sum;
    power[half] = difference * difference;
    for (size_t k = 1; k <= half / 2; k++) {
        const ck_row a = re[k], b = im[k], c = re[half - k], d = im[half - k];
        const float wr = plan->twiddles[2 * k], wi = plan->twiddles[2 * k + 1];
        const ck_row er = a + c, ei = b - d, odd_r = b + d, odd_i = c - a;
        const ck_row tr = wr * odd_r - wi * odd_i, ti = wr * odd_i + wi * odd_r;
        const ck_row pr = er + tr, pi = ei + ti, qr = er - tr, qi = ei - ti;
        power[k] = pr * pr + pi * pi;
        power[half - k] = qr * qr + qi * qi;
    }
}

CK_INLINE void ck_band_powers_sums(const ck_band_powers_plan *plan, const ck_row *restrict power,
                                   float *restrict bands)
{
#pragma clang fp contract(off)
    for (size_t b = 0; b < plan->n_bands; b++) {
        const ck_band_triangle triangle = plan->triangles[b];
        const float *weights = plan->weights + triangle.offset;
        ck_row sum = {0};
        for (size_t i = 0; i < triangle.count; i++) {
            sum += weights[i] * power[triangle.first + i];
        }
        for (size_t t = 0; t < CK_BAND_POWERS_FRAMES; t++) {
            bands[t * plan->n_bands + b] = sum[t];
        }
    }
}

CK_INLINE void ck_band_powers_centre(const ck_band_powers_plan *plan,
                                     const ck_row *restrict power, float *restrict centre)
{
#pragma clang fp contract(off)
    ck_row sum = {0}, moment = {0};
    for (size_t k = 1; k <= plan->centre_bins; k++) {
        const ck_row magnitude = __builtin_elementwise_sqrt(power[k]);
        sum += magnitude;
        moment += (plan->step_hz * (float)k) * magnitude;
    }
    for (size_t t = 0; t < CK_BAND_POWERS_FRAMES; t++) {
        centre[2 * t] = sum[t];
        centre[2 * t + 1] = moment[t];
    }
}

CK_INLINE void ck_band_powers_body(const ck_band_powers_plan *plan, const float *restrict x,
                                   float *restrict scratch, float *restrict bands,
                                   float *restrict centre)
{
    ck_row *re = (ck_row *)(((size_t)scratch + 63) & ~(size_t)63);
    ck_row *im = re + plan->half, *power = im + plan->half;
    ck_band_powers_load(plan, x, re, im);
    ck_band_powers_transform(plan, re, im);
    ck_band_powers_squares(plan, re, im, power);
    ck_band_powers_sums(plan, power, bands);
    ck_band_powers_centre(plan, power, centre);
}

/* The function of one level. */
#define CK_BAND_POWERS_VARIANT(TARGET, LEVEL)                                                      \
    TARGET void ck_band_powers_run_##LEVEL(                                                        \
        const ck_band_powers_plan *plan, const float *restrict x, float *restrict scratch,         \
        float *restrict bands, float *restrict centre)                                             \
    {                                                                                              \
        ck_band_powers_body(plan, x, scratch, bands, centre);                                      \
    }

#endif
