/* The bodies of ck_band_changes, compiled once for every instruction set. */
#ifndef CK_BAND_CHANGES_BODY_H
#define CK_BAND_CHANGES_BODY_H

#include "ck_band_changes.h"
#include "ck_lanes.h"

#define CK_BAND_CHANGES_MAX 64

/* The natural logarithm of positive normal numbers; something finite for 0.
 *
 * v = 2^e m with m from 0.707 to 1.414, and ln m = 2 (s + s^3/3 + s^5/5 + ...), s = (m-1)/(m+1):
 * |s| <= 0.1716, so what is left out after s^9 is below 1e-9. */
CK_INLINE void ck_band_changes_log(ck_eight_floats *v)
{
#pragma clang fp contract(off)
    const ck_eight_ints bits = (ck_eight_ints)*v;
    const ck_eight_ints exponent = (bits - 0x3f3504f3) >> 23;
    const ck_eight_floats m = (ck_eight_floats)(bits - (exponent << 23));
    const ck_eight_floats s = (m - 1) / (m + 1), q = s * s;
    const ck_eight_floats series =
        q * (1.0f / 3 + q * (1.0f / 5 + q * (1.0f / 7 + q * (1.0f / 9))));
    *v = __builtin_convertvector(exponent, ck_eight_floats) * 0.69314718f +
         (2 * s + 2 * s * series);
}

CK_INLINE float ck_band_changes_sum(const ck_eight_floats *sums)
{
    const ck_eight_floats v = *sums;
    return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
}

CK_INLINE void ck_band_changes_logs(const float *restrict x, const float *restrict scale,
                                    size_t n_bands, float *restrict logs)
{
#pragma clang fp contract(off)
    for (size_t b = 0; b < n_bands; b += 8) {
        ck_eight_floats v =
            1 + *(const ck_eight_floats *)(scale + b) * *(const ck_eight_floats *)(x + b);
        ck_band_changes_log(&v);
        *(ck_eight_floats *)(logs + b) = v;
    }
}

/* 1 for the bands first ... end - 1, 0 for the others. */
CK_INLINE void ck_band_changes_mark(size_t first, size_t end, float *restrict marks)
{
    for (size_t b = 0; b < CK_BAND_CHANGES_MAX; b++) {
        marks[b] = b >= first && b < end ? 1 : 0;
    }
}

CK_INLINE void ck_band_changes_onsets_body(const float *restrict x, size_t n_bands,
                                           const float *restrict scale, size_t n_low,
                                           size_t first_high, size_t n, float *restrict all,
                                           float *restrict low, float *restrict high)
{
#pragma clang fp contract(off)
    /* Logarithms of three frames in turn. */
    float logs[3][CK_BAND_CHANGES_MAX];
    float is_low[CK_BAND_CHANGES_MAX], is_high[CK_BAND_CHANGES_MAX];
    ck_band_changes_mark(0, n_low, is_low);
    ck_band_changes_mark(first_high, n_bands, is_high);
    ck_band_changes_logs(x, scale, n_bands, logs[0]);
    ck_band_changes_logs(x + n_bands, scale, n_bands, logs[1]);
    for (size_t t = 0; t < n; t++) {
        const float *before = logs[t % 3];
        float *after = logs[(t + 2) % 3];
        ck_band_changes_logs(x + (t + 2) * n_bands, scale, n_bands, after);
        ck_eight_floats sum = {0}, low_sum = {0}, high_sum = {0};
        for (size_t b = 0; b < n_bands; b += 8) {
            const ck_eight_floats change =
                *(const ck_eight_floats *)(after + b) - *(const ck_eight_floats *)(before + b);
            const ck_eight_floats rise = CK_CHOOSE(ck_eight_floats, ck_eight_ints, change > 0,
                                                   change, (ck_eight_floats){0});
            sum += rise;
            low_sum += rise * *(const ck_eight_floats *)(is_low + b);
            high_sum += rise * *(const ck_eight_floats *)(is_high + b);
        }
        all[t] = ck_band_changes_sum(&sum);
        low[t] = ck_band_changes_sum(&low_sum);
        high[t] = ck_band_changes_sum(&high_sum);
    }
}

CK_INLINE void ck_band_changes_entropy_body(const float *restrict x, size_t n_bands, size_t n,
                                            float *restrict entropy, float *restrict total)
{
#pragma clang fp contract(off)
    for (size_t t = 0; t < n; t++) {
        const float *frame = x + t * n_bands;
        ck_eight_floats powers = {0}, sum = {0};
        for (size_t b = 0; b < n_bands; b += 8) {
            powers += *(const ck_eight_floats *)(frame + b);
        }
        total[t] = ck_band_changes_sum(&powers);
        const float whole = total[t] > 0 ? total[t] : 1;
        for (size_t b = 0; b < n_bands; b += 8) {
            const ck_eight_floats p = *(const ck_eight_floats *)(frame + b) / whole;
            ck_eight_floats log_p = p;
            ck_band_changes_log(&log_p);
            sum -= p * log_p;
        }
        entropy[t] = ck_band_changes_sum(&sum);
    }
}

/* The functions of one level. */
#define CK_BAND_CHANGES_VARIANT(TARGET, LEVEL)                                                     \
    TARGET void ck_band_changes_onsets_##LEVEL(                                                    \
        const float *restrict x, size_t n_bands, const float *restrict scale, size_t n_low,        \
        size_t first_high, size_t n, float *restrict all, float *restrict low,                     \
        float *restrict high)                                                                      \
    {                                                                                              \
        ck_band_changes_onsets_body(x, n_bands, scale, n_low, first_high, n, all, low, high);      \
    }                                                                                              \
    TARGET void ck_band_changes_entropy_##LEVEL(const float *restrict x, size_t n_bands, size_t n, \
                                                float *restrict entropy, float *restrict total)    \
    {                                                                                              \
        ck_band_changes_entropy_body(x, n_bands, n, entropy, total);                               \
    }

#endif
