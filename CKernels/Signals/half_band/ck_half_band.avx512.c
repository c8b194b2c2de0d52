/* ck_half_band for AVX-512. */
#include "ck_half_band_body.h"

#ifdef CK_AVX512

CK_HALF_BAND_VARIANT(CK_AVX512, avx512)

#endif
