/* ck_wide_fft for AVX2. */
#include "ck_wide_fft_body.h"

#ifdef CK_AVX2

CK_WIDE_FFT_VARIANT(CK_AVX2, avx2)

#endif
