/* What Welch's estimate does to each segment, beside its transform.
 *
 *   taper:       out[j] = w[j] (x[j] - m),   m = (1/n) sum of x[j]                              (1)
 *   taper pair:  z[j] = w[j] (x[j] - m_x) + i w[j] (y[j] - m_y)                                 (2)
 *   add squares: sums[i] += v[i]^2                                                              (3)
 *
 * With Z the n-point transform of z, |Z[k]|^2 + |Z[n-k]|^2 = 2 |X[k]|^2 + 2 |Y[k]|^2: one complex
 * transform serves the power of two real segments. (3) on the real and imaginary parts of Z, and
 * one addition in the end, give that sum over all segments.
 *
 * Source: Welch 1967, IEEE Trans. Audio Electroacoust. 15:70.
 * Cost: two passes over the segment, one over the transform; no allocation.
 * Every level gives the same bits: the mean is summed in 16 interleaved parts, by the same tree,
 * and products are rounded before they are added. NaN or infinity in x makes out (the real parts
 * of z) NaN, in y the imaginary parts.
 * Threads: no state at all.
 */
#ifndef CK_WELCH_H
#define CK_WELCH_H

#include <stddef.h>

#include "ck_cpu.h"

#pragma clang assume_nonnull begin

/* (1): x[n], w[n] -> out[n]; n >= 1; out may not overlap the others. */
void ck_welch_taper(ck_cpu_level level, const double *restrict x, const double *restrict w,
                    size_t n, double *restrict out);

/* (2): x[n], y[n], w[n] -> z[2 n], real and imaginary parts in turn; n >= 1. x and y may overlap;
 * z may not overlap any other. */
void ck_welch_taper_pair(ck_cpu_level level, const double *x, const double *y,
                         const double *restrict w, size_t n, double *restrict z);

/* (3): v[n], sums[n]; they may not overlap; n may be 0. */
void ck_welch_add_squares(ck_cpu_level level, const double *restrict v, size_t n,
                          double *restrict sums);

#pragma clang assume_nonnull end

#endif
