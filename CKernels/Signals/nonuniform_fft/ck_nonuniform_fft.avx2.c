/* ck_nonuniform_fft for AVX2. */
#include "ck_nonuniform_fft_body.h"

#ifdef CK_AVX2

CK_NONUNIFORM_FFT_LOCATE_VARIANT(CK_AVX2, avx2)
CK_NONUNIFORM_FFT_POINTS_VARIANT(CK_AVX2, avx2)

#endif
