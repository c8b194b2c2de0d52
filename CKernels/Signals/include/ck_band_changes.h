/* What changes in the powers of bands from frame to frame, and how evenly they are filled.
 *
 *   L[t][b] = ln(1 + scale[b] x[t][b])
 *   all[t]  = sum over b of max(0, L[t+2][b] - L[t][b])                                         (1)
 *   low[t], high[t] = the same sum over b < n_low, over b >= first_high
 *   entropy[t] = - sum over b of p ln p,   p = x[t][b] / total[t],   total[t] = sum of x[t][b]   (2)
 *
 * Source: Klapuri 1999 (ICASSP 6:3089), for the logarithm; the definition of entropy.
 * Error, single precision: a logarithm is off by at most 2^-23 (1 + 2 |ln|). (1) is off by at most
 * n_bands 2^-22 (1 + 2 max L), its sums included; (2) by 2^-20 n_bands.
 * Cost: one logarithm for each band and frame; no allocation. Every level gives the same bits.
 * NaN or infinity in x[t] touches the onsets and the entropy of the frames that see it.
 * Threads: no state at all.
 */
#ifndef CK_BAND_CHANGES_H
#define CK_BAND_CHANGES_H

#include <stddef.h>

#include "ck_cpu.h"

#pragma clang assume_nonnull begin

/* (1): x[(n + 2) n_bands] >= 0, scale[n_bands] >= 0 -> all[n], low[n], high[n]; n_bands 8, 16 ...
 * 64; n_low and first_high 0 ... n_bands; n may be 0; the outputs may not overlap the others. */
void ck_band_changes_onsets(ck_cpu_level level, const float *restrict x, size_t n_bands,
                            const float *restrict scale, size_t n_low, size_t first_high,
                            size_t n, float *restrict all, float *restrict low,
                            float *restrict high);

/* (2): x[n n_bands] >= 0 -> entropy[n], total[n]; n_bands 8, 16 ... 64. A frame without power has
 * entropy 0. The outputs may not overlap the others. */
void ck_band_changes_entropy(ck_cpu_level level, const float *restrict x, size_t n_bands, size_t n,
                             float *restrict entropy, float *restrict total);

#pragma clang assume_nonnull end

#endif
