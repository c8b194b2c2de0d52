#include "ck_lomb_fit_body.h"

#if defined(__x86_64__)

#define TARGET __attribute__((target("avx2,fma")))

TARGET ck_lomb_moments ck_lomb_weigh_avx2(const double *t_s, const double *y, const double *raw,
                                          size_t n, double *w, double *wy)
{
    return weigh_body(t_s, y, raw, n, w, wy);
}

TARGET void ck_lomb_grid_avx2(const double *restrict t_s, const double *restrict w,
                              const double *restrict wy, size_t n, double origin_s, double first_hz,
                              double step_hz, size_t n_f, double *restrict data,
                              double *restrict once, double *restrict twice)
{
    grid_sums_body(t_s, w, wy, n, origin_s, first_hz, step_hz, n_f, data, once, twice);
}

TARGET size_t ck_lomb_power_avx2(const double *restrict data, const double *restrict once,
                               const double *restrict twice, const double *restrict factors,
                               size_t n_f, double variance, double scale, double *restrict power)
{
    return power_body(data, once, twice, factors, n_f, variance, scale, power);
}

TARGET void ck_lomb_fit_avx2(const double *restrict t_s, const double *restrict w,
                             const double *restrict wy, size_t n, double origin_s, double first_hz,
                             double step_hz, double k, fit_sums *restrict out)
{
    fit_body(t_s, w, wy, n, origin_s, first_hz, step_hz, k, out);
}

#endif
