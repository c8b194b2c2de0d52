/* The sums of ck_lomb_fit, stamped out for each level. */
#ifndef CK_LOMB_FIT_BODY_H
#define CK_LOMB_FIT_BODY_H

#include "ck_lomb_body.h"

/* sin x / x and (1 - cos x) / (x^2 / 2) by Taylor series, to the last digit for a quarter turn. */
CK_INLINE double sine_series(double square)
{
    double sum = 1.0;
    for (double d = 20.0; d >= 2.0; d -= 2.0) {
        sum = 1.0 - square * (1.0 / (d * (d + 1.0))) * sum;
    }
    return sum;
}

CK_INLINE double bow_series(double square)
{
    double sum = 1.0;
    for (double d = 21.0; d >= 3.0; d -= 2.0) {
        sum = 1.0 - square * (1.0 / (d * (d + 1.0))) * sum;
    }
    return sum;
}

/* The model's two oscillating parts at a sample: sine, and one less cosine. */
typedef struct {
    double sine, bow;
} parts;

/* Both right to the last digit however small they are. Near a half turn the sine is small too: the
 * half is taken off first, without rounding. */
CK_INLINE parts parts_at(double t_s, double origin_s, double first_hz, double step_hz,
                         double k)
{
    const double turns =
        phase_after(phase_of(t_s, origin_s, first_hz), phase_of(t_s, origin_s, step_hz), k);
    const double whole = turns - ck_rint(turns);
    const double half = ck_rint(2.0 * whole);
    const double angle = 2.0 * CK_PI * (whole - 0.5 * half);
    const double square = angle * angle;
    const double sine = angle * sine_series(square);
    const double bow = 0.5 * square * bow_series(square);
    return (parts){half == 0.0 ? sine : -sine, half == 0.0 ? bow : 2.0 - bow};
}

/* Sums around the weighted means, and before the means were taken off. */
typedef struct {
    double sine_square, bow_square, product;
    double sine_data, bow_data;
    double sine_raw, bow_raw;
} fit_sums;

CK_INLINE void fit_body(const double *restrict t_s, const double *restrict w,
                        const double *restrict wy, size_t n, double origin_s,
                        double first_hz, double step_hz, double k, fit_sums *restrict out)
{
    double sine_mean = 0.0, bow_mean = 0.0;
    for (size_t j = 0; j < n; j++) {
#pragma clang fp reassociate(on) contract(fast)
        const parts at = parts_at(t_s[j], origin_s, first_hz, step_hz, k);
        sine_mean += w[j] * at.sine;
        bow_mean += w[j] * at.bow;
    }
    double sine_square = 0.0, bow_square = 0.0, product = 0.0, sine_data = 0.0, bow_data = 0.0,
           sine_raw = 0.0, bow_raw = 0.0;
    for (size_t j = 0; j < n; j++) {
#pragma clang fp reassociate(on) contract(fast)
        const parts at = parts_at(t_s[j], origin_s, first_hz, step_hz, k);
        const double sine = at.sine - sine_mean;
        const double bow = at.bow - bow_mean;
        sine_square += w[j] * sine * sine;
        bow_square += w[j] * bow * bow;
        product += w[j] * sine * bow;
        sine_data += wy[j] * sine;
        bow_data += wy[j] * bow;
        sine_raw += w[j] * at.sine * at.sine;
        bow_raw += w[j] * at.bow * at.bow;
    }
    *out = (fit_sums){sine_square, bow_square, product, sine_data, bow_data, sine_raw, bow_raw};
}

/* The function of one level. */
#define CK_LOMB_FIT_VARIANT(TARGET, LEVEL)                                                         \
    TARGET void ck_lomb_fit_sums_##LEVEL(const double *restrict t_s, const double *restrict w,     \
                                         const double *restrict wy, size_t n, double origin_s,     \
                                         double first_hz, double step_hz, double k,                \
                                         fit_sums *restrict out)                                   \
    {                                                                                              \
        fit_body(t_s, w, wy, n, origin_s, first_hz, step_hz, k, out);                              \
    }

#endif
