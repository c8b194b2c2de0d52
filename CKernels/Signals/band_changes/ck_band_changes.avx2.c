/* ck_band_changes for AVX2. */
#include "ck_band_changes_body.h"

#ifdef CK_AVX2

CK_BAND_CHANGES_VARIANT(CK_AVX2, avx2)

#endif
