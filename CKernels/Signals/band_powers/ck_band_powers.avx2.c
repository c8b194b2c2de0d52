/* ck_band_powers for AVX2. */
#include "ck_band_powers_body.h"

#ifdef CK_AVX2

CK_BAND_POWERS_VARIANT(CK_AVX2, avx2)

#endif
