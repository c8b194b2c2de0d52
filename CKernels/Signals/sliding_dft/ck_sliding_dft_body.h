/* The inner loops of ck_sliding_dft, compiled once for every instruction set.
 *
 * Bins come in groups of four: one row of eight doubles has their real parts, then their imaginary
 * parts. Of a group, `roots` has one row for each phase t = 0 ... n-1: exp(-2 pi i t k / n). */
#ifndef CK_SLIDING_DFT_BODY_H
#define CK_SLIDING_DFT_BODY_H

#include <stddef.h>

#include "ck_lanes.h"

/* The group's sum over the beginning of the current block (8 doubles), and over the ends of the
 * block before: row t is the sum over its samples t+1 ... n-1. */
typedef struct ck_sliding_dft_sums {
    double *beginning;
    double *ends;
} ck_sliding_dft_sums;

/* Takes x[count] at the phases from `phase` on, none beyond the block, and writes n_used powers
 * after each, at a stride of `stride` doubles. */
CK_INLINE void ck_sliding_dft_group_push_body(const double *restrict roots,
                                              ck_sliding_dft_sums sums, size_t phase,
                                              const double *restrict x, size_t count,
                                              double *restrict powers, size_t n_used, size_t stride)
{
#pragma clang fp contract(off)
    ck_eight beginning = *(const ck_eight *)sums.beginning;
    for (size_t i = 0; i < count; i++) {
        const size_t row = 8 * (phase + i);
        beginning += x[i] * *(const ck_eight *)(roots + row);
        const ck_eight sum = beginning + *(const ck_eight *)(sums.ends + row);
        const ck_eight squares = sum * sum;
        const ck_four power = __builtin_shufflevector(squares, squares, 0, 1, 2, 3) +
                              __builtin_shufflevector(squares, squares, 4, 5, 6, 7);
        if (n_used == 4) {
            *(ck_four *)(powers + i * stride) = power;
        } else {
            for (size_t b = 0; b < n_used; b++) {
                powers[i * stride + b] = power[b];
            }
        }
    }
    *(ck_eight *)sums.beginning = beginning;
}

/* The block x[n] is full: its sums over ends, and an empty beginning. */
CK_INLINE void ck_sliding_dft_group_turn_body(const double *restrict roots,
                                              ck_sliding_dft_sums sums, const double *restrict x,
                                              size_t n)
{
#pragma clang fp contract(off)
    ck_eight end = {0};
    *(ck_eight *)sums.beginning = end;
    for (size_t t = n; t-- > 0;) {
        *(ck_eight *)(sums.ends + 8 * t) = end;
        end += x[t] * *(const ck_eight *)(roots + 8 * t);
    }
}

/* The functions of one level. */
#define CK_SLIDING_DFT_VARIANT(TARGET, LEVEL)                                                      \
    TARGET void ck_sliding_dft_group_push_##LEVEL(const double *restrict roots,                    \
                                                  ck_sliding_dft_sums sums, size_t phase,          \
                                                  const double *restrict x, size_t count,          \
                                                  double *restrict powers, size_t n_used,          \
                                                  size_t stride)                                   \
    {                                                                                              \
        ck_sliding_dft_group_push_body(roots, sums, phase, x, count, powers, n_used, stride);      \
    }                                                                                              \
    TARGET void ck_sliding_dft_group_turn_##LEVEL(const double *restrict roots,                    \
                                                  ck_sliding_dft_sums sums,                        \
                                                  const double *restrict x, size_t n)              \
    {                                                                                              \
        ck_sliding_dft_group_turn_body(roots, sums, x, n);                                         \
    }

#endif
