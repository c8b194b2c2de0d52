/* The bodies of ck_welch, compiled once for every instruction set. */
#ifndef CK_WELCH_BODY_H
#define CK_WELCH_BODY_H

#include "ck_lanes.h"
#include "ck_welch.h"

/* Sixteen interleaved sums, so that additions need not wait for each other. */
CK_INLINE double ck_welch_mean(const double *x, size_t n)
{
    ck_eight a = {0}, b = {0};
    size_t j = 0;
    for (; j + 16 <= n; j += 16) {
        a += *(const ck_eight *)(x + j);
        b += *(const ck_eight *)(x + j + 8);
    }
    a += b;
    double sum = ((a[0] + a[4]) + (a[2] + a[6])) + ((a[1] + a[5]) + (a[3] + a[7]));
    for (; j < n; j++) {
        sum += x[j];
    }
    return sum / (double)n;
}

CK_INLINE void ck_welch_taper_body(const double *restrict x, const double *restrict w, size_t n,
                                   double *restrict out)
{
    const double mean = ck_welch_mean(x, n);
    for (size_t j = 0; j < n; j++) {
        out[j] = w[j] * (x[j] - mean);
    }
}

CK_INLINE void ck_welch_taper_pair_body(const double *x, const double *y,
                                        const double *restrict w, size_t n, double *restrict z)
{
    const double mean_x = ck_welch_mean(x, n);
    const double mean_y = ck_welch_mean(y, n);
    for (size_t j = 0; j < n; j++) {
        z[2 * j] = w[j] * (x[j] - mean_x);
        z[2 * j + 1] = w[j] * (y[j] - mean_y);
    }
}

CK_INLINE void ck_welch_add_squares_body(const double *restrict v, size_t n,
                                         double *restrict sums)
{
#pragma clang fp contract(off)
    for (size_t i = 0; i < n; i++) {
        sums[i] += v[i] * v[i];
    }
}

/* The functions of one level. */
#define CK_WELCH_VARIANT(TARGET, LEVEL)                                                            \
    TARGET void ck_welch_taper_##LEVEL(const double *restrict x, const double *restrict w,         \
                                       size_t n, double *restrict out)                             \
    {                                                                                              \
        ck_welch_taper_body(x, w, n, out);                                                         \
    }                                                                                              \
    TARGET void ck_welch_taper_pair_##LEVEL(const double *x, const double *y,                      \
                                            const double *restrict w, size_t n,                    \
                                            double *restrict z)                                    \
    {                                                                                              \
        ck_welch_taper_pair_body(x, y, w, n, z);                                                   \
    }                                                                                              \
    TARGET void ck_welch_add_squares_##LEVEL(const double *restrict v, size_t n,                   \
                                             double *restrict sums)                                \
    {                                                                                              \
        ck_welch_add_squares_body(v, n, sums);                                                     \
    }

#endif
