/* Squared distances of delay vectors at a fixed lag.
 *
 * The vector at j is u[j] = (x[j], x[j + tau], ..., x[j + (m-1) tau]); there are
 * M = n - (m-1) tau of them. One diagonal of the matrix of their distances is
 *
 *   out[j] = |u[j] - u[j + lag]|^2,   j = 0 ... M - lag - 1                                     (1)
 *
 * Source: the definition; each squared difference is formed once and added m times.
 * Cost: O(M m), of which the m additions are all that is not O(M); no allocation.
 * Every level gives the same bits: the sum begins with the oldest value of the vector, and products
 * are rounded before they are added. NaN in a vector makes its distances NaN: a NaN between two
 * segments keeps vectors from reaching across.
 * Threads: no state at all.
 */
#ifndef CK_DELAY_H
#define CK_DELAY_H

#include <stddef.h>

#include "ck_cpu.h"

#pragma clang assume_nonnull begin

/* (1): x[n], m >= 1, tau >= 1, lag < M, so M >= 1 -> out[M - lag]; scratch[n - lag]; no two arrays
 * may overlap. */
void ck_delay_distances(ck_cpu_level level, const double *restrict x, size_t n, size_t m,
                        size_t tau, size_t lag, double *restrict scratch, double *restrict out);

#pragma clang assume_nonnull end

#endif
