/* ck_band_powers for AVX-512. */
#include "ck_band_powers_body.h"

#ifdef CK_AVX512

CK_BAND_POWERS_VARIANT(CK_AVX512, avx512)

#endif
