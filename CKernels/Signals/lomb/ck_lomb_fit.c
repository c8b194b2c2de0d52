#include "ck_lomb.h"

#include "ck_lomb_fit_body.h"

CK_LOMB_FIT_VARIANT(CK_PLAIN, plain)

CK_VARIANTS(ck_lomb_fit_sums);

double ck_lomb_fit(ck_cpu_level level, const double *restrict t_s, const double *restrict w,
                   const double *restrict wy, size_t n, double origin_s, double first_hz,
                   double step_hz, size_t k, double variance)
{
    fit_sums m;
    CK_DISPATCH(level, ck_lomb_fit_sums, t_s, w, wy, n, origin_s, first_hz, step_hz, (double)k, &m);
    /* Squares that rounding alone can leave of what is constant. */
    const double rounding = 64.0 * 2.2e-16 * 2.2e-16;
    if (m.sine_square <= rounding * m.sine_raw || m.bow_square <= rounding * m.bow_raw) {
        return 0.0;
    }
    const double rest = m.bow_square - m.product * m.product / m.sine_square;
    if (rest <= 1e-12 * m.bow_square) {
        return 0.0;
    }
    const double rest_data = m.bow_data - m.product * m.sine_data / m.sine_square;
    const double explained =
        m.sine_data * m.sine_data / m.sine_square + rest_data * rest_data / rest;
    if (!(explained >= 0.0)) {
        return explained;
    }
    return explained < variance ? explained : variance;
}
