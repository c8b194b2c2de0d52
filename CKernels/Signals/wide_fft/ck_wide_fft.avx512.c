/* ck_wide_fft for AVX-512. */
#include "ck_wide_fft_body.h"

#ifdef CK_AVX512

CK_WIDE_FFT_VARIANT(CK_AVX512, avx512)

#endif
