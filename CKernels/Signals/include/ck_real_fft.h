/* Discrete Fourier transform of real data, any length.
 *
 * Forward:  X[k] = sum over j of x[j] exp(-2 pi i j k / n),   k = 0 ... n/2 (integer division)
 * Inverse:  x[j] = sum over k = 0 ... n-1 of X[k] exp(+2 pi i j k / n), the upper half of X being
 *           the conjugate of the lower: inverse(forward(x)) = n x. Neither direction scales.
 *
 * Method: mixed radix 2, 3, 4, 5; other prime factors by Bluestein's chirp (Bluestein 1970, IEEE
 * Trans. Audio Electroacoust. 18:451). Even n is done as a complex transform of n/2.
 * Cost: O(n log n) for every n; the plan holds O(n) doubles.
 * Error: root-mean-square about eps log2(n) of the largest magnitude.
 * Threads: a plan is read-only after creation and may be shared; each call needs its own scratch.
 */
#ifndef CK_REAL_FFT_H
#define CK_REAL_FFT_H

#include <stddef.h>

#include "ck_status.h"

#pragma clang assume_nonnull begin

typedef struct ck_real_fft ck_real_fft;

/* Makes a plan for n >= 1 samples (n <= 2^30). *plan is NULL unless CK_OK is returned. */
ck_status ck_real_fft_create(size_t n, ck_real_fft *_Nullable *_Nonnull plan);

/* Frees a plan; NULL is allowed. */
void ck_real_fft_destroy(ck_real_fft *_Nullable plan);

/* How many doubles the scratch array of a run must have (may be 0). */
size_t ck_real_fft_scratch_count(const ck_real_fft *plan);

/* x[n] -> spectrum[2 (n/2 + 1)], real and imaginary parts in turn. x is not changed.
 * No two of the arrays may overlap. */
void ck_real_fft_forward(const ck_real_fft *plan, const double *restrict x,
                         double *restrict spectrum, double *restrict scratch);

/* spectrum[2 (n/2 + 1)] -> x[n]. The imaginary parts of X[0] and, for even n, of X[n/2] are taken
 * as 0. spectrum is not changed. No two of the arrays may overlap. */
void ck_real_fft_inverse(const ck_real_fft *plan, const double *restrict spectrum,
                         double *restrict x, double *restrict scratch);

#pragma clang assume_nonnull end

#endif
