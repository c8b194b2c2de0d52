/* The lines of ck_recurrence for AVX2. */
#include "ck_recurrence_body.h"

#ifdef CK_AVX2

#include <immintrin.h>

CK_AVX2 CK_INLINE unsigned long long below(const double *d, double threshold)
{
    const __m256d limit = _mm256_set1_pd(threshold);
    unsigned long long word = 0;
#pragma clang loop unroll(full)
    for (unsigned j = 0; j < CK_RECURRENCE_WORD; j += 4) {
        const __m256d is_below = _mm256_cmp_pd(_mm256_loadu_pd(d + j), limit, _CMP_LE_OQ);
        word |= (unsigned long long)(unsigned)_mm256_movemask_pd(is_below) << j;
    }
    return word;
}

CK_RECURRENCE_VARIANT(CK_AVX2, avx2, below)

#endif
