/* The body of ck_delay for AVX2. */
#include "ck_delay_body.h"

#if defined(__x86_64__)

__attribute__((target("avx2,fma"))) void
ck_delay_distances_avx2(const double *restrict x, size_t n, size_t m, size_t tau, size_t lag,
                        double *restrict scratch, double *restrict out)
{
    ck_delay_body(x, n, m, tau, lag, scratch, out);
}

#else

typedef int ck_delay_avx2_is_for_x86_64; /* a translation unit may not be empty */

#endif
