/* ck_band_changes for AVX-512. */
#include "ck_band_changes_body.h"

#ifdef CK_AVX512

CK_BAND_CHANGES_VARIANT(CK_AVX512, avx512)

#endif
