/* Decimation by two with a half-band filter: every other output of a symmetric low-pass whose
 * even taps vanish, but for the middle one, which is 1/2.
 *
 *   out[m] = x[2 m + c] / 2 + sum over j < T of h[j] (x[2 m + c - 2 j - 1] + x[2 m + c + 2 j + 1])
 *
 * with c = 2 T - 1. The middle samples have odd indices and all others even ones, so the samples
 * are first split into even[i] = x[2 i] and odd[i] = x[2 i + 1]:
 *
 *   out[m] = odd[m + T - 1] / 2 + sum of h[j] (even[m + T - 1 - j] + even[m + T + j])           (1)
 *
 * Source: Bellanger, Daguet and Lepagnol 1974, IEEE Trans. Acoust. Speech 22:231.
 * Cost: T products and 2 T sums for each output; no allocation.
 * Every level gives the same bits: each output is summed in the order of j, and products are
 * rounded before they are added. So a stream gives the same bits however it is divided.
 * Threads: no state at all.
 */
#ifndef CK_HALF_BAND_H
#define CK_HALF_BAND_H

#include <stddef.h>

#include "ck_cpu.h"

#pragma clang assume_nonnull begin

/* x[n] -> even[(n + 1) / 2], odd[n / 2]; n may be 0; no two may overlap. */
void ck_half_band_split(const float *restrict x, size_t n, float *restrict even,
                        float *restrict odd);

/* (1): even[n + 2 n_taps - 1], odd[n + n_taps - 1], taps[n_taps] -> out[n]; n_taps >= 1, n may be
 * 0; out may not overlap the others. */
void ck_half_band_run(ck_cpu_level level, const float *restrict even, const float *restrict odd,
                      const float *restrict taps, size_t n_taps, size_t n, float *restrict out);

#pragma clang assume_nonnull end

#endif
