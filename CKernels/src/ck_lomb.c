#include "ck_lomb.h"

#include "ck_platform.h"

void ck_lomb_sums(const double *restrict t_s, const double *restrict w, const double *restrict wy,
                  size_t n, const double *restrict f_hz, size_t n_f, double *restrict sums)
{
    for (size_t k = 0; k < n_f; k++) {
        double y_cos = 0.0, y_sin = 0.0, w_cos = 0.0, w_sin = 0.0, w_cos2 = 0.0, w_sin2 = 0.0;
        for (size_t j = 0; j < n; j++) {
            /* Whole turns are dropped before the factor 2 pi, which would round them. */
            const double turns = f_hz[k] * t_s[j];
            const double angle = 2.0 * CK_PI * (turns - ck_floor(turns));
            const double c = ck_cos(angle);
            const double s = ck_sin(angle);
            y_cos += wy[j] * c;
            y_sin += wy[j] * s;
            w_cos += w[j] * c;
            w_sin += w[j] * s;
            w_cos2 += w[j] * (c * c - s * s);
            w_sin2 += w[j] * (2.0 * c * s);
        }
        double *const out = sums + 6 * k;
        out[0] = y_cos;
        out[1] = y_sin;
        out[2] = w_cos;
        out[3] = w_sin;
        out[4] = w_cos2;
        out[5] = w_sin2;
    }
}
