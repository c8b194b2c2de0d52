/* The lines of ck_recurrence for AVX-512. */
#include "ck_recurrence_body.h"

#ifdef CK_AVX512

#include <immintrin.h>

CK_AVX512 CK_INLINE unsigned long long below(const double *d, double threshold)
{
    const __m512d limit = _mm512_set1_pd(threshold);
    unsigned long long word = 0;
#pragma clang loop unroll(full)
    for (unsigned j = 0; j < CK_RECURRENCE_WORD; j += 8) {
        const __mmask8 bits = _mm512_cmp_pd_mask(_mm512_loadu_pd(d + j), limit, _CMP_LE_OQ);
        word |= (unsigned long long)bits << j;
    }
    return word;
}

CK_RECURRENCE_VARIANT(CK_AVX512, avx512, below)

#endif
