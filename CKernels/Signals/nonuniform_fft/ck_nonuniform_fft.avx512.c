/* ck_nonuniform_fft for AVX-512, whose points are added in whole blocks. */
#include "ck_nonuniform_fft_body.h"

#ifdef CK_AVX512

#include <immintrin.h>

CK_NONUNIFORM_FFT_LOCATE_VARIANT(CK_AVX512, avx512)

/* Adds `left` and `right`, already turned by `shift` lanes, to three whole blocks of eight. Whole
 * blocks, because a load that overlaps two recent stores would wait for both. */
CK_AVX512 CK_INLINE void add_blocks(double *restrict block, __m512d left, __m512d right,
                                    __mmask8 upper, __m512d y)
{
    const __m512d middle = _mm512_mask_blend_pd(upper, left, right);
    const __mmask8 lower = (__mmask8)~upper;
    _mm512_storeu_pd(block, _mm512_mask3_fmadd_pd(y, left, _mm512_loadu_pd(block), upper));
    _mm512_storeu_pd(block + 8, _mm512_fmadd_pd(y, middle, _mm512_loadu_pd(block + 8)));
    _mm512_storeu_pd(block + 16, _mm512_mask3_fmadd_pd(y, right, _mm512_loadu_pd(block + 16), lower));
}

CK_AVX512 void ck_nonuniform_fft_points_avx512(const ck_nonuniform_fft *plan,
                                               const int *restrict cell,
                                               const double *restrict offset,
                                               const double *restrict y0, const double *restrict y1,
                                               size_t n, double *restrict field0,
                                               double *restrict field1)
{
    __m512d even[TERMS], odd[TERMS];
    for (size_t d = 0; d < TERMS; d++) {
        even[d] = _mm512_loadu_pd(plan->even[d]);
        odd[d] = _mm512_loadu_pd(plan->odd[d]);
    }
    const __m512i lanes = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
    for (size_t j = 0; j < n; j++) {
        const __m512d z = _mm512_set1_pd(offset[j]);
        const __m512d square = _mm512_mul_pd(z, z);
        __m512d a = even[TERMS - 1];
        __m512d b = odd[TERMS - 1];
        for (size_t d = TERMS - 1; d-- > 0;) {
            a = _mm512_fmadd_pd(a, square, even[d]);
            b = _mm512_fmadd_pd(b, square, odd[d]);
        }
        const size_t first = (size_t)cell[j] + CK_NONUNIFORM_FFT_FRONT - (HALF - 1);
        const size_t shift = first % 8;
        /* Lane i of a turned half is its piece i - shift; the right half lies mirrored. */
        const __m512i turn = _mm512_sub_epi64(lanes, _mm512_set1_epi64((long long)shift));
        const __m512i mirror = _mm512_sub_epi64(_mm512_set1_epi64(7), turn);
        const __m512d left = _mm512_permutexvar_pd(turn, _mm512_fmadd_pd(z, b, a));
        const __m512d right = _mm512_permutexvar_pd(mirror, _mm512_fnmadd_pd(z, b, a));
        const __mmask8 upper = (__mmask8)(0xff << shift);
        add_blocks(field0 + (first - shift), left, right, upper, _mm512_set1_pd(y0[j]));
        if (y1) {
            add_blocks(field1 + (first - shift), left, right, upper, _mm512_set1_pd(y1[j]));
        }
    }
}

#endif
