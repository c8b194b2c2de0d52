/* The vector loops of ck_qrs, compiled once for every instruction set. Every output has the same
 * order of operations, in a vector or alone: so results do not depend on where a block of input
 * ends, nor on the instruction set but for this: where there is an instruction for it, a product and
 * the sum it goes into are rounded together. */
#ifndef CK_QRS_LOOPS_BODY_H
#define CK_QRS_LOOPS_BODY_H

#include "ck_lanes.h"
#include "ck_qrs_state.h"

/* One lane or many at indices from `at` on, of both bands, before the square is taken. */
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
CK_INLINE size_t ck_qrs_vector_start(size_t done, size_t n, size_t width)
{
    return done + width <= n ? done : n - width;
}

/* `count` vectors of outputs, 2 or 4, from i on: so many that a sum need not wait for the one before.
 * The compiler keeps all of them in registers, of which there are 32 where count is 4. */
CK_INLINE void ck_qrs_vectors(const ck_qrs_band *low, const ck_qrs_band *high,
                              const float *restrict x, size_t i, int count,
                              float *restrict low_out, float *restrict high_out)
{
#pragma clang fp contract(on)
    CK_QRS_BEGIN(ck_sixteen_floats, 1, i);
    CK_QRS_BEGIN(ck_sixteen_floats, 2, i + 16);
    CK_QRS_BEGIN(ck_sixteen_floats, 3, count == 4 ? i + 32 : i);
    CK_QRS_BEGIN(ck_sixteen_floats, 4, count == 4 ? i + 48 : i);
    for (size_t j = 1; j <= high->reach; j++) {
        CK_QRS_ADD_BOTH(ck_sixteen_floats, 1, j);
        CK_QRS_ADD_BOTH(ck_sixteen_floats, 2, j);
        if (count == 4) {
            CK_QRS_ADD_BOTH(ck_sixteen_floats, 3, j);
            CK_QRS_ADD_BOTH(ck_sixteen_floats, 4, j);
        }
    }
    for (size_t j = high->reach + 1; j <= low->reach; j++) {
        CK_QRS_ADD_LOW(ck_sixteen_floats, 1, j);
        CK_QRS_ADD_LOW(ck_sixteen_floats, 2, j);
        if (count == 4) {
            CK_QRS_ADD_LOW(ck_sixteen_floats, 3, j);
            CK_QRS_ADD_LOW(ck_sixteen_floats, 4, j);
        }
    }
    CK_QRS_END(ck_sixteen_floats, 1, i);
    CK_QRS_END(ck_sixteen_floats, 2, i + 16);
    if (count == 4) {
        CK_QRS_END(ck_sixteen_floats, 3, i + 32);
        CK_QRS_END(ck_sixteen_floats, 4, i + 48);
    }
}

/* Fetches the lines of x[from ... to - 1] early; returns where to go on. */
CK_INLINE size_t ck_qrs_fetch(const double *x, size_t from, size_t to)
{
    for (; from < to; from += 8) {
        __builtin_prefetch(x + from);
    }
    return from;
}

/* Squared magnitudes of both bands of x at 0 ... n - 1: x[-reach ... n - 1 + reach] of the low
 * band, which reaches further; from 32 on by vectors of 16, 2 or up to `count` at a time. Meanwhile
 * the next n_ahead samples of the input are fetched, a share with every vector: to wait for them all
 * at once would take as long again. */
CK_INLINE void ck_qrs_envelopes_body(const ck_qrs_band *low, const ck_qrs_band *high,
                                     const float *restrict x, size_t n, float *restrict low_out,
                                     float *restrict high_out, const double *ahead,
                                     size_t n_ahead, int count)
{
#pragma clang fp contract(on)
    size_t done = 0, fetched = 0;
    for (; count == 4 && done + 64 <= n; done += 64) {
        fetched = ck_qrs_fetch(ahead, fetched, n_ahead * (done + 64) / n);
        ck_qrs_vectors(low, high, x, done, 4, low_out, high_out);
    }
    for (; n >= 32 && done < n; done += 32) {
        const size_t i = ck_qrs_vector_start(done, n, 32);
        fetched = ck_qrs_fetch(ahead, fetched, n_ahead * (i + 32) / n);
        ck_qrs_vectors(low, high, x, i, 2, low_out, high_out);
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
#pragma clang fp contract(on)
    for (size_t done = 0; n >= 16 && done < n; done += 16) {
        const size_t i = ck_qrs_vector_start(done, n, 16);
        CK_QRS_SMOOTH(ck_sixteen_floats, i);
    }
    for (size_t i = 0; n < 16 && i < n; i++) {
        CK_QRS_SMOOTH(float, i);
    }
}

/* How many of x[n], in whole runs of 16 from the beginning, are ordinary: samples, and not all of
 * the 16 the same as the one before. Those are written to out, less the offset. */
CK_INLINE size_t ck_qrs_append_body(const double *restrict x, size_t n, double previous,
                                  double offset, float *restrict out)
{
    const ck_eight zero = {0}, smallest = zero - 1e15, largest = zero + 1e15;
    size_t i = 0;
    for (; i + 16 <= n; i += 16) {
        const ck_eight a = *(const ck_eight *)(x + i), b = *(const ck_eight *)(x + i + 8);
        const ck_eight_bits are_good = (a > smallest) & (a < largest) & (b > smallest) & (b < largest);
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

#define CK_QRS_THIRD(a, b, p)                                                                      \
    __builtin_shufflevector(a, b, p, p + 3, p + 6, p + 9, p + 12, p + 15, p + 18, p + 21)

/* The sum over j of weights[j] x[j], j below 2 step - 1, the weights followed by zeros. */
CK_INLINE float ck_qrs_weighted(const float *weights, size_t step, const float *x)
{
#pragma clang fp contract(on)
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
#pragma clang fp contract(on)
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
            ck_sixteen_floats sum = CK_EVEN_LANES(a, b) * weights[0];
            sum += CK_EVEN_LANES(c, d) * weights[1];
            sum += CK_ODD_LANES(c, d) * weights[2];
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

/* One bit for every lane that is not 0. */
#define CK_QRS_SIXTEEN_BITS(lanes)                                                                 \
    __builtin_bit_cast(unsigned short, __builtin_convertvector((lanes) != 0, ck_sixteen_bools))

/* Whether x[i] is above x[i - j] and not below x[i + j]. */
#define CK_QRS_STANDS_OUT(type, i, j)                                                              \
    (*(const type *)(x + (i)) > *(const type *)(x + (i) - (j)))                                    \
        & (*(const type *)(x + (i)) >= *(const type *)(x + (i) + (j)))

/* 1 where *x is above the values within the separation before it, 4 at least, and not below those
 * after it. */
CK_INLINE int ck_qrs_is_peak(const float *x, size_t separation)
{
    const ck_four_floats top = (ck_four_floats){0} + *x;
    ck_four_ints stands_out = top == top;
    for (size_t j = 1; j <= separation; j += 4) {
        const size_t k = j + 3 <= separation ? j : separation - 3;
        stands_out &= top > *(const ck_four_floats *)(x - k - 3);
        stands_out &= top >= *(const ck_four_floats *)(x + k);
    }
    return __builtin_reduce_and(stands_out) != 0;
}

/* Writes every index i from `from` on, below n, where x is above the values within the separation
 * before it and not below those after it; returns how many. Reads x before n + 32; one more index
 * is written. */
CK_INLINE size_t ck_qrs_peaks_body(const float *x, size_t from, size_t n, size_t separation,
                                   size_t *indices)
{
    size_t count = 0;
    for (size_t i = from; i < n; i += 32) {
        const ck_sixteen_ints first = CK_QRS_STANDS_OUT(ck_sixteen_floats, i, 1);
        const ck_sixteen_ints second = CK_QRS_STANDS_OUT(ck_sixteen_floats, i + 16, 1);
        unsigned lanes = CK_QRS_SIXTEEN_BITS(first) | (unsigned)CK_QRS_SIXTEEN_BITS(second) << 16;
        for (lanes &= n - i < 32 ? (1U << (n - i)) - 1 : ~0U; lanes != 0; lanes &= lanes - 1) {
            indices[count] = i + (size_t)__builtin_ctz(lanes);
            count += ck_qrs_is_peak(x + indices[count], separation) != 0;
        }
    }
    return count;
}

/* The functions of one level and their table; COUNT as ck_qrs_vectors has it. */
#define CK_QRS_VARIANT(TARGET, LEVEL, COUNT)                                                       \
    TARGET static void envelopes(const ck_qrs_band *low, const ck_qrs_band *high,                  \
                                 const float *restrict x, size_t n, float *restrict low_out,       \
                                 float *restrict high_out, const double *ahead, size_t n_ahead)    \
    {                                                                                              \
        ck_qrs_envelopes_body(low, high, x, n, low_out, high_out, ahead, n_ahead, COUNT);          \
    }                                                                                              \
    TARGET static void smooth(const float *weights, size_t reach, const float *restrict x,         \
                              size_t n, float *restrict out)                                       \
    {                                                                                              \
        ck_qrs_smooth_body(weights, reach, x, n, out);                                             \
    }                                                                                              \
    TARGET static size_t append(const double *restrict x, size_t n, double previous, double offset,  \
                              float *restrict out)                                                 \
    {                                                                                              \
        return ck_qrs_append_body(x, n, previous, offset, out);                                      \
    }                                                                                              \
    TARGET static void step_down(const float *weights, size_t step, const float *restrict x,       \
                                 size_t n, float *restrict out)                                    \
    {                                                                                              \
        ck_qrs_step_down_body(weights, step, x, n, out);                                           \
    }                                                                                              \
    TARGET static size_t peaks(const float *x, size_t from, size_t n, size_t separation,                \
                               size_t *indices)                                                     \
    {                                                                                              \
        return ck_qrs_peaks_body(x, from, n, separation, indices);                                       \
    }                                                                                              \
    const ck_qrs_loops ck_qrs_loops_##LEVEL = {envelopes, smooth, append, step_down, peaks};

#endif
