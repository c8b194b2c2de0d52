/* The vector loops of ck_qrs, compiled once for every instruction set. Products and sums are
 * rounded one by one and every output has the same order of operations, in a vector or alone: so
 * results do not depend on the level nor on where a block of input ends. */
#ifndef CK_QRS_FRONT_BODY_H
#define CK_QRS_FRONT_BODY_H

#include <stddef.h>

#include "ck_lanes.h"

typedef float ck_eight_floats __attribute__((vector_size(32), aligned(4)));
typedef float ck_sixteen_floats __attribute__((vector_size(64), aligned(4)));
typedef float ck_four_floats __attribute__((vector_size(16), aligned(4)));
typedef int ck_sixteen_ints __attribute__((vector_size(64)));
typedef int ck_eight_ints __attribute__((vector_size(32)));
typedef int ck_four_ints __attribute__((vector_size(16)));

enum {
    ck_qrs_taps_max = 40,
    ck_qrs_ahead = 512 /* so many samples of the input are fetched early */
};

/* A band-pass and its quadrature: even taps[0 ... reach] and odd ones, odd[0] = 0. */
typedef struct ck_qrs_band {
    float even[ck_qrs_taps_max];
    float odd[ck_qrs_taps_max];
    size_t reach;
} ck_qrs_band;

/* One lane or many at places from `at` on, of both bands, before the square is taken. */
#define CK_QRS_BEGIN(type, v, at)                                                                  \
    const float *const x##v = x + (at);                                                            \
    type low_even##v = *(const type *)x##v * low->even[0], low_odd##v = low_even##v - low_even##v; \
    type high_even##v = *(const type *)x##v * high->even[0], high_odd##v = low_odd##v

#define CK_QRS_ADD_LOW(type, v, j)                                                                 \
    const type before##v = *(const type *)(x##v - (j)), after##v = *(const type *)(x##v + (j));    \
    const type sum##v = before##v + after##v, difference##v = before##v - after##v;                \
    low_even##v += sum##v * low->even[j];                                                          \
    low_odd##v += difference##v * low->odd[j]

#define CK_QRS_ADD_BOTH(type, v, j)                                                                \
    CK_QRS_ADD_LOW(type, v, j);                                                                    \
    high_even##v += sum##v * high->even[j];                                                        \
    high_odd##v += difference##v * high->odd[j]

#define CK_QRS_END(type, v, at)                                                                    \
    *(type *)(low_out + (at)) = low_even##v * low_even##v + low_odd##v * low_odd##v;               \
    *(type *)(high_out + (at)) = high_even##v * high_even##v + high_odd##v * high_odd##v

/* Where the next vector of `width` begins after `done` outputs: the last one ends at n, though some
 * of it comes out a second time. */
CK_INLINE size_t ck_qrs_place(size_t done, size_t n, size_t width)
{
    return done + width <= n ? done : n - width;
}

/* Squared magnitudes of both bands of x at 0 ... n - 1: x[-reach ... n - 1 + reach] of the low
 * band, which reaches further. Two vectors at a time, so that a sum need not wait for the one
 * before. */
CK_INLINE void ck_qrs_envelopes_body(const ck_qrs_band *low, const ck_qrs_band *high,
                                     const float *restrict x, size_t n, float *restrict low_out,
                                     float *restrict high_out)
{
#pragma clang fp contract(off)
    for (size_t done = 0; n >= 32 && done < n; done += 32) {
        const size_t i = ck_qrs_place(done, n, 32);
        CK_QRS_BEGIN(ck_sixteen_floats, 1, i);
        CK_QRS_BEGIN(ck_sixteen_floats, 2, i + 16);
        for (size_t j = 1; j <= high->reach; j++) {
            CK_QRS_ADD_BOTH(ck_sixteen_floats, 1, j);
            CK_QRS_ADD_BOTH(ck_sixteen_floats, 2, j);
        }
        for (size_t j = high->reach + 1; j <= low->reach; j++) {
            CK_QRS_ADD_LOW(ck_sixteen_floats, 1, j);
            CK_QRS_ADD_LOW(ck_sixteen_floats, 2, j);
        }
        CK_QRS_END(ck_sixteen_floats, 1, i);
        CK_QRS_END(ck_sixteen_floats, 2, i + 16);
    }
    for (size_t i = 0; n < 32 && i < n; i++) {
        CK_QRS_BEGIN(float, 1, i);
        for (size_t j = 1; j <= high->reach; j++) {
            CK_QRS_ADD_BOTH(float, 1, j);
        }
        for (size_t j = high->reach + 1; j <= low->reach; j++) {
            CK_QRS_ADD_LOW(float, 1, j);
        }
        CK_QRS_END(float, 1, i);
    }
}

/* out[i] = the sum over j of weights[j] (x[i - j] + x[i + j]), j up to reach. */
#define CK_QRS_SMOOTH(type, i)                                                                     \
    type sum = *(const type *)(x + (i)) * weights[0];                                              \
    for (size_t j = 1; j <= reach; j++) {                                                          \
        sum += (*(const type *)(x + (i) - j) + *(const type *)(x + (i) + j)) * weights[j];         \
    }                                                                                              \
    *(type *)(out + (i)) = sum

CK_INLINE void ck_qrs_smooth_body(const float *weights, size_t reach, const float *restrict x,
                                  size_t n, float *restrict out)
{
#pragma clang fp contract(off)
    for (size_t done = 0; n >= 16 && done < n; done += 16) {
        const size_t i = ck_qrs_place(done, n, 16);
        CK_QRS_SMOOTH(ck_sixteen_floats, i);
    }
    for (size_t i = 0; n < 16 && i < n; i++) {
        CK_QRS_SMOOTH(float, i);
    }
}

/* Neither NaN nor beyond any electrocardiogram. */
CK_INLINE int ck_qrs_is_sample(double x) { return x > -1e15 && x < 1e15; }

/* How many of x[n], in whole runs of 16 from the beginning, are ordinary: samples, and not all of
 * the 16 the same as the one before. Those are written to out, less the offset. */
CK_INLINE size_t ck_qrs_take_body(const double *restrict x, size_t n, double previous,
                                  double offset, float *restrict out)
{
    const ck_eight zero = {0}, least = zero - 1e15, most = zero + 1e15;
    size_t i = 0;
    for (; i + 16 <= n; i += 16) {
        __builtin_prefetch(x + i + ck_qrs_ahead);
        __builtin_prefetch(x + i + ck_qrs_ahead + 8);
        const ck_eight a = *(const ck_eight *)(x + i), b = *(const ck_eight *)(x + i + 8);
        const ck_eight_bits are_good = (a > least) & (a < most) & (b > least) & (b < most);
        const ck_eight_bits move = (a != previous) | (b != previous);
        if (__builtin_reduce_and(are_good) == 0 || __builtin_reduce_or(move) == 0) {
            break;
        }
        *(ck_eight_floats *)(out + i) = __builtin_convertvector(a - offset, ck_eight_floats);
        *(ck_eight_floats *)(out + i + 8) = __builtin_convertvector(b - offset, ck_eight_floats);
        previous = x[i + 15];
    }
    return i;
}

#define CK_QRS_EVEN(a, b)                                                                          \
    __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30)
#define CK_QRS_ODD(a, b)                                                                           \
    __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31)

#define CK_QRS_THIRD(a, b, p)                                                                      \
    __builtin_shufflevector(a, b, p, p + 3, p + 6, p + 9, p + 12, p + 15, p + 18, p + 21)

/* The sum over j of weights[j] x[j], j below 2 step - 1, the weights followed by zeros. */
CK_INLINE float ck_qrs_weighted(const float *weights, size_t step, const float *x)
{
#pragma clang fp contract(off)
    ck_eight_floats v = *(const ck_eight_floats *)x * *(const ck_eight_floats *)weights;
    for (size_t j = 8; j < 2 * step - 1; j += 8) {
        v += *(const ck_eight_floats *)(x + j) * *(const ck_eight_floats *)(weights + j);
    }
    return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
}

/* Every step-th of x, weighted over its 2 step - 1 neighbours: out[n]. Where they are many the
 * lanes are neighbours, otherwise they are outputs. */
CK_INLINE void ck_qrs_step_down_body(const float *weights, size_t step, const float *restrict x,
                                     size_t n, float *restrict out)
{
#pragma clang fp contract(off)
    size_t i = 0;
    if (step == 1) {
        for (; i + 16 <= n; i += 16) {
            *(ck_sixteen_floats *)(out + i) = *(const ck_sixteen_floats *)(x + i) * weights[0];
        }
    } else if (step == 2) {
        for (; i + 16 <= n; i += 16) {
            const ck_sixteen_floats a = *(const ck_sixteen_floats *)(x + 2 * i);
            const ck_sixteen_floats b = *(const ck_sixteen_floats *)(x + 2 * i + 16);
            const ck_sixteen_floats c = *(const ck_sixteen_floats *)(x + 2 * i + 1);
            const ck_sixteen_floats d = *(const ck_sixteen_floats *)(x + 2 * i + 17);
            ck_sixteen_floats sum = CK_QRS_EVEN(a, b) * weights[0];
            sum += CK_QRS_EVEN(c, d) * weights[1];
            sum += CK_QRS_ODD(c, d) * weights[2];
            *(ck_sixteen_floats *)(out + i) = sum;
        }
    } else if (step == 3) {
        for (; i + 8 <= n; i += 8) {
            const ck_sixteen_floats a = *(const ck_sixteen_floats *)(x + 3 * i);
            const ck_sixteen_floats b = *(const ck_sixteen_floats *)(x + 3 * i + 16);
            ck_eight_floats sum = CK_QRS_THIRD(a, b, 0) * weights[0];
            sum += CK_QRS_THIRD(a, b, 1) * weights[1];
            sum += CK_QRS_THIRD(a, b, 2) * weights[2];
            sum += CK_QRS_THIRD(a, b, 3) * weights[3];
            sum += CK_QRS_THIRD(a, b, 4) * weights[4];
            *(ck_eight_floats *)(out + i) = sum;
        }
    } else {
        for (; i < n; i++) {
            out[i] = ck_qrs_weighted(weights, step, x + i * step);
        }
    }
    for (; i < n; i++) {
        float sum = x[i * step] * weights[0];
        for (size_t j = 1; j < 2 * step - 1; j++) {
            sum += x[i * step + j] * weights[j];
        }
        out[i] = sum;
    }
}

typedef _Bool ck_sixteen_bools __attribute__((ext_vector_type(16)));
typedef _Bool ck_eight_bools __attribute__((ext_vector_type(8)));

/* One bit for every lane that is not 0. */
#define CK_QRS_BITS(lanes, bools, type)                                                            \
    __builtin_bit_cast(type, __builtin_convertvector((lanes) != 0, bools))
#define CK_QRS_SIXTEEN_BITS(lanes) CK_QRS_BITS(lanes, ck_sixteen_bools, unsigned short)

/* Whether x[i] is above x[i - j] and not below x[i + j]. */
#define CK_QRS_STANDS_OUT(type, i, j)                                                              \
    (*(const type *)(x + (i)) > *(const type *)(x + (i) - (j)))                                    \
        & (*(const type *)(x + (i)) >= *(const type *)(x + (i) + (j)))

/* Whether *x is above the `apart` values before it, 4 at least, and not below those after it. */
CK_INLINE int ck_qrs_is_peak(const float *x, size_t apart)
{
    const ck_four_floats top = (ck_four_floats){0} + *x;
    ck_four_ints stands_out = top == top;
    for (size_t j = 1; j <= apart; j += 4) {
        const size_t k = j + 3 <= apart ? j : apart - 3;
        stands_out &= top > *(const ck_four_floats *)(x - k - 3);
        stands_out &= top >= *(const ck_four_floats *)(x + k);
    }
    return __builtin_reduce_and(stands_out) != 0;
}

/* Writes every i from `from` on, below n, where x is above the `apart` values before and not below
 * those after it, to places; returns how many. Reads x before n + 32; one more place is written. */
CK_INLINE size_t ck_qrs_peaks_body(const float *x, size_t from, size_t n, size_t apart,
                                   size_t *places)
{
    size_t count = 0;
    for (size_t i = from; i < n; i += 32) {
        const ck_sixteen_ints first = CK_QRS_STANDS_OUT(ck_sixteen_floats, i, 1);
        const ck_sixteen_ints second = CK_QRS_STANDS_OUT(ck_sixteen_floats, i + 16, 1);
        unsigned lanes = CK_QRS_SIXTEEN_BITS(first) | (unsigned)CK_QRS_SIXTEEN_BITS(second) << 16;
        for (lanes &= n - i < 32 ? (1U << (n - i)) - 1 : ~0U; lanes != 0; lanes &= lanes - 1) {
            places[count] = i + (size_t)__builtin_ctz(lanes);
            count += ck_qrs_is_peak(x + places[count], apart) != 0;
        }
    }
    return count;
}

typedef void ck_qrs_envelopes(const ck_qrs_band *low, const ck_qrs_band *high,
                              const float *restrict x, size_t n, float *restrict low_out,
                              float *restrict high_out);
typedef void ck_qrs_smooth(const float *weights, size_t reach, const float *restrict x, size_t n,
                           float *restrict out);
typedef size_t ck_qrs_take(const double *restrict x, size_t n, double previous, double offset,
                           float *restrict out);
typedef void ck_qrs_step_down(const float *weights, size_t step, const float *restrict x, size_t n,
                              float *restrict out);
typedef size_t ck_qrs_peaks(const float *x, size_t from, size_t n, size_t apart, size_t *places);

#if defined(__x86_64__)
ck_qrs_envelopes ck_qrs_envelopes_avx2, ck_qrs_envelopes_avx512;
ck_qrs_smooth ck_qrs_smooth_avx2, ck_qrs_smooth_avx512;
ck_qrs_take ck_qrs_take_avx2, ck_qrs_take_avx512;
ck_qrs_step_down ck_qrs_step_down_avx2, ck_qrs_step_down_avx512;
ck_qrs_peaks ck_qrs_peaks_avx2, ck_qrs_peaks_avx512;
#endif

#endif
