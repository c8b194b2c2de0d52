#include "ck_band_powers.h"

#include "ck_band_powers_body.h"
#include "ck_platform.h"

CK_BAND_POWERS_VARIANT(CK_PLAIN, plain)

CK_VARIANTS(ck_band_powers_run);

static void fill_window(ck_band_powers_plan *plan)
{
    const double n = (double)plan->n;
    for (size_t j = 0; j < plan->n; j++) {
        /* The taper sums to n / 2. */
        plan->window[j] = (float)((0.5 - 0.5 * ck_cos(2 * CK_PI * (double)j / n)) * 2 / n);
    }
}

static void fill_transform(ck_band_powers_plan *plan)
{
    for (size_t k = 0; k < plan->half; k++) {
        const double angle = 2 * CK_PI * (double)k / (double)plan->n;
        plan->twiddles[2 * k] = (float)ck_cos(angle);
        plan->twiddles[2 * k + 1] = (float)-ck_sin(angle);
        size_t reversed = 0;
        for (size_t bit = 1; bit < plan->half; bit *= 2) {
            reversed = 2 * reversed + ((k & bit) != 0);
        }
        plan->indices[k] = reversed;
    }
}

/* Height of the triangle with these edges at f; 0 outside. */
static double triangle(const double *edges, double f)
{
    const double rise = (f - edges[0]) / (edges[1] - edges[0]);
    const double fall = (edges[2] - f) / (edges[2] - edges[1]);
    const double height = rise < fall ? rise : fall;
    return height > 0 ? height : 0;
}

/* Counts the weights of all triangles; writes them if there is memory for them. */
static size_t fill_triangles(ck_band_powers_plan *plan, double step_hz, double low_hz,
                             double high_hz)
{
    const double low = ck_log(1 + low_hz / 700), high = ck_log(1 + high_hz / 700);
    const double step = (high - low) / (double)(plan->n_bands + 1);
    size_t total = 0;
    for (size_t b = 0; b < plan->n_bands; b++) {
        double edges[3];
        for (size_t i = 0; i < 3; i++) {
            edges[i] = 700 * (ck_exp(low + step * (double)(b + i)) - 1);
        }
        ck_band_triangle found = {0, 0, total};
        for (size_t k = 0; k <= plan->half; k++) {
            const double height = triangle(edges, step_hz * (double)k);
            if (height > 0) {
                found.first = found.count == 0 ? k : found.first;
                found.count++;
                if (plan->weights) {
                    plan->weights[total] = (float)height;
                }
                total++;
            }
        }
        plan->triangles[b] = found;
    }
    return total;
}

static int allocate(ck_band_powers_plan *plan)
{
    plan->window = ck_allocate(plan->n * sizeof(float));
    plan->twiddles = ck_allocate(plan->n * sizeof(float));
    plan->indices = ck_allocate(plan->half * sizeof(size_t));
    plan->triangles = ck_allocate(plan->n_bands * sizeof(ck_band_triangle));
    return plan->window && plan->twiddles && plan->indices && plan->triangles;
}

/* 1 if it is done, 0 without memory. */
static int fill(ck_band_powers_plan *plan, double rate_hz, double low_hz, double high_hz)
{
    if (!allocate(plan)) {
        return 0;
    }
    const double step_hz = rate_hz / (double)plan->n;
    plan->step_hz = (float)step_hz;
    plan->centre_bins = plan->half;
    if (high_hz / step_hz < (double)plan->half) {
        plan->centre_bins = (size_t)(high_hz / step_hz);
    }
    fill_window(plan);
    fill_transform(plan);
    const size_t count = fill_triangles(plan, step_hz, low_hz, high_hz);
    plan->weights = ck_allocate(count * sizeof(float));
    if (!plan->weights) {
        return 0;
    }
    fill_triangles(plan, step_hz, low_hz, high_hz);
    return 1;
}

ck_status ck_band_powers_create(double rate_hz, size_t n, size_t hop, size_t n_bands,
                                double low_hz, double high_hz, ck_band_powers_plan **plan)
{
    *plan = NULL;
    if (n < 64 || n > 65536 || (n & (n - 1)) != 0 || hop < 1 || n_bands < 1 || n_bands > 64 ||
        !(low_hz >= 0) || !(high_hz > low_hz) || !(rate_hz > 0)) {
        return CK_BAD_ARGUMENT;
    }
    ck_band_powers_plan *made = ck_allocate(sizeof *made);
    if (!made) {
        return CK_OUT_OF_MEMORY;
    }
    *made = (ck_band_powers_plan){.n = n, .half = n / 2, .hop = hop, .n_bands = n_bands};
    if (!fill(made, rate_hz, low_hz, high_hz)) {
        ck_band_powers_destroy(made);
        return CK_OUT_OF_MEMORY;
    }
    *plan = made;
    return CK_OK;
}

void ck_band_powers_destroy(ck_band_powers_plan *plan)
{
    if (plan) {
        ck_free(plan->window);
        ck_free(plan->twiddles);
        ck_free(plan->indices);
        ck_free(plan->triangles);
        ck_free(plan->weights);
        ck_free(plan);
    }
}

size_t ck_band_powers_scratch_count(const ck_band_powers_plan *plan)
{
    /* Real and imaginary parts, then powers; 16 more, so that a row can begin with a cache line. */
    return 16 * (2 * plan->half + plan->half + 1) + 16;
}

void ck_band_powers_run(ck_cpu_level level, const ck_band_powers_plan *plan,
                        const float *restrict x, float *restrict scratch, float *restrict bands,
                        float *restrict centre)
{
    CK_DISPATCH(level, ck_band_powers_run, plan, x, scratch, bands, centre);
}
