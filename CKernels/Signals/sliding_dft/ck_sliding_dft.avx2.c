/* The inner loops of ck_sliding_dft for AVX2. */
#include "ck_sliding_dft_body.h"

#if defined(__x86_64__)

#define TARGET __attribute__((target("avx2,fma")))

TARGET void ck_sliding_push_avx2(const double *restrict roots, ck_sliding_sums sums, size_t phase,
                               const double *restrict x, size_t count, double *restrict powers,
                               size_t n_used, size_t stride)
{
    ck_sliding_push_body(roots, sums, phase, x, count, powers, n_used, stride);
}

TARGET void ck_sliding_turn_avx2(const double *restrict roots, ck_sliding_sums sums,
                               const double *restrict x, size_t n)
{
    ck_sliding_turn_body(roots, sums, x, n);
}

#endif
