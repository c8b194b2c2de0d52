/* The lines of ck_recurrence for AVX2. */
#include "ck_recurrence_body.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define TARGET __attribute__((target("avx2,fma")))

TARGET CK_ALWAYS_INLINE unsigned long long below(const double *d, double threshold)
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

TARGET void ck_lines_avx2(const double *restrict d, size_t count, double threshold,
                          size_t *restrict lengths)
{
    ck_lines_body(d, count, threshold, lengths, below);
}

#else

typedef int ck_recurrence_avx2_is_for_x86_64; /* a translation unit may not be empty */

#endif
