/* The mean of the channels of interleaved samples.
 *
 *   out[j] = (1/C) sum over c of x[C j + c],   c = 0 ... C-1 in this order
 *
 * The answer also says whether the samples are numbers of a sound size.
 *
 * Source: the definition.
 * Cost: one pass; no allocation. The sum is in single precision, in the order of the channels, so
 * equal channels, 1, 2, 4 or 8 of them, give exactly their own samples.
 * Threads: no state at all.
 */
#ifndef CK_MONO_MIX_H
#define CK_MONO_MIX_H

#include <stddef.h>

#pragma clang assume_nonnull begin

/* x[n channels] -> out[n]; channels >= 1, n may be 0; they may not overlap. Returns 1 if every
 * |x| <= limit, 0 if one is larger, infinite or NaN; out is written all the same. */
int ck_mono_mix(const float *restrict x, size_t channels, size_t n, float limit,
                float *restrict out);

#pragma clang assume_nonnull end

#endif
