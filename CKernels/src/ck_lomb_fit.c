#include "ck_lomb.h"

#include "ck_lomb_body.h"

/* The model's two oscillating parts at a sample: sine, and one less cosine, both right to the last
 * place however small they are. */
typedef struct {
    double sine, bow;
} parts;

static parts parts_at(double t_s, double origin_s, double first_hz, double step_hz, double k)
{
    const double turns =
        phase_after(phase_of(t_s, origin_s, first_hz), phase_of(t_s, origin_s, step_hz), k);
    /* Near a half turn the sine is small too: the half is taken off first, without rounding. */
    const double whole = turns - ck_rint(turns);
    const double half = ck_rint(2.0 * whole);
    const double sine = ck_sin(2.0 * CK_PI * (whole - 0.5 * half));
    const double bow = ck_sin(CK_PI * whole);
    return (parts){half == 0.0 ? sine : -sine, 2.0 * bow * bow};
}

/* Sums around the weighted means. */
typedef struct {
    double sine_mean, bow_mean;
    double sine_square, bow_square, product;
    double sine_data, bow_data;
    /* Before the means were taken off. */
    double sine_raw, bow_raw;
} moments;

static moments moments_at(const double *t_s, const double *w, const double *wy, size_t n,
                          double origin_s, double first_hz, double step_hz, double k)
{
    moments m = {0};
    for (size_t j = 0; j < n; j++) {
        const parts at = parts_at(t_s[j], origin_s, first_hz, step_hz, k);
        m.sine_mean += w[j] * at.sine;
        m.bow_mean += w[j] * at.bow;
    }
    for (size_t j = 0; j < n; j++) {
        const parts at = parts_at(t_s[j], origin_s, first_hz, step_hz, k);
        const double sine = at.sine - m.sine_mean;
        const double bow = at.bow - m.bow_mean;
        m.sine_square += w[j] * sine * sine;
        m.bow_square += w[j] * bow * bow;
        m.product += w[j] * sine * bow;
        m.sine_data += wy[j] * sine;
        m.bow_data += wy[j] * bow;
        m.sine_raw += w[j] * at.sine * at.sine;
        m.bow_raw += w[j] * at.bow * at.bow;
    }
    return m;
}

double ck_lomb_fit(const double *restrict t_s, const double *restrict w, const double *restrict wy,
                   size_t n, double origin_s, double first_hz, double step_hz, size_t k,
                   double variance)
{
    const moments m = moments_at(t_s, w, wy, n, origin_s, first_hz, step_hz, (double)k);
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
