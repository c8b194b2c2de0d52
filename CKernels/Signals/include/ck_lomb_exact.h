/* The generalised Lomb-Scargle power by its definition in double-double arithmetic, about 31
 * digits: slow, and sharing no line with ck_lomb. Tests and benchmarks measure the others by it.
 *
 * At f = first_hz + k[i] step_hz: the weighted least-squares fit of a cos 2 pi f t + b sin 2 pi f t
 * + c to y, by Gram and Schmidt's orthogonalisation of the weighted sums; power[i] is what it takes
 * off the weighted variance.
 *
 * Source of the arithmetic: Dekker 1971, Numer. Math. 18:224; Knuth, The Art of Computer
 * Programming 2, section 4.2.2.
 * Threads: no state at all.
 */
#ifndef CK_LOMB_EXACT_H
#define CK_LOMB_EXACT_H

#include <stddef.h>

#pragma clang assume_nonnull begin

/* t_s[n], y[n]; raw[n]: weights of any scale, or NULL for equal ones; k[n_k]; power[n_k]: written.
 * All finite. O(n n_k), about 0.4 us a term. */
void ck_lomb_exact_power(const double *restrict t_s, const double *restrict y,
                         const double *_Nullable raw, size_t n, double first_hz, double step_hz,
                         const size_t *restrict k, size_t n_k, double *restrict power);

#pragma clang assume_nonnull end

#endif
