#include "ck_nonuniform_fft.h"

#include "ck_nonuniform_fft_body.h"

CK_NONUNIFORM_FFT_LOCATE_VARIANT(CK_PLAIN, plain)
CK_NONUNIFORM_FFT_POINTS_VARIANT(CK_PLAIN, plain)

CK_VARIANTS(ck_nonuniform_fft_locate);

/* Coefficients of a piece, and points it is fitted at. */
#define COUNT (2 * TERMS)

/* Bessel's I0 by its power series: all terms are positive, so no digit is lost. */
static double bessel_i0(double x)
{
    const double quarter_square = 0.25 * x * x;
    double term = 1.0;
    double sum = 1.0;
    for (double k = 1.0; term > 1e-17 * sum; k += 1.0) {
        term *= quarter_square / (k * k);
        sum += term;
    }
    return sum;
}

static double kernel(double shape, double z)
{
    const double square = 1.0 - z * z;
    return square < 0.0 ? 0.0 : bessel_i0(shape * ck_sqrt(square));
}

/* Coefficients of the polynomial through the kernel at the Chebyshev points of piece i. */
static void fit_piece(ck_nonuniform_fft *plan, size_t i, double width, double shape)
{
    double sample[COUNT];
    const double height = bessel_i0(shape);
    for (size_t p = 0; p < COUNT; p++) {
        const double z = ck_cos(CK_PI * ((double)p + 0.5) / COUNT);
        const double distance = 0.5 * (z + 1.0) + (double)(HALF - 1 - i);
        sample[p] = kernel(shape, 2.0 * distance / width) / height;
    }
    /* T[n] as sums of powers: previous is T[n-1], current T[n]. */
    double previous[COUNT] = {0.0}, current[COUNT] = {0.0}, power[COUNT] = {0.0};
    current[0] = 1.0;
    for (size_t n = 0; n < COUNT; n++) {
        double c = 0.0;
        for (size_t p = 0; p < COUNT; p++) {
            c += sample[p] * ck_cos(CK_PI * (double)n * ((double)p + 0.5) / COUNT);
        }
        c *= (n == 0 ? 1.0 : 2.0) / COUNT;
        double next[COUNT];
        for (size_t d = 0; d < COUNT; d++) {
            power[d] += c * current[d];
            const double raised = d > 0 ? current[d - 1] : 0.0;
            next[d] = n == 0 ? raised : 2.0 * raised - previous[d];
        }
        for (size_t d = 0; d < COUNT; d++) {
            previous[d] = current[d];
            current[d] = next[d];
        }
    }
    for (size_t d = 0; d < TERMS; d++) {
        plan->even[d][i] = power[2 * d];
        plan->odd[d][i] = power[2 * d + 1];
    }
}

/* The kernel's transform at `turns` a grid cell, times I0(b): 2 h sinh(r) / r, r^2 = b^2 - (2 pi h
 * turns)^2, h half the width. The root is real at every mode where the grid is
 * at least 1.25 times as fine as the modes need; it counts as 0 elsewhere. */
static double kernel_transform(double width, double shape, double turns)
{
    const double angle = CK_PI * width * turns;
    const double square = shape * shape - angle * angle;
    const double root = square > 0.0 ? ck_sqrt(square) : 0.0;
    if (root < 1e-4) {
        return width * (1.0 + root * root / 6.0);
    }
    const double growth = ck_exp(root);
    return width * 0.5 * (growth - 1.0 / growth) / root;
}

ck_status ck_nonuniform_fft_create(size_t n_modes, size_t n_grid, size_t width,
                                   ck_nonuniform_fft **plan)
{
    *plan = NULL;
    if (n_modes < 1 || n_grid / 2 < n_modes || n_grid < 32 || n_grid > (size_t)1 << 30 ||
        width < 2 || width % 2 != 0 || width > CK_NONUNIFORM_FFT_MAX_WIDTH) {
        return CK_BAD_ARGUMENT;
    }
    ck_nonuniform_fft *const made = ck_allocate(sizeof *made);
    double *const factors = ck_allocate_doubles(n_modes);
    if (!made || !factors) {
        ck_free(made);
        ck_free(factors);
        return CK_OUT_OF_MEMORY;
    }
    const double fineness = (double)n_grid / (2.0 * (double)n_modes);
    const double reach = (double)width * (1.0 - 0.5 / fineness);
    const double shape = CK_PI * ck_sqrt(reach * reach > 1.8 ? reach * reach - 0.8 : 1.0);
    *made = (ck_nonuniform_fft){.n_modes = n_modes, .n_grid = n_grid, .factors = factors};
    for (size_t i = HALF - width / 2; i < HALF; i++) {
        fit_piece(made, i, (double)width, shape);
    }
    const double height = bessel_i0(shape);
    for (size_t k = 0; k < n_modes; k++) {
        const double turns = (double)k / (double)n_grid;
        factors[k] = height / kernel_transform((double)width, shape, turns);
    }
    *plan = made;
    return CK_OK;
}

void ck_nonuniform_fft_destroy(ck_nonuniform_fft *plan)
{
    if (plan) {
        ck_free(plan->factors);
        ck_free(plan);
    }
}

const double *ck_nonuniform_fft_factors(const ck_nonuniform_fft *plan) { return plan->factors; }

void ck_nonuniform_fft_locate(ck_cpu_level level, const ck_nonuniform_fft *plan,
                              const double *restrict t, size_t n, double origin, double rate,
                              int *restrict cell, double *restrict offset)
{
    CK_DISPATCH(level, ck_nonuniform_fft_locate, plan, t, n, origin, rate, cell, offset);
}

static void clear(double *restrict field, size_t count)
{
    for (size_t m = 0; m < count; m++) {
        field[m] = 0.0;
    }
}

/* What lies in the margins belongs to the other end of the grid. */
static void fold(double *restrict field, size_t n_grid)
{
    for (size_t m = 0; m < CK_NONUNIFORM_FFT_FRONT; m++) {
        field[n_grid + m] += field[m];
    }
    for (size_t m = 0; m < CK_NONUNIFORM_FFT_MARGINS - CK_NONUNIFORM_FFT_FRONT; m++) {
        field[CK_NONUNIFORM_FFT_FRONT + m] += field[CK_NONUNIFORM_FFT_FRONT + n_grid + m];
    }
}

void ck_nonuniform_fft_spread(ck_cpu_level level, const ck_nonuniform_fft *plan,
                              const int *restrict cell, const double *restrict offset,
                              const double *restrict y, size_t n, double *restrict field)
{
    clear(field, plan->n_grid + CK_NONUNIFORM_FFT_MARGINS);
    CK_DISPATCH(level, ck_nonuniform_fft_points, plan, cell, offset, y, NULL, n, field, NULL);
    fold(field, plan->n_grid);
}

void ck_nonuniform_fft_spread_pair(ck_cpu_level level, const ck_nonuniform_fft *plan,
                                   const int *restrict cell, const double *restrict offset,
                                   const double *restrict y0, const double *restrict y1, size_t n,
                                   double *restrict field0, double *restrict field1)
{
    clear(field0, plan->n_grid + CK_NONUNIFORM_FFT_MARGINS);
    clear(field1, plan->n_grid + CK_NONUNIFORM_FFT_MARGINS);
    CK_DISPATCH(level, ck_nonuniform_fft_points, plan, cell, offset, y0, y1, n, field0, field1);
    fold(field0, plan->n_grid);
    fold(field1, plan->n_grid);
}
