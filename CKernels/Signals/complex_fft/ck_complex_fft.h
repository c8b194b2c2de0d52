/* Discrete Fourier transform of complex data, any length; private to the kernels.
 *
 *     X[k] = sum over j of x[j] exp(-2 pi i j k / n),   k = 0 ... n-1, unscaled.
 *
 * Real and imaginary parts are separate arrays, so that every pass is a loop over contiguous
 * doubles. The inverse is the same transform with the two arrays exchanged, in and out: writing
 * S(a + ib) = b + ia = i conj(a + ib), conjugation of the sum gives S(DFT(S x)) = n IDFT(x).
 */
#ifndef CK_COMPLEX_FFT_H
#define CK_COMPLEX_FFT_H

#include <stddef.h>

#include "ck_platform.h"
#include "ck_status.h"

#pragma clang assume_nonnull begin

typedef struct ck_complex_fft ck_complex_fft;

typedef struct ck_split {
    double *re;
    double *im;
} ck_split;

static inline ck_split ck_split_exchanged(ck_split z) { return (ck_split){z.im, z.re}; }

/* count complex numbers, real and imaginary parts in turn, to two arrays and back. */
static inline void ck_split_from_pairs(size_t count, const double *restrict pairs,
                                       double *restrict re, double *restrict im) {
    for (size_t j = 0; j < count; j++) {
        re[j] = pairs[2 * j];
        im[j] = pairs[2 * j + 1];
    }
}

static inline void ck_pairs_from_split(size_t count, const double *restrict re,
                                       const double *restrict im, double *restrict pairs) {
    for (size_t j = 0; j < count; j++) {
        pairs[2 * j] = re[j];
        pairs[2 * j + 1] = im[j];
    }
}

typedef unsigned long long ck_wide; /* at least 64 bits, also where size_t has 32 */

/* exp(-2 pi i j / n) for j < n <= 2^31, within an ulp or so: the angle is brought into one octant
 * in integers, so cos and sin see at most pi / 4 and the multiples of pi / 2 come out exact. */
static inline void ck_unit_root(ck_wide j, ck_wide n, double *re, double *im) {
    const ck_wide octant = 8 * j / n;
    const ck_wide past = 8 * j - octant * n; /* the octant began, in turns / (8 n) */
    const ck_wide offset = octant % 2 == 0 ? past : n - past; /* from the nearest axis */
    const double angle = CK_PI / 4 * (double)offset / (double)n;
    const double near_axis = ck_cos(angle), off_axis = ck_sin(angle);
    const int along_im = octant == 1 || octant == 2 || octant == 5 || octant == 6;
    const double x = along_im ? off_axis : near_axis, y = along_im ? near_axis : off_axis;
    *re = octant >= 2 && octant < 6 ? -x : x;
    *im = octant < 4 ? -y : y;
}

/* Makes a plan for n complex samples, 1 <= n <= 2^30 (not checked: the callers do). *plan is NULL
 * unless CK_OK is returned. */
ck_status ck_complex_fft_create(size_t n, ck_complex_fft *_Nullable *_Nonnull plan);

/* Frees a plan; NULL is allowed. */
void ck_complex_fft_destroy(ck_complex_fft *_Nullable plan);

/* How many doubles each of the four arrays given to a run must hold; at least n. */
size_t ck_complex_fft_capacity(const ck_complex_fft *plan);

/* Transforms data[0 ... n-1], using work. The result is in one of the two, which is returned; the
 * other is garbage. No two of the four arrays may overlap. */
ck_split ck_complex_fft_run(const ck_complex_fft *plan, ck_split data, ck_split work);

#pragma clang assume_nonnull end

#endif
