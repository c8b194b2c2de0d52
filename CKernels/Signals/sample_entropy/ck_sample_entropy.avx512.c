/* The loops of ck_sample_entropy for AVX-512. */
#include "ck_sample_entropy_body.h"

#ifdef CK_AVX512

#include <immintrin.h>

CK_AVX512 CK_INLINE unsigned long long near(const double *a, const double *b, double r)
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

CK_SAMPLE_ENTROPY_VARIANT(CK_AVX512, avx512, near)

#endif
