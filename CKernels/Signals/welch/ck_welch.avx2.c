/* The bodies of ck_welch for AVX2. */
#include "ck_welch_body.h"

#if defined(__x86_64__)

#define TARGET __attribute__((target("avx2,fma")))

TARGET void ck_welch_taper_avx2(const double *restrict x, const double *restrict w, size_t n,
                              double *restrict out)
{
    ck_welch_taper_body(x, w, n, out);
}

TARGET void ck_welch_taper_pair_avx2(const double *x, const double *y, const double *restrict w,
                                   size_t n, double *restrict z)
{
    ck_welch_taper_pair_body(x, y, w, n, z);
}

TARGET void ck_welch_add_squares_avx2(const double *restrict v, size_t n, double *restrict sums)
{
    ck_welch_add_squares_body(v, n, sums);
}

#else

typedef int ck_welch_avx2_is_for_x86_64; /* a translation unit may not be empty */

#endif
