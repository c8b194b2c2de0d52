/* The two outer steps of a non-uniform Fourier transform of real data ("type 1"):
 *
 *   modes[k] = sum over j of y[j] exp(-2 pi i k x[j]),   k = 0 ... n_modes - 1
 *
 * ck_spread_run lays the points on an even, periodic grid with a narrow kernel; the caller
 * transforms the grid (forward, unscaled); ck_spread_correct divides the kernel's own transform
 * out of the result.
 *
 * Kernel: phi(z) = exp(beta (sqrt(1 - z^2) - 1)), |z| <= 1, spread over `width` grid points, with
 * beta = 2.30 width for a grid at least twice as fine as the modes need: Barnett, Magland and af
 * Klinteberg 2019, SIAM J. Sci. Comput. 41:C479.
 * Error: about 10^(1 - width) of sum |y|, not below a few 1e-16 of it times log2(grid).
 * Cost: width exponentials a point, 16 doubles of plan and n_modes factors.
 * Threads: a plan is read-only after creation and may be shared.
 */
#ifndef CK_SPREAD_H
#define CK_SPREAD_H

#include <stddef.h>

#include "ck_status.h"

#pragma clang assume_nonnull begin

typedef struct ck_spread ck_spread;

/* The widest kernel; gives the full accuracy of a double. */
#define CK_SPREAD_MAX_WIDTH 16

/* n_modes >= 1; n_grid >= 4 n_modes and >= 2 width; width 2 ... CK_SPREAD_MAX_WIDTH; otherwise
 * CK_BAD_ARGUMENT. *plan is NULL unless CK_OK is returned. */
ck_status ck_spread_create(size_t n_modes, size_t n_grid, size_t width,
                           ck_spread *_Nullable *_Nonnull plan);

/* Frees a plan; NULL is allowed. */
void ck_spread_destroy(ck_spread *_Nullable plan);

/* x[n]: positions in turns, any finite number (only the fraction counts); y[n]: values;
 * grid[n_grid]: overwritten. No two arrays may overlap. */
void ck_spread_run(const ck_spread *plan, const double *restrict x, const double *restrict y,
                   size_t n, double *restrict grid);

/* spectrum: the grid's forward transform, at least 2 n_modes doubles, real and imaginary parts in
 * turn; modes[2 n_modes]: written; may be the same array as spectrum. */
void ck_spread_correct(const ck_spread *plan, const double *spectrum, double *modes);

#pragma clang assume_nonnull end

#endif
