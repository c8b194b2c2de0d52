/* Quantiles of a window that moves along a series, one value at a time.
 *
 * Around x[i] the window has the values x[max(0, i - h)] ... x[min(n - 1, i + h)]: 2 h + 1 of them,
 * fewer near the ends. With s[0] <= s[1] <= ... <= s[c - 1] those c values in order,
 *
 *   out[k n + i] = s[b] + (p - b) (s[b + 1] - s[b]),  p = (c - 1) shares[k],  b = floor(p)      (1)
 *
 * which is linear between neighbours (type 7 of Hyndman and Fan 1996, Am. Stat. 50:361), and s[b]
 * where nothing lies above it.
 *
 * The window is kept in order; a step takes the oldest value out and puts the next one in. Long
 * series are cut into eight pieces that go on side by side, one in each lane: then a step is one
 * pass over the window without any branch. Every level gives the same bits.
 *
 * Source: the definition. Cost: O(n h), about h / 4 vector comparisons a value in lanes; no
 * allocation. shares are 0 ... 1; where an x is NaN no result is determined.
 * Threads: no state at all.
 */
#ifndef CK_ROLLING_QUANTILE_H
#define CK_ROLLING_QUANTILE_H

#include <stddef.h>

#include "ck_cpu.h"

#pragma clang assume_nonnull begin

/* Doubles of scratch memory for a window of 2 h + 1 values. */
size_t ck_rolling_quantile_scratch_count(size_t half_width);

/* (1): x[n], n may be 0; shares[n_shares]; out[n_shares n]; scratch: at an address that is a
 * multiple of 64; what is in it does not matter; no overlap. */
void ck_rolling_quantile(ck_cpu_level level, const double *restrict x, size_t n, size_t half_width,
                         const double *restrict shares, size_t n_shares, double *restrict out,
                         double *restrict scratch);

/* The same one value after the other: the plain version. */
void ck_rolling_quantile_plain(const double *restrict x, size_t n, size_t half_width,
                               const double *restrict shares, size_t n_shares,
                               double *restrict out, double *restrict scratch);

#pragma clang assume_nonnull end

#endif
