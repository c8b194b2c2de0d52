/* The body of ck_half_band, compiled once for every instruction set. */
#ifndef CK_HALF_BAND_BODY_H
#define CK_HALF_BAND_BODY_H

#include "ck_half_band.h"
#include "ck_lanes.h"

/* Sixteen outputs, one in each lane. */
CK_INLINE void ck_half_band_sixteen(const float *restrict even, const float *restrict odd,
                                    const float *restrict taps, size_t n_taps,
                                    float *restrict out)
{
#pragma clang fp contract(off)
    ck_sixteen_floats sum = 0.5f * *(const ck_sixteen_floats *)(odd + n_taps - 1);
    for (size_t j = 0; j < n_taps; j++) {
        const ck_sixteen_floats before = *(const ck_sixteen_floats *)(even + n_taps - 1 - j);
        const ck_sixteen_floats after = *(const ck_sixteen_floats *)(even + n_taps + j);
        sum += taps[j] * (before + after);
    }
    *(ck_sixteen_floats *)out = sum;
}

CK_INLINE void ck_half_band_body(const float *restrict even, const float *restrict odd,
                                 const float *restrict taps, size_t n_taps, size_t n,
                                 float *restrict out)
{
#pragma clang fp contract(off)
    size_t m = 0;
    for (; m + 16 <= n; m += 16) {
        ck_half_band_sixteen(even + m, odd + m, taps, n_taps, out + m);
    }
    for (; m < n; m++) {
        float sum = 0.5f * odd[m + n_taps - 1];
        for (size_t j = 0; j < n_taps; j++) {
            sum += taps[j] * (even[m + n_taps - 1 - j] + even[m + n_taps + j]);
        }
        out[m] = sum;
    }
}

/* The function of one level. */
#define CK_HALF_BAND_VARIANT(TARGET, LEVEL)                                                        \
    TARGET void ck_half_band_run_##LEVEL(const float *restrict even, const float *restrict odd,    \
                                         const float *restrict taps, size_t n_taps, size_t n,      \
                                         float *restrict out)                                      \
    {                                                                                              \
        ck_half_band_body(even, odd, taps, n_taps, n, out);                                        \
    }

#endif
