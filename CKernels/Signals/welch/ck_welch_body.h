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

#if defined(__x86_64__)
/* Each with the contract of its namesake in ck_welch.h. */
void ck_welch_taper_avx2(const double *restrict x, const double *restrict w, size_t n,
                         double *restrict out);
void ck_welch_taper_pair_avx2(const double *x, const double *y, const double *restrict w, size_t n,
                              double *restrict z);
void ck_welch_add_squares_avx2(const double *restrict v, size_t n, double *restrict sums);
void ck_welch_taper_avx512(const double *restrict x, const double *restrict w, size_t n,
                           double *restrict out);
void ck_welch_taper_pair_avx512(const double *x, const double *y, const double *restrict w,
                                size_t n, double *restrict z);
void ck_welch_add_squares_avx512(const double *restrict v, size_t n, double *restrict sums);
#endif

#endif
