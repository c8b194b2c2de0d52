/* What the variants of ck_nonuniform_fft share: the plan, and the loops that are compiled once for
 * every instruction set. */
#ifndef CK_NONUNIFORM_FFT_BODY_H
#define CK_NONUNIFORM_FFT_BODY_H

#include "ck_platform.h"
#include "ck_nonuniform_fft.h"
#include "ck_variants.h"

/* Pieces of half a kernel, and polynomial coefficients of each parity. */
#define HALF (CK_NONUNIFORM_FFT_MAX_WIDTH / 2)
#define TERMS 10

struct ck_nonuniform_fft {
    size_t n_modes;
    size_t n_grid;
    /* Left half of the kernel, piece i at its distance HALF - 1 - i from the middle: the sum of
     * even[d][i] z^(2d) + odd[d][i] z^(2d + 1) for z = offset. The mirrored piece on the right is
     * the same with -z. Pieces beyond a narrow kernel are 0. */
    double even[TERMS][HALF];
    double odd[TERMS][HALF];
    double *factors;
};

CK_INLINE void locate_body(const ck_nonuniform_fft *plan, const double *restrict t, size_t n,
                           double origin, double rate, int *restrict cell,
                           double *restrict offset)
{
    const double grid = (double)plan->n_grid;
    const double scale = rate * grid;
    const double scale_low = __builtin_fma(rate, grid, -scale);
    for (size_t j = 0; j < n; j++) {
        /* t - origin without rounding error (Knuth's two-sum), times the scale likewise. */
        const double distance = t[j] - origin;
        const double back = distance - t[j];
        const double distance_low = (t[j] - (distance - back)) - (origin + back);
        const double product = distance * scale;
        const double low = __builtin_fma(distance, scale, -product) + distance * scale_low +
                           distance_low * scale;
        const double below = ck_floor(product);
        const double wrapped = below - grid * ck_floor(below / grid);
        /* A point that is not finite, or too far out to be inside, goes to the start. */
        const int is_inside = wrapped >= 0.0 && wrapped < grid;
        cell[j] = is_inside ? (int)wrapped : 0;
        offset[j] = is_inside ? 2.0 * ((product - below) + low) - 1.0 : 0.0;
    }
}

/* The 2 HALF kernel values of a point at a position within its cell. */
CK_INLINE void kernel_values(const ck_nonuniform_fft *plan, double offset, double *restrict value)
{
    const double square = offset * offset;
    for (size_t i = 0; i < HALF; i++) {
        double even = plan->even[TERMS - 1][i];
        double odd = plan->odd[TERMS - 1][i];
        for (size_t d = TERMS - 1; d-- > 0;) {
            even = even * square + plan->even[d][i];
            odd = odd * square + plan->odd[d][i];
        }
        value[i] = even + offset * odd;
        value[2 * HALF - 1 - i] = even - offset * odd;
    }
}

CK_INLINE void spread_body(const ck_nonuniform_fft *plan, const int *restrict cell,
                           const double *restrict offset, const double *restrict y0,
                           const double *restrict y1, size_t n, double *restrict field0,
                           double *restrict field1)
{
    double value[2 * HALF];
    for (size_t j = 0; j < n; j++) {
        kernel_values(plan, offset[j], value);
        const size_t first = (size_t)cell[j] + CK_NONUNIFORM_FFT_FRONT - (HALF - 1);
        for (size_t i = 0; i < 2 * HALF; i++) {
            field0[first + i] += y0[j] * value[i];
        }
        if (y1) {
            for (size_t i = 0; i < 2 * HALF; i++) {
                field1[first + i] += y1[j] * value[i];
            }
        }
    }
}

/* y1 and field1 may be NULL. */
void ck_nonuniform_fft_points_plain(const ck_nonuniform_fft *plan, const int *restrict cell,
                                    const double *restrict offset, const double *restrict y0,
                                    const double *restrict y1, size_t n, double *restrict field0,
                                    double *restrict field1);
CK_VARIANTS(ck_nonuniform_fft_points);

/* The functions of one level; for AVX-512 the points have one of their own. */
#define CK_NONUNIFORM_FFT_LOCATE_VARIANT(TARGET, LEVEL)                                            \
    TARGET void ck_nonuniform_fft_locate_##LEVEL(const ck_nonuniform_fft *plan,                    \
                                                 const double *restrict t, size_t n,               \
                                                 double origin, double rate, int *restrict cell,   \
                                                 double *restrict offset)                           \
    {                                                                                              \
        locate_body(plan, t, n, origin, rate, cell, offset);                                        \
    }

#define CK_NONUNIFORM_FFT_POINTS_VARIANT(TARGET, LEVEL)                                            \
    TARGET void ck_nonuniform_fft_points_##LEVEL(const ck_nonuniform_fft *plan,                    \
                                                 const int *restrict cell,                         \
                                                 const double *restrict offset,                     \
                                                 const double *restrict y0,                        \
                                                 const double *restrict y1, size_t n,              \
                                                 double *restrict field0, double *restrict field1) \
    {                                                                                              \
        spread_body(plan, cell, offset, y0, y1, n, field0, field1);                                 \
    }

#endif
