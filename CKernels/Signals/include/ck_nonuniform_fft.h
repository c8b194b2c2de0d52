/* The two outer steps of a non-uniform Fourier transform of real data ("type 1"):
 *
 *   modes[k] = sum over j of y[j] exp(-2 pi i k x[j]),   k = 0 ... n_modes - 1
 *
 * at positions x[j] in turns. ck_nonuniform_fft_spread lays every value on an even grid of n_grid
 * points with the kernel
 *
 *   phi(z) = I0(b sqrt(1 - z^2)) / I0(b),  |z| <= 1,  z = 2 distance / width,  0 outside
 *
 * (Kaiser and Bessel's; I0 is a Bessel function). The caller forms the real transform of the grid and
 * divides it by the kernel's own transform, which has a closed form (ck_nonuniform_fft_factors).
 * Error relative to sum abs(y): about exp(-pi width sqrt(1 - 1/s)) for the grid s = n_grid / (2
 * n_modes) times as fine as the modes need.
 *
 * The kernel is not computed at run time: on each of its `width` pieces it is a polynomial, and
 * pieces that mirror each other share theirs.
 *
 * Accuracy: positions are formed as (t - origin) rate with about 106 bits, so that what is left of
 * a phase after many turns is right to the last digit.
 *
 * Sources: Barnett, Magland and af Klinteberg 2019, SIAM J. Sci. Comput. 41:C479 (the scheme and
 * the polynomial pieces); Beatty, Nishimura and Pauly 2005, IEEE Trans. Med. Imaging 24:799,
 * equation 5 (the shape b).
 * Threads: a plan is read-only after creation and may be shared.
 */
#ifndef CK_NONUNIFORM_FFT_H
#define CK_NONUNIFORM_FFT_H

#include <stddef.h>

#include "ck_cpu.h"
#include "ck_status.h"

#pragma clang assume_nonnull begin

/* The widest kernel; its width is even. */
#define CK_NONUNIFORM_FFT_MAX_WIDTH 16
/* Doubles in front of the grid's first point in a field, and in a whole field besides the grid:
 * space for kernels that overlap an end. */
#define CK_NONUNIFORM_FFT_FRONT 8
#define CK_NONUNIFORM_FFT_MARGINS 32

typedef struct ck_nonuniform_fft ck_nonuniform_fft;

/* Makes a plan. n_modes >= 1; 2 n_modes <= n_grid <= 2^30 (2.5 n_modes for the error above) and
 * n_grid >= 32; width even, 2 ... CK_NONUNIFORM_FFT_MAX_WIDTH. *plan is NULL unless CK_OK is returned. */
ck_status ck_nonuniform_fft_create(size_t n_modes, size_t n_grid, size_t width,
                                   ck_nonuniform_fft *_Nullable *_Nonnull plan);

/* Frees a plan; NULL is allowed. */
void ck_nonuniform_fft_destroy(ck_nonuniform_fft *_Nullable plan);

/* Locates the points (t[j] - origin) rate, in turns, on the grid: cell[n] is the grid point below,
 * 0 ... n_grid - 1; the last array has n offsets within the cell, -1 ... 1. The points must be
 * finite and below 2^50 / n_grid turns; those that are not are put anywhere on the grid. */
void ck_nonuniform_fft_locate(ck_cpu_level level, const ck_nonuniform_fft *plan,
                              const double *restrict t, size_t n, double origin, double rate,
                              int *restrict cell, double *restrict index);

/* The values y[n] of located points laid on a grid: field[n_grid + CK_NONUNIFORM_FFT_MARGINS] is
 * overwritten; the grid is field[CK_NONUNIFORM_FFT_FRONT ...]. Quickest where field begins at a
 * multiple of 64 bytes and the points ascend. No array may overlap field. */
void ck_nonuniform_fft_spread(ck_cpu_level level, const ck_nonuniform_fft *plan,
                              const int *restrict cell, const double *restrict index,
                              const double *restrict y, size_t n, double *restrict field);

/* The same for two values a point, for little more than the price of one. */
void ck_nonuniform_fft_spread_pair(ck_cpu_level level, const ck_nonuniform_fft *plan,
                                   const int *restrict cell, const double *restrict index,
                                   const double *restrict y0, const double *restrict y1, size_t n,
                                   double *restrict field0, double *restrict field1);

/* 1 over the kernel's transform at each mode: n_modes numbers, owned by the plan. A mode is the
 * grid's transform at k times the k-th of them. */
const double *ck_nonuniform_fft_factors(const ck_nonuniform_fft *plan);

#pragma clang assume_nonnull end

#endif
