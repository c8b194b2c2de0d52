/* Discrete Fourier transforms of two real series at once, any length.
 *
 * With z[j] = x[j] + i y[j]:
 *   Z[k] = sum over j of z[j] exp(-2 pi i j k / n),   k = 0 ... n-1, not scaled
 * so that X[k] = (Z[k] + conj Z[n-k]) / 2 and i Y[k] = (Z[k] - conj Z[n-k]) / 2, with Z[n] = Z[0].
 *
 * Method and source: as ck_real_fft.h, by one complex transform of n.
 * Cost: O(n log n) for every n; the plan holds O(n) doubles.
 * Error: root-mean-square about eps log2(n) of the largest magnitude of the two.
 * Threads: a plan is read-only after creation and may be shared; each call needs its own scratch.
 */
#ifndef CK_PAIR_FFT_H
#define CK_PAIR_FFT_H

#include <stddef.h>

#include "ck_status.h"

#pragma clang assume_nonnull begin

typedef struct ck_pair_fft ck_pair_fft;

/* Makes a plan for n >= 1 pairs (n <= 2^30). *plan is NULL unless CK_OK is returned. */
ck_status ck_pair_fft_create(size_t n, ck_pair_fft *_Nullable *_Nonnull plan);

/* Frees a plan; NULL is allowed. */
void ck_pair_fft_destroy(ck_pair_fft *_Nullable plan);

/* How many doubles the scratch array of a run must have. */
size_t ck_pair_fft_scratch_count(const ck_pair_fft *plan);

/* z[2 n] -> spectrum[2 n], real and imaginary parts in turn. z is not changed. No two of the
 * arrays may overlap. */
void ck_pair_fft_forward(const ck_pair_fft *plan, const double *restrict z,
                         double *restrict spectrum, double *restrict scratch);

#pragma clang assume_nonnull end

#endif
