/* The sums behind every Lomb-Scargle periodogram, by direct summation.
 *
 * With a = 2 pi f[k] t[j], six sums a frequency:
 *   sums[6k+0] = sum wy[j] cos a      sums[6k+1] = sum wy[j] sin a
 *   sums[6k+2] = sum  w[j] cos a      sums[6k+3] = sum  w[j] sin a
 *   sums[6k+4] = sum  w[j] cos 2a     sums[6k+5] = sum  w[j] sin 2a
 *
 * Source: Zechmeister and Kuerster 2009, Astron. Astrophys. 496:577, equations 7 to 15.
 * This is the plain version: one sine and one cosine a term, O(n n_f) time, no allocation; every
 * faster way is tested against it. NaN or infinity in any input makes the sums it enters NaN.
 * Threads: no state at all.
 */
#ifndef CK_LOMB_H
#define CK_LOMB_H

#include <stddef.h>

#pragma clang assume_nonnull begin

/* t_s[n]: times, s, in any order; w[n], wy[n]: weight, and weight times value; f_hz[n_f]:
 * frequencies, Hz, any list; sums[6 n_f]: written. n and n_f may be 0. No array may overlap
 * sums. */
void ck_lomb_sums(const double *restrict t_s, const double *restrict w, const double *restrict wy,
                  size_t n, const double *restrict f_hz, size_t n_f, double *restrict sums);

#pragma clang assume_nonnull end

#endif
