/* ck_welch for AVX-512. */
#include "ck_welch_body.h"

#ifdef CK_AVX512

CK_WELCH_VARIANT(CK_AVX512, avx512)

#endif
