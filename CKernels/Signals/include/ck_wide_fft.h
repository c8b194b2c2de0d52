/* Discrete Fourier transform of long real data, eight lines at a time in vector lanes.
 *
 *   X[k] = sum over j of x[j] exp(-2 pi i j k / n),   k = 0 ... n_modes - 1, n_modes <= n/2
 *
 * The sign and the scale are ck_real_fft's; of the spectrum only its lower part is formed.
 *
 * Method: the samples in pairs are n/2 complex numbers, read as a matrix; the columns are
 * transformed, turned by roots of unity, and then the rows (Bailey 1990, J. Supercomput. 4:23, the
 * four steps). Eight columns, or rows, go through each pass side by side, one a lane, so no
 * butterfly shuffles; the passes are of radix 4, 2, 3 and 5. The spectrum of pairs is separated
 * at the end.
 * Cost: O(n log n). The plan holds about n/4 numbers, the scratch about 2 n.
 * Error: root-mean-square about eps log2(n) of the largest magnitude.
 * Threads: a plan is read-only after creation and may be shared; each call needs its own scratch.
 */
#ifndef CK_WIDE_FFT_H
#define CK_WIDE_FFT_H

#include <stddef.h>

#include "ck_cpu.h"
#include "ck_status.h"

#pragma clang assume_nonnull begin

/* Lengths are multiples of this; the quotient has no prime factor above 5. */
#define CK_WIDE_FFT_UNIT 128

typedef struct ck_wide_fft ck_wide_fft;

/* Makes a plan for n samples: CK_WIDE_FFT_UNIT ... 2^30. *plan is NULL unless CK_OK is returned. */
ck_status ck_wide_fft_create(size_t n, ck_wide_fft *_Nullable *_Nonnull plan);

/* Frees a plan; NULL is allowed. */
void ck_wide_fft_destroy(ck_wide_fft *_Nullable plan);

/* How many doubles the scratch array of a run must have. */
size_t ck_wide_fft_scratch_count(const ck_wide_fft *plan);

/* x[n] -> spectrum[2 n_modes], real and imaginary parts in turn. x is not changed. Quickest where
 * the arrays begin at multiples of 64 bytes. No two of the arrays may overlap. */
void ck_wide_fft_forward(ck_cpu_level level, const ck_wide_fft *plan, const double *restrict x,
                         size_t n_modes, double *restrict spectrum, double *restrict scratch);

#pragma clang assume_nonnull end

#endif
