/* The bodies of ck_dfa for AVX-512. */
#include "ck_dfa_body.h"

#if defined(__x86_64__)

#define TARGET __attribute__((target("avx512f,avx512dq,avx512vl,fma")))

TARGET void ck_dfa_sums_avx512(const double *restrict x, size_t n, const size_t *restrict sizes,
                             size_t n_sizes, double *restrict sums)
{
    ck_dfa_sums_body(x, n, sizes, n_sizes, sums);
}

TARGET void ck_dfa_boxes_avx512(const double *restrict x, size_t n, size_t size,
                              double *restrict boxes)
{
    ck_dfa_boxes_body(x, n, size, boxes);
}

#else

typedef int ck_dfa_avx512_is_for_x86_64; /* a translation unit may not be empty */

#endif
