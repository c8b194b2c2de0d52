/* Squared residuals of detrended fluctuation analysis.
 *
 * The series x is summed up, y[j] = x[0] + ... + x[j], and cut into boxes of s values, the first
 * at the beginning, whatever does not fill a box left over at the end. With r the distance of y
 * from the least-squares line of its own box,
 *
 *   sums[i] += sum over the n / s[i] boxes of r^2                                               (1)
 *   boxes[b] = sum over box b of r^2                                                            (2)
 *
 * so that F(s)^2 = sums / (s (n / s)). A constant added to x changes nothing: it adds a line to y.
 * Neither does the first value of a box, which adds a constant there.
 *
 * Each box is therefore summed anew, as a bridge: from 0, less the mean step between its first and
 * its last point, to 0. So the length of the series costs no digits; and as only a line that is 0
 * has no residual left, the three sums over a bridge that give r^2 lose at most a factor of about
 * s / 2. A box of equal values gives exactly 0.
 *
 * (1) has sizes of up to 16 in one pass, where boxes grow by a value at a time: a line through s
 * points misses the next by e, and r^2 grows by (s - 1) s / ((s + 1) (s + 2)) e^2. Nothing is ever
 * subtracted from r^2, and only differences of neighbouring values enter.
 *
 * Source: Peng and others 1995, Chaos 5:82, doi 10.1063/1.166141. Growing lines are recursive least
 * squares: Plackett 1950, Biometrika 37:149, doi 10.1093/biomet/37.1-2.149.
 * Cost: O(n) a size, for those up to 16 together O(n) times the largest; no allocation, 20 kB of
 * stack. Sizes of up to 64 read the series once.
 * Error of a box: at most about 2 s^2 eps of itself, 4 s eps on real data; of a sum besides,
 * (n / 8s + 128 / s) eps. Every level gives the same bits: boxes are lanes, and products are rounded
 * before they are added. NaN or infinity in a box makes the results it enters NaN.
 * Threads: no state at all.
 */
#ifndef CK_DETRENDED_BOXES_H
#define CK_DETRENDED_BOXES_H

#include <stddef.h>

#include "ck_cpu.h"

#pragma clang assume_nonnull begin

/* (1): x[n], n may be 0; sizes[n_sizes], each at least 3; sums[n_sizes], to which is added, so that
 * segments between which no box may lie can follow one another. */
void ck_detrended_boxes_sums(ck_cpu_level level, const double *restrict x, size_t n,
                             const size_t *restrict sizes, size_t n_sizes, double *restrict sums);

/* (2): x[n]; size at least 3; boxes[n / size]. */
void ck_detrended_boxes_each(ck_cpu_level level, const double *restrict x, size_t n, size_t size,
                             double *restrict boxes);

#pragma clang assume_nonnull end

#endif
