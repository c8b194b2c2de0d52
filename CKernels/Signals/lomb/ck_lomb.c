#include "ck_lomb.h"

#include "ck_lomb_body.h"

CK_LOMB_VARIANT(CK_PLAIN, plain)

CK_VARIANTS(ck_lomb_weigh);
CK_VARIANTS(ck_lomb_grid_sums);
CK_VARIANTS(ck_lomb_power);

/* The terms of all samples at one frequency; turns in full and what their rounding took. */
static void sums_at(const double *restrict t_s, const double *restrict w,
                    const double *restrict wy, size_t n, double origin_s, double start_hz,
                    double step_hz, double k, double *restrict data, double *restrict once,
                    double *restrict twice)
{
    double sums[6] = {0.0};
    for (size_t j = 0; j < n; j++) {
        const double turns = phase_after(phase_of(t_s[j], origin_s, start_hz),
                                         phase_of(t_s[j], origin_s, step_hz), k);
        const double c = ck_cos(2.0 * CK_PI * turns);
        const double s = -ck_sin(2.0 * CK_PI * turns);
        sums[0] += wy[j] * c;
        sums[1] += wy[j] * s;
        sums[2] += w[j] * c;
        sums[3] += w[j] * s;
        sums[4] += w[j] * (c * c - s * s);
        sums[5] += w[j] * (2.0 * c * s);
    }
    for (size_t part = 0; part < 2; part++) {
        data[part] = sums[part];
        once[part] = sums[2 + part];
        twice[part] = sums[4 + part];
    }
}

void ck_lomb_sums(const double *restrict t_s, const double *restrict w, const double *restrict wy,
                  size_t n, double origin_s, const double *restrict f_hz, size_t n_f,
                  double *restrict data, double *restrict once, double *restrict twice)
{
    for (size_t k = 0; k < n_f; k++) {
        sums_at(t_s, w, wy, n, origin_s, f_hz[k], 0.0, 0.0, data + 2 * k, once + 2 * k, twice + 2 * k);
    }
}

void ck_lomb_plain_grid_sums(const double *restrict t_s, const double *restrict w,
                             const double *restrict wy, size_t n, double origin_s, double first_hz,
                             double step_hz, size_t n_f, double *restrict data,
                             double *restrict once, double *restrict twice)
{
    for (size_t k = 0; k < n_f; k++) {
        sums_at(t_s, w, wy, n, origin_s, first_hz, step_hz, (double)k, data + 2 * k, once + 2 * k,
                twice + 2 * k);
    }
}

void ck_lomb_turn(const double *restrict t_s, const double *restrict y, size_t n, double origin_s,
                  double f_hz, double *restrict real, double *restrict imaginary)
{
    for (size_t j = 0; j < n; j++) {
        const phase at = phase_of(t_s[j], origin_s, f_hz);
        const double angle = 2.0 * CK_PI * (at.high + at.low);
        real[j] = y[j] * ck_cos(angle);
        imaginary[j] = -y[j] * ck_sin(angle);
    }
}

ck_lomb_moments ck_lomb_weigh(ck_cpu_level level, const double *t_s, const double *y,
                              const double *raw, size_t n, double *w, double *wy)
{
    return CK_DISPATCH(level, ck_lomb_weigh, t_s, y, raw, n, w, wy);
}

void ck_lomb_grid_sums(ck_cpu_level level, const double *restrict t_s, const double *restrict w,
                       const double *restrict wy, size_t n, double origin_s, double first_hz,
                       double step_hz, size_t n_f, double *restrict data, double *restrict once,
                       double *restrict twice)
{
    CK_DISPATCH(level, ck_lomb_grid_sums, t_s, w, wy, n, origin_s, first_hz, step_hz, n_f, data,
                once, twice);
}

size_t ck_lomb_power(ck_cpu_level level, const double *restrict data, const double *restrict once,
                     const double *restrict twice, const double *restrict factors, size_t n_f,
                     double variance, double scale, double *restrict power)
{
    return CK_DISPATCH(level, ck_lomb_power, data, once, twice, factors, n_f, variance, scale,
                       power);
}
