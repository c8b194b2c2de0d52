/* From the samples around a beat to the wave of ck_beat_shape, compiled once for every instruction
 * set. Lanes are neighbouring samples. */
#ifndef CK_BEAT_SHAPE_FILTER_BODY_H
#define CK_BEAT_SHAPE_FILTER_BODY_H

#include "ck_beat_shape_state.h"
#include "ck_lanes.h"

/* Vectors in memory; macros and pointers, since a vector as an argument has no fixed form. */
#define CK_BEAT_SHAPE_LOAD(x) (*(const ck_eight *)(x))
#define CK_BEAT_SHAPE_STORE(x, v) (*(ck_eight *)(x) = (v))
#define CK_BEAT_SHAPE_LOAD_FLOATS(x) (*(const ck_sixteen_floats *)(x))
#define CK_BEAT_SHAPE_STORE_FLOATS(x, v) (*(ck_sixteen_floats *)(x) = (v))

/* to[i] = from[i] - level, rounded to single precision: what is left of an electrocardiogram within
 * half a second has fewer digits than that. */
CK_INLINE int ck_beat_shape_copy_body(const double *from, size_t n, double level, float *to)
{
    ck_eight highest = {0}, lowest = {0};
    highest = highest + CK_BEAT_SHAPE_LARGEST;
    lowest = lowest - CK_BEAT_SHAPE_LARGEST;
    ck_eight_bits are_there = highest > lowest;
    size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        ck_eight v = CK_BEAT_SHAPE_LOAD(from + i);
        are_there &= (v <= highest) & (v >= lowest);
        *(ck_eight_floats *)(to + i) = __builtin_convertvector(v - level, ck_eight_floats);
    }
    int is_whole = __builtin_reduce_and(are_there) != 0;
    for (; i < n; i++) {
        is_whole &= from[i] <= CK_BEAT_SHAPE_LARGEST && from[i] >= -CK_BEAT_SHAPE_LARGEST;
        to[i] = (float)(from[i] - level);
    }
    return is_whole;
}

/* out[i] = sum over k < n of h[k] x[i + k], i < m, rounded up to a multiple of 16; where adds, on top
 * of what is there. Several sums at a time, of different i or k. */
CK_INLINE void ck_beat_shape_convolve(const float *h, size_t n, const float *x, float *out,
                                      size_t m, int adds)
{
#pragma clang fp contract(on)
    const ck_sixteen_floats zero = {0};
    size_t i = 0;
    for (; i + 48 < m; i += 64) {
        ck_sixteen_floats sum[4] = {zero, zero, zero, zero};
        for (size_t k = 0; k < n; k++) {
            for (size_t b = 0; b < 4; b++) {
                sum[b] = sum[b] + h[k] * CK_BEAT_SHAPE_LOAD_FLOATS(x + i + k + 16 * b);
            }
        }
        for (size_t b = 0; b < 4; b++) {
            float *to = out + i + 16 * b;
            CK_BEAT_SHAPE_STORE_FLOATS(to, adds ? CK_BEAT_SHAPE_LOAD_FLOATS(to) + sum[b] : sum[b]);
        }
    }
    for (; i < m; i += 16) {
        ck_sixteen_floats even = zero, odd = zero;
        for (size_t k = 0; k < n; k++) {
            even = even + h[k] * CK_BEAT_SHAPE_LOAD_FLOATS(x + i + k);
            if (++k < n) {
                odd = odd + h[k] * CK_BEAT_SHAPE_LOAD_FLOATS(x + i + k);
            }
        }
        ck_sixteen_floats sum = even + odd;
        CK_BEAT_SHAPE_STORE_FLOATS(out + i, adds ? CK_BEAT_SHAPE_LOAD_FLOATS(out + i) + sum : sum);
    }
}

/* Every other of raw, from raw[0] and from raw[1] on. */
CK_INLINE void ck_beat_shape_halve(const float *raw, float *even, float *odd, size_t count)
{
    for (size_t i = 0; i < count; i += 16) {
        ck_sixteen_floats a = CK_BEAT_SHAPE_LOAD_FLOATS(raw + 2 * i);
        ck_sixteen_floats b = CK_BEAT_SHAPE_LOAD_FLOATS(raw + 2 * i + 16);
        CK_BEAT_SHAPE_STORE_FLOATS(even + i, CK_EVEN_LANES(a, b));
        CK_BEAT_SHAPE_STORE_FLOATS(odd + i, CK_ODD_LANES(a, b));
    }
}

/* Every down-th of raw. */
CK_INLINE void ck_beat_shape_pick(const float *raw, size_t down, float *phase, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        phase[i] = raw[i * down];
    }
}

/* filtered, where the wave is one row, from the raw samples. */
CK_INLINE void ck_beat_shape_filter_row(ck_beat_shape *s)
{
    size_t rows = s->raw_count / s->down;
    if (s->down == 1) {
        ck_beat_shape_convolve(s->kernel, s->taps, s->raw, s->filtered, s->wave_count, 0);
        return;
    }
    if (s->down == 2) {
        float *even = s->half % 2 == 0 ? s->level : s->split;
        float *odd = s->half % 2 == 0 ? s->split : s->level;
        ck_beat_shape_halve(s->raw, even, odd, rows);
        ck_beat_shape_convolve(s->kernel, s->taps, even, s->filtered, s->wave_count, 0);
        ck_beat_shape_convolve(s->kernel + s->taps, s->taps, odd, s->filtered, s->wave_count, 1);
        return;
    }
    for (size_t p = 0; p < s->down; p++) {
        float *phase = p == s->half % s->down ? s->level : s->split;
        ck_beat_shape_pick(s->raw + p, s->down, phase, rows);
        ck_beat_shape_convolve(s->kernel + p * s->taps, s->taps, phase, s->filtered, s->wave_count,
                               p > 0);
    }
}

/* The wave from the raw samples. */
CK_INLINE void ck_beat_shape_filter_body(ck_beat_shape *s)
{
    if (s->up == 2) {
        size_t half = s->wave_count / 2;
        ck_beat_shape_convolve(s->kernel, s->taps, s->raw, s->split, half, 0);
        ck_beat_shape_convolve(s->kernel + s->taps, s->taps, s->raw, s->filtered, half, 0);
        for (size_t i = 0; i < half; i++) {
            s->wave[2 * i] = (double)s->split[i];
            s->wave[2 * i + 1] = (double)s->filtered[i];
        }
        return;
    }
    ck_beat_shape_filter_row(s);
    for (size_t i = 0; i < s->wave_count; i += 8) {
        CK_BEAT_SHAPE_STORE(s->wave + i, __builtin_convertvector(
                                        *(const ck_eight_floats *)(s->filtered + i), ck_eight));
    }
}

#endif
