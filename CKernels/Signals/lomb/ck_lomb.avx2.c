/* ck_lomb for AVX2. */
#include "ck_lomb_fit_body.h"

#ifdef CK_AVX2

CK_LOMB_VARIANT(CK_AVX2, avx2)
CK_LOMB_FIT_VARIANT(CK_AVX2, avx2)

#endif
