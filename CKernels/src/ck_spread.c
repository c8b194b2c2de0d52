#include "ck_spread.h"

#include "ck_platform.h"

struct ck_spread {
    size_t n_modes;
    size_t n_grid;
    size_t width;
    double beta;
    double factors[]; /* 1 / transform of the kernel, one a mode */
};

/* Shape parameter for a grid twice as fine as the modes need. */
static const double beta_per_width = 2.30;

static double kernel(double beta, double z)
{
    const double inside = 1.0 - z * z;
    return inside > 0.0 ? ck_exp(beta * (ck_sqrt(inside) - 1.0)) : 0.0;
}

/* The kernel's transform at mode k: the trapezium rule with half a grid point of step, whose error
 * is the transform at four times the highest mode and beyond: nothing. The sum of cosines
 * a[0]/2 + a[1] cos(angle) + ... is Clenshaw's. */
static double kernel_transform(const double *a, size_t width, double angle)
{
    const double twice_cos = 2.0 * ck_cos(angle);
    double next = 0.0, after = 0.0;
    for (size_t q = width - 1; q > 0; q--) {
        const double current = a[q] + twice_cos * next - after;
        after = next;
        next = current;
    }
    return 0.5 * a[0] + 0.5 * twice_cos * next - after;
}

ck_status ck_spread_create(size_t n_modes, size_t n_grid, size_t width, ck_spread **plan)
{
    *plan = NULL;
    if (n_modes < 1 || width < 2 || width > CK_SPREAD_MAX_WIDTH || n_grid / 4 < n_modes ||
        n_grid < 2 * width) {
        return CK_BAD_ARGUMENT;
    }
    ck_spread *const made = ck_allocate(sizeof(ck_spread) + n_modes * sizeof(double));
    if (made == NULL) {
        return CK_OUT_OF_MEMORY;
    }
    made->n_modes = n_modes;
    made->n_grid = n_grid;
    made->width = width;
    made->beta = beta_per_width * (double)width;

    double samples[CK_SPREAD_MAX_WIDTH];
    for (size_t q = 0; q < width; q++) {
        samples[q] = kernel(made->beta, (double)q / (double)width);
    }
    for (size_t k = 0; k < n_modes; k++) {
        const double angle = CK_PI * (double)k / (double)n_grid;
        made->factors[k] = 1.0 / kernel_transform(samples, width, angle);
    }
    *plan = made;
    return CK_OK;
}

void ck_spread_destroy(ck_spread *plan) { ck_free(plan); }

void ck_spread_run(const ck_spread *plan, const double *restrict x, const double *restrict y,
                   size_t n, double *restrict grid)
{
    const size_t n_grid = plan->n_grid;
    const size_t width = plan->width;
    const double half_width = 0.5 * (double)width;
    for (size_t m = 0; m < n_grid; m++) {
        grid[m] = 0.0;
    }
    for (size_t j = 0; j < n; j++) {
        const double turns = x[j] - ck_floor(x[j]);
        const double position = turns * (double)n_grid;
        const double first = ck_ceil(position - half_width);
        /* first lies between -width and n_grid: one addition makes it a valid index. */
        size_t m = first < 0.0 ? (size_t)(first + (double)n_grid) : (size_t)first;
        for (size_t i = 0; i < width; i++) {
            if (m >= n_grid) {
                m -= n_grid;
            }
            const double z = (first + (double)i - position) / half_width;
            grid[m] += y[j] * kernel(plan->beta, z);
            m++;
        }
    }
}

void ck_spread_correct(const ck_spread *plan, const double *spectrum, double *modes)
{
    for (size_t k = 0; k < plan->n_modes; k++) {
        modes[2 * k] = spectrum[2 * k] * plan->factors[k];
        modes[2 * k + 1] = spectrum[2 * k + 1] * plan->factors[k];
    }
}
