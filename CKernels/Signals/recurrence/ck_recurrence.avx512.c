/* The lines of ck_recurrence for AVX-512. */
#include "ck_recurrence_body.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512dq,avx512vl,fma")))

TARGET CK_ALWAYS_INLINE unsigned long long below(const double *d, double threshold)
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

TARGET void ck_lines_avx512(const double *restrict d, size_t count, double threshold,
                          size_t *restrict lengths)
{
    ck_lines_body(d, count, threshold, lengths, below);
}

#else

typedef int ck_recurrence_avx512_is_for_x86_64; /* a translation unit may not be empty */

#endif
