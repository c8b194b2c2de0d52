/* ck_half_band for AVX2. */
#include "ck_half_band_body.h"

#ifdef CK_AVX2

CK_HALF_BAND_VARIANT(CK_AVX2, avx2)

#endif
