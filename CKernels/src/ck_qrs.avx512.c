/* The vector loops of ck_qrs for AVX-512. */
#include "ck_qrs_front_body.h"

#if defined(__x86_64__)

#define TARGET __attribute__((target("avx512f,avx512dq,avx512vl,fma")))

TARGET void ck_qrs_envelopes_avx512(const ck_qrs_band *low, const ck_qrs_band *high,
                                   const float *restrict x, size_t n, float *restrict low_out,
                                   float *restrict high_out)
{
    ck_qrs_envelopes_body(low, high, x, n, low_out, high_out);
}

TARGET void ck_qrs_smooth_avx512(const float *weights, size_t reach, const float *restrict x,
                               size_t n, float *restrict out)
{
    ck_qrs_smooth_body(weights, reach, x, n, out);
}

TARGET size_t ck_qrs_take_avx512(const double *restrict x, size_t n, double previous, double offset,
                             float *restrict out)
{
    return ck_qrs_take_body(x, n, previous, offset, out);
}

TARGET void ck_qrs_step_down_avx512(const float *weights, size_t step, const float *restrict x,
                                  size_t n, float *restrict out)
{
    ck_qrs_step_down_body(weights, step, x, n, out);
}

TARGET size_t ck_qrs_peaks_avx512(const float *x, size_t from, size_t n, size_t apart,
                                size_t *places)
{
    return ck_qrs_peaks_body(x, from, n, apart, places);
}

#else

typedef int ck_qrs_avx512_is_for_x86_64; /* a translation unit may not be empty */

#endif
