/* The loops of ck_sample_entropy for AVX-512. */
#include "ck_sample_entropy_body.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512dq,avx512vl,fma,popcnt")))

TARGET CK_ALWAYS_INLINE unsigned long long near(const double *a, const double *b, double r)
{
    const __m512d radius = _mm512_set1_pd(r);
    unsigned long long word = 0;
#pragma clang loop unroll(full)
    for (unsigned j = 0; j < CK_WORD; j += 8) {
        const __m512d difference = _mm512_sub_pd(_mm512_loadu_pd(a + j), _mm512_loadu_pd(b + j));
        const __mmask8 bits = _mm512_cmp_pd_mask(_mm512_abs_pd(difference), radius, _CMP_LE_OQ);
        word |= (unsigned long long)bits << j;
    }
    return word;
}

TARGET ck_template_pairs ck_diagonals_avx512(const ck_diagonals *series)
{
    return ck_diagonals_body(series, near);
}

TARGET ck_template_pairs ck_table_avx512(const ck_template_table *table, unsigned *counts)
{
    return ck_table_body(table, counts);
}

#else

typedef int ck_sample_entropy_avx512_is_for_x86_64; /* a translation unit may not be empty */

#endif
