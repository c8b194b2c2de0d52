/* The vector loops of ck_qrs, compiled once for every instruction set. Products and sums are
 * rounded one by one and every output has the same order of operations, in a vector or alone: so
 * results do not depend on the level nor on where a block of input ends. */
#ifndef CK_QRS_FRONT_BODY_H
#define CK_QRS_FRONT_BODY_H

#include <stddef.h>

#include "ck_lanes.h"

typedef float ck_sixteen_floats __attribute__((vector_size(64), aligned(4)));

enum { ck_qrs_taps_max = 40 };

/* A band-pass and its quadrature: even taps[0 ... reach] and odd ones, odd[0] = 0. */
typedef struct ck_qrs_band {
    float even[ck_qrs_taps_max];
    float odd[ck_qrs_taps_max];
    size_t reach;
} ck_qrs_band;

/* Magnitude of a band of x at i: x[i - reach ... i + reach]. */
#define CK_QRS_ENVELOPE(type, i)                                                                   \
    type even = *(const type *)(x + (i)) * band->even[0];                                          \
    type odd = even - even;                                                                        \
    for (size_t j = 1; j <= band->reach; j++) {                                                    \
        const type before = *(const type *)(x + (i) - j), after = *(const type *)(x + (i) + j);    \
        even += (before + after) * band->even[j];                                                  \
        odd += (before - after) * band->odd[j];                                                    \
    }                                                                                              \
    *(type *)(out + (i)) = __builtin_elementwise_sqrt(even * even + odd * odd)

CK_INLINE void ck_qrs_envelope_body(const ck_qrs_band *band, const float *restrict x, size_t n,
                                    float *restrict out)
{
#pragma clang fp contract(off)
    size_t i = 0;
    for (; i + 16 <= n; i += 16) {
        CK_QRS_ENVELOPE(ck_sixteen_floats, i);
    }
    for (; i < n; i++) {
        CK_QRS_ENVELOPE(float, i);
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
    size_t i = 0;
    for (; i + 16 <= n; i += 16) {
        CK_QRS_SMOOTH(ck_sixteen_floats, i);
    }
    for (; i < n; i++) {
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
    size_t i = 0;
    for (; i + 16 <= n; i += 16) {
        int good = 1, moves = x[i] != previous;
        for (size_t j = 0; j < 16; j++) {
            good &= ck_qrs_is_sample(x[i + j]);
        }
        for (size_t j = 1; j < 16; j++) {
            moves |= x[i + j] != x[i + j - 1];
        }
        if (!good || !moves) {
            break;
        }
        for (size_t j = 0; j < 16; j++) {
            out[i + j] = (float)(x[i + j] - offset);
        }
        previous = x[i + 15];
    }
    return i;
}

#define CK_QRS_EVEN(a, b)                                                                          \
    __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30)
#define CK_QRS_ODD(a, b)                                                                           \
    __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31)

/* Every step-th of x, weighted over its 2 step - 1 neighbours: out[n]. */
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
    }
    for (; i < n; i++) {
        float sum = x[i * step] * weights[0];
        for (size_t j = 1; j < 2 * step - 1; j++) {
            sum += x[i * step + j] * weights[j];
        }
        out[i] = sum;
    }
}

/* The first i from `from` on, below n, with x[i-1] < x[i] >= x[i+1]; n if there is none. */
CK_INLINE size_t ck_qrs_next_peak_body(const float *x, size_t from, size_t n)
{
    size_t i = from;
    for (; i + 16 <= n; i += 16) {
        int any = 0;
        for (size_t j = i; j < i + 16; j++) {
            any |= (x[j] > x[j - 1]) & (x[j] >= x[j + 1]);
        }
        if (any) {
            break;
        }
    }
    for (; i < n; i++) {
        if (x[i] > x[i - 1] && x[i] >= x[i + 1]) {
            return i;
        }
    }
    return n;
}

typedef void ck_qrs_envelope(const ck_qrs_band *band, const float *restrict x, size_t n,
                             float *restrict out);
typedef void ck_qrs_smooth(const float *weights, size_t reach, const float *restrict x, size_t n,
                           float *restrict out);
typedef size_t ck_qrs_take(const double *restrict x, size_t n, double previous, double offset,
                           float *restrict out);
typedef void ck_qrs_step_down(const float *weights, size_t step, const float *restrict x, size_t n,
                              float *restrict out);
typedef size_t ck_qrs_next_peak(const float *x, size_t from, size_t n);

#if defined(__x86_64__)
ck_qrs_envelope ck_qrs_envelope_avx2, ck_qrs_envelope_avx512;
ck_qrs_smooth ck_qrs_smooth_avx2, ck_qrs_smooth_avx512;
ck_qrs_take ck_qrs_take_avx2, ck_qrs_take_avx512;
ck_qrs_step_down ck_qrs_step_down_avx2, ck_qrs_step_down_avx512;
ck_qrs_next_peak ck_qrs_next_peak_avx2, ck_qrs_next_peak_avx512;
#endif

#endif
