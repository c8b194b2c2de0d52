/* Eight windows that move along eight pieces of a series, compiled once for every instruction set.
 *
 * Row k of `rows` has the k-th smallest value of each window; the row behind the last is infinite. */
#ifndef CK_ROLLING_QUANTILE_BODY_H
#define CK_ROLLING_QUANTILE_BODY_H

#include <stddef.h>

#include "ck_lanes.h"

#define CK_ROLLING_QUANTILE_LANES 8

/* What a run needs to know; x has n values, of which x[first + lane * piece + t] is the middle of
 * the lane's window at step t. */
typedef struct ck_rolling_quantile_pieces {
    const double *x;
    size_t n;
    size_t half_width;
    size_t first;
    size_t piece;
} ck_rolling_quantile_pieces;

typedef long long ck_eight_bits __attribute__((vector_size(64), aligned(8)));

/* a where the comparison of vectors is true, b elsewhere. */
#define CK_EIGHT_CHOICE(comparison, a, b) \
    ((ck_eight)(((comparison) & (ck_eight_bits)(a)) | (~(comparison) & (ck_eight_bits)(b))))

/* x[index + lane * piece] of every lane. */
CK_INLINE void ck_rolling_quantile_gather(const double *x, size_t index, size_t piece,
                                          ck_eight *values)
{
    for (size_t lane = 0; lane < CK_ROLLING_QUANTILE_LANES; lane++) {
        (*values)[lane] = x[index + lane * piece];
    }
}

/* Takes the oldest value, which every window has, out and puts the newest in. With the rows without
 * the oldest being d, the new ones are min(d[k], max(newest, d[k - 1])). */
CK_INLINE void ck_rolling_quantile_step(ck_eight *restrict rows, size_t window,
                                        const ck_eight *oldest, const ck_eight *newest)
{
    const ck_eight out = *oldest;
    const ck_eight in = *newest;
    ck_eight below = {0};
    below -= __builtin_inf();
    ck_eight row = rows[0];
    for (size_t k = 0; k < window; k++) {
        const ck_eight next = rows[k + 1];
        const ck_eight remaining = CK_EIGHT_CHOICE(row < out, row, next);
        const ck_eight smallest = CK_EIGHT_CHOICE(in > below, in, below);
        rows[k] = CK_EIGHT_CHOICE(remaining < smallest, remaining, smallest);
        below = remaining;
        row = next;
    }
}

/* The quantiles of all windows whose middles are first ... first + 8 piece - 1, full ones all. */
CK_INLINE void ck_rolling_quantile_lanes_body(ck_rolling_quantile_pieces p,
                                              const double *restrict shares, size_t n_shares,
                                              double *restrict out, double *restrict scratch)
{
#pragma clang fp contract(off)
    ck_eight *restrict rows = (ck_eight *)scratch;
    const size_t window = 2 * p.half_width + 1;
    ck_eight infinite = {0}, oldest = {0}, newest = {0};
    infinite += __builtin_inf();
    for (size_t k = 0; k <= window; k++) {
        rows[k] = infinite;
    }
    const size_t begin = p.first - p.half_width;
    for (size_t k = 0; k < window; k++) {
        ck_rolling_quantile_gather(p.x, begin + k, p.piece, &newest);
        ck_rolling_quantile_step(rows, window, &infinite, &newest);
    }
    for (size_t t = 0;; t++) {
        for (size_t s = 0; s < n_shares; s++) {
            const double position = (double)(window - 1) * shares[s];
            const size_t low = (size_t)position;
            const size_t high = low + 1 < window ? low + 1 : low;
            const ck_eight value =
                rows[low] + (position - (double)low) * (rows[high] - rows[low]);
            double *restrict to = out + s * p.n + p.first + t;
            for (size_t lane = 0; lane < CK_ROLLING_QUANTILE_LANES; lane++) {
                to[lane * p.piece] = value[lane];
            }
        }
        if (t + 1 == p.piece) {
            return;
        }
        ck_rolling_quantile_gather(p.x, begin + t, p.piece, &oldest);
        ck_rolling_quantile_gather(p.x, begin + t + window, p.piece, &newest);
        ck_rolling_quantile_step(rows, window, &oldest, &newest);
    }
}

/* The function of one level. */
#define CK_ROLLING_QUANTILE_VARIANT(TARGET, LEVEL)                                                 \
    TARGET void ck_rolling_quantile_lanes_##LEVEL(ck_rolling_quantile_pieces pieces,               \
                                                  const double *restrict shares, size_t n_shares,  \
                                                  double *restrict out, double *restrict scratch)  \
    {                                                                                              \
        ck_rolling_quantile_lanes_body(pieces, shares, n_shares, out, scratch);                    \
    }

#endif
