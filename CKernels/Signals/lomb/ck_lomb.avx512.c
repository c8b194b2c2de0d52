/* ck_lomb for AVX-512. */
#include "ck_lomb_fit_body.h"

#ifdef CK_AVX512

CK_LOMB_VARIANT(CK_AVX512, avx512)
CK_LOMB_FIT_VARIANT(CK_AVX512, avx512)

#endif
