/* The loops of ck_sample_entropy for AVX2. */
#include "ck_sample_entropy_body.h"

#ifdef CK_AVX2

#include <immintrin.h>

CK_AVX2 CK_INLINE unsigned long long near(const double *a, const double *b, double r)
{
    const __m256d radius = _mm256_set1_pd(r), sign = _mm256_set1_pd(-0.0);
    unsigned long long word = 0;
#pragma clang loop unroll(full)
    for (unsigned j = 0; j < CK_WORD; j += 4) {
        const __m256d difference = _mm256_sub_pd(_mm256_loadu_pd(a + j), _mm256_loadu_pd(b + j));
        const __m256d distance = _mm256_andnot_pd(sign, difference);
        const int bits = _mm256_movemask_pd(_mm256_cmp_pd(distance, radius, _CMP_LE_OQ));
        word |= (unsigned long long)(unsigned)bits << j;
    }
    return word;
}

CK_SAMPLE_ENTROPY_VARIANT(CK_AVX2, avx2, near)

#endif
